#include "core/ik/fabrik_improved.h"

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/characters/tentacle.h"
#include "core/ik/chain_analysis.h"
#include "core/math/trigonometry.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

const std::vector<float> kLengths(12, 1.0f / 6.0f);

std::vector<vec3> referencePath() {
    std::vector<vec3> path;
    glm::dvec3 target(0.5, 1.6, 0.3);
    const double dt = 1.0 / 60.0;
    for (int k = 1; k <= 10'000; ++k) {
        const double t = dt * k;
        const glm::dvec3 wish(1.3 * det::sin(0.8 * t), 1.35 + 0.95 * det::sin(1.27 * t + 1.0),
                              0.55 * det::sin(0.6 * t));
        target += (wish - target) * (1.0 - det::exp(-dt / 0.18));
        path.emplace_back(target);
    }
    return path;
}

struct Followed {
    double plainGap = 0.0, improvedGap = 0.0, plainIterations = 0.0, improvedIterations = 0.0;
    double worstLoss = 0.0; ///< by how much the improved gap was larger, metres
    int losses = 0;         ///< frames in which it was larger by more than 1 mm
    int frames = 0;
};

Followed follow(float limit) {
    Followed f;
    std::vector<vec3> plain = tentacleStartPose(12), improved = plain;
    for (const vec3& target : referencePath()) {
        const FabrikGoal goal{.base = kTentacleBase, .target = target, .maxAngle = limit};
        const FabrikResult a = solveFabrik(goal, kLengths, plain);
        const FabrikResult b = solveFabrikImproved(goal, kLengths, improved);
        f.plainGap += a.gap;
        f.improvedGap += b.gap;
        f.plainIterations += a.iterations;
        f.improvedIterations += b.iterations;
        f.worstLoss = std::max(f.worstLoss, b.gap - a.gap);
        f.losses += b.gap > a.gap + 1e-3 ? 1 : 0;
        ++f.frames;
    }
    return f;
}

TEST(FabrikImprovedTest, HalvesTheMeanGapOnTheReferencePathWithFewerIterations) {
    const Followed f = follow(radians(32.0f));
    EXPECT_NEAR(f.plainGap / f.frames, 0.0930, 5e-4);
    EXPECT_LT(f.improvedGap, 0.5 * f.plainGap);
    EXPECT_LT(f.improvedIterations, f.plainIterations);
}

// Known limit: targets within 15 cm of the root, for which the plain method happens on a loop out of the plane.
TEST(FabrikImprovedTest, IsHardlyEverFurtherAwayThanThePlainMethod) {
    for (const float limit : {10.0f, 32.0f, 60.0f}) {
        const Followed f = follow(radians(limit));
        EXPECT_LE(f.losses, limit == 32.0f ? 6 : 0) << limit;
        EXPECT_LT(f.worstLoss, limit == 32.0f ? 0.035 : 1e-3) << limit;
    }
}

TEST(FabrikImprovedTest, CurlsSmoothlyToATargetCloseToTheRoot) {
    for (const vec3 offset : {vec3(0.5f, 0.3f, 0.0f), vec3(-0.4f, 0.5f, 0.3f), vec3(0.3f, 0.6f, -0.4f)}) {
        std::vector<vec3> joints = tentacleStartPose(12);
        const std::size_t before = sideChanges(joints);
        const FabrikGoal goal{.base = kTentacleBase, .target = kTentacleBase + offset, .maxAngle = radians(60.0f)};
        EXPECT_TRUE(solveFabrikImproved(goal, kLengths, joints).reached);
        EXPECT_LE(sideChanges(joints), before);
    }
}

// Known trouble: reachable, but only the other way round.
TEST(FabrikImprovedTest, FindsFromRestWhatThePlainMethodDoesNot) {
    std::vector<vec3> rest; // hangs over to the other side
    for (int i = 0; i <= 12; ++i)
        rest.push_back(kTentacleBase + vec3(-0.02f * static_cast<float>(i), static_cast<float>(i) / 6.0f, 0.0f));
    int onlyImproved = 0;
    for (float x = 0.2f; x < 1.6f; x += 0.1f) {
        for (float y = 0.4f; y < 2.0f; y += 0.1f) {
            std::vector<vec3> plain = rest, improved = rest;
            const FabrikGoal goal{.base = kTentacleBase, .target = {x, y, 0.0f}, .maxAngle = radians(32.0f)};
            const bool plainReached = solveFabrik(goal, kLengths, plain).reached;
            const FabrikResult r = solveFabrikImproved(goal, kLengths, improved);
            EXPECT_TRUE(r.reached || !plainReached) << x << ' ' << y;
            onlyImproved += r.reached && !plainReached ? 1 : 0;
        }
    }
    EXPECT_GT(onlyImproved, 50);
}

TEST(FabrikImprovedTest, KeepsLengthsLimitsAndIterationsForEveryKindOfChain) {
    RandomStream random(31);
    for (int k = 0; k < 20'000; ++k) {
        RandomChain c = randomChain(random, 4.0f);
        const FabrikResult r = solveFabrikImproved(c.goal, c.lengths, c.joints);
        ASSERT_TRUE(r.status.ok());
        ASSERT_GE(r.iterations, 1);
        ASSERT_LE(r.iterations, c.goal.maxIterations);
        float largest = 0.0f;
        for (const vec3& p : c.joints) {
            ASSERT_TRUE(isFinite(p));
            largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        }
        const float shortest = *std::min_element(c.lengths.begin(), c.lengths.end());
        const double allowed = std::max(1e-5, 2e-7 * static_cast<double>(largest / shortest));
        ASSERT_LE(worstLinkError(c.joints, c.lengths), allowed) << "chain " << k;
        const float flat = std::min(2e-3f, 1e-5f / std::max(std::sin(c.goal.maxAngle), 1e-6f));
        ASSERT_LE(largestBend(c.joints, c.goal.firstAxis), c.goal.maxAngle + flat + 4.0f * static_cast<float>(allowed));
    }
}

TEST(FabrikImprovedTest, RefusesWhatThePlainMethodRefuses) {
    std::vector<vec3> joints = tentacleStartPose(12);
    joints[5].x = std::nanf("");
    EXPECT_EQ(solveFabrikImproved({}, kLengths, joints).status.index, 5u);
}

} // namespace
} // namespace rigproof
