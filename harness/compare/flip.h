#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/image.h"

namespace rigproof {

/// Pixels per degree of visual angle that the reference program assumes: a 0.7 m wide monitor of 3840 pixels seen from
/// 0.7 m, 3840 * pi / 180 = 67.02.
inline constexpr double kFlipPixelsPerDegree = 67.0206432765823;
/// Beyond these the filters are a single pixel, or so wide that nothing is seen any more.
inline constexpr double kFlipMinPixelsPerDegree = 1.0;
inline constexpr double kFlipMaxPixelsPerDegree = 600.0;

struct FlipOptions {
    double pixelsPerDegree = kFlipPixelsPerDegree; ///< is held to kFlipMin.. and kFlipMaxPixelsPerDegree
    unsigned threads = 0;                          ///< 0: one for each processor; the result is the same
};

/// LDR-FLIP: for each pixel how strongly a person who flips between the two pictures would see a difference, 0..1.
/// P. Andersson, J. Nilsson, T. Akenine-Moller, M. Oskarsson, K. Astrom, M. D. Fairchild, "FLIP: A Difference Evaluator
/// for Alternating Images", Proc. ACM Comput. Graph. Interact. Tech. 3(2), 2020; constants as in the authors' program
/// (github.com/NVlabs/flip).
///
///     std::vector<float> errors = flipMap(golden, actual);      // width * height, rows from the top
///     FlipStatistics s = flipStatistics(errors);                // s.mean, s.p99 ...
///
/// Alpha is ignored: lay translucent pictures over a background first. Both pictures must have the same size. The same
/// bits with any number of threads, vector width and compiler: every step is an IEEE operation on one pixel, in the
/// order written, and the elementary functions are our own (flip_color.h). Where the pictures agree within the reach of
/// the filters the map is exactly 0, and no work is done.
///
/// Against the plain double-precision version (flip_plain.h) the map differs by less than 1e-4 and the mean by less
/// than 1e-5.
std::vector<float> flipMap(const Image& golden, const Image& actual, const FlipOptions& options = {});

/// The numbers that the reference program prints, and the 99th percentile. All 0 for an empty map.
struct FlipStatistics {
    double mean = 0.0;
    double weightedMedian = 0.0; ///< the error below which lies half of the sum of all errors
    double weightedFirstQuartile = 0.0;
    double weightedThirdQuartile = 0.0;
    double min = 0.0;
    double max = 0.0;
    double p99 = 0.0; ///< 99 % of the pixels have this error or less (nearest rank)
};

/// `count` pixels have been looked at: those in `errors` that do not count (masked) must be 0 and are left out by
/// giving a smaller count; 0 takes errors.size(). Sums run in double, in an order that depends on the errors alone.
/// Errors lie in 0..1.
FlipStatistics flipStatistics(std::span<const float> errors, std::size_t count = 0);

/// The map in the magma palette (S. van der Walt and N. Smith for matplotlib, CC0): black 0, red 0.5, pale yellow 1.
Image magmaImage(int width, int height, std::span<const float> errors);

} // namespace rigproof
