#include "harness/compare/exact.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

namespace rigproof {

ExactDifference compareExact(const Image& golden, const Image& actual) {
    assert(golden.width == actual.width && golden.height == actual.height);
    ExactDifference result;
    const auto width = static_cast<std::size_t>(golden.width);
    const auto height = static_cast<std::size_t>(golden.height);
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* a = golden.rgba.data() + y * width * 4;
        const std::uint8_t* b = actual.rgba.data() + y * width * 4;
        if (std::memcmp(a, b, width * 4) == 0) continue;
        if (result.over.empty()) result.over.resize(width * height);
        std::uint8_t* over = &result.over[y * width];
        for (std::size_t x = 0; x < width; ++x, a += 4, b += 4) {
            if (std::memcmp(a, b, 4) == 0) continue;
            over[x] = 1;
            ++result.pixels;
            for (int c = 0; c < 4; ++c) {
                result.largestChannel = std::max(result.largestChannel, std::abs(a[c] - b[c]));
            }
        }
    }
    return result;
}

} // namespace rigproof
