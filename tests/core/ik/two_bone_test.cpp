#include "core/ik/two_bone.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

TEST(TwoBoneTest, ReachesEveryTargetInItsRingWithTheHingeOnThePolesSide) {
    RandomStream random(21);
    for (int k = 0; k < 20'000; ++k) {
        TwoBoneGoal goal;
        goal.root = randomDirection(random);
        goal.upper = random.between(0.2f, 2.0f);
        goal.lower = random.between(0.2f, 2.0f);
        const float nearest = std::fabs(goal.upper - goal.lower), farthest = goal.upper + goal.lower;
        goal.target =
            goal.root + randomDirection(random) * (nearest + (farthest - nearest) * random.between(0.01f, 0.99f));
        goal.pole = goal.root + randomDirection(random) * 3.0f;
        const TwoBoneResult r = solveTwoBone(goal);
        ASSERT_TRUE(r.status.ok());
        ASSERT_TRUE(r.reached);
        ASSERT_LT(r.gap, 1e-6);
        ASSERT_NEAR(glm::length(r.middle - goal.root) / goal.upper, 1.0f, 1e-5f);
        ASSERT_NEAR(glm::length(r.end - r.middle) / goal.lower, 1.0f, 1e-5f);
        const vec3 along = glm::normalize(goal.target - goal.root);
        const vec3 pole = goal.pole - goal.root;
        ASSERT_GE(glm::dot(r.middle - goal.root, pole - along * glm::dot(pole, along)), -1e-5f);
    }
}

TEST(TwoBoneTest, StretchesTowardsATargetBeyondReachAndFoldsForOneTooNear) {
    const TwoBoneResult out = solveTwoBone({.target = {5, 0, 0}, .upper = 1.0f, .lower = 0.5f});
    EXPECT_FALSE(out.reached);
    EXPECT_NEAR(out.gap, 3.5, 1e-6);
    EXPECT_LT(glm::length(out.end - vec3(1.5f, 0, 0)), 1e-6f);
    const TwoBoneResult in = solveTwoBone({.target = {0.1f, 0, 0}, .upper = 1.0f, .lower = 0.5f});
    EXPECT_FALSE(in.reached);
    EXPECT_LT(glm::length(in.end - vec3(0.5f, 0, 0)), 1e-6f);
    EXPECT_LT(glm::length(in.middle - vec3(1.0f, 0, 0)), 1e-6f);
}

TEST(TwoBoneTest, IsFiniteAndRightLongWhereItsPlaneIsNotDefined) {
    for (const vec3 d : randomDirections(30)) {
        for (const float at : {0.0f, 1e-20f, 0.3f, 1.5f, 2.0f}) {
            const TwoBoneResult r = solveTwoBone({.target = d * at, .pole = d * 2.0f});
            ASSERT_TRUE(r.status.ok());
            EXPECT_TRUE(isFinite(r.middle) && isFinite(r.end));
            EXPECT_NEAR(glm::length(r.middle), 1.0f, 1e-5f);
            EXPECT_NEAR(glm::length(r.end - r.middle), 1.0f, 1e-5f);
        }
        EXPECT_TRUE(isFinite(solveTwoBone({.target = d, .pole = vec3(0.0f)}).middle));
        EXPECT_TRUE(isFinite(solveTwoBone({.target = d * 1e14f, .upper = 1e-14f, .lower = 1e14f}).middle));
    }
}

TEST(TwoBoneTest, RefusesWhatIsNotFiniteOrHasNoLength) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(solveTwoBone({.target = {nan, 0, 0}}).status.ok());
    EXPECT_FALSE(solveTwoBone({.pole = {0, 1e16f, 0}}).status.ok());
    EXPECT_EQ(solveTwoBone({.upper = 0.0f}).status.index, 0u);
    EXPECT_EQ(solveTwoBone({.lower = nan}).status.index, 1u);
}

} // namespace
} // namespace rigproof
