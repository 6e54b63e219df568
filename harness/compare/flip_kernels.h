#pragma once

#include <cstddef>

// The inner loops of FLIP over rows of floats. Each exists once in source and twice in the program: for every x86-64,
// and for processors with 256-bit vectors (AVX2), picked at run time; elsewhere only the first. Both give the same
// bits.

namespace rigproof::flip {

/// Rows are processed in blocks of this many floats: lengths must be multiples of it.
inline constexpr int kRowBlock = 64;

/// What the final step needs of one picture at each pixel of a row.
struct PerceivedRow {
    float* lightness; ///< L* after filtering
    float* a;         ///< a* and b*, scaled by lightness (Hunt)
    float* b;
    float* edge;  ///< length of the edge detector's answer
    float* point; ///< and of the point detector's
};

/// Filter answers of one picture for a row.
struct FilteredRow {
    const float* y;  ///< achromatic, 0..1
    const float* x;  ///< red-green: X - Y of XYZ over white
    const float* z1; ///< blue-yellow, Y - Z, the two terms of its filter
    const float* z2;
    const float* edgeX;
    const float* edgeY;
    const float* pointX;
    const float* pointY;
};

/// Constants of the final step, made once in double precision.
struct Redistribution {
    float knee;      ///< p_c c_max: the powered colour difference at which the slope changes
    float lowSlope;  ///< p_t / knee
    float highSlope; ///< (1 - p_t) / (c_max - knee)
};

struct Kernels {
    /// out[i] = w[0] in[i] + sum over k = 1..radius of w[k] (in[i - k step] + in[i + k step]), k rising.
    void (*even)(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n);
    /// out[i] = sum over k = 1..radius of w[k] (in[i - k step] - in[i + k step]), k rising.
    void (*odd)(const float* in, std::ptrdiff_t step, const float* w, int radius, float* out, int n);
    void (*perceive)(const FilteredRow& in, const PerceivedRow& out, int n);
    /// The error of each pixel, 0..1.
    void (*combine)(const PerceivedRow& golden, const PerceivedRow& actual, const Redistribution& r, float* out, int n);
};

/// For any processor that the compiler was asked to build for.
Kernels portableKernels();
/// The fastest that this processor runs.
Kernels bestKernels();

} // namespace rigproof::flip
