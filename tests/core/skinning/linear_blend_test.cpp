#include "core/skinning/linear_blend.h"

#include <array>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/math/rotation.h"

namespace rigproof {
namespace {

const std::array<mat4, 3> kMatrices{mat4(1.0f), composeTransform({2, 0, 0}, quat(1, 0, 0, 0), vec3(1.0f)),
                                    composeTransform({0, 4, 0}, axisAngle({0, 0, 1}, 0.5f * kPi), vec3(1.0f))};

TEST(LinearBlendTest, OneWholeInfluenceIsItsMatrixToTheBit) {
    for (std::uint16_t j = 0; j < 3; ++j)
        EXPECT_EQ(blendMatrix(JointIndices(j, 0, 0, 0), vec4(1, 0, 0, 0), kMatrices), kMatrices[j]);
}

TEST(LinearBlendTest, HalfAndHalfIsTheMiddle) {
    const mat4 m = blendMatrix(JointIndices(0, 1, 0, 0), vec4(0.5f, 0.5f, 0, 0), kMatrices);
    EXPECT_EQ(vec3(m * vec4(1, 1, 1, 1)), vec3(2, 1, 1));
}

// Known trouble: weights that are all 0 collapse a vertex to the origin.
TEST(LinearBlendTest, AVertexWithoutWeightsFollowsItsFirstJoint) {
    EXPECT_EQ(blendMatrix(JointIndices(2, 1, 0, 0), vec4(0.0f), kMatrices), kMatrices[2]);
}

TEST(LinearBlendTest, DeformsPositionsAndTurnsNormals) {
    const std::vector<vec3> positions{{1, 0, 0}, {1, 0, 0}};
    const std::vector<vec3> normals{{1, 0, 0}, {1, 0, 0}};
    const std::vector<JointIndices> joints{{2, 0, 0, 0}, {0, 2, 0, 0}};
    const std::vector<vec4> weights{{1, 0, 0, 0}, {0.5f, 0.5f, 0, 0}};
    SkinningMatrices matrices{{kMatrices.begin(), kMatrices.end()}};
    std::vector<vec3> outPositions(2), outNormals(2);
    skinLinearBlend(positions, normals, joints, weights, matrices, outPositions, outNormals);
    EXPECT_LT(glm::length(outPositions[0] - vec3(0, 5, 0)), 1e-6f);
    EXPECT_LT(glm::length(outNormals[0] - vec3(0, 1, 0)), 1e-6f);
    EXPECT_LT(glm::length(outPositions[1] - vec3(0.5f, 2.5f, 0)), 1e-6f);
    EXPECT_LT(glm::length(outNormals[1] - glm::normalize(vec3(1, 1, 0))), 1e-6f);
}

} // namespace
} // namespace rigproof
