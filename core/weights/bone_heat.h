#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"
#include "core/weights/adjacency.h"
#include "core/weights/bones.h"
#include "core/weights/distance.h"
#include "core/weights/weight_table.h"

namespace rigproof {

/// Bone heat (Baran and Popovic, "Automatic Rigging and Animation of 3D Characters", SIGGRAPH 2007, section 4): every
/// bone in turn is hot, the others cold, and the weight is the temperature of the skin in equilibrium,
///     -laplacian(w) + H w = H p,
/// where p is 1 at the vertices whose nearest visible bone this is, and H is 1 / d^2 there (d: distance to the bone's
/// segment). A bone is visible from a vertex when the way to its nearest point leaves the skin nowhere; a vertex that
/// sees none of its nearest bones has H = 0 and takes its temperature from its neighbours alone. Laplacian: cotangents,
/// negative ones taken as 0, lumped areas; solved by sparse Cholesky, one factorisation for all bones.
///
/// A piece of the surface that sees no bone would make the system singular: its rows take distance weights (`fallback`)
/// and the piece is named in `fallbackPieces` by its lowest vertex. Seam copies (bit-equal positions) are solved as
/// one. Fills all of `table`, which must have its size. `adjacency` is that of the surface. Allocates much.
Status boneHeatWeights(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                       std::span<const BoneSegment> bones, const Adjacency& adjacency,
                       const DistanceParameters& fallback, WeightTable& table,
                       std::vector<std::uint32_t>& fallbackPieces);

} // namespace rigproof
