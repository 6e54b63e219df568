#include "render/overlay.h"

#include <limits>

#include <gtest/gtest.h>

using namespace rigproof;

namespace {

Overlay rect(vec2 min, vec2 max, float opacity = 1.0f, float corner = 0.0f) {
    Overlay overlay{.kind = Overlay::Kind::kRect};
    overlay.rect = {.min = min, .max = max, .opacity = opacity, .cornerRadius = corner};
    return overlay;
}

Image drawn(const std::vector<Overlay>& overlays, int width = 40, int height = 30) {
    Image image(width, height);
    drawOverlays(overlays, image);
    return image;
}

int inkOf(const Image& image) {
    int ink = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        ink += image.rgba[i];
    return ink;
}

} // namespace

TEST(OverlayTest, CoversWholePixelsWhollyAndHalfPixelsByHalf) {
    const Image image = drawn({rect({10.0f, 10.0f}, {20.5f, 20.0f})});
    EXPECT_EQ(image.pixel(10, 10)[0], 255);
    EXPECT_EQ(image.pixel(9, 10)[0], 0);
    EXPECT_EQ(image.pixel(20, 15)[0], 128);
    EXPECT_EQ(image.pixel(21, 15)[0], 0);
}

TEST(OverlayTest, RoundsCornersAndLeavesTheEdgesStraight) {
    const Image image = drawn({rect({5.0f, 5.0f}, {35.0f, 25.0f}, 1.0f, 8.0f)});
    EXPECT_EQ(image.pixel(5, 5)[0], 0);
    EXPECT_EQ(image.pixel(5, 15)[0], 255);
    EXPECT_EQ(image.pixel(20, 5)[0], 255);
    EXPECT_EQ(image.pixel(34, 24)[0], 0);
    // The area that the four corners lack: (4 - pi) r^2.
    EXPECT_NEAR(inkOf(image) / 255.0, 30.0 * 20.0 - 0.8584 * 64.0, 1.5);
}

TEST(OverlayTest, MixesEncodedValuesByOpacityInTheOrderGiven) {
    const Image image = drawn({rect({0.0f, 0.0f}, {40.0f, 30.0f}, 0.5f), rect({0.0f, 0.0f}, {40.0f, 30.0f}, 0.5f)});
    EXPECT_EQ(image.pixel(3, 3)[0], 192);
}

TEST(OverlayTest, DrawsTranslucentTextWithoutDarkerCrossings) {
    Overlay overlay{.kind = Overlay::Kind::kText};
    overlay.text = {.text = "x+#", .position = {4.0f, 26.0f}, .size = 20.0f, .opacity = 0.5f};
    const Image image = drawn({overlay}, 80, 40);
    int most = 0;
    for (const std::uint8_t value : image.rgba)
        most = std::max<int>(most, value);
    EXPECT_EQ(most, 128);
    EXPECT_GT(inkOf(image), 5000);
}

TEST(OverlayTest, AlignsTextByItsInk) {
    for (const auto align : {OverlayText::Align::kLeft, OverlayText::Align::kCenter, OverlayText::Align::kRight}) {
        Overlay overlay{.kind = Overlay::Kind::kText};
        overlay.text = {.text = "HnH", .position = {100.0f, 30.0f}, .size = 20.0f, .align = align};
        const Image image = drawn({overlay}, 200, 40);
        int first = 200, last = -1;
        for (int x = 0; x < 200; ++x) {
            if (image.pixel(x, 20)[0] < 64) continue;
            first = std::min(first, x);
            last = std::max(last, x + 1);
        }
        const int anchor = align == OverlayText::Align::kLeft    ? first
                           : align == OverlayText::Align::kRight ? last
                                                                 : (first + last) / 2;
        EXPECT_NEAR(anchor, 100, 1);
    }
}

TEST(OverlayTest, EnlargesImagesByNearestPixels) {
    Overlay overlay{.kind = Overlay::Kind::kImage};
    overlay.image = {.min = {4.0f, 4.0f},
                     .max = {24.0f, 14.0f},
                     .width = 2,
                     .height = 1,
                     .rgba = {10, 20, 30, 255, 200, 210, 220, 255}};
    const Image image = drawn({overlay});
    EXPECT_EQ(image.pixel(13, 4)[1], 20);
    EXPECT_EQ(image.pixel(14, 13)[1], 210);
    EXPECT_EQ(image.pixel(24, 9)[1], 0);
}

TEST(OverlayTest, DrawsNothingOutsideThePicture) {
    Overlay text{.kind = Overlay::Kind::kText};
    text.text = {.text = "far away", .position = {-500.0f, 9000.0f}, .size = 60.0f};
    Overlay image{.kind = Overlay::Kind::kImage};
    image.image = {
        .min = {-10.0f, -10.0f}, .max = {-2.0f, -2.0f}, .width = 1, .height = 1, .rgba = {255, 255, 255, 255}};
    EXPECT_EQ(inkOf(drawn({text, image, rect({-90.0f, -90.0f}, {-1.0f, -1.0f}), rect({50.0f, 0.0f}, {90.0f, 9.0f})})),
              0);
    EXPECT_EQ(drawn({rect({-1e9f, -1e9f}, {1e9f, 1e9f})}).pixel(0, 0)[0], 255);
}
