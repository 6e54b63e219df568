#include "harness/compare/yiq.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>

#include "harness/compare/parallel.h"

namespace rigproof {
namespace {

// All sums are in double and in pixelmatch's order: a pixel that lies on the threshold must fall on the same side.

/// A colour difference, with translucent colours laid over the background first.
struct Delta {
    double r = 0.0;
    double g = 0.0;
    double b = 0.0;
};

/// The grey that pixelmatch's background shows at a byte offset: two tones, 48 and 207, in patterns that differ by
/// channel (periods of 1, the golden ratio, and its square).
Delta backgroundAt(std::size_t offset, bool checkerboard) {
    if (!checkerboard) return {255.0, 255.0, 255.0};
    constexpr double kGolden = 1.618033988749895;
    constexpr double kGoldenSquared = 2.618033988749895;
    const auto k = static_cast<double>(offset);
    const auto tone = [](std::size_t n) { return 48.0 + 159.0 * static_cast<double>(n % 2); };
    return {tone(offset), tone(static_cast<std::size_t>(k / kGolden)),
            tone(static_cast<std::size_t>(k / kGoldenSquared))};
}

Delta colorDifference(const std::uint8_t* a, const std::uint8_t* b, std::size_t offset, bool checkerboard) {
    const double alphaA = a[3];
    const double alphaB = b[3];
    if (a[3] == 255 && b[3] == 255) {
        return {static_cast<double>(a[0] - b[0]), static_cast<double>(a[1] - b[1]), static_cast<double>(a[2] - b[2])};
    }
    const Delta background = backgroundAt(offset, checkerboard);
    const double alphaDifference = alphaA - alphaB;
    return {(a[0] * alphaA - b[0] * alphaB - background.r * alphaDifference) / 255.0,
            (a[1] * alphaA - b[1] * alphaB - background.g * alphaDifference) / 255.0,
            (a[2] * alphaA - b[2] * alphaB - background.b * alphaDifference) / 255.0};
}

constexpr double kLumaRed = 0.29889531;
constexpr double kLumaGreen = 0.58662247;
constexpr double kLumaBlue = 0.11448223;

double brightness(const Delta& d) {
    return d.r * kLumaRed + d.g * kLumaGreen + d.b * kLumaBlue;
}

/// The three products of brightness() for every difference of two bytes, which converting and multiplying would cost
/// most of the detector's time; the same doubles.
struct BrightnessProducts {
    static constexpr int kMost = 255;
    std::array<Delta, 2 * kMost + 1> of{};
    constexpr BrightnessProducts() {
        for (int d = -kMost; d <= kMost; ++d)
            of[static_cast<std::size_t>(d + kMost)] = {d * kLumaRed, d * kLumaGreen, d * kLumaBlue};
    }
};
constexpr BrightnessProducts kProducts;

double opaqueBrightnessDifference(const std::uint8_t* a, const std::uint8_t* b) {
    const auto product = [a, b](std::size_t c) -> const Delta& {
        return kProducts.of[static_cast<std::size_t>(a[c] - b[c] + BrightnessProducts::kMost)];
    };
    return product(0).r + product(1).g + product(2).b;
}

std::uint32_t packed(const std::uint8_t* rgba) {
    std::uint32_t value = 0;
    std::memcpy(&value, rgba, 4);
    return value;
}

/// The up to nine pixels around (x, y) that exist.
struct Neighbourhood {
    Neighbourhood(const Image& image, int x, int y)
        : x0(std::max(x - 1, 0)),
          y0(std::max(y - 1, 0)),
          x2(std::min(x + 1, image.width - 1)),
          y2(std::min(y + 1, image.height - 1)),
          // The outside of the picture counts as one neighbour like the pixel itself.
          outside(x == x0 || x == x2 || y == y0 || y == y2 ? 1 : 0) {}
    int x0, y0, x2, y2;
    int outside;
};

constexpr int kManySiblings = 3;

bool hasManySiblings(const Image& image, int x, int y) {
    const Neighbourhood n(image, x, y);
    const std::uint32_t center = packed(image.pixel(x, y));
    int equal = n.outside;
    for (int ny = n.y0; ny <= n.y2; ++ny) {
        for (int nx = n.x0; nx <= n.x2; ++nx) {
            if (nx == x && ny == y) continue;
            if (packed(image.pixel(nx, ny)) == center && ++equal >= kManySiblings) return true;
        }
    }
    return false;
}

/// Whether the pixel lies between a darker and a brighter one of which one belongs to a flat area in both pictures.
bool looksAntiAliased(const Image& image, const Image& other, int x, int y, bool checkerboard) {
    const Neighbourhood n(image, x, y);
    const std::uint8_t* center = image.pixel(x, y);
    const auto offset = static_cast<std::size_t>(center - image.rgba.data());
    int equal = n.outside;
    double darkest = 0.0;
    double brightest = 0.0;
    int darkX = 0, darkY = 0, brightX = 0, brightY = 0;
    // Column by column, as pixelmatch goes: of equal extremes the first one met is kept.
    for (int nx = n.x0; nx <= n.x2; ++nx) {
        for (int ny = n.y0; ny <= n.y2; ++ny) {
            if (nx == x && ny == y) continue;
            const std::uint8_t* neighbour = image.pixel(nx, ny);
            const double delta = center[3] == 255 && neighbour[3] == 255
                                     ? opaqueBrightnessDifference(center, neighbour)
                                     : brightness(colorDifference(center, neighbour, offset, checkerboard));
            if (delta == 0.0) {
                if (++equal >= kManySiblings) return false;
            } else if (delta < darkest) {
                darkest = delta;
                darkX = nx;
                darkY = ny;
            } else if (delta > brightest) {
                brightest = delta;
                brightX = nx;
                brightY = ny;
            }
        }
    }
    if (darkest == 0.0 || brightest == 0.0) return false;
    return (hasManySiblings(image, darkX, darkY) && hasManySiblings(other, darkX, darkY)) ||
           (hasManySiblings(image, brightX, brightY) && hasManySiblings(other, brightX, brightY));
}

struct Counts {
    std::int64_t pixels = 0;
    std::int64_t antiAliased = 0;
};

Counts compareRow(const Image& golden, const Image& actual, int y, const YiqOptions& options, std::uint8_t* over) {
    const double limit = kYiqRange * options.threshold * options.threshold;
    const std::uint8_t* a = golden.pixel(0, y);
    const std::uint8_t* b = actual.pixel(0, y);
    const auto rowOffset = static_cast<std::size_t>(a - golden.rgba.data());
    Counts counts;
    for (int x = 0; x < golden.width; ++x) {
        const std::size_t at = static_cast<std::size_t>(x) * 4;
        if (packed(a + at) == packed(b + at)) continue;
        if (!(yiqDistance(a + at, b + at, rowOffset + at, options.checkerboard) > limit)) continue;
        const bool antiAliased =
            !options.includeAntiAliased && (looksAntiAliased(golden, actual, x, y, options.checkerboard) ||
                                            looksAntiAliased(actual, golden, x, y, options.checkerboard));
        over[x] = antiAliased ? 2 : 1;
        ++(antiAliased ? counts.antiAliased : counts.pixels);
    }
    return counts;
}

constexpr int kRowsPerBand = 32;

} // namespace

double yiqDistance(const std::uint8_t* a, const std::uint8_t* b, std::size_t offset, bool checkerboard) {
    const Delta d = colorDifference(a, b, offset, checkerboard);
    const double y = brightness(d);
    const double i = d.r * 0.59597799 - d.g * 0.27417610 - d.b * 0.32180189;
    const double q = d.r * 0.21147017 - d.g * 0.52261711 + d.b * 0.31114694;
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

YiqDifference compareYiq(const Image& golden, const Image& actual, const YiqOptions& options, unsigned threads) {
    assert(golden.width == actual.width && golden.height == actual.height);
    YiqDifference result;
    if (golden.rgba == actual.rgba) return result;
    const auto width = static_cast<std::size_t>(golden.width);
    result.over.resize(width * static_cast<std::size_t>(golden.height));

    const int bands = (golden.height + kRowsPerBand - 1) / kRowsPerBand;
    std::vector<Counts> byBand(static_cast<std::size_t>(bands));
    parallelFor(byBand.size(), threads, [&](std::size_t band) {
        const int first = static_cast<int>(band) * kRowsPerBand;
        Counts sum;
        for (int y = first; y < std::min(first + kRowsPerBand, golden.height); ++y) {
            if (std::memcmp(golden.pixel(0, y), actual.pixel(0, y), width * 4) == 0) continue;
            const Counts row =
                compareRow(golden, actual, y, options, &result.over[static_cast<std::size_t>(y) * width]);
            sum.pixels += row.pixels;
            sum.antiAliased += row.antiAliased;
        }
        byBand[band] = sum;
    });
    for (const Counts& c : byBand) {
        result.pixels += c.pixels;
        result.antiAliased += c.antiAliased;
    }
    return result;
}

} // namespace rigproof
