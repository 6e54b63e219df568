#include "core/skinning/dual_quaternion.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/rotation.h"

namespace rigproof {
namespace {

float dot(const quat& a, const quat& b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

DualQuaternion blend(const JointIndices& joints, const vec4& weights, std::span<const DualQuaternion> motions) {
    const DualQuaternion& first = motions[joints.x];
    if (weights == vec4(0.0f)) return first;
    DualQuaternion sum{first.real * weights.x, first.dual * weights.x};
    for (int k = 1; k < 4; ++k) {
        if (weights[k] == 0.0f) continue;
        const DualQuaternion& motion = motions[joints[k]];
        const float w = dot(first.real, motion.real) < 0.0f ? -weights[k] : weights[k];
        sum.real = sum.real + motion.real * w;
        sum.dual = sum.dual + motion.dual * w;
    }
    const float length = std::sqrt(dot(sum.real, sum.real));
    // Opposite turns may cancel; the strongest joint is then the only sensible answer.
    if (!(length > 1e-12f)) return first;
    return {sum.real / length, sum.dual / length};
}

} // namespace

DualQuaternion dualQuaternionOf(const mat4& m) {
    vec3 x = glm::normalize(vec3(m[0]));
    vec3 y = vec3(m[1]);
    y = glm::normalize(y - x * glm::dot(x, y));
    const mat3 rotation(x, y, glm::cross(x, y));
    const quat real = normalizedOrIdentity(glm::quat_cast(rotation));
    const quat dual = quat(0.0f, m[3].x, m[3].y, m[3].z) * real * 0.5f;
    return {real, dual};
}

void dualQuaternionsOf(const SkinningMatrices& matrices, std::vector<DualQuaternion>& out) {
    out.resize(matrices.joints.size());
    for (std::size_t j = 0; j < out.size(); ++j)
        out[j] = dualQuaternionOf(matrices.joints[j]);
}

void skinDualQuaternion(std::span<const vec3> positions, std::span<const vec3> normals,
                        std::span<const JointIndices> joints, std::span<const vec4> weights,
                        std::span<const DualQuaternion> motions, std::span<vec3> outPositions,
                        std::span<vec3> outNormals) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const DualQuaternion q = blend(joints[i], weights[i], motions);
        // The rotation, then twice the vector part of dual * conjugate(real).
        const quat t = q.dual * glm::conjugate(q.real);
        outPositions[i] = q.real * positions[i] + vec3(t.x, t.y, t.z) * 2.0f;
        if (!outNormals.empty()) outNormals[i] = q.real * normals[i];
    }
}

} // namespace rigproof
