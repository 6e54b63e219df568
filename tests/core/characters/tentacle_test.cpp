#include "core/characters/tentacle.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/skinning/linear_blend.h"

namespace rigproof {
namespace {

constexpr std::size_t kRootRings = 6; // of the half ball under the first joint

TEST(TentacleTest, IsAValidCharacterForEveryNumberOfLinks) {
    for (const std::size_t links : {1u, 3u, 12u, 24u}) {
        const Tentacle t = makeTentacle(links);
        EXPECT_EQ(t.skeleton.jointCount(), links);
        EXPECT_TRUE(validate(t.skeleton).ok());
        EXPECT_TRUE(validate(t.skin).ok());
        EXPECT_TRUE(validate(t.suckers).ok());
        EXPECT_EQ(t.skin.vertexCount(), 24u * (kRootRings + 6u * links + 1u) + 2u);
    }
}

TEST(TentacleTest, WeightsSumToOneDescendAndShareOnlyNeighbours) {
    const Tentacle t = makeTentacle(12);
    for (std::size_t v = 0; v < t.skin.vertexCount(); ++v) {
        const vec4& w = t.skin.weights[v];
        ASSERT_NEAR(w.x + w.y, 1.0f, 1e-6f);
        ASSERT_GE(w.x, w.y);
        ASSERT_EQ(w.z, 0.0f);
        if (w.y > 0.0f) {
            ASSERT_EQ(std::abs(t.skin.joints[v].x - t.skin.joints[v].y), 1);
        }
        ASSERT_LT(t.skin.joints[v].x, 12);
    }
    // At a joint half and half, in the middle of a bone whole.
    EXPECT_NEAR(t.skin.weights[24 * (kRootRings + 6)].x, 0.5f, 1e-3f);
    EXPECT_NEAR(t.skin.weights[24 * (kRootRings + 9)].x, 1.0f, 1e-3f);
}

TEST(TentacleTest, IsClosedAtTheTipAndTapers) {
    const Tentacle t = makeTentacle(12);
    EXPECT_NEAR(tentacleRadius(0.0f), 0.15f, 1e-6f);
    EXPECT_NEAR(tentacleRadius(1.0f), 0.02f, 1e-6f);
    EXPECT_LT(glm::length(t.skin.positions.back() - vec3(0.0f, 2.36f, 0.0f)), 1e-5f);
    EXPECT_GT(t.skin.normals.back().y, 0.999f);
}

TEST(TentacleTest, ShowsNoOpenEdgeHoweverFarTheFirstLinkLeans) {
    const Tentacle t = makeTentacle(12);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges; // a closed surface has each edge once each way
    for (std::size_t i = 0; i < t.skin.indices.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k)
            ++edges[{t.skin.indices[i + k], t.skin.indices[i + (k + 1) % 3]}];
    }
    for (const auto& [edge, count] : edges) {
        ASSERT_EQ(count, 1);
        ASSERT_TRUE(edges.contains({edge.second, edge.first}));
    }
    for (std::size_t v = 0; v < t.skin.vertexCount(); ++v) {
        if (t.skin.positions[v].y >= kTentacleBase.y) continue;
        EXPECT_NEAR(glm::length(t.skin.positions[v] - kTentacleBase), tentacleRadius(0.0f), 1e-5f);
        EXPECT_EQ(t.skin.weights[v], vec4(1, 0, 0, 0));
        EXPECT_GT(glm::dot(t.skin.normals[v], t.skin.positions[v] - kTentacleBase), 0.0f);
    }
}

TEST(TentacleTest, SuckersSitOnTheBellyAndRideOnOneBone) {
    const Tentacle t = makeTentacle(12);
    EXPECT_EQ(t.suckers.vertexCount(), 22u * 8u * 18u); // two a link, none past 93 %
    for (std::size_t v = 0; v < t.suckers.vertexCount(); ++v) {
        ASSERT_GT(t.suckers.positions[v].z, 0.0f);
        ASSERT_EQ(t.suckers.weights[v], vec4(1, 0, 0, 0));
    }
}

TEST(TentacleTest, BendsWithItsBones) {
    const Tentacle t = makeTentacle(3);
    LocalPose pose = t.skeleton.rest;
    pose.joints[0].rotation = quat(0.70710678f, 0.0f, 0.0f, -0.70710678f); // a quarter turn: +Y to +X
    ModelPose model;
    localToModel(t.skeleton.parents, pose, model);
    SkinningMatrices matrices;
    modelToSkinning(model, t.skeleton.inverseBind, matrices);
    std::vector<vec3> positions(t.skin.vertexCount()), normals(t.skin.vertexCount());
    skinLinearBlend(t.skin.positions, t.skin.normals, t.skin.joints, t.skin.weights, matrices, positions, normals);
    EXPECT_LT(glm::length(positions.back() - (kTentacleBase + vec3(2.02f, 0.0f, 0.0f))), 1e-5f);
    EXPECT_GT(normals.back().x, 0.999f);
}

TEST(TentacleTest, PotAndSoilAreSoundMeshes) {
    for (const Mesh& mesh : {makePot(), makeSoil()}) {
        EXPECT_TRUE(validate(mesh).ok());
        EXPECT_GT(mesh.triangleCount(), 40u);
        for (const vec3& n : mesh.normals)
            ASSERT_NEAR(glm::length(n), 1.0f, 1e-5f);
    }
}

} // namespace
} // namespace rigproof
