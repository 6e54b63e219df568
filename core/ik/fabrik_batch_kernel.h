#pragma once

#include <cstddef>
#include <cstdint>

#include "core/math/types.h"

// The passes of solveFabrikBatch() in vector registers, chosen for the processor at run time. Not part of the public
// face.

namespace rigproof::fabrik {

/// Joints nearer to each other than the root of this lie one on top of the other.
inline constexpr float kOnTop = 1e-30f;

/// What all chains share.
struct BatchTerms {
    std::size_t links = 0;
    vec3 firstAxis{0.0f}; ///< unit length
    float cosine = 0.0f, sine = 0.0f;
    float toleranceSquared = 0.0f;
};

/// Sixteen chains: rows of sixteen floats.
struct BatchBlock {
    float* joints = nullptr;          ///< 3 (links + 1) rows
    const float* lengths = nullptr;   ///< `links` rows
    const float* base = nullptr;      ///< 3 rows
    const float* target = nullptr;    ///< 3 rows
    float gapSquared[16] = {};        ///< out
    std::int32_t iterations[16] = {}; ///< out: added to
};

/// Up to `iterations` passes backward and forward, at least one for every chain; a chain whose tip is there rests.
/// Returns whether any chain is not there yet.
bool iterateBlock(const BatchTerms& terms, int iterations, BatchBlock& block);

} // namespace rigproof::fabrik
