#pragma once

#include <array>

// Colour spaces and constants of FLIP, in double precision.

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

} // namespace rigproof::flip
