#include "core/ik/ccd.h"

#include <gtest/gtest.h>

#include "core/ik/chain_analysis.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

TEST(CcdTest, ReachesReachableTargetsAndKeepsTheLengths) {
    RandomStream random(31);
    const std::vector<float> lengths(10, 0.1f);
    int reached = 0;
    for (int k = 0; k < 200; ++k) {
        std::vector<vec3> joints{vec3(0)};
        for (int i = 0; i < 10; ++i)
            joints.push_back(joints.back() + randomDirection(random) * 0.1f);
        const FabrikGoal goal{.target = randomDirection(random) * random.between(0.2f, 0.9f), .maxIterations = 500};
        const FabrikResult r = solveCcd(goal, lengths, joints);
        ASSERT_TRUE(r.status.ok());
        ASSERT_LT(worstLinkError(joints, lengths), 1e-5);
        ASSERT_EQ(joints[0], vec3(0.0f));
        reached += r.reached ? 1 : 0;
    }
    EXPECT_GE(reached, 198);
}

TEST(CcdTest, RefusesWhatFabrikRefuses) {
    std::vector<vec3> joints(3);
    EXPECT_EQ(solveCcd({}, std::vector<float>{1.0f, 0.0f}, joints).status.index, 1u);
}

} // namespace
} // namespace rigproof
