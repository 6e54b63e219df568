#pragma once

#include <span>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// Bones from joints: the local rotation of each link's bone, so that bone i, whose rest direction is +Y, points from
/// joints[i] to joints[i + 1].
///
/// `joints`: links + 1, in the space of the first bone's parent (root rotation = identity), or in any space together
/// with that parent's rotation in it (`parentRotation`). `rotations`: one a link, unit length, each relative to the
/// bone before. Bones turn as little as possible and do not twist about themselves; a link that points straight against
/// the bone before turns about a fixed axis (see shortestArc), so that it does not flicker. A link of length 0 keeps
/// the direction of the bone before (identity).
///
/// Parents with scale: give positions and the parent's rotation without its scale (rotationOf), and keep the bones'
/// own translations: rotation is all that IK writes, so sizes stay.
Status jointRotations(std::span<const vec3> joints, std::span<quat> rotations,
                      const quat& parentRotation = quat(1.0f, 0.0f, 0.0f, 0.0f));

/// The rotation of an affine matrix that may also scale (and mirror along X, which is taken out): what a bone under a
/// scaled parent is turned against. Columns of length 0 give the identity. Not for sheared matrices, whose rotation is
/// a matter of definition: X keeps its direction, Y its plane.
quat rotationOf(const mat4& m);

} // namespace rigproof
