#pragma once

#include <cstdint>
#include <span>

#include "harness/report/results.h"

namespace rigproof {

struct Clusters {
    std::int64_t pixels = 0;  ///< set in all
    std::int64_t count = 0;   ///< connected regions
    std::int64_t largest = 0; ///< pixels of the largest region; of equal ones the one whose first pixel comes first
    PixelBox box;             ///< around the largest; 0 x 0 when nothing is set
};

/// The 8-connected regions of the pixels whose byte is 1 (other values are not set), rows from the top. `over` holds
/// width * height bytes or is empty (nothing set). Allocates for the runs of set pixels only, so that a 16k x 16k
/// picture with few of them costs little.
Clusters findClusters(int width, int height, std::span<const std::uint8_t> over);

} // namespace rigproof
