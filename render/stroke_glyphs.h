#pragma once

#include <span>

namespace rigproof {

/// How a glyph is written down; see stroke_glyphs.cpp for the path's language.
struct GlyphSource {
    char character;
    float left;
    float width;
    float right;
    const char* path;
};

std::span<const GlyphSource> glyphSources();

} // namespace rigproof
