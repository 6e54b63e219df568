#pragma once

namespace rigproof::det {

// Elementary functions made of IEEE additions, multiplications, divisions and square roots only, so that the same input
// gives the same bits with every compiler, optimisation level, C library and processor. What a simulation's result
// depends on uses these and never <cmath>'s; std::sqrt, std::floor and std::fabs are exact and may be used.
//
// Errors against the true value, as tests/core/math/trigonometry_test.cpp measures them: double versions <= 2 ulp (acos
// <= 3) in the stated range, float versions <= 0.51 ulp (they round the double result).
// Outside the range: NaN in gives NaN out, nothing traps.

double sin(double radians); ///< |radians| <= 1e6: absolute error <= 4e-16; beyond, it grows with |radians| * 1e-22
double cos(double radians); ///< as sin
double atan(double x);      ///< all x; -pi/2 .. pi/2
double atan2(double y, double x); ///< all finite y, x; -pi .. pi; atan2(0, 0) = 0, signed zeros as IEEE 754 asks
double acos(double x);            ///< x is clamped to -1 .. 1 first; 0 .. pi
double exp(double x);             ///< 0 below -745, +infinity above 709.8
double log(double x);             ///< x > 0 and normal; NaN otherwise
double pow(double base,
           double e); ///< base > 0: exp(e log(base)), relative error <= 1e-15 (1 + |e log(base)|); base == 0, e > 0: 0

float sin(float radians);
float cos(float radians);
float atan2(float y, float x);
float acos(float x);
float exp(float x);
float pow(float base, float e);

} // namespace rigproof::det
