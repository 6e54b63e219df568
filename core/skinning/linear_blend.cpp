#include "core/skinning/linear_blend.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace rigproof {

mat4 blendMatrix(const JointIndices& joints, const vec4& weights, std::span<const mat4> matrices) {
    if (weights == vec4(0.0f)) return matrices[joints.x];
    return matrices[joints.x] * weights.x + matrices[joints.y] * weights.y + matrices[joints.z] * weights.z +
           matrices[joints.w] * weights.w;
}

void skinLinearBlend(std::span<const vec3> positions, std::span<const vec3> normals,
                     std::span<const JointIndices> joints, std::span<const vec4> weights,
                     const SkinningMatrices& matrices, std::span<vec3> outPositions, std::span<vec3> outNormals) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const mat4 m = blendMatrix(joints[i], weights[i], matrices.joints);
        outPositions[i] = vec3(m * vec4(positions[i], 1.0f));
        if (outNormals.empty()) continue;
        const vec3 n = mat3(m) * normals[i];
        const float length = std::sqrt(glm::dot(n, n));
        outNormals[i] = length > 0.0f ? n / length : normals[i];
    }
}

} // namespace rigproof
