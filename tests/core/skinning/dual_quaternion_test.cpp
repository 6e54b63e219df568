#include "core/skinning/dual_quaternion.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/math/rotation.h"
#include "core/skinning/linear_blend.h"

namespace rigproof {
namespace {

SkinningMatrices turned(float angle) {
    return {{mat4(1.0f),
             composeTransform({0.3f, -0.2f, 1.0f}, axisAngle(glm::normalize(vec3(1, 2, 3)), angle), vec3(1.0f))}};
}

vec3 skinned(const vec3& p, const vec4& weights, const SkinningMatrices& pose, vec3* normal = nullptr) {
    std::vector<DualQuaternion> motions;
    dualQuaternionsOf(pose, motions);
    const JointIndices joints(0, 1, 0, 0);
    const vec3 up(0, 1, 0);
    vec3 out;
    vec3 turnedUp;
    skinDualQuaternion({&p, 1}, {&up, 1}, {&joints, 1}, {&weights, 1}, motions, {&out, 1}, {&turnedUp, 1});
    if (normal != nullptr) *normal = turnedUp;
    return out;
}

TEST(DualQuaternionTest, OneJointMovesAVertexAsItsMatrixDoes) {
    const vec3 p(0.4f, 0.5f, -0.6f);
    for (const float angle : {0.0f, 0.7f, 2.0f, -3.0f}) {
        const SkinningMatrices pose = turned(angle);
        const vec3 want(pose.joints[1] * vec4(p, 1.0f));
        EXPECT_LT(glm::length(skinned(p, {0, 1, 0, 0}, pose) - want), 2e-6f) << angle;
    }
}

TEST(DualQuaternionTest, AHalfTwistedTubeKeepsItsGirthWhereLinearBlendingPinchesIt) {
    const SkinningMatrices pose{{mat4(1.0f), composeTransform(vec3(0.0f), axisAngle({1, 0, 0}, 3.0f), vec3(1.0f))}};
    const vec3 p(0.0f, 1.0f, 0.0f);
    const vec4 half(0.5f, 0.5f, 0, 0);
    EXPECT_NEAR(glm::length(skinned(p, half, pose)), 1.0f, 1e-5f);
    const vec3 linear(blendMatrix(JointIndices(0, 1, 0, 0), half, pose.joints) * vec4(p, 1.0f));
    EXPECT_LT(glm::length(linear), 0.1f);
}

TEST(DualQuaternionTest, NormalsStayUnitAndAllZeroWeightsFollowTheFirstJoint) {
    vec3 normal;
    const vec3 p(1, 2, 3);
    skinned(p, {0.6f, 0.4f, 0, 0}, turned(1.2f), &normal);
    EXPECT_NEAR(glm::length(normal), 1.0f, 1e-5f);
    EXPECT_LT(glm::length(skinned(p, vec4(0.0f), turned(1.2f)) - p), 1e-6f);
}

TEST(DualQuaternionTest, TheSameTurnWithTheOtherSignOfTheQuaternionBlendsTheSame) {
    std::vector<DualQuaternion> motions;
    dualQuaternionsOf(turned(2.0f), motions);
    const vec3 p(0.4f, 0.5f, -0.6f);
    const JointIndices joints(0, 1, 0, 0);
    const vec4 weights(0.5f, 0.5f, 0, 0);
    vec3 plus;
    vec3 minus;
    skinDualQuaternion({&p, 1}, {}, {&joints, 1}, {&weights, 1}, motions, {&plus, 1}, {});
    motions[1] = {motions[1].real * -1.0f, motions[1].dual * -1.0f};
    skinDualQuaternion({&p, 1}, {}, {&joints, 1}, {&weights, 1}, motions, {&minus, 1}, {});
    EXPECT_LT(glm::length(plus - minus), 1e-6f);
}

} // namespace
} // namespace rigproof
