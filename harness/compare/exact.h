#pragma once

#include <cstdint>
#include <vector>

#include "render/image.h"

namespace rigproof {

struct ExactDifference {
    std::int64_t pixels = 0;        ///< pixels of which any byte differs
    int largestChannel = 0;         ///< 0..255, over all four channels
    std::vector<std::uint8_t> over; ///< one byte a pixel: 1 where it differs; empty when nothing does
};

/// Byte for byte. Both pictures must have the same size.
ExactDifference compareExact(const Image& golden, const Image& actual);

} // namespace rigproof
