#pragma once

#include <cstdint>
#include <span>

#include "harness/report/results.h"

namespace rigproof {

struct Clusters {
    std::int64_t pixels = 0;  ///< over the threshold in all
    std::int64_t count = 0;   ///< connected regions
    std::int64_t largest = 0; ///< pixels of the largest region; of equal ones the one whose first pixel comes first
    PixelBox box;             ///< around the largest; 0 x 0 when there is none
};

/// The 8-connected regions of the pixels whose error is over the threshold, rows from the top. `errors` holds
/// width * height numbers >= 0 or is empty (none is over); threshold >= 0. Allocates for the runs of such pixels only,
/// so that a 16k x 16k picture with few of them costs little.
Clusters findClusters(int width, int height, std::span<const float> errors, float threshold);

} // namespace rigproof
