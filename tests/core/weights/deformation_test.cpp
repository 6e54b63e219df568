#include "core/weights/deformation.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/skinning/linear_blend.h"
#include "core/weights/bake.h"
#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

Deformation measure(const std::vector<vec3>& bind, const std::vector<vec3>& posed,
                    const std::vector<std::uint32_t>& indices) {
    Deformation d;
    EXPECT_TRUE(measureDeformation(bind, posed, indices, d).ok());
    return d;
}

TEST(DeformationTest, AMovedAndTurnedSurfaceIsNotDeformed) {
    const test::Surface tube = test::tube(20, 12, 1.0f, 0.2f);
    std::vector<vec3> posed;
    for (const vec3& p : tube.positions)
        posed.emplace_back(-p.y + 3.0f, p.x - 1.0f, p.z + 2.0f);
    const Deformation d = measure(tube.positions, posed, tube.indices);
    EXPECT_NEAR(d.worstEdgeStretch, 1.0f, 1e-4f);
    EXPECT_NEAR(d.worstCreaseDegrees, 0.0f, 0.05f);
    EXPECT_NEAR(d.volumeRatio, 1.0f, 1e-4f);
    EXPECT_NEAR(d.solidRatio, 1.0f, 0.01f);
    EXPECT_EQ(d.invertedTriangles, 0u);
}

TEST(DeformationTest, StretchAndVolumeFollowTheScale) {
    const test::Surface tube = test::tube(20, 12, 1.0f, 0.2f);
    std::vector<vec3> posed;
    for (const vec3& p : tube.positions)
        posed.emplace_back(p.x * 2.0f, p.y, p.z);
    const Deformation d = measure(tube.positions, posed, tube.indices);
    EXPECT_NEAR(d.worstEdgeStretch, 2.0f, 1e-4f);
    EXPECT_NEAR(d.volumeRatio, 2.0f, 1e-4f);
    EXPECT_NEAR(d.solidRatio, 2.0f, 0.02f);
}

TEST(DeformationTest, AFoldedHingeShowsItsAngleAndWhichWayItWent) {
    const std::vector<vec3> bind{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3};
    auto posed = bind;
    posed[2] = {0, 0, 1}; // 90 degrees
    EXPECT_NEAR(measure(bind, posed, indices).worstCreaseDegrees, 90.0f, 0.01f);
    posed[2] = {std::cos(-2.9f), 0, std::sin(-2.9f)};
    EXPECT_NEAR(measure(bind, posed, indices).worstCreaseDegrees, degrees(2.9f), 0.01f);
}

// From a ridge of 170 degrees to a valley of 170: the faces turned by 20 degrees, not by 340.
TEST(DeformationTest, AChangeIsNeverMoreThanHalfATurn) {
    const float a = 170.0f * kPi / 180.0f;
    const std::vector<vec3> bind{{0, 0, 0}, {0, 1, 0}, {std::cos(a), 0, std::sin(a)}, {-1, 0, 0}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3};
    auto posed = bind;
    posed[2].z = -posed[2].z;
    EXPECT_NEAR(measure(bind, posed, indices).worstCreaseDegrees, 20.0f, 0.01f);
}

// A strip of 1000 hinges of 1 m, some folded by 170 degrees: one is a sliver, three are a crease.
TEST(DeformationTest, ACreaseIsALineAndNotASingleEdge) {
    std::vector<vec3> bind;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t h = 0; h < 1000; ++h) {
        const vec3 at(0.0f, 2.0f * static_cast<float>(h), 0.0f);
        for (const vec3& p : {vec3(0, 0, 0), vec3(0, 1, 0), vec3(0.01f, 0.5f, 0), vec3(-0.01f, 0.5f, 0)})
            bind.push_back(at + p);
        for (const std::uint32_t i : {0u, 2u, 1u, 0u, 1u, 3u})
            indices.push_back(4 * h + i);
    }
    const auto folded = [&](std::size_t hinges) {
        auto posed = bind;
        const float a = 170.0f * kPi / 180.0f;
        for (std::size_t h = 0; h < hinges; ++h)
            posed[4 * h + 2] += vec3(0.01f * std::cos(a) - 0.01f, 0.0f, 0.01f * std::sin(a));
        return measure(bind, posed, indices).worstCreaseDegrees;
    };
    EXPECT_NEAR(folded(1), 0.0f, 0.01f);
    EXPECT_NEAR(folded(3), 170.0f, 0.05f);
}

TEST(DeformationTest, OnePreparedMeasureServesManyPoses) {
    const test::Surface tube = test::tube(20, 12, 1.0f, 0.2f);
    DeformationMeasure prepared;
    ASSERT_TRUE(prepared.prepare(tube.positions, tube.indices).ok());
    for (const float stretch : {3.0f, 1.5f}) {
        auto posed = tube.positions;
        for (vec3& p : posed)
            p.x *= stretch;
        Deformation d;
        ASSERT_TRUE(prepared.measure(posed, d).ok());
        EXPECT_EQ(d, measure(tube.positions, posed, tube.indices));
        EXPECT_NEAR(d.worstEdgeStretch, stretch, 1e-4f);
    }
}

TEST(DeformationTest, FleshThatRunsThroughFleshFillsLessSpaceThanItEncloses) {
    test::Surface two = test::tube(20, 12, 1.0f, 0.2f);
    const auto base = static_cast<std::uint32_t>(two.positions.size());
    const test::Surface other = two;
    for (const vec3& p : other.positions)
        two.positions.push_back(p + vec3(0, 0, 1));
    for (const std::uint32_t i : other.indices)
        two.indices.push_back(base + i);
    auto posed = two.positions;
    for (std::size_t v = base; v < posed.size(); ++v)
        posed[v].z -= 1.0f; // one inside the other
    const Deformation d = measure(two.positions, posed, two.indices);
    EXPECT_NEAR(d.volumeRatio, 1.0f, 1e-4f);
    EXPECT_NEAR(d.solidRatio, 0.5f, 0.01f);
}

TEST(DeformationTest, CountsThatDifferAndBadPositionsAreRefused) {
    const test::Surface tube = test::tube(4, 5, 1.0f, 0.2f);
    Deformation d;
    EXPECT_EQ(measureDeformation(tube.positions, std::vector<vec3>(3), tube.indices, d).got, 3u);
    auto posed = tube.positions;
    posed[2].x = NAN;
    EXPECT_EQ(measureDeformation(tube.positions, posed, tube.indices, d).index, 2u);
}

// The scene's promise in small: a tube bent like an elbow.
TEST(DeformationTest, SmoothedWeightsBendATubeWithFarLessStretchAndCreaseThanTheNearestBone) {
    const test::Surface tube = test::tube(61, 24, 2.0f, 0.15f);
    const auto bones = test::row(2, 1.0f, 0.21f);
    SkinningMatrices pose;
    pose.joints.assign(3, mat4(1.0f));
    const float c = std::cos(1.6f);
    const float s = std::sin(1.6f);
    pose.joints[2] = mat4(vec4(c, s, 0, 0), vec4(-s, c, 0, 0), vec4(0, 0, 1, 0), vec4(1 - c, -s, 0, 1));
    const auto bent = [&](WeightMethod method) {
        BakedWeights w;
        EXPECT_TRUE(bakeWeights(tube.positions, tube.indices, bones, {.method = method}, 1, w).ok());
        std::vector<vec3> posed(tube.positions.size());
        skinLinearBlend(tube.positions, {}, w.joints, w.weights, pose, posed, {});
        return measure(tube.positions, posed, tube.indices);
    };
    const Deformation nearest = bent(WeightMethod::kNearest);
    const Deformation smooth = bent(WeightMethod::kDistance);
    EXPECT_LE(smooth.worstEdgeStretch, 0.5f * nearest.worstEdgeStretch);
    EXPECT_LT(smooth.worstCreaseDegrees, 0.5f * nearest.worstCreaseDegrees);
    EXPECT_LT(smooth.invertedTriangles, nearest.invertedTriangles);
}

// Two legs that touch: smoothing over the surface carries nothing across, smoothing through space does.
TEST(LimbLeakTest, WeightsCrossBetweenTouchingLimbsOnlyThroughSpace) {
    test::Surface legs = test::tube(30, 16, 1.0f, 0.1f);
    const auto base = static_cast<std::uint32_t>(legs.positions.size());
    const test::Surface other = legs;
    for (const vec3& p : other.positions)
        legs.positions.push_back(p + vec3(0, 0.21f, 0));
    for (const std::uint32_t i : other.indices)
        legs.indices.push_back(base + i);
    const std::vector<BoneSegment> bones{{}, {{0, 0, 0}, {1, 0, 0}, 0.1f}, {{0, 0.21f, 0}, {1, 0.21f, 0}, 0.1f}};
    const auto leak = [&](Neighbours neighbours) {
        WeightParameters p;
        p.neighbours = neighbours;
        WeightBake after(legs.positions, legs.indices, bones, p);
        after.step(SliceBudget::unlimited());
        EXPECT_TRUE(after.status().ok());
        p.diffusion.passes = 0;
        WeightBake before(legs.positions, legs.indices, bones, p);
        before.step(SliceBudget::unlimited());
        Adjacency surface;
        EXPECT_TRUE(buildSurfaceAdjacency(legs.positions, legs.indices, surface).ok());
        const std::array<std::uint16_t, 1> second{2};
        return limbLeak(before.table(), after.table(), surface, 10, second);
    };
    EXPECT_EQ(leak(Neighbours::kSurface), 0.0f);
    EXPECT_GT(leak(Neighbours::kSpace), 0.02f);
}

TEST(WeightRoughnessTest, SmoothingLowersTheDirichletEnergy) {
    const Bear& bear = test::smallBear();
    const auto roughness = [&](int passes) {
        WeightParameters p;
        p.diffusion.passes = passes;
        WeightBake bake(bear.body.positions, bear.body.indices, bear.bones, p);
        bake.step(SliceBudget::unlimited());
        return weightRoughness(bake.table(), bake.adjacency());
    };
    EXPECT_LT(roughness(10), 0.5 * roughness(0));
    EXPECT_LT(roughness(40), roughness(10));
}

} // namespace
} // namespace rigproof
