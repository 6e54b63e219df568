#include "core/characters/bear.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace rigproof {
namespace {

using J = BearJoint;

ModelPose posed(const Bear& bear, double t, float bend = 1.0f) {
    LocalPose local;
    ModelPose model;
    poseBear(bear, t, bend, local);
    localToModel(bear.skeleton.parents, local, model);
    return model;
}

const Bear& bear() {
    static const Bear made = makeBear({.cell = 0.03f});
    return made;
}

vec3 placeOf(const ModelPose& pose, J joint) {
    return vec3(pose.joints[jointIndex(joint)][3]);
}

// Every edge belongs to exactly two triangles that run it in opposite ways, and the triangles around a vertex are one
// ring: the surface is a closed oriented manifold.
void expectClosedManifold(const Mesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> opposite; // edge -> third corner
    std::vector<std::vector<std::uint32_t>> rim(mesh.vertexCount());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next; // (vertex, neighbour) -> next neighbour
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = mesh.indices[i + k];
            const std::uint32_t b = mesh.indices[i + (k + 1) % 3];
            const std::uint32_t c = mesh.indices[i + (k + 2) % 3];
            ASSERT_TRUE(opposite.try_emplace({a, b}, c).second) << "an edge is used twice one way";
            next[{a, b}] = c;
            rim[a].push_back(b);
        }
        const vec3& a = mesh.positions[mesh.indices[i]];
        const vec3 n = glm::cross(mesh.positions[mesh.indices[i + 1]] - a, mesh.positions[mesh.indices[i + 2]] - a);
        ASSERT_GT(glm::dot(n, n), 0.0f) << "a triangle without area";
    }
    for (const auto& [edge, corner] : opposite)
        ASSERT_TRUE(opposite.contains({edge.second, edge.first})) << "an open edge";
    for (std::uint32_t v = 0; v < rim.size(); ++v) {
        ASSERT_FALSE(rim[v].empty()) << "a vertex in no triangle";
        std::size_t steps = 0;
        std::uint32_t at = rim[v].front();
        do {
            at = next[{v, at}];
            ++steps;
        } while (at != rim[v].front() && steps <= rim[v].size());
        ASSERT_EQ(steps, rim[v].size()) << "two sheets meet in vertex " << v;
    }
    // Euler: a sphere.
    EXPECT_EQ(static_cast<long>(mesh.vertexCount()) - static_cast<long>(opposite.size() / 2) +
                  static_cast<long>(mesh.triangleCount()),
              2);
}

TEST(BearTest, IsAClosedOrientedManifoldWithoutDegenerateTrianglesAtEveryResolution) {
    for (const float cell : {0.045f, 0.041f, 0.037f, 0.03f, 0.0233f, 0.0178f}) {
        for (const bool touching : {false, true}) {
            SCOPED_TRACE(testing::Message() << "cell " << cell << " touching legs " << touching);
            const Bear made = makeBear({cell, touching});
            EXPECT_TRUE(validate(made.body).ok());
            expectClosedManifold(made.body);
            double volume = 0.0;
            for (std::size_t i = 0; i < made.body.indices.size(); i += 3) {
                const auto p = [&](std::size_t k) { return glm::dvec3(made.body.positions[made.body.indices[i + k]]); };
                volume += glm::dot(p(0), glm::cross(p(1), p(2))) / 6.0;
            }
            EXPECT_GT(volume, 0.5) << "triangles wind outwards";
        }
    }
}

TEST(BearTest, HasTheStatedSizesAndVertexCounts) {
    const Bear made = makeBear({});
    EXPECT_NEAR(static_cast<double>(made.body.vertexCount()), 30'000.0, 1'500.0);
    EXPECT_NEAR(static_cast<double>(makeBear({.cell = 0.043f}).body.vertexCount()), 5'000.0, 500.0);
    float low = 1.0f;
    float high = 0.0f;
    for (const vec3& p : made.body.positions) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
    EXPECT_NEAR(low, 0.0f, 0.01f);
    EXPECT_NEAR(high, 2.2f, 0.05f);
    EXPECT_FLOAT_EQ(made.bones[jointIndex(J::kHips)].head.y, 0.8f);
}

TEST(BearTest, HasTheSeventeenJointsByNameInOrderWithLeftAtPlusX) {
    const Skeleton& s = bear().skeleton;
    EXPECT_TRUE(validate(s).ok());
    ASSERT_EQ(s.jointCount(), kBearJoints);
    const std::vector<std::string> names{"root",    "hips",       "chest",      "head",      "ear.L",     "ear.R",
                                         "tail",    "upperArm.L", "upperArm.R", "foreArm.L", "foreArm.R", "thigh.L",
                                         "thigh.R", "shin.L",     "shin.R",     "foot.L",    "foot.R"};
    EXPECT_EQ(s.names, names);
    for (std::size_t j = jointIndex(J::kUpperArmL); j < kBearJoints; j += 2) {
        EXPECT_GT(bear().bones[j].head.x, 0.0f) << names[j];
        EXPECT_EQ(bear().bones[j + 1].head.x, -bear().bones[j].head.x) << names[j];
    }
}

TEST(BearTest, TheMotionRestsRisesHoldsAndReturnsOnceInFourSeconds) {
    EXPECT_EQ(bearMotionShare(0.0), 0.0f);
    EXPECT_EQ(bearMotionShare(0.2), 0.0f);
    EXPECT_FLOAT_EQ(bearMotionShare(0.9), 0.5f);
    EXPECT_EQ(bearMotionShare(2.2), 1.0f);
    EXPECT_FLOAT_EQ(bearMotionShare(3.45), 0.5f);
    EXPECT_EQ(bearMotionShare(3.95), 0.0f);
    EXPECT_EQ(bearMotionShare(402.2), bearMotionShare(2.2));
    LocalPose rest;
    poseBear(bear(), 0.0, 1.0f, rest);
    for (std::size_t j = 0; j < kBearJoints; ++j) {
        const quat& q = rest.joints[j].rotation;
        EXPECT_NEAR(std::fabs(q.w), 1.0f, 1e-5f) << bear().skeleton.names[j];
    }
}

TEST(BearTest, TheStandingFootStaysWhereItStoodAndUpright) {
    for (double t = 0.0; t < 4.0; t += 0.05) {
        const ModelPose pose = posed(bear(), t, 1.15f);
        EXPECT_LT(glm::length(placeOf(pose, J::kFootR) - bear().bones[jointIndex(J::kFootR)].head), 1e-5f) << t;
        const mat3 turn(pose.joints[jointIndex(J::kFootR)]);
        EXPECT_LT(glm::length(turn * vec3(0, 0, 1) - vec3(0, 0, 1)), 1e-5f) << t;
        EXPECT_GT(placeOf(pose, J::kShinR).z, -1e-4f) << "the knee bends forward";
    }
}

TEST(BearTest, TheFullPoseFollowsTheMotionTable) {
    const ModelPose pose = posed(bear(), 2.2);
    LocalPose local;
    poseBear(bear(), 2.2, 0.5f, local);
    const auto angleOf = [&](J joint) { return 2.0f * std::acos(local.joints[jointIndex(joint)].rotation.w); };
    EXPECT_NEAR(angleOf(J::kForeArmL), 2.35f * 0.5f, 1e-3f);
    EXPECT_NEAR(angleOf(J::kThighL), 1.35f * 0.5f, 1e-3f);
    EXPECT_NEAR(angleOf(J::kShinL), 2.2f * 0.5f, 1e-3f);
    EXPECT_NEAR(angleOf(J::kFootL), 0.5f, 1e-3f);
    EXPECT_NEAR(angleOf(J::kHead), 0.12f, 1e-3f);
    EXPECT_NEAR(angleOf(J::kChest), 0.06f, 1e-3f);
    EXPECT_FLOAT_EQ(local.joints[jointIndex(J::kHips)].translation.y, 0.78f);
    // The arms mirror each other, come forward, and the left knee is drawn up.
    const vec3 handL(pose.joints[jointIndex(J::kForeArmL)] * vec4(0.2f, -0.1f, 0, 1));
    const vec3 handR(pose.joints[jointIndex(J::kForeArmR)] * vec4(-0.2f, -0.1f, 0, 1));
    EXPECT_LT(glm::length(handL - vec3(-handR.x, handR.y, handR.z)), 1e-4f);
    EXPECT_GT(placeOf(pose, J::kShinL).z, 0.2f);
    EXPECT_GT(placeOf(pose, J::kShinL).y, placeOf(pose, J::kShinR).y + 0.15f);
}

TEST(BearTest, ItsFaceRidesOnTheHeadAlone) {
    const Mesh& details = bear().details;
    EXPECT_TRUE(validate(details).ok());
    for (std::size_t v = 0; v < details.vertexCount(); ++v) {
        EXPECT_EQ(details.joints[v].x, jointIndex(J::kHead));
        EXPECT_GT(details.positions[v].z, 0.2f) << "it looks along +Z";
    }
}

TEST(BearTest, AResolutionOutOfRangeIsRefused) {
    EXPECT_FALSE(validate(BearShape{.cell = 0.001f}).ok());
    EXPECT_FALSE(validate(BearShape{.cell = 0.1f}).ok());
    EXPECT_FALSE(validate(BearShape{.cell = NAN}).ok());
}

} // namespace
} // namespace rigproof
