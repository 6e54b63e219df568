#include "harness/compare/flip_kernels.h"

#include <cstdint>

#include "harness/compare/flip_color.h"

// Compiled once for each vector instruction set by Highway, which includes this file again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "harness/compare/flip_kernels.cpp"
#include <hwy/foreach_target.h>
// must follow foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rigproof::flip {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Only operations that IEEE 754 rounds in one way: no fused multiply-add, no approximate reciprocal or square root.
using Floats = hn::CappedTag<float, 16>;
using Ints = hn::RebindToSigned<Floats>;
using V = hn::Vec<Floats>;
using I = hn::Vec<Ints>;

HWY_INLINE V constant(double value) {
    return hn::Set(Floats(), static_cast<float>(value));
}

constexpr int kVectorsPerStep = 4;

template <bool kOdd>
HWY_INLINE void convolve(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) {
    const Floats d;
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    for (std::ptrdiff_t x = 0; x < n; x += kVectorsPerStep * lanes) {
        const float* center = in + x;
        const V middle = hn::Set(d, kOdd ? 0.0f : w[0]);
        V s0 = hn::Mul(middle, hn::LoadU(d, center));
        V s1 = hn::Mul(middle, hn::LoadU(d, center + lanes));
        V s2 = hn::Mul(middle, hn::LoadU(d, center + 2 * lanes));
        V s3 = hn::Mul(middle, hn::LoadU(d, center + 3 * lanes));
        for (int k = 1; k <= radius; ++k) {
            const float* before = center - k * step;
            const float* after = center + k * step;
            const V weight = hn::Set(d, w[k]);
            const auto weighted = [&](std::ptrdiff_t offset) HWY_ATTR {
                const V b = hn::LoadU(d, before + offset);
                const V a = hn::LoadU(d, after + offset);
                if constexpr (kOdd) {
                    return hn::Mul(weight, hn::Sub(b, a));
                } else {
                    return hn::Mul(weight, hn::Add(b, a));
                }
            };
            s0 = hn::Add(s0, weighted(0));
            s1 = hn::Add(s1, weighted(lanes));
            s2 = hn::Add(s2, weighted(2 * lanes));
            s3 = hn::Add(s3, weighted(3 * lanes));
        }
        hn::StoreU(s0, d, out + x);
        hn::StoreU(s1, d, out + x + lanes);
        hn::StoreU(s2, d, out + x + 2 * lanes);
        hn::StoreU(s3, d, out + x + 3 * lanes);
    }
}

/// a + b c, rounded twice.
HWY_INLINE V plusProduct(V a, V b, V c) {
    return hn::Add(a, hn::Mul(b, c));
}

/// x^(1/3) for normal x > 0; relative error < 2e-7. A first guess from the float's bits (a third of them, and a bias
/// that makes 1 of 1), then two steps of Halley's iteration, each of which triples the number of right digits.
HWY_INLINE V cubeRoot(V x) {
    const Floats d;
    const Ints di;
    const V third = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, x)), constant(1.0 / 3.0));
    V y = hn::BitCast(d, hn::Add(hn::ConvertTo(di, third), hn::Set(di, 709921077)));
    for (int halley = 0; halley < 2; ++halley) {
        const V cube = hn::Mul(hn::Mul(y, y), y);
        y = hn::Mul(y, hn::Div(hn::Add(hn::Add(cube, x), x), hn::Add(hn::Add(cube, cube), x)));
    }
    return y;
}

/// log2 of normal x > 0; absolute error < 3e-7 max(1, |log2 x|).
HWY_INLINE V log2(V x) {
    const Floats d;
    const Ints di;
    const I bits = hn::BitCast(di, x);
    // the mantissa is taken from sqrt(1/2) to sqrt(2), of which these are the lower one's bits
    const I exponent = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, 0x3f3504f3)));
    const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
    const V one = constant(1.0);
    const V s = hn::Div(hn::Sub(m, one), hn::Add(m, one)); // log m = 2 atanh s, |s| < 0.172
    const V z = hn::Mul(s, s);
    V series = plusProduct(constant(1.0 / 7.0), z, constant(1.0 / 9.0));
    series = plusProduct(constant(1.0 / 5.0), z, series);
    series = plusProduct(constant(1.0 / 3.0), z, series);
    series = plusProduct(one, z, series);
    const V twoOverLn2 = constant(2.88539008177792681472);
    return plusProduct(hn::ConvertTo(d, exponent), hn::Mul(twoOverLn2, s), series);
}

/// 2^x for -126 <= x < 100 (lower x gives 2^-126); relative error < 3e-7.
HWY_INLINE V exp2(V x) {
    const Floats d;
    const Ints di;
    x = hn::Max(x, constant(-126.0));
    // Conversion truncates; of a number made positive first that is rounding to nearest.
    const I whole = hn::Sub(hn::ConvertTo(di, hn::Add(x, constant(150.5))), hn::Set(di, 150));
    const V r = hn::Mul(hn::Sub(x, hn::ConvertTo(d, whole)), constant(0.69314718055994530942)); // |r| < 0.347
    V series = constant(1.0 / 720.0);
    for (const double coefficient : {1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0})
        series = plusProduct(constant(coefficient), r, series);
    return hn::Mul(series, hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(whole, hn::Set(di, 127)))));
}

/// x^e; 0 for x too small to be normal, whatever e.
HWY_INLINE V power(V x, V e) {
    const auto normal = hn::Ge(x, constant(1.17549435082228750797e-38));
    const V safe = hn::IfThenElse(normal, x, constant(1.0));
    return hn::IfThenElseZero(normal, exp2(hn::Mul(e, log2(safe))));
}

HWY_INLINE V labCurve(V v) {
    const V limit = constant(kLabLimit);
    const V line = plusProduct(constant(kLabOffset), constant(kLabSlope), v);
    return hn::IfThenElse(hn::Gt(v, limit), cubeRoot(hn::Max(v, limit)), line);
}

HWY_INLINE V clampedToDisplay(V v) {
    return hn::Min(hn::Max(v, constant(0.0)), constant(1.0));
}

/// Row `r` of a matrix times (x, y, z), each column scaled.
HWY_INLINE V product(const std::array<double, 3>& row, const std::array<double, 3>& scale, V x, V y, V z) {
    const V sum = plusProduct(hn::Mul(constant(row[0] * scale[0]), x), constant(row[1] * scale[1]), y);
    return plusProduct(sum, constant(row[2] * scale[2]), z);
}

HWY_INLINE V length(const float* x, const float* y) {
    const Floats d;
    const V a = hn::LoadU(d, x);
    const V b = hn::LoadU(d, y);
    return hn::Sqrt(hn::Add(hn::Mul(a, a), hn::Mul(b, b)));
}

/// Back to linear RGB to cut off what no display shows, then on to L*a*b* with the Hunt effect.
void perceive(const FilteredRow& in, const PerceivedRow& out, int n) {
    const Floats d;
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    for (std::ptrdiff_t i = 0; i < n; i += lanes) {
        const V y = hn::LoadU(d, in.y + i);
        const V x = hn::Add(hn::LoadU(d, in.x + i), y);
        const V z = hn::Sub(y, hn::Add(hn::LoadU(d, in.z1 + i), hn::LoadU(d, in.z2 + i)));
        const V red = clampedToDisplay(product(kRgbFromXyz[0], kWhite, x, y, z));
        const V green = clampedToDisplay(product(kRgbFromXyz[1], kWhite, x, y, z));
        const V blue = clampedToDisplay(product(kRgbFromXyz[2], kWhite, x, y, z));
        const auto curve = [&](std::size_t row) HWY_ATTR {
            const double w = kInverseWhite[row];
            return labCurve(product(kXyzFromRgb[row], {w, w, w}, red, green, blue));
        };
        const V fx = curve(0);
        const V fy = curve(1);
        const V fz = curve(2);
        const V lightness = hn::Sub(hn::Mul(constant(116.0), fy), constant(16.0));
        const V hunt = hn::Mul(constant(0.01), lightness);
        hn::StoreU(lightness, d, out.lightness + i);
        hn::StoreU(hn::Mul(hunt, hn::Mul(constant(500.0), hn::Sub(fx, fy))), d, out.a + i);
        hn::StoreU(hn::Mul(hunt, hn::Mul(constant(200.0), hn::Sub(fy, fz))), d, out.b + i);
        hn::StoreU(length(in.edgeX + i, in.edgeY + i), d, out.edge + i);
        hn::StoreU(length(in.pointX + i, in.pointY + i), d, out.point + i);
    }
}

void combine(const PerceivedRow& golden, const PerceivedRow& actual, const Redistribution& r, float* out, int n) {
    const Floats d;
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    for (std::ptrdiff_t i = 0; i < n; i += lanes) {
        const auto difference = [&](const float* p, const float* q)
                                    HWY_ATTR { return hn::Sub(hn::LoadU(d, p + i), hn::LoadU(d, q + i)); };
        // HyAB: city block in lightness, Euclid in chroma
        const V da = difference(golden.a, actual.a);
        const V db = difference(golden.b, actual.b);
        const V chroma = hn::Sqrt(hn::Add(hn::Mul(da, da), hn::Mul(db, db)));
        const V hyab = hn::Add(hn::Abs(difference(golden.lightness, actual.lightness)), chroma);
        const V powered = power(hyab, constant(kColorExponent));
        const V knee = hn::Set(d, r.knee);
        const V low = hn::Mul(hn::Set(d, r.lowSlope), powered);
        const V high = plusProduct(constant(kRedistributeTo), hn::Sub(powered, knee), hn::Set(d, r.highSlope));
        const V color = hn::IfThenElse(hn::Lt(powered, knee), low, high);

        const V edge = hn::Abs(difference(golden.edge, actual.edge));
        const V point = hn::Abs(difference(golden.point, actual.point));
        // the square root is q_f
        const V feature = hn::Sqrt(hn::Mul(constant(0.70710678118654752440), hn::Max(edge, point)));
        const V error = power(color, hn::Sub(constant(1.0), feature));
        hn::StoreU(hn::Min(error, constant(1.0)), d, out + i);
    }
}

void convolveEven(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) {
    convolve<false>(in, step, w, radius, out, n);
}

void convolveOdd(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) {
    convolve<true>(in, step, w, radius, out, n);
}

Kernels kernels() {
    return {convolveEven, convolveOdd, perceive, combine};
}

} // namespace HWY_NAMESPACE
} // namespace rigproof::flip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rigproof::flip {

HWY_EXPORT(kernels);

Kernels bestKernels() {
    return HWY_DYNAMIC_DISPATCH(kernels)();
}

Kernels portableKernels() {
    return HWY_STATIC_DISPATCH(kernels)();
}

} // namespace rigproof::flip
#endif
