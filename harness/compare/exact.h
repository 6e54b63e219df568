#pragma once

#include <cstdint>

#include "render/image.h"

namespace rigproof {

struct ExactDifference {
    std::int64_t pixels = 0; ///< pixels of which any byte differs
    int largestChannel = 0;  ///< 0..255, over all four channels
};

/// Byte for byte. Both pictures must have the same size. `threads` 0: one for each processor; the result is the same.
ExactDifference compareExact(const Image& golden, const Image& actual, unsigned threads = 0);

} // namespace rigproof
