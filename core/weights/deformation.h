#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"
#include "core/weights/adjacency.h"
#include "core/weights/weight_table.h"

namespace rigproof {

/// How a posed surface compares with its bind pose. Edges and triangles that have no size in bind pose count for
/// nothing.
struct Deformation {
    float worstEdgeStretch = 1.0f;   ///< longest posed length / bind length of an edge
    float edgeStretch999 = 1.0f;     ///< the 99.9th percentile of the same (nearest rank)
    float worstCreaseDegrees = 0.0f; ///< largest change of the angle between two faces at an edge, 0..360
    float crease999Degrees = 0.0f;   ///< the 99.9th percentile of the same: folded flesh, not a single sliver
    float meanCreaseDegrees = 0.0f;  ///< mean over the edges of the absolute change
    float volumeRatio = 1.0f; ///< enclosed volume posed / in bind pose, overlaps counted twice; of closed surfaces
    float solidRatio = 1.0f;  ///< space filled posed / in bind pose: flesh that runs through flesh counts once
    std::size_t invertedTriangles = 0; ///< faces that look against the smooth direction of their posed surroundings
};

inline constexpr double kColumnMeters = 0.01;

/// Measures a deformation; all spans of positions are as long as each other. Allocates. Deterministic.
/// An edge is measured once, by the first two triangles that share it. The filled space is sampled on columns along Z
/// that stand kColumnMeters apart.
Status measureDeformation(std::span<const vec3> bind, std::span<const vec3> posed,
                          std::span<const std::uint32_t> indices, Deformation& out);

/// Dirichlet energy of the weights over the surface: the sum over neighbours and bones of (difference)^2, divided by
/// the number of neighbour pairs. 0: constant; smaller is smoother.
double weightRoughness(const WeightTable& table, const Adjacency& surface);

/// How much of a limb's weight has come to places that it cannot have reached over the surface: smoothing in `passes`
/// steps can raise a limb's weight (the sum of `limbBones`) at a vertex at most to the largest value that any vertex
/// within `passes` edges had before. What lies above has leaked across space. The largest such excess over all
/// vertices; an excess below kLeakRounding is rounding and counts as 0. Allocates.
float limbLeak(const WeightTable& before, const WeightTable& after, const Adjacency& surface, int passes,
               std::span<const std::uint16_t> limbBones);
inline constexpr float kLeakRounding = 1e-5f;

} // namespace rigproof
