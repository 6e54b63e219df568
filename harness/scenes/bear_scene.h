#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/weights/bake.h"
#include "harness/scene.h"

namespace rigproof {

enum class BearSkinning : std::uint8_t { kLinear, kDualQuaternion };

/// How one of the two bears is skinned.
struct BearSide {
    WeightMethod method = WeightMethod::kDistance;
    BearSkinning skinning = BearSkinning::kLinear;
};

/// Two clay bears side by side, the same shape and motion, skinned in two ways. Ranges in brackets; anything outside is
/// refused with the member's name.
struct BearParameters {
    BearSide left{.method = WeightMethod::kNearest}; ///< at x = -0.82
    BearSide right;                                  ///< at x = +0.82
    float bend = 1.0f;                               ///< [0.3, 1.15] how far elbows and knee bend
    bool heat = false;                               ///< the weight of one bone as colour, red 1 .. blue 0; off: clay
    int bone = 0;         ///< [0, 16] whose weight the heat map shows; 0: automatic, another every 4 s
    bool bones = false;   ///< the bones drawn over everything
    float cell = 0.0178f; ///< [0.003, 0.045] metres: resolution of the shape, about 30,000 vertices (see BearShape)
    bool touchingLegs = false; ///< legs that nearly touch, for the leak; seen from near and from the other side

    /// What WeightMethod::kDistance (and kNearest, as far as it measures distances) uses. Its `method` is not looked
    /// at.
    WeightParameters weights;
    /// [0, 1] how much of the bake has been done when the picture is taken: below 1 the bears stand in bind pose and an
    /// indicator shows the progress.
    float bakeShare = 1.0f;
    std::size_t looksPerSlice = 40; ///< [1, 100000] the bake's slices: so many times 128 vertices each
};

/// Throws HarnessError (kExitUsage) naming the member that is out of range.
///
/// Metrics: weights.vertices, weights.max_sum_error, weights.max_influences, weights.roughness and weights.leak (of the
/// right bear; leak: the largest share of one leg's bones that came to the other leg across the air, see limbLeak),
/// bake.slices, bake.progress, and for each of left. and right.: worst_edge_stretch, edge_stretch_999,
/// worst_crease_deg, mean_crease_deg, volume_ratio, solid_ratio, inverted_triangles.
std::unique_ptr<Scene> makeBearScene(const BearParameters& parameters);

} // namespace rigproof
