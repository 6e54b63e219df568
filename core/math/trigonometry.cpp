#include "core/math/trigonometry.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rigproof::det {
namespace {

constexpr double kHalfPi = 1.57079632679489661923;
constexpr double kPiD = 3.14159265358979323846;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// pi/2 as a sum of three doubles (Cody and Waite's reduction): the first two have 33 significant bits, so that their
// products with a quotient below 2^20 are exact.
constexpr double kHalfPiHigh = 0x1.921fb544p+0;
constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;

// Taylor series about 0; at |r| <= pi/4 the first term left out is below 1e-19.
double sinNearZero(double r) {
    const double z = r * r;
    double s = 1.0 / 355687428096000.0;
    s = s * z - 1.0 / 1307674368000.0;
    s = s * z + 1.0 / 6227020800.0;
    s = s * z - 1.0 / 39916800.0;
    s = s * z + 1.0 / 362880.0;
    s = s * z - 1.0 / 5040.0;
    s = s * z + 1.0 / 120.0;
    s = s * z - 1.0 / 6.0;
    return r + r * z * s;
}

double cosNearZero(double r) {
    const double z = r * r;
    double c = 1.0 / 20922789888000.0;
    c = c * z - 1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z - 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    return 1.0 - (0.5 * z - z * z * c);
}

struct Reduced {
    double r;     // -pi/4 .. pi/4
    int quadrant; // 0 .. 3
};

Reduced reduce(double x) {
    const double q = std::floor(x * (1.0 / kHalfPi) + 0.5);
    const double r = ((x - q * kHalfPiHigh) - q * kHalfPiMiddle) - q * kHalfPiLow;
    return {r, static_cast<int>(q - 4.0 * std::floor(q * 0.25))};
}

// Beyond this the quotient no longer multiplies exactly; the nearest multiple of 2 pi is taken off first, and the
// result is only as good as that subtraction.
constexpr double kExactRange = 1.6e6;

double wrapLarge(double x) {
    return x - std::floor(x / (2.0 * kPiD)) * (2.0 * kPiD);
}

bool usable(double x) {
    return x - x == 0.0;
}

} // namespace

double sin(double x) {
    if (!usable(x)) return kNaN;
    const Reduced a = reduce(std::fabs(x) > kExactRange ? wrapLarge(x) : x);
    switch (a.quadrant) {
        case 0:
            return sinNearZero(a.r);
        case 1:
            return cosNearZero(a.r);
        case 2:
            return -sinNearZero(a.r);
        default:
            return -cosNearZero(a.r);
    }
}

double cos(double x) {
    if (!usable(x)) return kNaN;
    const Reduced a = reduce(std::fabs(x) > kExactRange ? wrapLarge(x) : x);
    switch (a.quadrant) {
        case 0:
            return cosNearZero(a.r);
        case 1:
            return -sinNearZero(a.r);
        case 2:
            return -cosNearZero(a.r);
        default:
            return sinNearZero(a.r);
    }
}

double atan(double x) {
    if (x != x) return kNaN;
    const double a = std::fabs(x);
    // atan(a) = atan(c) + atan((a - c) / (1 + a c)): the argument of the series stays within tan(pi/16) = 0.199.
    double offset = 0.0;
    double t = a;
    if (a > 5.02733949212584810451) { // tan(7 pi/16)
        offset = kHalfPi;
        t = -1.0 / a;
    } else if (a > 1.49660576266548901760) { // tan(5 pi/16)
        offset = 1.17809724509617246442;     // 3 pi/8
        constexpr double kC = 2.41421356237309504880;
        t = (a - kC) / (1.0 + a * kC);
    } else if (a > 0.66817863791929891999) { // tan(3 pi/16)
        offset = 0.78539816339744830962;     // pi/4
        t = (a - 1.0) / (1.0 + a);
    } else if (a > 0.19891236737965800691) { // tan(pi/16)
        offset = 0.39269908169872415481;     // pi/8
        constexpr double kC = 0.41421356237309504880;
        t = (a - kC) / (1.0 + a * kC);
    }
    const double z = t * t;
    double s = 1.0 / 21.0;
    for (int n = 19; n >= 3; n -= 2)
        s = 1.0 / n - s * z;
    const double r = offset + (t - t * z * s);
    return std::copysign(r, x);
}

double atan2(double y, double x) {
    if (x != x || y != y) return kNaN;
    if (y == 0.0) return std::signbit(x) ? std::copysign(kPiD, y) : y;
    if (x == 0.0) return std::copysign(kHalfPi, y);
    double q = std::fabs(y) / std::fabs(x); // infinity is right where it overflows
    double a = atan(q);
    if (x < 0.0) a = kPiD - a;
    return std::copysign(a, y);
}

double acos(double x) {
    if (x != x) return kNaN;
    x = x < -1.0 ? -1.0 : (x > 1.0 ? 1.0 : x);
    // Half-angle form: accurate at both ends, where 1 - x*x would cancel.
    return 2.0 * atan2(std::sqrt(1.0 - x), std::sqrt(1.0 + x));
}

double exp(double x) {
    if (x != x) return kNaN;
    if (x > 709.78) return std::numeric_limits<double>::infinity();
    if (x < -745.0) return 0.0;
    constexpr double kLn2High = 0x1.62e42fee00000p-1; // 32 bits of ln 2
    constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    const double k = std::floor(x * 1.44269504088896340736 + 0.5);
    const double r = (x - k * kLn2High) - k * kLn2Low; // |r| <= ln(2)/2
    double s = 1.0 / 6227020800.0;
    constexpr double kInverseFactorial[] = {
        1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0,
        1.0 / 720.0,       1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      0.5,           1.0};
    for (const double c : kInverseFactorial)
        s = s * r + c;
    const double m = 1.0 + r * s;
    // Two steps, so that a subnormal result is reached by one final rounding.
    const int half = static_cast<int>(k) / 2;
    const auto scale = [](int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + e) << 52); };
    return m * scale(half) * scale(static_cast<int>(k) - half);
}

double log(double x) {
    if (!(x >= std::numeric_limits<double>::min()) || !usable(x)) return kNaN;
    std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    int e = static_cast<int>(bits >> 52) - 1023;
    bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
    double m = std::bit_cast<double>(bits); // 1 .. 2
    if (m > 1.41421356237309504880) {
        m *= 0.5;
        ++e;
    }
    const double s = (m - 1.0) / (m + 1.0); // |s| <= 0.1716; log m = 2 atanh s
    const double z = s * s;
    double t = 1.0 / 21.0;
    for (int n = 19; n >= 3; n -= 2)
        t = 1.0 / n + t * z;
    constexpr double kLn2High = 0x1.62e42fee00000p-1;
    constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    return e * kLn2High + (2.0 * s + (2.0 * s * z * t + e * kLn2Low));
}

double pow(double base, double e) {
    if (base == 0.0 && e > 0.0) return 0.0;
    return exp(e * log(base));
}

float sin(float x) {
    return static_cast<float>(sin(static_cast<double>(x)));
}
float cos(float x) {
    return static_cast<float>(cos(static_cast<double>(x)));
}
float atan2(float y, float x) {
    return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}
float acos(float x) {
    return static_cast<float>(acos(static_cast<double>(x)));
}
float exp(float x) {
    return static_cast<float>(exp(static_cast<double>(x)));
}
float pow(float base, float e) {
    return static_cast<float>(pow(static_cast<double>(base), static_cast<double>(e)));
}

} // namespace rigproof::det
