#pragma once

#include <cstddef>
#include <span>

#include "core/math/types.h"
#include "core/status.h"
#include "core/weights/weight_table.h"

namespace rigproof {

inline constexpr int kVertexInfluences = 4; ///< what a vertex carries and the GPU reads
inline constexpr int kMaxKept = 8;

/// Picks the `kept` strongest bones of each vertex of [begin, end), in descending order (equal weights: the lower bone
/// first), and makes them sum to 1. Unused slots are joint 0, weight 0.
///
/// `kept` is 1..kMaxKept. Above four, the sum of 1 is that of all `kept`, but a vertex carries only the first four: the
/// well-known mistake of keeping more than the GPU reads, which a scenario shows; what is right is 4 or fewer.
///
/// A vertex whose weights are all 0 or not finite is refused by its index; the others of the range are still written.
Status topInfluences(const WeightTable& table, int kept, std::size_t begin, std::size_t end,
                     std::span<JointIndices> joints, std::span<vec4> weights);

/// The same bits, one vertex at a time: the oracle of the tests, and what runs when `kept` is not 4.
Status topInfluencesPlain(const WeightTable& table, int kept, std::size_t begin, std::size_t end,
                          std::span<JointIndices> joints, std::span<vec4> weights);

} // namespace rigproof
