#pragma once

#include "core/math/types.h"

namespace rigproof {

// Rotations without libm: everything here gives the same bits everywhere (see trigonometry.h).

/// A unit vector perpendicular to `v` (any non-zero vector): the world axis least aligned with it, made orthogonal.
/// Continuous except where the least aligned axis changes; the same axis for v and -v.
vec3 anyPerpendicular(const vec3& v);

/// Rotation by `angle` radians about `axis` (unit length), right-handed.
quat axisAngle(const vec3& axis, float angle);

/// The shortest rotation that takes unit vector `from` to unit vector `to`. Opposite vectors (dot <= -1 + 1e-6) turn
/// half a turn about anyPerpendicular(from): which of the many right answers is taken is fixed, so that a chain does
/// not flicker.
quat shortestArc(const vec3& from, const vec3& to);

/// Spherical interpolation of unit quaternions along the shorter way, t in 0..1. Falls back to a normalised blend under
/// 0.06 deg.
quat slerp(const quat& a, const quat& b, float t);

/// Unit quaternion; the identity when the length is 0 or not finite.
quat normalizedOrIdentity(const quat& q);

/// The matrix translate * rotate * scale.
mat4 composeTransform(const vec3& translation, const quat& rotation, const vec3& scale);

/// Inverse of an affine matrix (last row 0 0 0 1). The upper 3x3 must be invertible.
mat4 affineInverse(const mat4& m);

/// Smooth Hermite step: 0 at or below `edge0`, 1 at or above `edge1`, 3t^2 - 2t^3 between.
float smoothstep(float edge0, float edge1, float x);

} // namespace rigproof
