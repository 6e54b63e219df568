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
    float worstEdgeStretch = 1.0f; ///< longest posed length / bind length of an edge
    float edgeStretch999 = 1.0f;   ///< the 99.9th percentile of the same (nearest rank)
    /// The change of the angle between two faces, 0..180, that is exceeded along kCreaseShare of all edges, by bind
    /// length. A crease is a line and not a point: where flesh is pressed together any weights turn a few triangles
    /// right over, and the single worst edge is near 180 degrees for all of them.
    float worstCreaseDegrees = 0.0f;
    float meanCreaseDegrees = 0.0f; ///< mean over the edges of the same change
    float volumeRatio = 1.0f;       ///< enclosed volume posed / in bind pose, overlaps counted twice; closed surfaces
    float solidRatio = 1.0f;        ///< space filled posed / in bind pose: flesh that runs through flesh counts once
    std::size_t invertedTriangles = 0; ///< faces that look against the smooth direction of their posed surroundings

    bool operator==(const Deformation&) const = default;
};

/// Of the summed length of all edges between two faces: of the bear's 1,490 m (30,000 vertices) 3 m, which is a fold
/// half way round each of the shoulders, elbows, hips and the knee that its motion bends (0.3 to 0.5 m apiece).
inline constexpr double kCreaseShare = 0.002;
inline constexpr double kColumnMeters = 0.01;

/// Measures many poses of one surface; what the bind pose has to say is found out once.
///
///     DeformationMeasure measure;
///     if (Status s = measure.prepare(bind, indices); !s.ok()) ...
///     if (Status s = measure.measure(posed, deformation); !s.ok()) ...
///
/// An edge is measured once, by the first two triangles that share it. The filled space is sampled on columns along Z
/// that stand kColumnMeters apart. Deterministic.
class DeformationMeasure {
  public:
    /// `bind` and `indices` must outlive this; refuses what validateSurface refuses. Allocates.
    Status prepare(std::span<const vec3> bind, std::span<const std::uint32_t> indices);

    /// `posed` must be as long as the bind pose was. Allocates.
    Status measure(std::span<const vec3> posed, Deformation& out) const;

  private:
    struct Edge {
        std::uint32_t low, high; // vertices
        std::uint32_t triangle;
        std::uint32_t corner; // of the triangle, where the edge starts
        std::uint32_t other;  // the second triangle, or kNoTriangle
        float length;         // in bind pose, > 0
        float degrees;        // between the two faces in bind pose
    };
    static constexpr std::uint32_t kNoTriangle = 0xffffffffu;

    void measureEdges(std::span<const vec3> posed, Deformation& out) const;

    std::span<const vec3> bind_;
    std::span<const std::uint32_t> indices_;
    std::vector<Edge> edges_;
    double volume_ = 0.0;
    double solid_ = 0.0;
};

/// The same for a single pose.
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
