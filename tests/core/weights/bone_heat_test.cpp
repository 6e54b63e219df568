#include "core/weights/bone_heat.h"

#include <gtest/gtest.h>

#include "core/weights/bake.h"
#include "core/weights/visibility.h"
#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

BakedWeights heat(const test::Surface& s, std::span<const BoneSegment> bones) {
    BakedWeights out;
    const Status status = bakeWeights(s.positions, s.indices, bones, {.method = WeightMethod::kBoneHeat}, 1, out);
    EXPECT_TRUE(status.ok()) << status.message();
    return out;
}

float weightOf(const BakedWeights& w, std::size_t vertex, int bone) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k)
        sum += w.joints[vertex][k] == bone ? w.weights[vertex][k] : 0.0f;
    return sum;
}

TEST(BoneHeatTest, WeightPassesSmoothlyFromOneBoneToTheNextAlongATube) {
    const test::Surface tube = test::tube(41, 12, 2.0f, 0.1f);
    const BakedWeights w = heat(tube, test::row(2, 1.0f, 0.1f));
    EXPECT_TRUE(w.fallbackPieces.empty());
    const auto ring = [](int r) { return static_cast<std::size_t>(r * 12); };
    EXPECT_GT(weightOf(w, ring(2), 1), 0.99f);
    EXPECT_NEAR(weightOf(w, ring(20), 1), 0.5f, 0.02f);
    EXPECT_GT(weightOf(w, ring(38), 2), 0.99f);
    for (int r = 0; r < 40; ++r)
        EXPECT_GE(weightOf(w, ring(r), 1), weightOf(w, ring(r + 1), 1) - 1e-5f) << r;
}

TEST(BoneHeatTest, APieceThatSeesNoBoneTakesDistanceWeightsAndIsNamed) {
    test::Surface s = test::tube(12, 8, 1.0f, 0.1f);
    const auto island = static_cast<std::uint32_t>(s.positions.size());
    // A closed tube beside the bone: its own far wall hides nothing, but its near wall hides the bone from the rest.
    const test::Surface beside = test::tube(6, 8, 1.0f, 0.1f);
    for (const vec3& p : beside.positions)
        s.positions.push_back(p + vec3(0, 0, 1));
    for (const std::uint32_t i : beside.indices)
        s.indices.push_back(island + i);
    s.positions.emplace_back(0.0f, 2.0f, 0.0f); // an isolated vertex is a piece too
    const BakedWeights w = heat(s, test::row(2, 0.5f, 0.1f));
    EXPECT_EQ(w.fallbackPieces,
              (std::vector<std::uint32_t>{island, static_cast<std::uint32_t>(s.positions.size() - 1)}));
    EXPECT_EQ(w.fallbackMessage(),
              "2 pieces of the surface hold no bone and took distance weights: the one with vertex " +
                  std::to_string(island) + ", " + std::to_string(s.positions.size() - 1));
    for (const vec4& v : w.weights)
        EXPECT_NEAR(v.x + v.y + v.z + v.w, 1.0f, 1e-6f);
}

TEST(BoneHeatTest, SeamCopiesHaveTheSameWeights) {
    test::Surface s = test::tube(12, 8, 1.0f, 0.1f);
    const std::size_t original = s.indices[30];
    s.indices[30] = static_cast<std::uint32_t>(s.positions.size());
    s.positions.push_back(s.positions[original]);
    const BakedWeights w = heat(s, test::row(2, 0.5f, 0.1f));
    EXPECT_EQ(w.weights.back(), w.weights[original]);
    EXPECT_EQ(w.joints.back(), w.joints[original]);
}

TEST(SurfaceRaysTest, AWayThroughTheWallIsBlockedAndOneInsideIsNot) {
    const test::Surface tube = test::tube(20, 12, 2.0f, 0.5f);
    const SurfaceRays rays(tube.positions, tube.indices);
    EXPECT_FALSE(rays.blocked({0.3f, 0, 0}, {1.7f, 0.1f, 0.2f}));
    EXPECT_TRUE(rays.blocked({0.3f, 0, 0}, {0.3f, 2, 0.1f}));
    EXPECT_TRUE(rays.blocked({-1, 0.01f, 0.02f}, {3, 0.02f, 0.01f})); // through both caps
    EXPECT_FALSE(rays.blocked({-1, 3, 0}, {3, 3, 0}));
    for (std::size_t v = 0; v < 240; v += 7)
        EXPECT_FALSE(rays.blocked(tube.positions[v], {1, 0, 0})) << "a vertex hides behind its own triangles: " << v;
}

} // namespace
} // namespace rigproof
