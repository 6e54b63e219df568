#include "core/characters/block_person.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/animation/bake.h"
#include "core/crowd/person.h"

namespace rigproof {
namespace {

TEST(BlockPersonTest, IsAsTallAsTheTableSaysAndStandsOnTheGround) {
    const Mesh mesh = makeBlockPerson().mesh;
    ASSERT_TRUE(validate(mesh).ok());
    vec3 low(9), high(-9);
    for (const vec3& p : mesh.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    EXPECT_NEAR(low.y, 0.0f, 1e-6f);
    EXPECT_NEAR(high.y, 1.18f, 1e-6f);
    EXPECT_NEAR(high.x, 0.26f, 1e-6f);
    EXPECT_NEAR(low.x, -0.26f, 1e-6f);
}

TEST(BlockPersonTest, WeightsFollowTheBendsOfTheTable) {
    const BlockPerson body = makeBlockPerson();
    ASSERT_TRUE(validate(body.skeleton).ok());
    bool half = false;
    for (std::size_t v = 0; v < body.mesh.vertexCount(); ++v) {
        const vec4& w = body.mesh.weights[v];
        EXPECT_FLOAT_EQ(w.x + w.y + w.z + w.w, 1.0f);
        EXPECT_GE(w.x, w.y);
        const std::uint16_t joint = body.mesh.joints[v].x;
        if (joint != person::kRightThigh && joint != person::kRightShin) continue;
        const float y = body.mesh.positions[v].y;
        if (y < 0.061f && joint == person::kRightShin && w.x == 1.0f) continue; // shoe and the shin's lower end
        const float upper = joint == person::kRightThigh ? w.x : w.y;
        EXPECT_NEAR(upper, std::fmin(1.0f, std::fmax(0.0f, (y - 0.155f) / 0.23f)), 1e-3f);
        half = half || std::fabs(upper - 0.5f) < 1e-3f;
    }
    EXPECT_TRUE(half) << "no row of vertices stands at the knee";
}

TEST(BlockPersonTest, OneBoneABoxLeavesNoSecondInfluence) {
    for (const vec4& w : makeBlockPerson({.oneBoneABox = true}).mesh.weights)
        EXPECT_EQ(w, vec4(1, 0, 0, 0));
}

TEST(BlockPersonTest, TheSimplePersonHasLessAndTheSameOutline) {
    const BlockPerson full = makeBlockPerson();
    const BlockPerson simple = makeBlockPerson({.simple = true});
    EXPECT_LT(simple.mesh.vertexCount(), full.mesh.vertexCount());
    EXPECT_EQ(simple.tintOf.size(), simple.mesh.vertexCount());
    EXPECT_TRUE(validate(simple.mesh).ok());
}

TEST(PersonClipsTest, AreValidLoopsOfTheReferencesLengths) {
    const PersonClips clips = makePersonClips();
    ASSERT_EQ(clips.clips.size(), 3u);
    const std::int32_t frames[] = {30, 18, 36};
    for (std::size_t c = 0; c < 3; ++c) {
        const AnimationClip& clip = clips.clips[c];
        EXPECT_EQ(validate(clip, person::kJointCount).message(clip), "ok");
        EXPECT_EQ(frameCount(clip.duration, kBakeRate), frames[c]);
        for (const RotationTrack& track : clip.rotations)
            EXPECT_EQ(track.values.front(), track.values.back());
    }
    EXPECT_GT(clips.strides[kRun], clips.strides[kWalk]);
    EXPECT_EQ(clips.strides[kWave], 0.0f);
}

TEST(PersonClipsTest, KneesBendOnlyBackwardsAndMoreInARun) {
    const PersonClips clips = makePersonClips();
    float largest[2] = {0, 0};
    for (const std::size_t c : {kWalk, kRun}) {
        for (const RotationTrack& track : clips.clips[c].rotations) {
            if (track.joint != person::kRightShin && track.joint != person::kLeftShin) continue;
            for (const quat& q : track.values) {
                EXPECT_GE(q.x, -1e-4f); // about +X: the shin swings back
                EXPECT_LT(std::fabs(q.y) + std::fabs(q.z), 1e-5f);
                largest[c] = std::fmax(largest[c], 2.0f * std::atan2(q.x, q.w));
            }
        }
    }
    EXPECT_GT(largest[kWalk], 0.6f);
    EXPECT_GT(largest[kRun], largest[kWalk] + 0.3f);
}

TEST(PersonClipsTest, ArmsSwingAgainstTheLegsOfTheirSide) {
    const PersonClips clips = makePersonClips();
    for (const std::size_t c : {kWalk, kRun}) {
        double together = 0.0;
        const auto& tracks = clips.clips[c].rotations;
        for (std::size_t k = 0; k + 1 < tracks[0].times.size(); ++k) {
            together += static_cast<double>(tracks[person::kRightUpperArm].values[k].x) *
                        static_cast<double>(tracks[person::kRightThigh].values[k].x);
        }
        EXPECT_LT(together, 0.0) << clips.clips[c].name;
    }
}

} // namespace
} // namespace rigproof
