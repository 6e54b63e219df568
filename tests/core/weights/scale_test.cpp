#include "core/weights/scale.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

WeightParameters scaledFor(const std::vector<vec3>& positions, const std::vector<std::uint32_t>& indices) {
    Adjacency surface;
    EXPECT_TRUE(buildSurfaceAdjacency(positions, indices, surface).ok());
    return scaledTo(positions, surface, {});
}

TEST(ScaleTest, ABearTenTimesAsLargeGetsTheSameWeights) {
    const Bear& bear = test::smallBear();
    auto positions = bear.body.positions;
    auto bones = bear.bones;
    for (vec3& p : positions)
        p *= 10.0f;
    for (BoneSegment& b : bones)
        b = {b.head * 10.0f, b.tail * 10.0f, b.radius * 10.0f};
    BakedWeights normal;
    BakedWeights large;
    ASSERT_TRUE(bakeWeights(bear.body.positions, bear.body.indices, bear.bones,
                            scaledFor(bear.body.positions, bear.body.indices), 1, normal)
                    .ok());
    ASSERT_TRUE(
        bakeWeights(positions, bear.body.indices, bones, scaledFor(positions, bear.body.indices), 1, large).ok());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        for (int k = 0; k < 4; ++k)
            EXPECT_NEAR(normal.weights[v][k], large.weights[v][k], 1e-4f) << v;
    }
}

TEST(ScaleTest, FourTimesTheVerticesNeedFourTimesThePasses) {
    const Bear coarse = makeBear({.cell = 0.036f});
    const Bear fine = makeBear({.cell = 0.018f});
    const double passes = scaledFor(coarse.body.positions, coarse.body.indices).diffusion.passes;
    const double more = scaledFor(fine.body.positions, fine.body.indices).diffusion.passes;
    EXPECT_GT(passes, 0.0);
    EXPECT_NEAR(more / passes, 4.0, 1.0);
}

} // namespace
} // namespace rigproof
