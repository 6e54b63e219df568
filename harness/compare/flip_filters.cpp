#include "harness/compare/flip_filters.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/trigonometry.h"

namespace rigproof::flip {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kPiSquared = kPi * kPi;

/// Weights below this share of the whole cannot move a result by a tenth of an 8-bit step; the narrow sensitivity
/// functions are cut there instead of at the widest one's radius.
constexpr double kNegligible = 1e-8;

double fullSum(const std::vector<double>& half) {
    double sum = half[0];
    for (std::size_t k = 1; k < half.size(); ++k)
        sum += 2.0 * half[k];
    return sum;
}

void scale(std::vector<double>& weights, double factor) {
    for (double& w : weights)
        w *= factor;
}

void cutTail(std::vector<double>& half) {
    const double least = fullSum(half) * kNegligible;
    while (half.size() > 1 && half.back() < least)
        half.pop_back();
}

/// exp(-pi^2 d^2 / b) at 0, 1, ... pixels.
std::vector<double> csfProfile(double b, int radius, double pixelsPerDegree) {
    std::vector<double> half;
    for (int k = 0; k <= radius; ++k) {
        const double degrees = k / pixelsPerDegree;
        half.push_back(det::exp(-kPiSquared * degrees * degrees / b));
    }
    return half;
}

HalfFilter singleGaussian(const CsfTerm& term, int radius, double pixelsPerDegree) {
    std::vector<double> half = csfProfile(term.b, radius, pixelsPerDegree);
    cutTail(half);
    scale(half, 1.0 / fullSum(half));
    return {std::move(half)};
}

} // namespace

int csfRadius(double pixelsPerDegree) {
    const double widest = std::max({kCsfAchromatic.b, kCsfRedGreen.b, kCsfBlueYellow[0].b, kCsfBlueYellow[1].b});
    return static_cast<int>(std::ceil(3.0 * std::sqrt(widest / (2.0 * kPiSquared)) * pixelsPerDegree));
}

int featureRadius(double pixelsPerDegree) {
    return static_cast<int>(std::ceil(3.0 * 0.5 * kFeatureWidth * pixelsPerDegree));
}

Filters makeFilters(double pixelsPerDegree) {
    Filters f;
    const int radius = csfRadius(pixelsPerDegree);
    f.achromatic = singleGaussian(kCsfAchromatic, radius, pixelsPerDegree);
    f.redGreen = singleGaussian(kCsfRedGreen, radius, pixelsPerDegree);

    // Sum of two products: each term gets the square root of its share, so that the product of two gets the share.
    std::array<double, 2> share{};
    double total = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
        const CsfTerm& term = kCsfBlueYellow[i];
        f.blueYellow[i].weights = csfProfile(term.b, radius, pixelsPerDegree);
        const double sum = fullSum(f.blueYellow[i].weights);
        share[i] = term.a * std::sqrt(kPi / term.b);
        total += share[i] * sum * sum;
    }
    for (std::size_t i = 0; i < 2; ++i)
        scale(f.blueYellow[i].weights, std::sqrt(share[i] / total));

    const double deviation = 0.5 * kFeatureWidth * pixelsPerDegree;
    std::vector<double> g, d1, d2;
    double positive1 = 0.0;
    double positive2 = 0.0;
    double negative2 = 0.0;
    for (int k = 0; k <= featureRadius(pixelsPerDegree); ++k) {
        const double square = static_cast<double>(k) * k;
        g.push_back(det::exp(-square / (2.0 * deviation * deviation)));
        d1.push_back(k * g.back());
        d2.push_back((square / (deviation * deviation) - 1.0) * g.back());
        positive1 += d1.back();
        (d2.back() > 0.0 ? positive2 : negative2) += (k == 0 ? 1.0 : 2.0) * d2.back();
    }
    scale(g, 1.0 / fullSum(g));
    scale(d1, 1.0 / positive1);
    for (double& w : d2)
        w /= w > 0.0 ? positive2 : -negative2;
    f.gaussian.weights = std::move(g);
    f.firstDerivative.weights = std::move(d1);
    f.secondDerivative.weights = std::move(d2);
    f.reach = std::max(radius, featureRadius(pixelsPerDegree));
    return f;
}

} // namespace rigproof::flip
