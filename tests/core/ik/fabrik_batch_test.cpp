#include "core/ik/fabrik_batch.h"

#include <limits>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "core/ik/chain_analysis.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

struct Chains {
    FabrikGoal shared;
    std::vector<RandomChain> all;
    FabrikBatch batch;
};

/// Chains of every kind with `links` links each; what they share is the first one's.
Chains randomBatch(RandomStream& random, std::size_t count, std::size_t links) {
    Chains c{.shared = {}, .all = {}, .batch = FabrikBatch(count, links)};
    while (c.all.size() < count) {
        RandomChain chain = randomChain(random, 4.0f);
        if (chain.lengths.size() != links) continue;
        c.all.push_back(std::move(chain));
    }
    c.shared = c.all[0].goal;
    for (std::size_t k = 0; k < count; ++k) {
        c.batch.setChain(k, c.all[k].lengths, c.all[k].joints);
        c.batch.setGoal(k, c.all[k].goal.base, c.all[k].goal.target);
    }
    return c;
}

FabrikGoal goalOf(const Chains& c, std::size_t k) {
    FabrikGoal goal = c.shared;
    goal.base = c.all[k].goal.base;
    goal.target = c.all[k].goal.target;
    return goal;
}

TEST(FabrikBatchTest, EveryChainHasTheBitsOfItsSingleLaneVersionOnEveryTarget) {
    for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        RandomStream random(21);
        for (int run = 0; run < 120; ++run) {
            Chains c = randomBatch(random, 1 + random.next() % 40, 2 + random.next() % 12);
            ASSERT_TRUE(solveFabrikBatch(c.shared, c.batch).ok());
            for (std::size_t k = 0; k < c.all.size(); ++k) {
                std::vector<vec3> joints(c.all[k].joints.size());
                const FabrikResult r = solveFabrikLane(goalOf(c, k), c.all[k].lengths, c.all[k].joints);
                c.batch.joints(k, joints);
                ASSERT_EQ(joints, c.all[k].joints) << hwy::TargetName(left & -left) << " run " << run << " chain " << k;
                ASSERT_EQ(c.batch.iterations(k), r.iterations);
                ASSERT_EQ(static_cast<double>(c.batch.gap(k)), r.gap);
            }
        }
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(FabrikBatchTest, KeepsLengthsLimitsAndFiniteness) {
    RandomStream random(22);
    for (int k = 0; k < 20'000; ++k) {
        RandomChain c = randomChain(random, 4.0f);
        ASSERT_TRUE(solveFabrikLane(c.goal, c.lengths, c.joints).status.ok());
        float largest = 0.0f, shortest = c.lengths[0];
        for (const vec3& p : c.joints) {
            ASSERT_TRUE(isFinite(p));
            largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        }
        for (const float l : c.lengths)
            shortest = std::min(shortest, l);
        const double allowed = std::max(1e-5, 2e-7 * static_cast<double>(largest / shortest));
        ASSERT_LE(worstLinkError(c.joints, c.lengths), allowed) << "chain " << k;
        const float flat = std::min(2e-3f, 1e-5f / std::max(std::sin(c.goal.maxAngle), 1e-6f));
        ASSERT_LE(largestBend(c.joints, c.goal.firstAxis), c.goal.maxAngle + flat + 4.0f * static_cast<float>(allowed));
    }
}

TEST(FabrikBatchTest, AgreesWithTheSingleSolverAfterAnIteration) {
    RandomStream random(23);
    for (int k = 0; k < 20'000; ++k) {
        RandomChain c = randomChain(random, 4.0f);
        if (c.lengths.size() > 20) continue;
        c.goal.maxIterations = 1;
        for (std::size_t i = 1; i < c.joints.size(); ++i)
            c.joints[i] = c.joints[i - 1] + randomDirection(random) * c.lengths[i - 1];
        c.goal.target = c.goal.base + randomDirection(random) * c.reach;
        std::vector<vec3> lane = c.joints;
        const double a = solveFabrik(c.goal, c.lengths, c.joints).gap;
        const double b = solveFabrikLane(c.goal, c.lengths, lane).gap;
        ASSERT_NEAR(a, b, 2e-3 * static_cast<double>(c.reach)) << "chain " << k;
    }
}

TEST(FabrikBatchTest, RefusesBadInputWithTheChainAndMovesNothing) {
    FabrikBatch batch(20, 2);
    const std::vector<float> lengths{1.0f, 1.0f};
    batch.setChain(17, lengths, std::vector<vec3>{vec3(0), vec3(0, 1, 0), vec3(std::nanf(""), 2, 0)});
    batch.setGoal(3, vec3(0), vec3(1, 1, 0));
    EXPECT_EQ(solveFabrikBatch({}, batch).index, 17u);
    std::vector<vec3> joints(3);
    batch.joints(3, joints);
    EXPECT_EQ(joints[2], vec3(0, 2, 0));
    batch.setChain(17, lengths, std::vector<vec3>{vec3(0), vec3(0, 1, 0), vec3(0, 2, 0)});
    batch.setGoal(18, vec3(0), vec3(std::numeric_limits<float>::infinity(), 0, 0));
    EXPECT_EQ(solveFabrikBatch({}, batch).index, 18u);
    batch.setGoal(18, vec3(0), vec3(0));
    batch.setChain(19, std::vector<float>{1.0f, 0.0f}, joints);
    EXPECT_EQ(solveFabrikBatch({}, batch).index, 19u);
    EXPECT_FALSE(solveFabrikBatch({.maxIterations = 0}, batch).ok());
    FabrikBatch none(0, 3);
    EXPECT_TRUE(solveFabrikBatch({}, none).ok());
}

} // namespace
} // namespace rigproof
