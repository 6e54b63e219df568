#include "render/resolve.h"

#include <cmath>

#include <gtest/gtest.h>

#include "render/srgb.h"

using namespace rigproof;

namespace {

std::uint32_t packed(float r, float g, float b) {
    return rootBits(r) | rootBits(g) << 10 | rootBits(b) << 20;
}

} // namespace

TEST(SrgbTest, GoesThereAndBackForEveryByte) {
    for (int byte = 0; byte < 256; ++byte) {
        const float encoded = static_cast<float>(byte) / 255.0f;
        EXPECT_NEAR(srgbFromLinear(linearFromSrgb(encoded)), encoded, 1e-6f);
    }
    EXPECT_NEAR(linearFromSrgb(0.5f), 0.21404114f, 1e-6f);
}

TEST(ResolveTest, KeepsEveryEncodedColorOfAnEvenPicture) {
    for (int byte = 0; byte < 256; ++byte) {
        const float linear = linearFromSrgb(static_cast<float>(byte) / 255.0f);
        const std::vector<std::uint32_t> big(4, packed(linear, linear, linear));
        Image image(1, 1);
        resolve(big, 2, image);
        EXPECT_EQ(image.pixel(0, 0)[0], byte);
        EXPECT_EQ(image.pixel(0, 0)[3], 255);
    }
}

TEST(ResolveTest, AveragesLightAndNotEncodedValues) {
    // Half black, half white is half the light: 188 of 255, where averaging the bytes would give 128.
    const std::vector<std::uint32_t> big = {packed(0, 0, 0), packed(1, 1, 1), packed(1, 1, 1), packed(0, 0, 0)};
    Image image(1, 1);
    resolve(big, 2, image);
    EXPECT_EQ(image.pixel(0, 0)[1], 188);
}

TEST(ResolveTest, PutsTheLastRowOfSamplesOnTopAndTheChannelsInOrder) {
    for (int n = 1; n <= 4; ++n) {
        Image image(2, 2);
        std::vector<std::uint32_t> big(static_cast<std::size_t>(4 * n * n));
        for (std::size_t i = 0; i < big.size(); ++i) {
            const bool upper = i >= big.size() / 2;
            const bool right = i % static_cast<std::size_t>(2 * n) >= static_cast<std::size_t>(n);
            big[i] = upper ? (right ? packed(1, 0, 0) : packed(0, 1, 0)) : (right ? packed(0, 0, 1) : packed(1, 1, 1));
        }
        resolve(big, n, image);
        const std::vector<std::uint8_t> expected = {0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255};
        EXPECT_EQ(image.rgba, expected) << "supersample " << n;
    }
}
