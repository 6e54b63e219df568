#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Where a series of measurements, one a commit, changed for good. E-divisive: Matteson and James, "A nonparametric
// approach for multiple change point analysis of multivariate data" (2014); used on benchmark series of commits first
// by Daly et al., "The use of change point detection to identify software performance regressions in a continuous
// integration system" (2020). Nothing is assumed of how the values are distributed.

namespace rigproof {

struct ChangePointOptions {
    double level = 0.01;           ///< chance of a false alarm in one look at a steady series
    int permutations = 199;        ///< 1 / (permutations + 1) is the smallest p there can be
    std::size_t fewest = 4;        ///< values between two changes; what lasts for less is a spike
    double smallestShift = 0.05;   ///< of the medians, as a share of the one before; smaller changes are left out
    std::size_t mostValues = 300;  ///< only so many of the newest are looked at: the cost grows with the square
    std::uint32_t seed = 20140101; ///< of the permutations
};

struct ChangePoint {
    std::size_t at = 0;  ///< index of the first value of the new level
    double before = 0.0; ///< median of the values since the change before
    double after = 0.0;  ///< median of the values up to the next change
    double p = 1.0;      ///< of the permutation test

    double ratio() const { return before == 0.0 ? 1.0 : after / before; }
};

/// In order of `at`. The same series and options give the same answer always. Values that stand out alone, or up to
/// three in a row, are taken for what their neighbours are: a burst on a busy machine is no change.
std::vector<ChangePoint> changePoints(std::span<const double> series, const ChangePointOptions& options = {});

/// The series with its spikes replaced, as changePoints() sees it: a value farther from the median of the (up to)
/// seven values around it than six times their median deviation (and than 1 % of the median).
std::vector<double> withoutSpikes(std::span<const double> series);

} // namespace rigproof
