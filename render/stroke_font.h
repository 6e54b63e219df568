#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/math/types.h"

// The built-in typeface: printable ASCII drawn with one round pen, a friendly rounded sans. Made for captions in
// pictures that must be the same to the bit everywhere, which no installed font is.

namespace rigproof {

/// A character as centre lines of the pen, y up, on a grid where the baseline is 0 and a capital 100 high.
struct Glyph {
    float left = 0.0f;  ///< room before the leftmost centre line
    float width = 0.0f; ///< from the leftmost to the rightmost centre line
    float right = 0.0f; ///< room after it
    std::vector<std::vector<vec2>> strokes;
};

/// The glyph of a printable character; of '?' for every other.
const Glyph& glyphOf(char character);

/// The width of a line in pixels, ink to ink without the outer rooms. `size` and `weight` as in OverlayText.
float textWidth(std::string_view text, float size, float weight = 0.12f);

/// A straight piece of pen stroke, in pixels.
struct PenSegment {
    vec2 from;
    vec2 to;
};

/// The segments of a line whose ink begins at `origin` (left end of the baseline, y down). Together with the pen's
/// width (weight * size) a capital is exactly `size` high. Allocates.
std::vector<PenSegment> layOutText(std::string_view text, const vec2& origin, float size, float weight);

} // namespace rigproof
