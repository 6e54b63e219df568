#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/mesh/mesh.h"

namespace rigproof {

/// A lump of clay: a rod from `a` to `b` whose radius goes from `radius.x` to `radius.y`, or, with `b == a`, an
/// ellipsoid about `a` with the three `radius`. Metres.
struct ClayBlob {
    enum class Kind : std::uint8_t { kRod, kEllipsoid } kind = Kind::kRod;
    vec3 a{0.0f};
    vec3 b{0.0f};
    vec3 radius{0.1f};
    float blend = 0.05f; ///< metres over which it melts into what is there already; 0: a crease
    bool carve = false;  ///< takes away instead of adding
};

/// Signed distance to one blob, negative inside; exact for balls and even rods, close to it elsewhere.
float blobDistance(const ClayBlob& blob, const vec3& p);

/// Signed distance to all of them, joined in their order by the smooth minimum of Quilez ("Smooth minimum", 2013, the
/// quadratic one: it is min(a, b) to the bit where |a - b| >= blend).
float clayDistance(std::span<const ClayBlob> blobs, const vec3& p);

/// Outward unit normal by differences over half a millimetre.
vec3 clayNormal(std::span<const ClayBlob> blobs, const vec3& p);

/// The surface as a closed, welded mesh, by surface nets (Gibson, "Constrained Elastic Surface Nets", 1998; the "naive"
/// form: one vertex a cell that the surface crosses, at the mean of its edges' crossings), each vertex then drawn onto
/// the surface along the normal, within its cell. Positions and normals are filled; triangles wind outwards.
///
/// `cell` is the edge of the grid in metres: about area / (0.9 cell^2) vertices. The surface must lie inside min..max.
/// Always a manifold: where two sheets of the surface would pass through one cell, a corner between them is filled.
/// Only blocks of the grid that the surface may
/// touch are evaluated, with the blobs that reach them, so the time grows with the surface. Same bits everywhere.
Mesh meshClay(std::span<const ClayBlob> blobs, const vec3& min, const vec3& max, float cell);

} // namespace rigproof
