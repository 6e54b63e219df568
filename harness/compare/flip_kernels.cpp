#include "harness/compare/flip_kernels.h"

#include "harness/compare/flip_color.h"

#if defined(__x86_64__)
#define RIGPROOF_HAS_AVX2 1
#else
#define RIGPROOF_HAS_AVX2 0
#endif

namespace rigproof::flip {
namespace {

// Bodies are inlined into each version below and compiled for its instruction set.
#define RIGPROOF_INLINE [[gnu::always_inline]] inline

/// Eight floats, loaded from any address; two 128-bit registers where there are no wider ones.
using Lanes = float __attribute__((vector_size(32), aligned(4), may_alias));
constexpr int kLanes = 8;
constexpr int kLanesPerBlock = kRowBlock / kLanes;
static_assert(kLanesPerBlock == 4);

template <bool kOdd>
RIGPROOF_INLINE void convolve(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) {
    const auto at = [](const float* p, int lane) { return reinterpret_cast<const Lanes*>(p) + lane; };
    for (int x = 0; x < n; x += kRowBlock) {
        const float* center = in + x;
        const float middle = kOdd ? 0.0f : w[0];
        Lanes s0 = middle * *at(center, 0);
        Lanes s1 = middle * *at(center, 1);
        Lanes s2 = middle * *at(center, 2);
        Lanes s3 = middle * *at(center, 3);
        for (int k = 1; k <= radius; ++k) {
            const float* before = center - k * step;
            const float* after = center + k * step;
            const float weight = w[k];
            if constexpr (kOdd) {
                s0 += weight * (*at(before, 0) - *at(after, 0));
                s1 += weight * (*at(before, 1) - *at(after, 1));
                s2 += weight * (*at(before, 2) - *at(after, 2));
                s3 += weight * (*at(before, 3) - *at(after, 3));
            } else {
                s0 += weight * (*at(before, 0) + *at(after, 0));
                s1 += weight * (*at(before, 1) + *at(after, 1));
                s2 += weight * (*at(before, 2) + *at(after, 2));
                s3 += weight * (*at(before, 3) + *at(after, 3));
            }
        }
        auto* to = reinterpret_cast<Lanes*>(out + x);
        to[0] = s0;
        to[1] = s1;
        to[2] = s2;
        to[3] = s3;
    }
}

RIGPROOF_INLINE float clamped(float v) {
    const float low = v < 0.0f ? 0.0f : v;
    return low > 1.0f ? 1.0f : low;
}

RIGPROOF_INLINE float labCurve(float v) {
    constexpr auto kLimit = static_cast<float>(kLabLimit);
    const float safe = v > kLimit ? v : kLimit;
    const float root = cubeRoot(safe);
    const float line = static_cast<float>(kLabSlope) * v + static_cast<float>(kLabOffset);
    return v > kLimit ? root : line;
}

/// Back to linear RGB to cut off what no display shows, then on to L*a*b* with the Hunt effect.
RIGPROOF_INLINE void perceive(const FilteredRow& in, const PerceivedRow& out, int n) {
    // a matrix entry that takes XYZ over white straight to RGB, and one that takes RGB to XYZ over white
    constexpr auto kToRgb = [](std::size_t row, std::size_t column) {
        return static_cast<float>(kRgbFromXyz[row][column] * kWhite[column]);
    };
    constexpr auto kToXyz = [](std::size_t row, std::size_t column) {
        return static_cast<float>(kXyzFromRgb[row][column] * kInverseWhite[row]);
    };
    const float* __restrict filteredY = in.y;
    const float* __restrict filteredX = in.x;
    const float* __restrict filteredZ1 = in.z1;
    const float* __restrict filteredZ2 = in.z2;
    float* __restrict lightness = out.lightness;
    float* __restrict outA = out.a;
    float* __restrict outB = out.b;
    for (int i = 0; i < n; ++i) {
        const float y = filteredY[i];
        const float x = filteredX[i] + y;
        const float z = y - (filteredZ1[i] + filteredZ2[i]);
        const float red = clamped(kToRgb(0, 0) * x + kToRgb(0, 1) * y + kToRgb(0, 2) * z);
        const float green = clamped(kToRgb(1, 0) * x + kToRgb(1, 1) * y + kToRgb(1, 2) * z);
        const float blue = clamped(kToRgb(2, 0) * x + kToRgb(2, 1) * y + kToRgb(2, 2) * z);
        const float fx = labCurve(kToXyz(0, 0) * red + kToXyz(0, 1) * green + kToXyz(0, 2) * blue);
        const float fy = labCurve(kToXyz(1, 0) * red + kToXyz(1, 1) * green + kToXyz(1, 2) * blue);
        const float fz = labCurve(kToXyz(2, 0) * red + kToXyz(2, 1) * green + kToXyz(2, 2) * blue);
        const float l = 116.0f * fy - 16.0f;
        lightness[i] = l;
        outA[i] = 0.01f * l * (500.0f * (fx - fy));
        outB[i] = 0.01f * l * (200.0f * (fy - fz));
    }
    const float* __restrict edgeX = in.edgeX;
    const float* __restrict edgeY = in.edgeY;
    const float* __restrict pointX = in.pointX;
    const float* __restrict pointY = in.pointY;
    float* __restrict edge = out.edge;
    float* __restrict point = out.point;
    for (int i = 0; i < n; ++i) {
        edge[i] = std::sqrt(edgeX[i] * edgeX[i] + edgeY[i] * edgeY[i]);
        point[i] = std::sqrt(pointX[i] * pointX[i] + pointY[i] * pointY[i]);
    }
}

RIGPROOF_INLINE float magnitude(float v) {
    return v < 0.0f ? -v : v;
}

RIGPROOF_INLINE void combine(const PerceivedRow& golden, const PerceivedRow& actual, const Redistribution& r,
                             float* __restrict out, int n) {
    const float* __restrict goldenL = golden.lightness;
    const float* __restrict goldenA = golden.a;
    const float* __restrict goldenB = golden.b;
    const float* __restrict goldenEdge = golden.edge;
    const float* __restrict goldenPoint = golden.point;
    const float* __restrict actualL = actual.lightness;
    const float* __restrict actualA = actual.a;
    const float* __restrict actualB = actual.b;
    const float* __restrict actualEdge = actual.edge;
    const float* __restrict actualPoint = actual.point;
    const Redistribution scale = r;
    constexpr float kInverseSqrt2 = 0.707106781f;
    for (int i = 0; i < n; ++i) {
        // HyAB: city block in lightness, Euclid in chroma
        const float da = goldenA[i] - actualA[i];
        const float db = goldenB[i] - actualB[i];
        const float hyab = magnitude(goldenL[i] - actualL[i]) + std::sqrt(da * da + db * db);
        const float powered = pow(hyab, static_cast<float>(kColorExponent));
        const float low = scale.lowSlope * powered;
        const float high = static_cast<float>(kRedistributeTo) + (powered - scale.knee) * scale.highSlope;
        const float color = powered < scale.knee ? low : high;

        const float edge = magnitude(goldenEdge[i] - actualEdge[i]);
        const float point = magnitude(goldenPoint[i] - actualPoint[i]);
        const float feature = std::sqrt(kInverseSqrt2 * (edge > point ? edge : point)); // the square root is q_f

        const float error = pow(color, 1.0f - feature);
        out[i] = error > 1.0f ? 1.0f : error;
    }
}

// One set of functions for the instruction set in force.
#define RIGPROOF_FLIP_KERNELS(NAME, TARGET)                                                                       \
    TARGET void even##NAME(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) { \
        convolve<false>(in, step, w, radius, out, n);                                                             \
    }                                                                                                             \
    TARGET void odd##NAME(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n) {  \
        convolve<true>(in, step, w, radius, out, n);                                                              \
    }                                                                                                             \
    TARGET void perceive##NAME(const FilteredRow& in, const PerceivedRow& out, int n) {                           \
        perceive(in, out, n);                                                                                     \
    }                                                                                                             \
    TARGET void combine##NAME(const PerceivedRow& golden, const PerceivedRow& actual, const Redistribution& r,    \
                              float* out, int n) {                                                                \
        combine(golden, actual, r, out, n);                                                                       \
    }                                                                                                             \
    constexpr Kernels k##NAME{even##NAME, odd##NAME, perceive##NAME, combine##NAME};

RIGPROOF_FLIP_KERNELS(Portable, )
#if RIGPROOF_HAS_AVX2
RIGPROOF_FLIP_KERNELS(Avx2, [[gnu::target("avx2")]])
#endif

#undef RIGPROOF_FLIP_KERNELS
#undef RIGPROOF_INLINE

} // namespace

const Kernels& portableKernels() {
    return kPortable;
}

const Kernels& bestKernels() {
#if RIGPROOF_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) return kAvx2;
#endif
    return kPortable;
}

} // namespace rigproof::flip
