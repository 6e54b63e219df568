#include "core/ik/chain_analysis.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/characters/tentacle.h"
#include "core/ik/fabrik.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

/// A flat chain of unit links whose bends are given, degrees.
std::vector<vec3> bent(const std::vector<float>& bends) {
    std::vector<vec3> joints{vec3(0)};
    float angle = 0.0f;
    for (const float bend : bends) {
        angle += radians(bend);
        joints.push_back(joints.back() + vec3(det::sin(angle), det::cos(angle), 0.0f));
    }
    return joints;
}

TEST(ChainAnalysisTest, FindsTheLargestBendTheFirstLinksIncluded) {
    EXPECT_NEAR(degrees(largestBend(bent({0, 10, -25, 5}))), 25.0f, 1e-3f);
    EXPECT_NEAR(degrees(largestBend(bent({40, 10, -25, 5}))), 40.0f, 1e-3f);
    EXPECT_NEAR(degrees(largestBend(bent({0, 180}))), 180.0f, 1e-2f);
}

TEST(ChainAnalysisTest, CountsHowOftenTheBendChangesSides) {
    EXPECT_EQ(sideChanges(bent({0, 10, 10, 10, 10})), 0u);
    EXPECT_EQ(sideChanges(bent({0, 10, -10, 10, -10})), 3u);
    EXPECT_EQ(sideChanges(bent({0, 10, 0, 0, -10})), 1u); // straight parts do not hide a change
    EXPECT_EQ(sideChanges(bent({0, 1, -1, 1})), 0u);      // tremble under two degrees is no bend
    EXPECT_EQ(sideChanges(bent({0})), 0u);
}

TEST(ChainAnalysisTest, MeasuresTheWorstLink) {
    const std::vector<float> lengths{1.0f, 1.0f, 1.25f};
    EXPECT_NEAR(worstLinkError(bent({0, 10, 10}), lengths), 0.2, 1e-6);
}

// Known trouble: a target close to the root folds the chain into a zig-zag. Plain mode shows it; this is how much.
TEST(ChainAnalysisTest, ShowsTheZigZagThatPlainFabrikMakesOfATargetNearTheRoot) {
    const std::vector<float> lengths(24, kTentacleLength / 24.0f);
    std::vector<vec3> joints = tentacleStartPose(24);
    EXPECT_EQ(sideChanges(joints), 0u);
    const FabrikGoal goal{.base = kTentacleBase, .target = {0.0f, 0.84f, 0.0f}, .maxAngle = radians(60.0f)};
    for (int frame = 0; frame < 20; ++frame)
        ASSERT_TRUE(solveFabrik(goal, lengths, joints).status.ok());
    EXPECT_GT(sideChanges(joints), 8u);
}

} // namespace
} // namespace rigproof
