#include "harness/compare/flip_plain.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/math/trigonometry.h"
#include "harness/compare/flip_color.h"
#include "harness/compare/flip_filters.h"

namespace rigproof {
namespace {

using Vector = std::array<double, 3>;
constexpr double kPi = 3.14159265358979323846;

/// One number for each pixel; beyond its edges the nearest one is repeated.
struct Channel {
    int width;
    int height;
    std::vector<double> values;

    Channel(int w, int h) : width(w), height(h), values(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
    double at(int x, int y) const {
        x = std::clamp(x, 0, width - 1);
        y = std::clamp(y, 0, height - 1);
        return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

/// A square of weights, (2 radius + 1)^2 of them.
struct Kernel {
    int radius;
    std::vector<double> weights;

    template <typename F>
    Kernel(int r, F weight) : radius(r) {
        for (int y = -r; y <= r; ++y) {
            for (int x = -r; x <= r; ++x)
                weights.push_back(weight(x, y));
        }
    }
};

Channel filtered(const Channel& in, const Kernel& kernel) {
    Channel out(in.width, in.height);
    std::size_t i = 0;
    for (int y = 0; y < in.height; ++y) {
        for (int x = 0; x < in.width; ++x) {
            double sum = 0.0;
            auto weight = kernel.weights.begin();
            for (int dy = -kernel.radius; dy <= kernel.radius; ++dy) {
                for (int dx = -kernel.radius; dx <= kernel.radius; ++dx)
                    sum += *weight++ * in.at(x + dx, y + dy);
            }
            out.values[i++] = sum;
        }
    }
    return out;
}

Kernel sensitivityKernel(std::initializer_list<flip::CsfTerm> terms, double pixelsPerDegree) {
    Kernel kernel(flip::csfRadius(pixelsPerDegree), [&](int x, int y) {
        const double square = (x * x + y * y) / (pixelsPerDegree * pixelsPerDegree);
        double sum = 0.0;
        for (const flip::CsfTerm& t : terms)
            sum += t.a * std::sqrt(kPi / t.b) * det::exp(-kPi * kPi * square / t.b);
        return sum;
    });
    double total = 0.0;
    for (const double w : kernel.weights)
        total += w;
    for (double& w : kernel.weights)
        w /= total;
    return kernel;
}

enum class Feature { kEdge, kPoint };
enum class Direction { kX, kY };

Kernel featureKernel(Feature feature, Direction direction, double pixelsPerDegree) {
    const double deviation = 0.5 * flip::kFeatureWidth * pixelsPerDegree;
    Kernel kernel(flip::featureRadius(pixelsPerDegree), [&](int x, int y) {
        const double gaussian = det::exp(-(x * x + y * y) / (2.0 * deviation * deviation));
        const double along = direction == Direction::kX ? x : y;
        return feature == Feature::kEdge ? -along * gaussian
                                         : (along * along / (deviation * deviation) - 1.0) * gaussian;
    });
    double positive = 0.0;
    double negative = 0.0;
    for (const double w : kernel.weights)
        (w > 0.0 ? positive : negative) += w;
    for (double& w : kernel.weights)
        w /= w > 0.0 ? positive : -negative;
    return kernel;
}

Vector multiplied(const std::array<Vector, 3>& m, const Vector& v) {
    Vector out{};
    for (std::size_t row = 0; row < 3; ++row)
        out[row] = m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
    return out;
}

Vector labOfLinear(const Vector& rgb) {
    Vector f = multiplied(flip::kXyzFromRgb, rgb);
    for (std::size_t i = 0; i < 3; ++i) {
        const double v = f[i] * flip::kInverseWhite[i];
        f[i] = v > flip::kLabLimit ? det::pow(v, 1.0 / 3.0) : flip::kLabSlope * v + flip::kLabOffset;
    }
    return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

Vector huntAdjusted(const Vector& lab) {
    return {lab[0], 0.01 * lab[0] * lab[1], 0.01 * lab[0] * lab[2]};
}

double hyab(const Vector& p, const Vector& q) {
    const double da = p[1] - q[1];
    const double db = p[2] - q[2];
    return std::fabs(p[0] - q[0]) + std::sqrt(da * da + db * db);
}

/// YCxCz of a picture (paper, equation 2).
std::array<Channel, 3> opponentChannels(const Image& image) {
    std::array<Channel, 3> out{Channel(image.width, image.height), Channel(image.width, image.height),
                               Channel(image.width, image.height)};
    for (std::size_t i = 0; i < out[0].values.size(); ++i) {
        Vector rgb{};
        for (std::size_t c = 0; c < 3; ++c) {
            const double s = image.rgba[i * 4 + c] / 255.0;
            rgb[c] = s <= 0.04045 ? s / 12.92 : det::pow((s + 0.055) / 1.055, 2.4);
        }
        Vector xyz = multiplied(flip::kXyzFromRgb, rgb);
        for (std::size_t c = 0; c < 3; ++c)
            xyz[c] *= flip::kInverseWhite[c];
        out[0].values[i] = 116.0 * xyz[1] - 16.0;
        out[1].values[i] = 500.0 * (xyz[0] - xyz[1]);
        out[2].values[i] = 200.0 * (xyz[1] - xyz[2]);
    }
    return out;
}

struct Perceived {
    std::vector<Vector> color; ///< Hunt-adjusted L*a*b* after filtering
    std::vector<double> edges;
    std::vector<double> points;
};

std::vector<double> featureStrength(const Channel& luminance, Feature feature, double pixelsPerDegree) {
    const Channel x = filtered(luminance, featureKernel(feature, Direction::kX, pixelsPerDegree));
    const Channel y = filtered(luminance, featureKernel(feature, Direction::kY, pixelsPerDegree));
    std::vector<double> out;
    for (std::size_t i = 0; i < x.values.size(); ++i)
        out.push_back(std::sqrt(x.values[i] * x.values[i] + y.values[i] * y.values[i]));
    return out;
}

Perceived perceive(const Image& image, double pixelsPerDegree) {
    const std::array<Channel, 3> opponent = opponentChannels(image);
    const Channel y = filtered(opponent[0], sensitivityKernel({flip::kCsfAchromatic}, pixelsPerDegree));
    const Channel cx = filtered(opponent[1], sensitivityKernel({flip::kCsfRedGreen}, pixelsPerDegree));
    const Channel cz =
        filtered(opponent[2], sensitivityKernel({flip::kCsfBlueYellow[0], flip::kCsfBlueYellow[1]}, pixelsPerDegree));
    Perceived out;
    for (std::size_t i = 0; i < y.values.size(); ++i) {
        const double fy = (y.values[i] + 16.0) / 116.0;
        const Vector xyz{(fy + cx.values[i] / 500.0) * flip::kWhite[0], fy * flip::kWhite[1],
                         (fy - cz.values[i] / 200.0) * flip::kWhite[2]};
        Vector rgb = multiplied(flip::kRgbFromXyz, xyz);
        for (double& v : rgb)
            v = std::clamp(v, 0.0, 1.0);
        out.color.push_back(huntAdjusted(labOfLinear(rgb)));
    }
    Channel luminance = opponent[0];
    for (double& v : luminance.values)
        v = (v + 16.0) / 116.0;
    out.edges = featureStrength(luminance, Feature::kEdge, pixelsPerDegree);
    out.points = featureStrength(luminance, Feature::kPoint, pixelsPerDegree);
    return out;
}

} // namespace

std::vector<double> flipMapPlain(const Image& golden, const Image& actual, const FlipOptions& options) {
    assert(golden.width == actual.width && golden.height == actual.height);
    const double ppd = std::clamp(options.pixelsPerDegree, kFlipMinPixelsPerDegree, kFlipMaxPixelsPerDegree);
    const Perceived p = perceive(golden, ppd);
    const Perceived q = perceive(actual, ppd);

    const double largest =
        det::pow(hyab(huntAdjusted(labOfLinear({0.0, 1.0, 0.0})), huntAdjusted(labOfLinear({0.0, 0.0, 1.0}))),
                 flip::kColorExponent);
    const double knee = flip::kRedistributeAt * largest;
    std::vector<double> errors;
    for (std::size_t i = 0; i < p.color.size(); ++i) {
        const double powered = det::pow(hyab(p.color[i], q.color[i]), flip::kColorExponent);
        const double color = powered < knee ? flip::kRedistributeTo / knee * powered
                                            : flip::kRedistributeTo +
                                                  (powered - knee) / (largest - knee) * (1.0 - flip::kRedistributeTo);
        const double feature = det::pow(
            std::max(std::fabs(p.edges[i] - q.edges[i]), std::fabs(p.points[i] - q.points[i])) / std::sqrt(2.0),
            flip::kFeatureExponent);
        errors.push_back(det::pow(color, 1.0 - feature));
    }
    return errors;
}

} // namespace rigproof
