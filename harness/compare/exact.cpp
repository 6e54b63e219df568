#include "harness/compare/exact.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "harness/compare/parallel.h"

namespace rigproof {
namespace {

constexpr std::size_t kRowsPerBand = 64;

void compareRow(const std::uint8_t* a, const std::uint8_t* b, std::size_t pixels, ExactDifference& sum) {
    // Whole numbers without branches: compilers make vectors of both loops.
    int largest = 0;
    for (std::size_t i = 0; i < pixels * 4; ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    std::uint32_t different = 0;
    for (std::size_t x = 0; x < pixels; ++x) {
        std::uint32_t p = 0;
        std::uint32_t q = 0;
        std::memcpy(&p, a + 4 * x, 4);
        std::memcpy(&q, b + 4 * x, 4);
        different += p != q ? 1u : 0u;
    }
    sum.pixels += different;
    sum.largestChannel = std::max(sum.largestChannel, largest);
}

} // namespace

ExactDifference compareExact(const Image& golden, const Image& actual, unsigned threads) {
    assert(golden.width == actual.width && golden.height == actual.height);
    const auto width = static_cast<std::size_t>(golden.width);
    const auto height = static_cast<std::size_t>(golden.height);
    std::vector<ExactDifference> bands((height + kRowsPerBand - 1) / kRowsPerBand);
    parallelFor(bands.size(), threads, [&](std::size_t band) {
        ExactDifference sum;
        for (std::size_t y = band * kRowsPerBand; y < std::min((band + 1) * kRowsPerBand, height); ++y) {
            const std::uint8_t* a = golden.rgba.data() + y * width * 4;
            const std::uint8_t* b = actual.rgba.data() + y * width * 4;
            if (std::memcmp(a, b, width * 4) != 0) compareRow(a, b, width, sum);
        }
        bands[band] = sum;
    });
    ExactDifference result;
    for (const ExactDifference& band : bands) {
        result.pixels += band.pixels;
        result.largestChannel = std::max(result.largestChannel, band.largestChannel);
    }
    return result;
}

} // namespace rigproof
