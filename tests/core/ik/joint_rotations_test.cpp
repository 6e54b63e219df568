#include "core/ik/joint_rotations.h"

#include <limits>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/ik/fabrik.h"
#include "core/math/rotation.h"
#include "core/skeleton/skeleton.h"
#include "tests/core/ik/random_chains.h"

namespace rigproof {
namespace {

const vec3 kUp(0.0f, 1.0f, 0.0f);

/// The definition, word for word.
std::vector<quat> byDefinition(std::span<const vec3> joints) {
    std::vector<quat> rotations;
    quat whole(1.0f, 0.0f, 0.0f, 0.0f);
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
        const vec3 direction = glm::normalize(joints[i + 1] - joints[i]);
        rotations.push_back(shortestArc(kUp, glm::inverse(whole) * direction));
        whole = whole * rotations.back();
    }
    return rotations;
}

std::vector<vec3> wander(RandomStream& random, std::size_t links) {
    std::vector<vec3> joints{vec3(0.0f)};
    for (std::size_t i = 0; i < links; ++i)
        joints.push_back(joints.back() + randomDirection(random) * 0.5f);
    return joints;
}

TEST(JointRotationsTest, AreTheShortestArcsInTheParentsFrame) {
    RandomStream random(3);
    for (int k = 0; k < 500; ++k) {
        const std::vector<vec3> joints = wander(random, 12);
        std::vector<quat> rotations(12);
        ASSERT_TRUE(jointRotations(joints, rotations).ok());
        const std::vector<quat> expected = byDefinition(joints);
        for (std::size_t i = 0; i < 12; ++i)
            for (const vec3 axis : {vec3(1, 0, 0), kUp, vec3(0, 0, 1)})
                ASSERT_LT(glm::length(rotations[i] * axis - expected[i] * axis), 2e-3f);
    }
}

// The mistake that the reference warns of: world rotations put straight into bones double the parents' turn.
TEST(JointRotationsTest, BonesOfFiveHundredLinksEndWhereTheJointsAre) {
    RandomStream random(4);
    const std::vector<vec3> joints = wander(random, 500);
    std::vector<quat> rotations(500);
    ASSERT_TRUE(jointRotations(joints, rotations).ok());
    quat whole(1.0f, 0.0f, 0.0f, 0.0f);
    for (std::size_t i = 0; i < 500; ++i) {
        whole = normalizedOrIdentity(whole * rotations[i]);
        ASSERT_LT(glm::length(whole * kUp - (joints[i + 1] - joints[i]) * 2.0f), 1e-3f) << i;
    }
}

TEST(JointRotationsTest, ALinkStraightBackHasAStableAxisAndIsRight) {
    for (const vec3 d : randomDirections(30)) {
        const std::vector<vec3> joints{vec3(0), d, vec3(0), d};
        std::vector<quat> first(3), again(3);
        ASSERT_TRUE(jointRotations(joints, first).ok());
        ASSERT_TRUE(jointRotations(joints, again).ok());
        EXPECT_EQ(first, again);
        EXPECT_LT(glm::length(first[0] * kUp - d), 1e-3f);
        EXPECT_LT(glm::length(first[1] * kUp + kUp), 1e-3f);
        EXPECT_LT(glm::length(first[2] * kUp + kUp), 1e-3f);
    }
}

TEST(JointRotationsTest, OneLinkAlongPlusAndMinusY) {
    std::vector<quat> rotation(1);
    ASSERT_TRUE(jointRotations(std::vector<vec3>{vec3(0), vec3(0, 2, 0)}, rotation).ok());
    EXPECT_EQ(rotation[0], quat(1, 0, 0, 0));
    ASSERT_TRUE(jointRotations(std::vector<vec3>{vec3(0), vec3(0, -2, 0)}, rotation).ok());
    EXPECT_LT(glm::length(rotation[0] * kUp + kUp), 1e-6f);
}

// Known trouble: a rest angle of exactly pi, here of a chain whose bones fold back on each other, frame after frame.
TEST(JointRotationsTest, AFoldOfExactlyHalfATurnStaysRightAndStillFrameAfterFrame) {
    const std::vector<float> lengths{1.0f, 0.5f, 0.25f};
    std::vector<vec3> joints{vec3(0), vec3(0, -1, 0), vec3(0, -0.5f, 0), vec3(0, -0.75f, 0)};
    std::vector<quat> first(3), now(3);
    ASSERT_TRUE(jointRotations(joints, first).ok());
    for (int frame = 0; frame < 5; ++frame) {
        ASSERT_TRUE(solveFabrik({.target = {0, -0.75f, 0}}, lengths, joints).reached);
        ASSERT_TRUE(jointRotations(joints, now).ok());
        EXPECT_EQ(now, first);
    }
    quat whole(1.0f, 0.0f, 0.0f, 0.0f);
    for (std::size_t i = 0; i < 3; ++i) {
        whole = whole * now[i];
        EXPECT_LT(glm::length(whole * kUp - (joints[i + 1] - joints[i]) / lengths[i]), 1e-5f) << i;
    }
}

TEST(JointRotationsTest, ALinkOfLengthZeroFollowsItsParent) {
    std::vector<quat> rotations(3);
    ASSERT_TRUE(
        jointRotations(std::vector<vec3>{vec3(0), vec3(1, 0, 0), vec3(1, 0, 0), vec3(2, 0, 0)}, rotations).ok());
    EXPECT_LT(glm::length(rotations[1] * kUp - kUp), 1e-5f);
    EXPECT_LT(glm::length(rotations[2] * kUp - kUp), 1e-5f);
}

// Known trouble: a chain under a scaled parent takes its rotation from a scaled matrix.
TEST(JointRotationsTest, UnderAScaledAndTurnedParentTheBonesEndWhereTheJointsAre) {
    RandomStream random(9);
    for (const float scale : {2.0f, 0.1f}) {
        for (int k = 0; k < 100; ++k) {
            const quat turn = axisAngle(randomDirection(random), random.between(-3.0f, 3.0f));
            const mat4 parent = composeTransform({1, 2, 3}, turn, vec3(scale));
            std::vector<vec3> joints{vec3(parent[3])};
            for (int i = 0; i < 3; ++i)
                joints.push_back(joints.back() + randomDirection(random) * (0.5f * scale));
            std::vector<quat> rotations(3);
            ASSERT_TRUE(jointRotations(joints, rotations, rotationOf(parent)).ok());
            mat4 bone = parent;
            for (std::size_t i = 0; i < 3; ++i) {
                bone = bone * composeTransform(i == 0 ? vec3(0) : kUp * 0.5f, rotations[i], vec3(1.0f));
                const vec3 end(bone * vec4(kUp * 0.5f, 1.0f));
                ASSERT_LT(glm::length(end - joints[i + 1]), 1e-3f * scale);
            }
        }
    }
}

TEST(JointRotationsTest, RotationOfTakesOutScaleAndMirror) {
    const quat turn = axisAngle(glm::normalize(vec3(1, 2, -1)), 2.5f);
    for (const vec3 scale : {vec3(2.0f), vec3(0.1f, 3.0f, 1.0f), vec3(-1.0f, 1.0f, 1.0f)}) {
        const quat q = rotationOf(composeTransform({5, 6, 7}, turn, scale));
        for (const vec3 axis : {vec3(1, 0, 0), kUp, vec3(0, 0, 1)})
            EXPECT_LT(glm::length(q * axis - turn * axis), 1e-5f);
    }
    EXPECT_EQ(rotationOf(mat4(0.0f)), quat(1, 0, 0, 0));
}

TEST(JointRotationsTest, RefusesWrongCountsAndBadJoints) {
    std::vector<quat> rotations(2);
    EXPECT_EQ(jointRotations(std::vector<vec3>(2), rotations).want, 1u);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(jointRotations(std::vector<vec3>{vec3(0), vec3(1), vec3(nan)}, rotations).index, 2u);
}

} // namespace
} // namespace rigproof
