#pragma once

#include <span>

#include "core/math/types.h"
#include "core/weights/adjacency.h"
#include "core/weights/bake.h"

namespace rigproof {

/// The contact distance is in metres and smoothing is in edges: a mesh ten times as large, or the same shape with four
/// times the vertices, gets other weights. These are the measures that the defaults are meant for.
inline constexpr float kReferenceHeight = 2.2f;         ///< metres
inline constexpr float kReferenceEdge = 0.0173f / 2.2f; ///< mean edge as a share of the height

/// The same setting for another mesh, free of scale and resolution: the contact distance grows with the mesh's largest
/// extent, and the passes with (reference edge / mean edge)^2, since smoothing spreads with their square root. At most
/// 1000 passes. `surface` is the mesh's own adjacency; positions must be valid.
WeightParameters scaledTo(std::span<const vec3> positions, const Adjacency& surface, const WeightParameters& base);

} // namespace rigproof
