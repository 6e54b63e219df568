#include "tests/harness/report/sample_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

// The implementation of a header that is not ours.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace rigproof {
namespace {

struct Rgb {
    double r, g, b;
};

std::uint8_t byte(double value) {
    return static_cast<std::uint8_t>(std::clamp(value * 255.0 + 0.5, 0.0, 255.0));
}

void setPixel(Image& image, int x, int y, Rgb c) {
    if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
    std::uint8_t* p = image.pixel(x, y);
    p[0] = byte(c.r);
    p[1] = byte(c.g);
    p[2] = byte(c.b);
    p[3] = 255;
}

/// A lit ball, in pixels.
void ball(Image& image, double cx, double cy, double radius, Rgb color) {
    for (int y = static_cast<int>(cy - radius); y <= static_cast<int>(cy + radius); ++y) {
        for (int x = static_cast<int>(cx - radius); x <= static_cast<int>(cx + radius); ++x) {
            const double nx = (x - cx) / radius;
            const double ny = (y - cy) / radius;
            const double rest = 1.0 - nx * nx - ny * ny;
            if (rest < 0.0) continue;
            const double light = std::max(0.0, -0.45 * nx - 0.65 * ny + 0.61 * std::sqrt(rest));
            const double shade = 0.42 + 0.62 * light;
            const double shine = 0.25 * std::pow(light, 24.0);
            setPixel(image, x, y, {color.r * shade + shine, color.g * shade + shine, color.b * shade + shine});
        }
    }
}

void limb(Image& image, double x0, double y0, double x1, double y1, double r0, double r1, Rgb color) {
    constexpr int kBalls = 14;
    for (int i = 0; i <= kBalls; ++i) {
        const double t = static_cast<double>(i) / kBalls;
        ball(image, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, r0 + (r1 - r0) * t, color);
    }
}

void bear(Image& image, const SampleScene& scene, double u) {
    constexpr Rgb kFur{0.72, 0.47, 0.28};
    constexpr Rgb kLight{0.90, 0.74, 0.56};
    constexpr Rgb kDark{0.16, 0.11, 0.09};
    const double wave = std::sin(scene.time * 3.0) * 0.5;
    const double cx = 240 * u;
    const double left = -0.9 - wave - scene.bend;
    limb(image, cx + 42 * u, 165 * u, cx + 95 * u, 190 * u + 8 * wave * u, 17 * u, 15 * u, kFur);
    limb(image, cx - 42 * u, 165 * u, cx - (42 + 62 * std::cos(left)) * u, (165 + 62 * std::sin(left)) * u, 17 * u,
         15 * u, kFur);
    limb(image, cx - 26 * u, 215 * u, cx - 32 * u, 256 * u, 21 * u, 20 * u, kFur);
    limb(image, cx + 26 * u, 215 * u, cx + 32 * u, 256 * u, 21 * u, 20 * u, kFur);
    ball(image, cx, 188 * u, 56 * u, kFur);
    ball(image, cx, 196 * u, 37 * u, kLight);
    ball(image, cx - 34 * u, 66 * u, 17 * u, kFur);
    ball(image, cx + 34 * u, 66 * u, 17 * u, kFur);
    ball(image, cx, 100 * u, 47 * u, kFur);
    ball(image, cx, 113 * u, 21 * u, kLight);
    ball(image, cx, 106 * u, 7 * u, kDark);
    ball(image, cx - 17 * u, 90 * u, 4.5 * u, kDark);
    ball(image, cx + 17 * u, 90 * u, 4.5 * u, kDark);
}

void tentacle(Image& image, const SampleScene& scene, double u) {
    double x = 240 * u;
    double y = 262 * u;
    double angle = -1.5708;
    constexpr int kJoints = 13;
    for (int i = 0; i < kJoints; ++i) {
        const double share = static_cast<double>(i) / kJoints;
        ball(image, x, y, (22 - 15 * share) * u, {0.52 - 0.2 * share, 0.30 + 0.25 * share, 0.62 + 0.1 * share});
        angle += 0.16 * std::sin(scene.time * 2.0 + 4.0 * share) + scene.bend;
        x += 21 * u * std::cos(angle);
        y += 21 * u * std::sin(angle);
    }
    ball(image, x + 26 * u, y - 16 * u, 8 * u, {0.95, 0.72, 0.25});
}

void crowd(Image& image, const SampleScene& scene, double u) {
    int index = 0;
    for (int row = 0; row < 9; ++row) {
        const double depth = 0.5 + row * 0.11;
        for (int column = 0; column < 16; ++column, ++index) {
            if (index == scene.missingPerson) continue;
            const double phase = std::fmod(index * 0.618034, 1.0);
            const double bob = 2.0 * std::sin(6.2832 * (scene.time + phase));
            const double x = (240 + (column - 7.5 + 0.3 * std::sin(index * 7.0)) * 34 * depth) * u;
            const double y = (92 + row * row * 1.6 + row * 9 + bob) * u;
            const Rgb shirt{0.35 + 0.5 * phase, 0.42 + 0.2 * std::sin(index * 1.7), 0.75 - 0.45 * phase};
            const double s = depth * u;
            limb(image, x - 3 * s, y + 24 * s, x - (3 + bob) * s, y + 38 * s, 3 * s, 2.6 * s, {0.22, 0.24, 0.30});
            limb(image, x + 3 * s, y + 24 * s, x + (3 + bob) * s, y + 38 * s, 3 * s, 2.6 * s, {0.22, 0.24, 0.30});
            limb(image, x, y + 10 * s, x, y + 22 * s, 7 * s, 6 * s, shirt);
            ball(image, x, y, 5.5 * s, {0.86, 0.68, 0.55});
        }
    }
}

} // namespace

Image drawSample(const SampleScene& scene) {
    Image image(scene.width, scene.height);
    const double u = scene.height / 300.0;
    for (int y = 0; y < image.height; ++y) {
        const double t = static_cast<double>(y) / image.height;
        const bool ground = t > 0.62;
        const Rgb color = ground ? Rgb{0.80 - 0.1 * t, 0.80 - 0.12 * t, 0.76 - 0.12 * t}
                                 : Rgb{0.70 + 0.22 * t, 0.79 + 0.14 * t, 0.90 + 0.02 * t};
        for (int x = 0; x < image.width; ++x)
            setPixel(image, x, y, color);
    }
    switch (scene.kind) {
        case SampleScene::Kind::kBear:
            bear(image, scene, u);
            break;
        case SampleScene::Kind::kTentacle:
            tentacle(image, scene, u);
            break;
        case SampleScene::Kind::kCrowd:
            crowd(image, scene, u);
            break;
    }
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        if (i % 4 == 3) continue;
        double value = image.rgba[i] * scene.brightness;
        if (scene.noise > 0) {
            random = random * 1664525u + 1013904223u;
            value += static_cast<int>((random >> 16) % static_cast<std::uint32_t>(2 * scene.noise + 1)) - scene.noise;
        }
        image.rgba[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
    }
    return image;
}

void writePicture(const std::filesystem::path& path, const Image& image) {
    std::filesystem::create_directories(path.parent_path());
    if (stbi_write_png(path.c_str(), image.width, image.height, 4, image.rgba.data(), image.width * 4) == 0) {
        throw std::runtime_error(path.string() + ": cannot be written");
    }
}

SampleComparison compareSamples(const Image& golden, const Image& actual, double threshold) {
    static constexpr std::array<Rgb, 6> kMagma{{{0.0, 0.0, 0.015},
                                                {0.23, 0.06, 0.44},
                                                {0.55, 0.16, 0.51},
                                                {0.87, 0.29, 0.41},
                                                {1.0, 0.62, 0.43},
                                                {0.99, 0.99, 0.75}}};
    SampleComparison result;
    result.map = Image(golden.width, golden.height);
    ImageMeasure& measure = result.measure;
    std::vector<double> errors;
    int left = golden.width, top = golden.height, right = -1, bottom = -1;
    double sum = 0.0;
    std::int64_t over = 0;
    for (int y = 0; y < golden.height; ++y) {
        for (int x = 0; x < golden.width; ++x) {
            const std::uint8_t* a = golden.pixel(x, y);
            const std::uint8_t* b = actual.pixel(x, y);
            int total = 0;
            for (int c = 0; c < 3; ++c) {
                const int difference = std::abs(a[c] - b[c]);
                total += difference;
                measure.largestChannelDifference = std::max(measure.largestChannelDifference, difference);
            }
            if (total > 0) ++measure.pixelsDifferent;
            const double error = std::min(1.0, total / 400.0);
            errors.push_back(error);
            sum += error;
            if (error > threshold) {
                ++over;
                left = std::min(left, x);
                top = std::min(top, y);
                right = std::max(right, x);
                bottom = std::max(bottom, y);
            }
            const double place = error * 4.999;
            const auto stop = static_cast<std::size_t>(place);
            const double t = place - static_cast<double>(stop);
            const Rgb low = kMagma[stop];
            const Rgb high = kMagma[stop + 1];
            setPixel(result.map, x, y,
                     {low.r + (high.r - low.r) * t, low.g + (high.g - low.g) * t, low.b + (high.b - low.b) * t});
        }
    }
    std::sort(errors.begin(), errors.end());
    measure.flipMean = sum / static_cast<double>(errors.size());
    measure.flipP99 = errors[errors.size() * 99 / 100];
    measure.shareOver = static_cast<double>(over) / static_cast<double>(errors.size());
    measure.largestCluster = over;
    if (right >= left) measure.clusterBox = {left, top, right - left + 1, bottom - top + 1};
    return result;
}

} // namespace rigproof
