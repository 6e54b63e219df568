#include "harness/compare/flip.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>

#include "core/math/trigonometry.h"
#include "harness/compare/flip_color.h"
#include "harness/compare/flip_filters.h"
#include "harness/compare/flip_kernels.h"
#include "harness/compare/parallel.h"

// The map is made tile by tile, so that all that a tile needs stays in a core's own cache and tiles around which the
// pictures agree are left out. In a tile each picture goes through
//   pixels -> Y, X - Y, Y - Z over white (halo of `reach` on every side, edge pixels repeated)
//          -> filters along x (rows of the tile and of the halo above and below)
//          -> filters along y -> L*a*b* and feature strengths;
// the two then make the error.

namespace rigproof {
namespace {

using flip::Filters;
using flip::HalfFilter;
using flip::Kernels;
using flip::kRowBlock;

constexpr int kTileWidth = 128;
constexpr int kTileHeight = 64;
static_assert(kTileWidth % kRowBlock == 0);

/// A rectangle of floats with its own pitch.
class Plane {
  public:
    Plane(int pitch, int rows)
        : pitch_(pitch), values_(static_cast<std::size_t>(pitch) * static_cast<std::size_t>(rows)) {}
    float* row(int y) { return values_.data() + static_cast<std::ptrdiff_t>(y) * pitch_; }
    int pitch() const { return pitch_; }

  private:
    int pitch_;
    std::vector<float> values_;
};

/// Weights in single precision, as the kernels take them.
struct Taps {
    std::vector<float> w;
    int radius = 0;
    explicit Taps(const HalfFilter& f) : w(f.weights.begin(), f.weights.end()), radius(f.radius()) {}
};

/// sRGB byte to linear light.
const std::array<float, 256>& linearTable() {
    static const std::array<float, 256> table = [] {
        std::array<float, 256> t{};
        for (std::size_t i = 0; i < t.size(); ++i) {
            const double s = static_cast<double>(i) / 255.0;
            t[i] = static_cast<float>(s <= 0.04045 ? s / 12.92 : det::pow((s + 0.055) / 1.055, 2.4));
        }
        return t;
    }();
    return table;
}

/// Constants of the final step; c_max is the HyAB distance of pure green and pure blue (paper, section 4.1.3).
flip::Redistribution makeRedistribution() {
    using Vector = std::array<double, 3>;
    const auto huntLab = [](std::size_t channel) {
        Vector f{};
        for (std::size_t row = 0; row < 3; ++row) {
            const double v = flip::kXyzFromRgb[row][channel] * flip::kInverseWhite[row];
            f[row] = v > flip::kLabLimit ? det::pow(v, 1.0 / 3.0) : flip::kLabSlope * v + flip::kLabOffset;
        }
        const double l = 116.0 * f[1] - 16.0;
        return Vector{l, 0.01 * l * 500.0 * (f[0] - f[1]), 0.01 * l * 200.0 * (f[1] - f[2])};
    };
    const Vector green = huntLab(1);
    const Vector blue = huntLab(2);
    const double da = green[1] - blue[1];
    const double db = green[2] - blue[2];
    const double largest = det::pow(std::fabs(green[0] - blue[0]) + std::sqrt(da * da + db * db), flip::kColorExponent);
    const double knee = flip::kRedistributeAt * largest;
    return {static_cast<float>(knee), static_cast<float>(flip::kRedistributeTo / knee),
            static_cast<float>((1.0 - flip::kRedistributeTo) / (largest - knee))};
}

/// The part of the picture that a tile covers.
struct Tile {
    int x, y, width, height;
};

/// All that is shared by the tiles of one map.
struct Plan {
    explicit Plan(double pixelsPerDegree) : Plan(flip::makeFilters(pixelsPerDegree)) {}
    explicit Plan(const Filters& f)
        : reach(f.reach),
          achromatic(f.achromatic),
          redGreen(f.redGreen),
          blueYellow1(f.blueYellow[0]),
          blueYellow2(f.blueYellow[1]),
          gaussian(f.gaussian),
          first(f.firstDerivative),
          second(f.secondDerivative) {}

    int reach;
    Taps achromatic, redGreen, blueYellow1, blueYellow2, gaussian, first, second;
    flip::Redistribution redistribution = makeRedistribution();
    Kernels kernels = flip::bestKernels();
};

/// One thread's buffers; about 1 MB at 67 pixels per degree.
class TileWorker {
  public:
    explicit TileWorker(const Plan& plan)
        : plan_(plan),
          sourcePitch_(kTileWidth + 2 * plan.reach + kRowBlock),
          rows_(kTileHeight + 2 * plan.reach),
          perceived_{Perceived(), Perceived()} {}

    void run(const Image& golden, const Image& actual, const Tile& tile, std::vector<float>& map) {
        perceivePicture(golden, tile, perceived_[0]);
        perceivePicture(actual, tile, perceived_[1]);
        std::array<float, kTileWidth> errors{};
        for (int y = 0; y < tile.height; ++y) {
            plan_.kernels.combine(perceived_[0].row(y), perceived_[1].row(y), plan_.redistribution, errors.data(),
                                  kTileWidth);
            const auto at = static_cast<std::size_t>(tile.y + y) * static_cast<std::size_t>(golden.width) +
                            static_cast<std::size_t>(tile.x);
            std::copy_n(errors.data(), tile.width, map.data() + at);
        }
    }

  private:
    struct Perceived {
        Plane lightness{kTileWidth, kTileHeight}, a{kTileWidth, kTileHeight}, b{kTileWidth, kTileHeight};
        Plane edge{kTileWidth, kTileHeight}, point{kTileWidth, kTileHeight};
        flip::PerceivedRow row(int y) { return {lightness.row(y), a.row(y), b.row(y), edge.row(y), point.row(y)}; }
    };

    void loadPixels(const Image& image, const Tile& tile) {
        constexpr auto kEntry = [](std::size_t row, std::size_t column) {
            return static_cast<float>(flip::kXyzFromRgb[row][column] * flip::kInverseWhite[row]);
        };
        const std::array<float, 256>& linear = linearTable();
        for (int r = 0; r < tile.height + 2 * plan_.reach; ++r) {
            const int y = std::clamp(tile.y + r - plan_.reach, 0, image.height - 1);
            const std::uint8_t* pixels = image.pixel(0, y);
            float* toY = y_.row(r);
            float* toX = x_.row(r);
            float* toZ = z_.row(r);
            for (int c = 0; c < tile.width + 2 * plan_.reach; ++c) {
                const std::uint8_t* p = pixels + std::clamp(tile.x + c - plan_.reach, 0, image.width - 1) * 4;
                const float red = linear[p[0]];
                const float green = linear[p[1]];
                const float blue = linear[p[2]];
                const float x = kEntry(0, 0) * red + kEntry(0, 1) * green + kEntry(0, 2) * blue;
                const float luminance = kEntry(1, 0) * red + kEntry(1, 1) * green + kEntry(1, 2) * blue;
                const float z = kEntry(2, 0) * red + kEntry(2, 1) * green + kEntry(2, 2) * blue;
                toY[c] = luminance;
                toX[c] = x - luminance;
                toZ[c] = luminance - z;
            }
        }
    }

    void perceivePicture(const Image& image, const Tile& tile, Perceived& out) {
        loadPixels(image, tile);
        const Kernels& k = plan_.kernels;
        const auto along = [&](auto kernel, Plane& in, const Taps& taps, Plane& to, int r) {
            kernel(in.row(r) + plan_.reach, 1, taps.w.data(), taps.radius, to.row(r), kTileWidth);
        };
        for (int r = 0; r < tile.height + 2 * plan_.reach; ++r) {
            along(k.even, y_, plan_.achromatic, achromatic_, r);
            along(k.even, x_, plan_.redGreen, redGreen_, r);
            along(k.even, z_, plan_.blueYellow1, blueYellow1_, r);
            along(k.even, z_, plan_.blueYellow2, blueYellow2_, r);
            along(k.even, y_, plan_.gaussian, gaussian_, r);
            along(k.odd, y_, plan_.first, first_, r);
            along(k.even, y_, plan_.second, second_, r);
        }
        std::array<std::array<float, kTileWidth>, 8> rows{};
        for (int y = 0; y < tile.height; ++y) {
            std::size_t next = 0;
            const auto down = [&](auto kernel, Plane& in, const Taps& taps) {
                float* to = rows[next++].data();
                kernel(in.row(y + plan_.reach), in.pitch(), taps.w.data(), taps.radius, to, kTileWidth);
                return static_cast<const float*>(to);
            };
            const flip::FilteredRow filtered{.y = down(k.even, achromatic_, plan_.achromatic),
                                             .x = down(k.even, redGreen_, plan_.redGreen),
                                             .z1 = down(k.even, blueYellow1_, plan_.blueYellow1),
                                             .z2 = down(k.even, blueYellow2_, plan_.blueYellow2),
                                             .edgeX = down(k.even, first_, plan_.gaussian),
                                             .edgeY = down(k.odd, gaussian_, plan_.first),
                                             .pointX = down(k.even, second_, plan_.gaussian),
                                             .pointY = down(k.even, gaussian_, plan_.second)};
            k.perceive(filtered, out.row(y), kTileWidth);
        }
    }

    const Plan& plan_;
    int sourcePitch_;
    int rows_;
    Plane y_{sourcePitch_, rows_}, x_{sourcePitch_, rows_}, z_{sourcePitch_, rows_};
    Plane achromatic_{kTileWidth, rows_}, redGreen_{kTileWidth, rows_};
    Plane blueYellow1_{kTileWidth, rows_}, blueYellow2_{kTileWidth, rows_};
    Plane gaussian_{kTileWidth, rows_}, first_{kTileWidth, rows_}, second_{kTileWidth, rows_};
    std::array<Perceived, 2> perceived_;
};

/// Whether the pictures hold the same bytes all around the tile, as far as the filters see.
bool sameAround(const Image& golden, const Image& actual, const Tile& tile, int reach) {
    const int left = std::max(tile.x - reach, 0);
    const int right = std::min(tile.x + tile.width + reach, golden.width);
    const int bottom = std::min(tile.y + tile.height + reach, golden.height);
    for (int y = std::max(tile.y - reach, 0); y < bottom; ++y) {
        if (std::memcmp(golden.pixel(left, y), actual.pixel(left, y), static_cast<std::size_t>(right - left) * 4) != 0)
            return false;
    }
    return true;
}

} // namespace

std::vector<float> flipMap(const Image& golden, const Image& actual, const FlipOptions& options) {
    assert(golden.width == actual.width && golden.height == actual.height);
    const auto width = static_cast<std::size_t>(golden.width);
    std::vector<float> map(width * static_cast<std::size_t>(golden.height));
    const Plan plan(std::clamp(options.pixelsPerDegree, kFlipMinPixelsPerDegree, kFlipMaxPixelsPerDegree));

    std::vector<Tile> tiles;
    for (int y = 0; y < golden.height; y += kTileHeight) {
        for (int x = 0; x < golden.width; x += kTileWidth) {
            const Tile tile{x, y, std::min(kTileWidth, golden.width - x), std::min(kTileHeight, golden.height - y)};
            if (!sameAround(golden, actual, tile, plan.reach)) tiles.push_back(tile);
        }
    }
    // Each thread makes its buffers once and takes tiles as long as there are any.
    std::atomic<std::size_t> next{0};
    const std::size_t workers = std::min<std::size_t>(threadCount(options.threads), tiles.size());
    parallelFor(workers, options.threads, [&](std::size_t) {
        TileWorker worker(plan);
        for (std::size_t i = next++; i < tiles.size(); i = next++)
            worker.run(golden, actual, tiles[i], map);
    });
    return map;
}

} // namespace rigproof
