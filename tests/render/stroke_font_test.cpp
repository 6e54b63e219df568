#include "render/stroke_font.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "render/stroke_glyphs.h"

using namespace rigproof;

TEST(StrokeFontTest, DrawsEveryPrintableCharacterInOrder) {
    char expected = ' ';
    for (const GlyphSource& source : glyphSources())
        EXPECT_EQ(source.character, expected++);
    EXPECT_EQ(expected, '~' + 1);
    for (char c = '!'; c <= '~'; ++c)
        EXPECT_FALSE(glyphOf(c).strokes.empty()) << c;
    EXPECT_TRUE(glyphOf(' ').strokes.empty());
}

TEST(StrokeFontTest, KeepsEachGlyphInsideItsStatedWidthAndTheLine) {
    for (char c = '!'; c <= '~'; ++c) {
        const Glyph& glyph = glyphOf(c);
        float left = 1e9f, right = -1e9f;
        for (const auto& stroke : glyph.strokes) {
            for (const vec2& p : stroke) {
                left = std::min(left, p.x);
                right = std::max(right, p.x);
                EXPECT_GE(p.y, -33.0f) << c;
                EXPECT_LE(p.y, 115.0f) << c;
            }
        }
        EXPECT_GE(left, -3.0f) << c;
        EXPECT_LE(right, glyph.width + 3.0f) << c;
    }
}

TEST(StrokeFontTest, GivesFiguresOneWidthSoThatCountersDoNotJump) {
    for (char c = '1'; c <= '9'; ++c)
        EXPECT_FLOAT_EQ(textWidth(std::string("0") + c + "0", 20), textWidth("000", 20));
}

TEST(StrokeFontTest, MakesCapitalsExactlyAsHighAsAsked) {
    const float size = 40.0f, weight = 0.12f;
    float top = 1e9f, bottom = -1e9f;
    for (const PenSegment& s : layOutText("H", {10.0f, 100.0f}, size, weight)) {
        top = std::min({top, s.from.y, s.to.y});
        bottom = std::max({bottom, s.from.y, s.to.y});
    }
    EXPECT_NEAR(bottom + 0.5f * size * weight, 100.0f, 1e-4f);
    EXPECT_NEAR(top - 0.5f * size * weight, 100.0f - size, 1e-4f);
}

TEST(StrokeFontTest, MeasuresFromInkToInk) {
    float left = 1e9f, right = -1e9f;
    for (const PenSegment& s : layOutText("nearest", {0.0f, 0.0f}, 30.0f, 0.1f)) {
        left = std::min({left, s.from.x, s.to.x});
        right = std::max({right, s.from.x, s.to.x});
    }
    EXPECT_NEAR(left - 1.5f, 0.0f, 0.1f);
    EXPECT_NEAR(right + 1.5f, textWidth("nearest", 30.0f, 0.1f), 0.3f);
    EXPECT_EQ(textWidth("", 30.0f), 0.0f);
}

TEST(StrokeFontTest, ShowsAQuestionMarkForWhatItDoesNotHave) {
    EXPECT_EQ(&glyphOf('\n'), &glyphOf('?'));
    EXPECT_EQ(&glyphOf(static_cast<char>(0xC3)), &glyphOf('?'));
}
