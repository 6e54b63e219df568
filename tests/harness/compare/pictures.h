#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "render/image.h"

// Pictures made in code for the comparer's tests: integers only, so that they are the same bytes everywhere and could
// be handed to other programs (see yiq_test.cpp).

namespace rigproof::test {

struct Color {
    int r = 0, g = 0, b = 0, a = 255;
};

inline void put(Image& image, int x, int y, const Color& c) {
    if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
    std::uint8_t* p = image.pixel(x, y);
    const std::array<int, 4> values{c.r, c.g, c.b, c.a};
    for (std::size_t i = 0; i < 4; ++i)
        p[i] = static_cast<std::uint8_t>(std::clamp(values[i], 0, 255));
}

inline Color get(const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixel(x, y);
    return {p[0], p[1], p[2], p[3]};
}

inline Image filled(int width, int height, const Color& c) {
    Image image(width, height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            put(image, x, y, c);
    }
    return image;
}

inline void fillRect(Image& image, int left, int top, int width, int height, const Color& c) {
    for (int y = top; y < top + height; ++y) {
        for (int x = left; x < left + width; ++x)
            put(image, x, y, c);
    }
}

/// Adds to red, green and blue.
inline void shift(Image& image, int left, int top, int width, int height, int by) {
    for (int y = top; y < top + height; ++y) {
        for (int x = left; x < left + width; ++x) {
            const Color c = get(image, x, y);
            put(image, x, y, {c.r + by, c.g + by, c.b + by, c.a});
        }
    }
}

/// A disc with edges smoothed by 4 x 4 samples a pixel; centre and radius in quarters of a pixel.
inline void fillDisc(Image& image, int centerX, int centerY, int radius, const Color& c) {
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            int inside = 0;
            for (int s = 0; s < 16; ++s) {
                const int dx = 2 * (4 * x + s % 4) + 1 - 2 * centerX;
                const int dy = 2 * (4 * y + s / 4) + 1 - 2 * centerY;
                if (dx * dx + dy * dy <= 4 * radius * radius) ++inside;
            }
            if (inside == 0) continue;
            const Color under = get(image, x, y);
            const auto mix = [inside](int from, int to) { return (from * (16 - inside) + to * inside + 8) / 16; };
            put(image, x, y, {mix(under.r, c.r), mix(under.g, c.g), mix(under.b, c.b), mix(under.a, c.a)});
        }
    }
}

/// A circle one pixel wide: of every pixel whose distance from the centre rounds to the radius.
inline void drawRing(Image& image, int centerX, int centerY, int radius, const Color& c) {
    for (int y = centerY - radius - 1; y <= centerY + radius + 1; ++y) {
        for (int x = centerX - radius - 1; x <= centerX + radius + 1; ++x) {
            const int square = 4 * ((x - centerX) * (x - centerX) + (y - centerY) * (y - centerY));
            const int low = 2 * radius - 1;
            const int high = 2 * radius + 1;
            if (square >= low * low && square < high * high) put(image, x, y, c);
        }
    }
}

/// A linear congruential generator (Numerical Recipes' constants), upper bits.
class Noise {
  public:
    explicit Noise(std::uint32_t seed) : state_(seed) {}
    int below(int n) {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<int>((state_ >> 8) % static_cast<std::uint32_t>(n));
    }

  private:
    std::uint32_t state_;
};

/// Adds -amplitude..amplitude to each channel of every pixel.
inline void addNoise(Image& image, std::uint32_t seed, int amplitude) {
    Noise noise(seed);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const auto step = [&] { return noise.below(2 * amplitude + 1) - amplitude; };
            Color c = get(image, x, y);
            c.r += step();
            c.g += step();
            c.b += step();
            put(image, x, y, c);
        }
    }
}

/// What a scenario's picture is like: a light backdrop that darkens downwards, a shaded ball, its shadow.
inline Image studioPicture(int width, int height) {
    Image image(width, height);
    for (int y = 0; y < height; ++y) {
        const int v = 235 - y * 40 / height;
        for (int x = 0; x < width; ++x)
            put(image, x, y, {v, v - 5, v - 15});
    }
    const int radius = height * 3 / 10;
    const int centerX = width / 2;
    const int centerY = height * 55 / 100;
    for (int y = centerY + radius; y < centerY + radius + radius / 8; ++y) {
        for (int x = centerX - radius; x < centerX + radius; ++x)
            shift(image, x, y, 1, 1, -30);
    }
    Image ball = image;
    fillDisc(ball, centerX * 4, centerY * 4, radius * 4, {0, 0, 0});
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const Color mixed = get(ball, x, y);
            const Color under = get(image, x, y);
            if (mixed.r == under.r) continue;
            const int light = std::clamp(210 - 70 * (x - centerX + y - centerY + 2 * radius) / (2 * radius), 0, 255);
            const int covered = 255 - 255 * mixed.r / under.r;
            const auto mix = [covered](int from, int to) { return (from * (255 - covered) + to * covered) / 255; };
            put(image, x, y, {mix(under.r, light), mix(under.g, light * 6 / 10), mix(under.b, light * 4 / 10)});
        }
    }
    return image;
}

} // namespace rigproof::test
