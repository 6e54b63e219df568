#pragma once

#include <cstdint>
#include <vector>

#include "render/image.h"

namespace rigproof {

/// The options of pixelmatch 7 that change its count.
struct YiqOptions {
    double threshold = 0.1;          ///< 0..1; a pixel counts when its squared distance exceeds kYiqRange * threshold^2
    bool includeAntiAliased = false; ///< true: pixels that look like anti-aliasing count as well
    bool checkerboard = true;        ///< translucent pixels over pixelmatch's checkerboard; false: over white
};

/// The largest squared distance that two opaque colours can have.
inline constexpr double kYiqRange = 35215.0;

struct YiqDifference {
    std::int64_t pixels = 0;        ///< pixelmatch's return value
    std::int64_t antiAliased = 0;   ///< over the threshold, but taken for anti-aliasing and not counted
    std::vector<std::uint8_t> over; ///< one byte a pixel: 1 counted, 2 taken for anti-aliasing; empty for equal bytes
};

/// Counts the pixels that differ as pixelmatch 7 (github.com/mapbox/pixelmatch) does, to the pixel: the distance of
/// Y. Kotsarenko and F. Ramos ("Measuring perceived color difference using YIQ NTSC transmission color space in mobile
/// applications", 2010), and V. Vysniauskas's detector of anti-aliased pixels ("Anti-aliased pixel and intensity slope
/// detector", 2009). Both pictures must have the same size. `threads` 0: one for each processor; the result is the
/// same.
///
///     if (compareYiq(golden, actual, {.threshold = 0.05}).pixels > 0) ...
///
/// Thin lines and rings one pixel wide are taken for anti-aliasing by this rule: that is pixelmatch's way, kept for
/// comparability, and the reason why it is not the default metric here.
YiqDifference compareYiq(const Image& golden, const Image& actual, const YiqOptions& options = {},
                         unsigned threads = 0);

/// Squared YIQ distance of two pixels (RGBA) that stand at byte `offset` of their pictures, which picks the square of
/// the checkerboard; 0..kYiqRange.
double yiqDistance(const std::uint8_t* a, const std::uint8_t* b, std::size_t offset, bool checkerboard);

} // namespace rigproof
