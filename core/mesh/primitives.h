#pragma once

#include <span>

#include "core/mesh/mesh.h"

// Meshes made from numbers: metres, Y up, counter-clockwise seen from outside, normals of unit length, no colours and
// no influences. Surfaces are smooth where they are round and have hard edges (vertices of their own a side) where they
// bend sharply. Counts under the smallest that makes sense are raised to it. All allocate.
//
//     Mesh pot = makeLathe(profile, 48);
//     Mesh ball = makeSphere(0.5f, 32, 24);

namespace rigproof {

/// Bends of a profile sharper than this are hard edges.
inline constexpr float kHardEdgeAngle = 0.7f; // radians, 40 degrees

/// Turns a profile of (radius >= 0, height) about the Y axis. The profile runs so that outside lies to its right when
/// radius points right and height up: upwards for an outer wall. Segment 0 starts at +Z and goes to +X. Points on the
/// axis close the surface. `segments` >= 3.
Mesh makeLathe(std::span<const vec2> profile, int segments, float hardEdgeAngle = kHardEdgeAngle);

/// A round tube along a path: ring i has `radii[i]` (> 0) about `path[i]`, square to the path, turned as little as
/// possible from ring to ring. As many radii as points, at least two, neighbours not equal. `capped` closes both ends
/// with flat discs.
Mesh makeTube(std::span<const vec3> path, std::span<const float> radii, int segments, bool capped = true);

/// A sphere of `segments` (>= 3) around and `rings` (>= 2) from pole to pole, poles on Y.
Mesh makeSphere(float radius, int segments = 32, int rings = 24);

/// A sphere of 20 * 4^subdivisions nearly equal triangles; subdivisions 0..7.
Mesh makeIcosphere(float radius, int subdivisions = 3);

/// A torus about the Y axis: `radius` to the middle of the tube, `tubeRadius` of the tube.
Mesh makeTorus(float radius, float tubeRadius, int tubeSegments = 12, int segments = 48);

/// From y = -height / 2 to +height / 2. One of the radii may be 0 (then see makeCone).
Mesh makeCylinder(float bottomRadius, float topRadius, float height, int segments = 32, bool capped = true);

/// Base at y = -height / 2, tip at +height / 2.
Mesh makeCone(float radius, float height, int segments = 32);

/// In the plane y = 0, facing +Y.
Mesh makeDisc(float radius, int segments = 48);

/// A box about the origin; its four walls are cut into `rows` (>= 1) along Y, so that bones can bend it.
Mesh makeBox(const vec3& size, int rows = 1);

/// Gives each triangle three vertices of its own with the face's normal, colours and influences kept: for flat shading.
Mesh unweld(const Mesh& mesh);

} // namespace rigproof
