#include "core/ik/fabrik.h"

#include <limits>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/characters/tentacle.h"
#include "core/ik/chain_analysis.h"
#include "core/math/trigonometry.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<vec3> straightChain(std::size_t links, float length, const vec3& direction, const vec3& base = vec3(0.0f)) {
    std::vector<vec3> joints;
    for (std::size_t i = 0; i <= links; ++i)
        joints.push_back(base + direction * (length * static_cast<float>(i)));
    return joints;
}

TEST(FabrikTest, ReachesAReachableTargetAndKeepsTheLengths) {
    const std::vector<float> lengths{0.5f, 0.4f, 0.3f, 0.2f};
    std::vector<vec3> joints = straightChain(4, 0.35f, {0, 1, 0});
    const FabrikResult r = solveFabrik({.target = {0.6f, 0.5f, 0.3f}, .maxIterations = 50}, lengths, joints);
    EXPECT_TRUE(r.status.ok());
    EXPECT_TRUE(r.reached);
    EXPECT_LT(r.gap, 1e-3);
    EXPECT_LT(glm::length(joints.back() - vec3(0.6f, 0.5f, 0.3f)), 1e-3f);
    EXPECT_LT(worstLinkError(joints, lengths), 1e-5);
    EXPECT_EQ(joints[0], vec3(0.0f));
}

TEST(FabrikTest, ReturnsTheNearestReachablePointWhenTheTargetIsBeyondReach) {
    const std::vector<float> lengths(5, 0.2f);
    std::vector<vec3> joints = tentacleStartPose(5);
    const FabrikGoal goal{.base = {0.1f, 0, 0}, .target = {3.1f, 4, 0}, .maxIterations = 200};
    const FabrikResult r = solveFabrik(goal, lengths, joints);
    EXPECT_FALSE(r.reached);
    EXPECT_NEAR(r.gap, 4.0, 1e-3);
    EXPECT_LT(glm::length(joints.back() - vec3(0.7f, 0.8f, 0.0f)), 0.02f);
}

TEST(FabrikTest, TurnsALinkThatIsBentTooFarBackToExactlyTheLimit) {
    const std::vector<float> lengths(12, 1.0f / 6.0f);
    for (const float limit : {5.0f, 32.0f, 90.0f}) {
        std::vector<vec3> joints = tentacleStartPose(12);
        const FabrikGoal goal{.base = kTentacleBase, .target = {1.0f, 0.1f, 0.4f}, .maxAngle = radians(limit)};
        EXPECT_TRUE(solveFabrik(goal, lengths, joints).status.ok());
        EXPECT_LE(degrees(largestBend(joints)), limit + 0.01f);
        if (limit < 90.0f) {
            EXPECT_NEAR(degrees(largestBend(joints)), limit, 0.01f);
        }
    }
}

// Known trouble: a fold of half a turn along x, where the fallback axis (1,0,0) is the link itself.
TEST(FabrikTest, TurnsALinkThatPointsStraightBackToTheLimitWhateverItsDirection) {
    for (const vec3 axis : {vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1), vec3(0.6f, 0.8f, 0.0f)}) {
        const std::vector<float> lengths{1.0f, 1.0f};
        for (const auto solve :
             {solveFabrik, static_cast<FabrikResult (*)(const FabrikGoal&, std::span<const float>, std::span<vec3>)>(
                               solveFabrikPlain)}) {
            std::vector<vec3> joints{vec3(0), axis, axis * 0.5f};
            // The target lies so that the backward pass leaves the fold as it is.
            const FabrikGoal goal{
                .target = axis * 0.0f, .firstAxis = axis, .maxAngle = radians(40.0f), .maxIterations = 1};
            ASSERT_TRUE(solve(goal, lengths, joints).status.ok());
            EXPECT_NEAR(degrees(largestBend(joints, axis)), 40.0f, 0.01f);
            EXPECT_LT(worstLinkError(joints, lengths), 1e-6);
        }
    }
}

// Known trouble: a straight chain whose target lies on its own line stays on it for ever.
TEST(FabrikTest, LeavesTheLineWhenAStraightChainHasItsTargetOnThatLine) {
    for (const vec3 direction : randomDirections(40)) {
        for (const float at : {100.0f, 10.0f, 60.0f, 119.0f, -100.0f, -30.0f}) {
            const std::vector<float> lengths(3, 40.0f);
            std::vector<vec3> joints = straightChain(3, 40.0f, direction);
            const FabrikGoal goal{.target = direction * at, .firstAxis = direction, .tolerance = 0.1f};
            FabrikResult r;
            int frames = 0;
            for (; frames < 5 && !r.reached; ++frames)
                r = solveFabrik(goal, lengths, joints);
            EXPECT_TRUE(r.reached) << at << " gap " << r.gap;
            EXPECT_LT(worstLinkError(joints, lengths), 1e-5);
        }
    }
}

TEST(FabrikTest, LeavesAChainOnALineAloneWhereThePlainMethodArrives) {
    const auto stillStraight = [](std::span<const vec3> joints) {
        for (std::size_t i = 0; i < joints.size(); ++i) {
            EXPECT_EQ(joints[i].y, 0.0f);
            EXPECT_EQ(joints[i].z, 0.0f);
            EXPECT_NEAR(joints[i].x, 40.0f * static_cast<float>(i), 1e-4f);
        }
    };
    // Beyond reach straight ahead the straight chain is the answer; a limit of 0 allows no bow.
    const std::vector<float> lengths(3, 40.0f);
    std::vector<vec3> joints = straightChain(3, 40.0f, {1, 0, 0});
    EXPECT_FALSE(solveFabrik({.target = {130, 0, 0}}, lengths, joints).reached);
    stillStraight(joints);
    const FabrikGoal stiff{.target = {100, 0, 0}, .firstAxis = {1, 0, 0}, .maxAngle = 0.0f};
    EXPECT_FALSE(solveFabrik(stiff, lengths, joints).reached);
    stillStraight(joints);
}

// Known trouble: jitter. After convergence a still target means a still chain.
TEST(FabrikTest, AStillTargetGivesAStillChain) {
    const std::vector<float> lengths(12, 1.0f / 6.0f);
    for (const vec3 target : {vec3(0.5f, 1.6f, 0.3f), vec3(0.9f, 1.9f, 0.0f), vec3(0.0f, 2.33f, 0.0f)}) {
        for (const float limit : {32.0f, 180.0f}) {
            std::vector<vec3> joints = tentacleStartPose(12);
            const FabrikGoal goal{.base = kTentacleBase, .target = target, .maxAngle = radians(limit)};
            FabrikResult r;
            for (int frame = 0; frame < 200; ++frame)
                r = solveFabrik(goal, lengths, joints);
            const bool settled = r.reached;
            for (int frame = 0; frame < 50; ++frame) {
                const std::vector<vec3> before = joints;
                r = solveFabrik(goal, lengths, joints);
                EXPECT_EQ(r.reached, settled);
                for (std::size_t i = 0; i < joints.size(); ++i)
                    ASSERT_LT(glm::length(joints[i] - before[i]), 1e-5f) << target.x << ' ' << limit;
            }
        }
    }
}

TEST(FabrikTest, IterationsAreBoundedWhenTargetsAlternateEachFrame) {
    const std::vector<float> lengths(12, 1.0f / 6.0f);
    std::vector<vec3> joints = tentacleStartPose(12);
    for (int frame = 0; frame < 200; ++frame) {
        const vec3 target = frame % 2 == 0 ? vec3(1.9999f, 0.34f, 0.0f) : vec3(-1.9999f, 0.34f, 0.0f);
        const FabrikResult r = solveFabrik({.base = kTentacleBase, .target = target}, lengths, joints);
        ASSERT_GE(r.iterations, 1);
        ASSERT_LE(r.iterations, 8);
        ASSERT_LT(worstLinkError(joints, lengths), 1e-5);
    }
}

// Known trouble: one NaN poisons a warm-started chain for good.
TEST(FabrikTest, RefusesBadInputByNameAndIndexAndLeavesTheLastPoseAlone) {
    const std::vector<float> lengths(4, 0.5f);
    const std::vector<vec3> good = tentacleStartPose(4);
    std::vector<vec3> joints = good;
    const auto refusedWith = [&](const FabrikGoal& goal, std::span<const float> l) {
        const FabrikResult r = solveFabrik(goal, l, joints);
        EXPECT_FALSE(r.status.ok());
        EXPECT_EQ(joints, good);
        EXPECT_FALSE(r.reached);
        return r.status;
    };
    EXPECT_STREQ(refusedWith({.target = {0, kNan, 0}}, lengths).rule,
                 "the target must be finite and within kFabrikLargest");
    EXPECT_FALSE(refusedWith({.base = {1e16f, 0, 0}}, lengths).ok());
    EXPECT_FALSE(refusedWith({.firstAxis = {0, 0, 0}}, lengths).ok());
    EXPECT_FALSE(refusedWith({.maxAngle = kNan}, lengths).ok());
    EXPECT_FALSE(refusedWith({.maxAngle = -0.1f}, lengths).ok());
    EXPECT_FALSE(refusedWith({.maxAngle = 4.0f}, lengths).ok());
    EXPECT_FALSE(refusedWith({.maxIterations = 0}, lengths).ok());
    EXPECT_EQ(refusedWith({}, std::vector<float>{0.5f, 0.5f, 0.0f, 0.5f}).index, 2u);
    EXPECT_EQ(refusedWith({}, std::vector<float>{0.5f, kNan, 0.5f, 0.5f}).index, 1u);
    const Status counts = refusedWith({}, std::vector<float>(3, 0.5f));
    EXPECT_EQ(counts.got, 5u);
    EXPECT_EQ(counts.want, 4u);

    joints[3].z = std::numeric_limits<float>::infinity();
    EXPECT_EQ(solveFabrik({}, lengths, joints).status.index, 3u);
    std::vector<vec3> one{vec3(0.0f)};
    EXPECT_FALSE(solveFabrik({}, {}, one).status.ok());
}

TEST(FabrikTest, ATargetOnAJointOrAChainInOnePointKeepsTheLengths) {
    const std::vector<float> lengths(6, 0.3f);
    for (std::size_t on = 0; on <= 6; ++on) {
        std::vector<vec3> joints = straightChain(6, 0.3f, {0, 1, 0});
        ASSERT_TRUE(solveFabrik({.target = joints[on], .maxAngle = 1.0f}, lengths, joints).status.ok());
        EXPECT_LT(worstLinkError(joints, lengths), 1e-5);
    }
    std::vector<vec3> joints(7, vec3(0.25f));
    const FabrikGoal goal{.base = vec3(0.25f), .target = vec3(0.25f), .maxAngle = 1.0f};
    ASSERT_TRUE(solveFabrik(goal, lengths, joints).status.ok());
    EXPECT_LT(worstLinkError(joints, lengths), 1e-5);
    EXPECT_LT(largestBend(joints), 1.001f);
}

TEST(FabrikTest, AChainOfOneLinkPointsAtTheTargetUpAndDown) {
    const std::vector<float> lengths{2.0f};
    for (const vec3 direction : {vec3(0, 1, 0), vec3(0, -1, 0), vec3(1, 0, 0), vec3(0.6f, 0, -0.8f)}) {
        std::vector<vec3> joints{vec3(0), vec3(0, 2, 0)};
        const FabrikResult r = solveFabrik({.target = direction * 2.0f}, lengths, joints);
        EXPECT_TRUE(r.reached);
        EXPECT_LT(glm::length(joints[1] - direction * 2.0f), 1e-5f);
    }
}

TEST(FabrikTest, TruthfullySaysNotReachedWhereTheLimitsKeepItOnTheWrongSide) {
    const std::vector<float> lengths(12, 1.0f / 6.0f);
    std::vector<vec3> joints = tentacleStartPose(12);
    const vec3 target(0.0f, 0.34f, 0.2f); // at the foot: a curl that 10 degrees do not allow
    FabrikResult r;
    for (int frame = 0; frame < 100; ++frame)
        r = solveFabrik({.base = kTentacleBase, .target = target, .maxAngle = radians(10.0f)}, lengths, joints);
    EXPECT_FALSE(r.reached);
    EXPECT_NEAR(r.gap, static_cast<double>(glm::length(joints.back() - target)), 1e-6);
    EXPECT_GT(r.gap, 0.5);
}

TEST(FabrikTest, FollowsTheReferencePathAsTheReferenceDoes) {
    // The numbers are the three.js reference's after 10,000 steps (12 links, 32 degrees).
    const std::vector<float> lengths(12, 1.0f / 6.0f);
    std::vector<vec3> joints = tentacleStartPose(12);
    glm::dvec3 target(0.5, 1.6, 0.3);
    const double dt = 1.0 / 60.0;
    double t = 0.0;
    int iterations = 0, reached = 0;
    for (int k = 0; k < 10'000; ++k) {
        t += dt;
        const glm::dvec3 wish(1.3 * det::sin(0.8 * t), 1.35 + 0.95 * det::sin(1.27 * t + 1.0),
                              0.55 * det::sin(0.6 * t));
        target += (wish - target) * (1.0 - det::exp(-dt / 0.18));
        const FabrikResult r =
            solveFabrik({.base = kTentacleBase, .target = vec3(target), .maxAngle = radians(32.0f)}, lengths, joints);
        iterations += r.iterations;
        reached += r.reached ? 1 : 0;
    }
    EXPECT_NEAR(iterations / 10'000.0, 6.499, 0.005);
    EXPECT_NEAR(reached / 10'000.0, 0.3818, 0.002);
    EXPECT_LT(glm::length(joints.back() - vec3(1.2204343f, 0.4950835f, -0.3240377f)), 1e-3f);
}

} // namespace
} // namespace rigproof
