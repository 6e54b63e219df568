#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/ik/chain_analysis.h"
#include "core/ik/fabrik.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

constexpr double kLengthTolerance = 1e-5;

float largestCoordinate(std::span<const vec3> joints) {
    float largest = 0.0f;
    for (const vec3& p : joints)
        largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
    return largest;
}

/// What the header promises: 1e-5, and where coordinates are large against the link, their rounding.
double allowedLinkError(std::span<const vec3> joints, std::span<const float> lengths) {
    const float shortest = *std::min_element(lengths.begin(), lengths.end());
    return std::max(kLengthTolerance, 2e-7 * static_cast<double>(largestCoordinate(joints) / shortest));
}

/// The limit is compared by cosine: an error of that, 1e-5 at most, is one of 1e-5 / sin(limit) in the angle, and of
/// its root where the cosine is flat. Rounded coordinates turn a link by their share of its length.
float allowedBendError(float limit, double linkError) {
    const float flat = std::min(2e-3f, 1e-5f / std::max(std::sin(limit), 1e-6f));
    return flat + 4.0f * static_cast<float>(linkError);
}

void expectPromisesKept(const RandomChain& c, const FabrikResult& r, std::span<const vec3> joints) {
    ASSERT_TRUE(r.status.ok()) << r.status.message();
    for (const vec3& p : joints)
        ASSERT_TRUE(isFinite(p));
    ASSERT_EQ(joints[0], c.goal.base);
    ASSERT_GE(r.iterations, 1);
    ASSERT_LE(r.iterations, c.goal.maxIterations);
    const double allowed = allowedLinkError(joints, c.lengths);
    ASSERT_LE(worstLinkError(joints, c.lengths), allowed);
    ASSERT_LE(largestBend(joints, c.goal.firstAxis), c.goal.maxAngle + allowedBendError(c.goal.maxAngle, allowed));
    const glm::dvec3 left = glm::dvec3(c.goal.target) - glm::dvec3(joints.back());
    ASSERT_NEAR(r.gap, std::sqrt(glm::dot(left, left)), 1e-5 * static_cast<double>(c.reach));
    ASSERT_EQ(r.reached, r.gap < static_cast<double>(c.goal.tolerance));
}

TEST(FabrikPropertyTest, EveryChainStaysFiniteKeepsItsLengthsAndItsLimits) {
    RandomStream random(11);
    for (int k = 0; k < 100'000; ++k) {
        RandomChain c = randomChain(random, k % 2 == 0 ? 1.0f : 8.0f);
        const FabrikResult r = solveFabrik(c.goal, c.lengths, c.joints);
        ASSERT_NO_FATAL_FAILURE(expectPromisesKept(c, r, c.joints)) << "chain " << k;
    }
}

TEST(FabrikPropertyTest, ThePlainVersionKeepsTheSamePromises) {
    RandomStream random(12);
    for (int k = 0; k < 20'000; ++k) {
        RandomChain c = randomChain(random, k % 2 == 0 ? 1.0f : 8.0f);
        const FabrikResult r = solveFabrikPlain(c.goal, c.lengths, c.joints);
        ASSERT_NO_FATAL_FAILURE(expectPromisesKept(c, r, c.joints)) << "chain " << k;
    }
}

TEST(FabrikPropertyTest, InDoubleLengthsHoldWhereverTheChainIsAndHoweverUnequalItsLinks) {
    RandomStream random(13);
    for (int k = 0; k < 20'000; ++k) {
        const RandomChain c = randomChain(random, 1e8f);
        const glm::dvec3 away = glm::dvec3(randomDirection(random)) * 1e3 * static_cast<double>(c.reach);
        const std::vector<double> lengths(c.lengths.begin(), c.lengths.end());
        std::vector<glm::dvec3> joints;
        for (const vec3& p : c.joints)
            joints.push_back(glm::dvec3(p) + away);
        const FabrikGoalDouble goal{.base = glm::dvec3(c.goal.base) + away,
                                    .target = glm::dvec3(c.goal.target) + away,
                                    .maxAngle = static_cast<double>(c.goal.maxAngle)};
        ASSERT_TRUE(solveFabrikPlain(goal, lengths, joints).status.ok());
        const double unit = 1e3 * static_cast<double>(c.reach);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const glm::dvec3 d = joints[i + 1] - joints[i];
            const double error = std::fabs(std::sqrt(glm::dot(d, d)) / lengths[i] - 1.0);
            ASSERT_LE(error, std::max(kLengthTolerance, 1e-15 * unit / lengths[i])) << "chain " << k;
        }
    }
}

TEST(FabrikPropertyTest, FastAndPlainAgreeAfterAnIteration) {
    RandomStream random(14);
    for (int k = 0; k < 20'000; ++k) {
        RandomChain c = randomChain(random, 4.0f);
        c.goal.maxIterations = 1;
        // Chains that lie on a line or in a point have directions that hang on the last bit.
        for (std::size_t i = 1; i < c.joints.size(); ++i)
            c.joints[i] = c.joints[i - 1] + randomDirection(random) * c.lengths[i - 1];
        c.goal.target = c.goal.base + randomDirection(random) * c.reach;
        if (c.lengths.size() > 20) continue;
        std::vector<vec3> plain = c.joints;
        const FabrikResult a = solveFabrik(c.goal, c.lengths, c.joints);
        const FabrikResult b = solveFabrikPlain(c.goal, c.lengths, plain);
        ASSERT_NEAR(a.gap, b.gap, 2e-3 * static_cast<double>(c.reach)) << "chain " << k;
    }
}

TEST(FabrikPropertyTest, TheSameInputGivesTheSameBits) {
    RandomStream random(15);
    for (int k = 0; k < 2'000; ++k) {
        RandomChain c = randomChain(random, 4.0f);
        std::vector<vec3> again = c.joints;
        const FabrikResult a = solveFabrik(c.goal, c.lengths, c.joints);
        const FabrikResult b = solveFabrik(c.goal, c.lengths, again);
        ASSERT_EQ(a.gap, b.gap);
        ASSERT_EQ(c.joints, again);
    }
}

TEST(FabrikPropertyTest, HugeAndTinyCoordinatesStayFinite) {
    RandomStream random(16);
    for (int k = 0; k < 20'000; ++k) {
        const auto any = [&] { return randomDirection(random) * std::exp2(random.between(-60.0f, 49.0f)); };
        std::vector<float> lengths;
        std::vector<vec3> joints{any()};
        for (int i = 0; i < 6; ++i) {
            lengths.push_back(std::exp2(random.between(-120.0f, 49.0f)));
            joints.push_back(any());
        }
        const FabrikGoal goal{.base = any(), .target = any(), .maxAngle = random.between(0.0f, kPi)};
        ASSERT_TRUE(solveFabrik(goal, lengths, joints).status.ok());
        for (const vec3& p : joints)
            ASSERT_TRUE(isFinite(p)) << "chain " << k;
    }
}

} // namespace
} // namespace rigproof
