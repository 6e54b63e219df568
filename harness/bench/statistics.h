#pragma once

#include <span>
#include <vector>

// What can be said about timings, which are never normally distributed: medians, ranks, permutations.

namespace rigproof {

/// The middle value, or the mean of the two in the middle; 0 of nothing.
double median(std::vector<double> values);

/// How much a measurement moves from repetition to repetition: half the distance between its quartiles as a share of
/// the median (0.02: "+- 2 %"). The slow outliers that a shared machine makes hardly move it. 0 of fewer than two.
double noiseOf(std::span<const double> values);

/// Of the test of Mann and Whitney ("On a test of whether one of two random variables is stochastically larger than the
/// other", 1947).
struct RankTest {
    double u = 0.0;      ///< pairs in which the value of `b` is the larger one; ties count one half
    double p = 1.0;      ///< two-sided
    double effect = 0.5; ///< u / (|a| |b|): how often a value of b is above one of a; 0.5: as often as not, 1: always
};

/// Exact for up to kExactRanks values a side without ties; otherwise the normal approximation with the correction for
/// ties and for continuity. No difference (p = 1) when a side is empty.
RankTest mannWhitney(std::span<const double> a, std::span<const double> b);
inline constexpr std::size_t kExactRanks = 30;

/// p-values made larger for having asked many questions at once (Holm, "A simple sequentially rejective multiple test
/// procedure", 1979): comparing with a level afterwards keeps the chance of any false alarm under that level.
std::vector<double> holm(std::span<const double> p);

} // namespace rigproof
