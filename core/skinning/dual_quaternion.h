#pragma once

#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/skeleton/skeleton.h"

namespace rigproof {

/// A rigid motion: rotation `real`, and `dual` = 0.5 * translation * real.
struct DualQuaternion {
    quat real{1.0f, 0.0f, 0.0f, 0.0f};
    quat dual{0.0f, 0.0f, 0.0f, 0.0f};
};

/// From a skinning matrix. Dual quaternions know no scale or shear: the nearest rotation is approached by making the
/// columns orthogonal, and the scale is lost.
DualQuaternion dualQuaternionOf(const mat4& rigid);
void dualQuaternionsOf(const SkinningMatrices& matrices, std::vector<DualQuaternion>& out); ///< allocates when it grows

/// Dual-quaternion skinning (Kavan, Collins, Zara, O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion
/// Blending", 2008): the weighted sum, normalised, so that a twisted or bent joint keeps its girth where linear
/// blending pinches it, at the price of a bulge on the outside. Every influence is taken in the hemisphere of the
/// vertex's first, so that all turn the shorter way. Weights and joints as in skinLinearBlend; all-zero weights follow
/// the first joint.
void skinDualQuaternion(std::span<const vec3> positions, std::span<const vec3> normals,
                        std::span<const JointIndices> joints, std::span<const vec4> weights,
                        std::span<const DualQuaternion> motions, std::span<vec3> outPositions,
                        std::span<vec3> outNormals);

} // namespace rigproof
