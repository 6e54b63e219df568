#include "render/stroke_font.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/math/trigonometry.h"
#include "render/stroke_glyphs.h"

namespace rigproof {

namespace {

constexpr char kFirst = ' ';
constexpr char kLast = '~';
constexpr float kCapital = 100.0f;
/// Chords this short stay within a twelfth of a pixel of the arc for capitals of 100 pixels.
constexpr float kArcStepDegrees = 6.0f;

/// Reads a path of stroke_glyphs.cpp.
class PathReader {
  public:
    explicit PathReader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    std::vector<std::vector<vec2>> strokes() {
        while (skipSpace()) {
            const char command = *at_++;
            if (command == '|' || command == 'M') strokes_.emplace_back();
            if (command == '|') continue;
            if (strokes_.empty()) strokes_.emplace_back();
            if (command == 'A') {
                arc();
            } else {
                const float x = number();
                strokes_.back().emplace_back(x, number());
            }
        }
        std::erase_if(strokes_, [](const std::vector<vec2>& stroke) { return stroke.empty(); });
        return std::move(strokes_);
    }

  private:
    bool skipSpace() {
        while (at_ != end_ && *at_ == ' ')
            ++at_;
        return at_ != end_;
    }
    float number() {
        skipSpace();
        float value = 0.0f;
        at_ = std::from_chars(at_, end_, value).ptr;
        return value;
    }
    void arc() {
        std::array<float, 6> n{};
        for (float& value : n)
            value = number();
        const auto [cx, cy, rx, ry, from, to] = n;
        const int steps = std::max(2, static_cast<int>(std::ceil(std::fabs(to - from) / kArcStepDegrees)));
        for (int i = 0; i <= steps; ++i) {
            const float angle = radians(from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
            strokes_.back().emplace_back(cx + rx * det::cos(angle), cy + ry * det::sin(angle));
        }
    }

    const char* at_;
    const char* end_;
    std::vector<std::vector<vec2>> strokes_;
};

/// Pixels a grid unit: the pen's width lies inside the size, half above and half below the centre lines.
float unit(float size, float weight) {
    return size * (1.0f - weight) / kCapital;
}

} // namespace

const Glyph& glyphOf(char character) {
    static const std::array<Glyph, kLast - kFirst + 1> glyphs = [] {
        std::array<Glyph, kLast - kFirst + 1> all;
        for (const GlyphSource& source : glyphSources()) {
            all[static_cast<std::size_t>(source.character - kFirst)] = {source.left, source.width, source.right,
                                                                        PathReader(source.path).strokes()};
        }
        return all;
    }();
    const bool printable = character >= kFirst && character <= kLast;
    return glyphs[static_cast<std::size_t>((printable ? character : '?') - kFirst)];
}

float textWidth(std::string_view text, float size, float weight) {
    if (text.empty()) return 0.0f;
    float units = -glyphOf(text.front()).left - glyphOf(text.back()).right;
    for (const char c : text) {
        const Glyph& glyph = glyphOf(c);
        units += glyph.left + glyph.width + glyph.right;
    }
    return units * unit(size, weight) + size * weight;
}

std::vector<PenSegment> layOutText(std::string_view text, const vec2& origin, float size, float weight) {
    std::vector<PenSegment> segments;
    if (text.empty()) return segments;
    const float scale = unit(size, weight);
    const float pen = 0.5f * size * weight;
    float x = -glyphOf(text.front()).left;
    for (const char c : text) {
        const Glyph& glyph = glyphOf(c);
        x += glyph.left;
        const auto place = [&](const vec2& p) {
            return vec2(origin.x + pen + (x + p.x) * scale, origin.y - pen - p.y * scale);
        };
        for (const std::vector<vec2>& stroke : glyph.strokes) {
            for (std::size_t i = 0; i + 1 < stroke.size(); ++i)
                segments.push_back({place(stroke[i]), place(stroke[i + 1])});
        }
        x += glyph.width + glyph.right;
    }
    return segments;
}

} // namespace rigproof
