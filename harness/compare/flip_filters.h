#pragma once

#include <array>
#include <vector>

namespace rigproof::flip {

/// One half of a one-dimensional filter: weights[k] is that of the pixels at distance k, k = 0..radius.
struct HalfFilter {
    std::vector<double> weights;
    int radius() const { return static_cast<int>(weights.size()) - 1; }
};

/// FLIP's filters for a number of pixels per degree, each a product of one-dimensional ones. The three of the contrast
/// sensitivity functions (paper, section 4.1.1) sum to 1 over their square; the blue-yellow one is a sum of two
/// products. Feature filters (section 4.2.1) are a Gaussian and its first and second derivative; the positive weights
/// of a derivative sum to 1 and its negative ones to -1.
struct Filters {
    int reach = 0; ///< the widest radius: pixels farther away than this do not matter
    HalfFilter achromatic;
    HalfFilter redGreen;
    std::array<HalfFilter, 2> blueYellow;
    HalfFilter gaussian;
    HalfFilter firstDerivative; ///< odd: weights[k] is for the pixel before, -weights[k] for the one behind
    HalfFilter secondDerivative;
};

Filters makeFilters(double pixelsPerDegree);

/// The Gaussian terms a sqrt(pi / b) exp(-pi^2 d^2 / b) of a contrast sensitivity function, d in degrees.
struct CsfTerm {
    double a;
    double b;
};
inline constexpr CsfTerm kCsfAchromatic{1.0, 0.0047};
inline constexpr CsfTerm kCsfRedGreen{1.0, 0.0053};
inline constexpr std::array<CsfTerm, 2> kCsfBlueYellow{{{34.1, 0.04}, {13.5, 0.025}}};

/// Width of the feature detector's Gaussian in degrees: twice its standard deviation.
inline constexpr double kFeatureWidth = 0.082;

/// Radii in pixels, three standard deviations as the authors' program has them: of the widest sensitivity function, for
/// all three, and of the feature detector.
int csfRadius(double pixelsPerDegree);
int featureRadius(double pixelsPerDegree);

} // namespace rigproof::flip
