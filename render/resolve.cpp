#include "render/resolve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "render/srgb.h"

namespace rigproof {

namespace {

constexpr std::uint32_t kRootMax = 1023;
constexpr std::uint32_t kLinearMax = kRootMax * kRootMax; // just under 2^20
constexpr std::uint32_t kTableShift = 4;                  // 2^16 entries: still 20 of them for the darkest sRGB step

/// Linear light (0..kLinearMax, shifted) -> sRGB byte.
const std::vector<std::uint8_t>& srgbTable() {
    static const std::vector<std::uint8_t> table = [] {
        std::vector<std::uint8_t> t((kLinearMax >> kTableShift) + 1);
        // Each entry stands for the middle of the values that fall on it. The curve only rises, so the bytes are filled
        // from their thresholds: 256 inverse curves instead of 65,536.
        std::size_t next = 0;
        for (int byte = 0; byte < 256; ++byte) {
            const float limit = byte == 255 ? 2.0f : linearFromSrgb((static_cast<float>(byte) + 0.5f) / 255.0f);
            while (next < t.size()) {
                const float middle = (static_cast<float>(next) + 0.5f) * static_cast<float>(1u << kTableShift) /
                                     static_cast<float>(kLinearMax);
                if (middle >= limit) break;
                t[next++] = static_cast<std::uint8_t>(byte);
            }
        }
        return t;
    }();
    return table;
}

template <int N>
void resolveRows(const std::uint32_t* big, Image& image) {
    const auto width = static_cast<std::size_t>(image.width);
    const std::size_t stride = width * N;
    constexpr std::uint32_t kSamples = N * N;
    const std::uint8_t* table = srgbTable().data();
    for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
        const std::uint32_t* rows = big + (static_cast<std::size_t>(image.height) - 1 - y) * N * stride;
        std::uint8_t* out = image.rgba.data() + y * width * 4;
        for (std::size_t x = 0; x < width; ++x, out += 4) {
            std::uint32_t r = 0, g = 0, b = 0;
            for (std::size_t j = 0; j < N; ++j) {
                const std::uint32_t* sample = rows + j * stride + x * N;
                for (std::size_t i = 0; i < N; ++i) {
                    const std::uint32_t s = sample[i];
                    const std::uint32_t sr = s & kRootMax, sg = s >> 10 & kRootMax, sb = s >> 20 & kRootMax;
                    r += sr * sr;
                    g += sg * sg;
                    b += sb * sb;
                }
            }
            out[0] = table[r / kSamples >> kTableShift];
            out[1] = table[g / kSamples >> kTableShift];
            out[2] = table[b / kSamples >> kTableShift];
            out[3] = 255;
        }
    }
}

} // namespace

std::uint32_t rootBits(float linear) {
    return static_cast<std::uint32_t>(std::sqrt(std::clamp(linear, 0.0f, 1.0f)) * static_cast<float>(kRootMax) + 0.5f);
}

void resolve(std::span<const std::uint32_t> big, int supersample, Image& image) {
    assert(big.size() == image.rgba.size() / 4 * static_cast<std::size_t>(supersample * supersample));
    switch (supersample) {
        case 1:
            return resolveRows<1>(big.data(), image);
        case 2:
            return resolveRows<2>(big.data(), image);
        case 3:
            return resolveRows<3>(big.data(), image);
        default:
            return resolveRows<4>(big.data(), image);
    }
}

} // namespace rigproof
