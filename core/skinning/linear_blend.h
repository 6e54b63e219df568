#pragma once

#include <span>

#include "core/math/types.h"
#include "core/skeleton/skeleton.h"

namespace rigproof {

/// Linear-blend skinning of one vertex: the weighted sum of its joints' matrices. The one rule of every pass, on the
/// CPU here and word for word in the shaders: weights are taken as they are; a vertex whose weights are all 0 follows
/// its first joint. Joint indices must be in range (a mesh is checked when it is loaded, not for every vertex).
mat4 blendMatrix(const JointIndices& joints, const vec4& weights, std::span<const mat4> matrices);

/// Deforms a mesh: positions by the blended matrix, normals by its upper 3x3 (w = 0) and normalised. The plain version
/// that the GPU and every faster one are tested against. Outputs are as long as the inputs; normals may be empty.
void skinLinearBlend(std::span<const vec3> positions, std::span<const vec3> normals,
                     std::span<const JointIndices> joints, std::span<const vec4> weights,
                     const SkinningMatrices& matrices, std::span<vec3> outPositions, std::span<vec3> outNormals);

} // namespace rigproof
