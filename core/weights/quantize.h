#pragma once

#include <cstdint>
#include <span>

#include <glm/gtc/type_precision.hpp>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// Weights as unsigned normalised integers for vertex buffers. Each vertex is first brought to the sum of 1, and its
/// integers then sum to exactly 255 (65535): all are rounded down, and what is left goes one by one to the largest
/// remainders (equal ones: the earlier slot). Rounding each for itself would make (.5, .25, .125, .125) sum to 256, and
/// a skinned point would move away from the origin by that share.
///
/// A weight of 0 stays 0, and descending weights stay descending. `out` is as long as `weights`. A vertex with a
/// negative or not finite weight, or with none above 0, is refused by its index; those before it are written.
Status quantizeWeights(std::span<const vec4> weights, std::span<glm::u8vec4> out);
Status quantizeWeights(std::span<const vec4> weights, std::span<glm::u16vec4> out);

} // namespace rigproof
