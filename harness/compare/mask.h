#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/report/results.h"

namespace rigproof {

/// Which pixels are looked at.
struct Mask {
    std::vector<std::uint8_t> ignored; ///< one byte a pixel, 1 where not looked at; empty: all are looked at
    std::int64_t considered = 0;       ///< pixels looked at
};

/// Boxes may reach over the picture's edge, but one that misses it altogether is a mistake, as is a mask that leaves
/// nothing: HarnessError (kExitUsage) that names the box.
Mask makeMask(int width, int height, std::span<const PixelBox> ignore, std::span<const PixelBox> onlyInside);

} // namespace rigproof
