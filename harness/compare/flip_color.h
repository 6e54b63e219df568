#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

// Colour spaces of FLIP and the elementary functions that its inner loops need, in single precision: no branches, so
// that a compiler makes vectors of them, and IEEE operations only, so that every vector width gives the same bits.

namespace rigproof::flip {

/// Linear sRGB to XYZ divided by the D65 white (X + Y + Z of it: 0.950428545, 1, 1.088900371): a white pixel is 1 1 1.
/// Rows x, y, z; the rationals are those of the authors' program.
inline constexpr std::array<std::array<double, 3>, 3> kXyzFromRgb = {
    {{10135552.0 / 24577794.0, 8788810.0 / 24577794.0, 4435075.0 / 24577794.0},
     {2613072.0 / 12288897.0, 8788810.0 / 12288897.0, 887015.0 / 12288897.0},
     {1425312.0 / 73733382.0, 8788810.0 / 73733382.0, 70074185.0 / 73733382.0}}};
inline constexpr std::array<std::array<double, 3>, 3> kRgbFromXyz = {{{3.241003275, -1.537398934, -0.498615861},
                                                                      {-0.969224334, 1.875930071, 0.041554224},
                                                                      {0.055639423, -0.204011202, 1.057148933}}};
inline constexpr std::array<double, 3> kWhite = {0.950428545, 1.0, 1.088900371};
inline constexpr std::array<double, 3> kInverseWhite = {1.052156925, 1.0, 0.918357670};

/// CIE L*a*b*: a cube root above (6/29)^3, the tangent line below.
inline constexpr double kLabDelta = 6.0 / 29.0;
inline constexpr double kLabLimit = kLabDelta * kLabDelta * kLabDelta;
inline constexpr double kLabSlope = 1.0 / (3.0 * kLabDelta * kLabDelta);
inline constexpr double kLabOffset = 4.0 / 29.0;

/// Exponents and the two points of the error's redistribution (paper, sections 4.1.3 and 4.3).
inline constexpr double kColorExponent = 0.7;   // q_c
inline constexpr double kFeatureExponent = 0.5; // q_f: a square root
inline constexpr double kRedistributeAt = 0.4;  // p_c, as a share of the largest colour difference
inline constexpr double kRedistributeTo = 0.95; // p_t

/// x^(1/3) for normal x > 0; relative error < 2e-7. A first guess from the exponent's bits (a third of them, plus the
/// bias that makes 1 of 1), then two steps of Halley's iteration, each of which triples the digits.
[[gnu::always_inline]] inline float cubeRoot(float x) {
    const auto bits = std::bit_cast<std::int32_t>(x);
    const auto third = static_cast<std::int32_t>(static_cast<float>(bits) * (1.0f / 3.0f));
    float y = std::bit_cast<float>(third + 709921077);
    for (int step = 0; step < 2; ++step) {
        const float cube = y * y * y;
        y = y * ((cube + x + x) / (cube + cube + x));
    }
    return y;
}

/// log2 of normal x > 0; absolute error < 3e-7 max(1, |log2 x|).
[[gnu::always_inline]] inline float log2(float x) {
    constexpr std::int32_t kSqrtHalf = 0x3f3504f3; // the mantissa is taken from sqrt(1/2) to sqrt(2)
    const auto bits = std::bit_cast<std::int32_t>(x);
    const std::int32_t exponent = (bits - kSqrtHalf) >> 23;
    const float m = std::bit_cast<float>(bits - exponent * (1 << 23));
    const float s = (m - 1.0f) / (m + 1.0f); // log m = 2 atanh s, |s| < 0.172
    const float z = s * s;
    const float series = 1.0f + z * (1.0f / 3.0f + z * (1.0f / 5.0f + z * (1.0f / 7.0f + z * (1.0f / 9.0f))));
    constexpr float kTwoOverLn2 = 2.88539008f;
    return static_cast<float>(exponent) + kTwoOverLn2 * s * series;
}

/// 2^x for -126 <= x < 127 (lower x gives 2^-126); relative error < 3e-7.
[[gnu::always_inline]] inline float exp2(float x) {
    x = x < -126.0f ? -126.0f : x;
    constexpr std::int32_t kAbove = 150; // makes the truncation of a conversion round to nearest for negative x too
    const std::int32_t whole = static_cast<std::int32_t>(x + 150.5f) - kAbove;
    const float r = (x - static_cast<float>(whole)) * 0.693147181f; // |r| < 0.347
    const float series =
        1.0f +
        r * (1.0f + r * (0.5f + r * (1.0f / 6.0f + r * (1.0f / 24.0f + r * (1.0f / 120.0f + r * (1.0f / 720.0f))))));
    return series * std::bit_cast<float>((whole + 127) * (1 << 23));
}

/// x^e; 0 for x too small to be normal, whatever e.
[[gnu::always_inline]] inline float pow(float x, float e) {
    constexpr float kSmallest = 1.17549435e-38f;
    const float safe = x < kSmallest ? 1.0f : x;
    const float power = exp2(e * log2(safe));
    return x < kSmallest ? 0.0f : power;
}

} // namespace rigproof::flip
