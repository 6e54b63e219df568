#include "core/crowd/person.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/characters/block_person.h"
#include "core/math/rotation.h"

namespace rigproof {
namespace {

struct Baked {
    BlockPerson person = makeBlockPerson();
    PersonClips clips = makePersonClips();
    BakedAnimation animation;
    Baked() { EXPECT_TRUE(bakeClips(person.skeleton, clips.clips, {}, animation).ok()); }
};

TEST(FootSlideTest, PlantedFeetStandStillAtTheClipsOwnStride) {
    const Baked baked;
    for (const std::size_t clip : {kWalk, kRun, kWave}) {
        const double slide =
            footSlide(trackSoles(baked.animation, clip), static_cast<double>(baked.clips.strides[clip]));
        EXPECT_LE(slide, 0.005) << baked.clips.clips[clip].name;
    }
}

TEST(FootSlideTest, ARateThatDoesNotMatchTheSpeedIsSeen) {
    const Baked baked;
    const SoleTrack track = trackSoles(baked.animation, kWalk);
    const double stride = static_cast<double>(baked.clips.strides[kWalk]);
    EXPECT_NEAR(footSlide(track, 1.2 * stride), 0.1 * stride, 0.01); // a fifth too far, half of it in each step
    // Walking on the spot, a foot slides the whole way that the body would have passed over it.
    EXPECT_NEAR(footSlide(track, 0.0), 0.42, 0.03);
    EXPECT_NEAR(footSlide(trackSoles(baked.animation, kRun), 0.0), 0.39, 0.05);
}

TEST(FootSlideTest, GrowsWithThePerson) {
    const Baked baked;
    const SoleTrack track = trackSoles(baked.animation, kWalk);
    const double stride = static_cast<double>(baked.clips.strides[kWalk]);
    EXPECT_LE(footSlide(track, 1.12 * stride, 1.12), 0.005 * 1.12);
}

TEST(FootSlideTest, TheSwingingFootStaysAboveTheGround) {
    const Baked baked;
    for (const std::size_t clip : {kWalk, kRun, kWave}) {
        const SoleTrack track = trackSoles(baked.animation, clip);
        for (const vec3& corner : track.corners)
            EXPECT_GT(corner.y, -0.003f) << baked.clips.clips[clip].name;
    }
}

TEST(SkinPersonTest, MirroredAndUnevenlyScaledPeopleKeepTheirNormalsOutside) {
    const Baked baked;
    const Mesh& mesh = baked.person.mesh;
    std::vector<mat4> palette(baked.animation.joints);
    std::vector<vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
    for (const vec3& scale : {vec3(1), vec3(-1, 1, 1), vec3(1, 2, 0.5f), vec3(-0.7f, 1.4f, 1)}) {
        const mat4 transform = composeTransform({3, 0, -2}, axisAngle({0, 1, 0}, 0.7f), scale);
        const bool mirrored = scale.x < 0.0f;
        skinPerson(mesh, baked.animation, {kWalk, 0.37, 1.1, 0.2}, transform, palette, positions, normals);
        // Rigid boxes: a head's faces are flat, so its stored normals must be its triangles'.
        for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
            const std::uint32_t a = mesh.indices[t], b = mesh.indices[t + 1], c = mesh.indices[t + 2];
            if (mesh.joints[a].x != person::kHead) continue;
            vec3 face = glm::normalize(glm::cross(positions[b] - positions[a], positions[c] - positions[a]));
            if (mirrored) face = -face; // a mirror turns the winding
            EXPECT_GT(glm::dot(face, normals[a]), 0.999f);
        }
    }
}

TEST(SkinPersonTest, TwoPeopleShowTwoClips) {
    const Baked baked;
    const std::size_t n = baked.person.mesh.vertexCount();
    std::vector<mat4> palette(baked.animation.joints);
    std::vector<vec3> walk(n), wave(n);
    skinPerson(baked.person.mesh, baked.animation, {kWalk, 0.0, 1.0, 0.1}, mat4(1), palette, walk, {});
    skinPerson(baked.person.mesh, baked.animation, {kWave, 0.0, 1.0, 0.1}, mat4(1), palette, wave, {});
    float highestHand[2] = {0, 0};
    for (std::size_t v = 0; v < n; ++v) {
        if (baked.person.mesh.joints[v].x != person::kRightForearm) continue;
        highestHand[0] = std::max(highestHand[0], walk[v].y);
        highestHand[1] = std::max(highestHand[1], wave[v].y);
    }
    EXPECT_LT(highestHand[0], 0.8f);
    EXPECT_GT(highestHand[1], 1.0f);
}

} // namespace
} // namespace rigproof
