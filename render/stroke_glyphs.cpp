#include "render/stroke_glyphs.h"

#include <array>

// The drawings of the typeface. A path is a row of commands with numbers after them:
//   M x y                     lift the pen and put it down
//   L x y                     a straight stroke
//   A cx cy rx ry from to     an arc of an ellipse, in degrees, counter-clockwise when `to` is greater; joined to what
//                             went before by a straight stroke
//   |                         lift the pen
// Baseline 0, small letters 68 high, capitals and figures 100, ascenders 104, descenders to -32.

namespace rigproof {

namespace {

// Room beside a letter by the shape of its side, so that the white between letters looks even.
constexpr float kStem = 17.0f;
constexpr float kRound = 12.0f;
constexpr float kOpen = 8.0f;
constexpr float kSlant = 6.0f;

constexpr std::array kSources = {
    GlyphSource{' ', 0, 34, 0, ""},
    GlyphSource{'!', kStem, 0, kStem, "M 0 100 L 0 34 | A 0 3 2.5 2.5 0 360"},
    GlyphSource{'"', kStem, 20, kStem, "M 0 100 L 0 76 | M 20 100 L 20 76"},
    GlyphSource{'#', kOpen, 64, kOpen, "M 22 100 L 10 0 | M 54 100 L 42 0 | M 2 68 L 64 68 | M 0 32 L 62 32"},
    GlyphSource{'$', kRound, 60, kRound,
                "A 31 75 27 25 28 270 A 30 25 30 25 90 -152 | M 30.5 114 L 30.5 100 | M 30.5 0 L 30.5 -14"},
    GlyphSource{'%', kRound, 84, kRound, "A 17 78 17 22 90 450 | A 67 22 17 22 90 450 | M 67 100 L 17 0"},
    GlyphSource{'&', kRound, 76, kOpen,
                "M 76 0 L 19.5 65.5 A 34 79 19 21 220 -40 L 11.9 49.1 A 28 27 28 27 125 325 L 74 46"},
    GlyphSource{'\'', kStem, 0, kStem, "M 0 100 L 0 76"},
    GlyphSource{'(', kRound, 16, kOpen, "A 40 44 40 70 130 230"},
    GlyphSource{')', kOpen, 16, kRound, "A -24 44 40 70 50 -50"},
    GlyphSource{'*', kOpen, 38, kOpen, "M 19 100 L 19 56 | M 0 89 L 38 67 | M 0 67 L 38 89"},
    GlyphSource{'+', kRound, 52, kRound, "M 0 46 L 52 46 | M 26 72 L 26 20"},
    GlyphSource{',', kStem, 6, kRound, "M 6 3 L 0 -17"},
    GlyphSource{'-', kRound, 34, kRound, "M 0 38 L 34 38"},
    GlyphSource{'.', kStem, 0, kStem, "A 0 2.5 2.5 2.5 0 360"},
    GlyphSource{'/', kOpen, 42, kOpen, "M 0 -12 L 42 108"},
    GlyphSource{'0', kRound, 58, kRound, "A 29 50 29 50 90 450"},
    GlyphSource{'1', kRound, 58, kRound, "M 10 80 L 34 100 L 34 0"},
    GlyphSource{'2', kRound, 58, kRound, "A 29 71 27 29 164 -36 L 1 0 L 57 0"},
    GlyphSource{'3', kRound, 58, kRound, "A 28 77 24 23 152 -90 A 28 27 29 27 90 -152"},
    GlyphSource{'4', kRound, 58, kRound, "M 43 0 L 43 100 L 0 30 L 58 30"},
    GlyphSource{'5', kRound, 58, kRound, "M 51 100 L 11 100 L 7 55 A 28 32 29 32 132 -150"},
    GlyphSource{'6', kRound, 58, kRound, "A 29 31 29 31 180 540 | M 0 31 A 52 31 52 69 180 100"},
    GlyphSource{'7', kRound, 58, kRound, "M 1 100 L 57 100 L 20 0"},
    GlyphSource{'8', kRound, 58, kRound, "A 29 77 24 23 270 630 | A 29 27 29 27 90 450"},
    GlyphSource{'9', kRound, 58, kRound, "A 29 69 29 31 0 360 | M 58 69 A 6 69 52 69 0 -80"},
    GlyphSource{':', kStem, 0, kStem, "A 0 2.5 2.5 2.5 0 360 | A 0 58 2.5 2.5 0 360"},
    GlyphSource{';', kStem, 6, kRound, "M 6 3 L 0 -17 | A 5 58 2.5 2.5 0 360"},
    GlyphSource{'<', kOpen, 46, kRound, "M 46 76 L 0 46 L 46 16"},
    GlyphSource{'=', kRound, 52, kRound, "M 0 60 L 52 60 | M 0 32 L 52 32"},
    GlyphSource{'>', kRound, 46, kOpen, "M 0 76 L 46 46 L 0 16"},
    GlyphSource{'?', kOpen, 50, kRound,
                "A 25 74 25 26 165 -48 A 46 33 21.5 22 132 180 L 24.5 30 | A 24.5 2.5 2.5 2.5 0 360"},
    GlyphSource{'@', kRound, 92, kRound,
                "A 46 42 19 21 0 360 | M 65 62 L 65 36 A 78.5 36 13.5 16 180 360 L 92 42 A 46 42 46 54 0 305"},
    GlyphSource{'A', kSlant, 78, kSlant, "M 0 0 L 39 100 L 78 0 | M 12.5 32 L 65.5 32"},
    GlyphSource{
        'B', kStem, 60, kRound,
        "M 0 0 L 0 100 L 32 100 A 32 76.5 23 23.5 90 -90 L 0 53 | M 32 53 L 34 53 A 34 26.5 26 26.5 90 -90 L 0 0"},
    GlyphSource{'C', kRound, 74, kOpen, "A 45 50 45 50 48 312"},
    GlyphSource{'D', kStem, 73, kRound, "M 0 0 L 0 100 L 27 100 A 27 50 46 50 90 -90 L 0 0"},
    GlyphSource{'E', kStem, 54, kOpen, "M 54 100 L 0 100 L 0 0 L 54 0 | M 0 52 L 47 52"},
    GlyphSource{'F', kStem, 52, kOpen, "M 52 100 L 0 100 L 0 0 | M 0 50 L 46 50"},
    GlyphSource{'G', kRound, 84, kStem, "A 45 50 45 50 50 335 L 84 48 L 52 48"},
    GlyphSource{'H', kStem, 66, kStem, "M 0 0 L 0 100 | M 66 0 L 66 100 | M 0 52 L 66 52"},
    GlyphSource{'I', kStem, 0, kStem, "M 0 100 L 0 0"},
    GlyphSource{'J', kOpen, 46, kStem, "M 46 100 L 46 28 A 23 28 23 28 0 -158"},
    GlyphSource{'K', kStem, 60, kSlant, "M 0 0 L 0 100 | M 57 100 L 0 38 | M 20 60 L 60 0"},
    GlyphSource{'L', kStem, 50, kOpen, "M 0 100 L 0 0 L 50 0"},
    GlyphSource{'M', kStem, 84, kStem, "M 0 0 L 0 100 L 42 38 L 84 100 L 84 0"},
    GlyphSource{'N', kStem, 68, kStem, "M 0 0 L 0 100 L 68 0 L 68 100"},
    GlyphSource{'O', kRound, 94, kRound, "A 47 50 47 50 90 450"},
    GlyphSource{'P', kStem, 59, kRound, "M 0 0 L 0 100 L 31 100 A 31 72.5 28 27.5 90 -90 L 0 45"},
    GlyphSource{'Q', kRound, 94, kRound, "A 47 50 47 50 90 450 | M 60 24 L 88 -6"},
    GlyphSource{'R', kStem, 61, kSlant, "M 0 0 L 0 100 L 31 100 A 31 72.5 28 27.5 90 -90 L 0 45 | M 31 45 L 61 0"},
    GlyphSource{'S', kRound, 61, kRound, "A 31 75.5 26 24.5 28 270 A 30.5 25.5 30 25.5 90 -152"},
    GlyphSource{'T', kSlant, 74, kSlant, "M 0 100 L 74 100 | M 37 100 L 37 0"},
    GlyphSource{'U', kStem, 66, kStem, "M 0 100 L 0 34 A 33 34 33 34 180 360 L 66 100"},
    GlyphSource{'V', kSlant, 76, kSlant, "M 0 100 L 38 0 L 76 100"},
    GlyphSource{'W', kSlant, 110, kSlant, "M 0 100 L 28 0 L 55 92 L 82 0 L 110 100"},
    GlyphSource{'X', kSlant, 70, kSlant, "M 0 0 L 69 100 | M 1 100 L 70 0"},
    GlyphSource{'Y', kSlant, 74, kSlant, "M 0 100 L 37 47 L 74 100 | M 37 47 L 37 0"},
    GlyphSource{'Z', kOpen, 66, kOpen, "M 2 100 L 64 100 L 0 0 L 66 0"},
    GlyphSource{'[', kStem, 18, kOpen, "M 18 108 L 0 108 L 0 -20 L 18 -20"},
    GlyphSource{'\\', kOpen, 42, kOpen, "M 0 108 L 42 -12"},
    GlyphSource{']', kOpen, 18, kStem, "M 0 108 L 18 108 L 18 -20 L 0 -20"},
    GlyphSource{'^', kOpen, 44, kOpen, "M 0 68 L 22 100 L 44 68"},
    GlyphSource{'_', 0, 56, 0, "M 0 -14 L 56 -14"},
    GlyphSource{'`', kRound, 14, kRound, "M 0 104 L 14 84"},
    GlyphSource{'a', kRound, 58, kStem, "A 29 34 29 34 0 360 | M 58 68 L 58 0"},
    GlyphSource{'b', kStem, 58, kRound, "M 0 104 L 0 0 | A 29 34 29 34 180 540"},
    GlyphSource{'c', kRound, 51, kOpen, "A 31 34 31 34 48 312"},
    GlyphSource{'d', kRound, 58, kStem, "A 29 34 29 34 0 360 | M 58 104 L 58 0"},
    GlyphSource{'e', kRound, 60, kRound, "M 0.5 35 L 60 35 A 30.5 34 29.8 34 2 314"},
    GlyphSource{'f', kOpen, 38, kSlant, "M 14 0 L 14 80 A 36 80 22 24 180 84 | M 0 66 L 34 66"},
    GlyphSource{'g', kRound, 58, kStem, "A 29 34 29 34 0 360 | M 58 68 L 58 -3 A 30 -3 28 28 0 -148"},
    GlyphSource{'h', kStem, 52, kStem, "M 0 104 L 0 0 | M 0 41 A 26 41 26 27 180 0 L 52 0"},
    GlyphSource{'i', kStem, 0, kStem, "M 0 68 L 0 0 | A 0 95 2.5 2.5 0 360"},
    GlyphSource{'j', kSlant, 14, kStem, "M 14 68 L 14 -10 A -6 -10 20 21 0 -78 | A 14 95 2.5 2.5 0 360"},
    GlyphSource{'k', kStem, 50, kSlant, "M 0 104 L 0 0 | M 47 68 L 0 26 | M 17 41 L 50 0"},
    GlyphSource{'l', kStem, 14, kOpen, "M 0 104 L 0 16 A 14 16 14 16 180 270"},
    GlyphSource{'m', kStem, 88, kStem,
                "M 0 68 L 0 0 | M 0 44 A 22 44 22 24 180 0 L 44 0 | M 44 44 A 66 44 22 24 180 0 L 88 0"},
    GlyphSource{'n', kStem, 52, kStem, "M 0 68 L 0 0 | M 0 41 A 26 41 26 27 180 0 L 52 0"},
    GlyphSource{'o', kRound, 62, kRound, "A 31 34 31 34 90 450"},
    GlyphSource{'p', kStem, 58, kRound, "M 0 68 L 0 -32 | A 29 34 29 34 180 540"},
    GlyphSource{'q', kRound, 58, kStem, "A 29 34 29 34 0 360 | M 58 68 L 58 -32"},
    GlyphSource{'r', kStem, 33, kSlant, "M 0 68 L 0 0 | M 0 38 A 27 38 27 30 180 76"},
    GlyphSource{'s', kRound, 48, kRound, "A 24 51 21 17 26 270 A 24 17 24 17 90 -154"},
    GlyphSource{'t', kOpen, 39, kOpen, "M 14 92 L 14 20 A 34 20 20 20 180 284 | M 0 66 L 36 66"},
    GlyphSource{'u', kStem, 52, kStem, "M 0 68 L 0 27 A 26 27 26 27 180 360 | M 52 68 L 52 0"},
    GlyphSource{'v', kSlant, 56, kSlant, "M 0 68 L 28 0 L 56 68"},
    GlyphSource{'w', kSlant, 86, kSlant, "M 0 68 L 22 0 L 43 60 L 64 0 L 86 68"},
    GlyphSource{'x', kSlant, 54, kSlant, "M 0 0 L 53 68 | M 1 68 L 54 0"},
    GlyphSource{'y', kSlant, 58, kSlant, "M 0 68 L 29 0 | M 58 68 L 29 0 L 16 -31"},
    GlyphSource{'z', kOpen, 50, kOpen, "M 2 68 L 48 68 L 0 0 L 50 0"},
    GlyphSource{
        '{', kOpen, 24, kOpen,
        "M 24 108 A 24 94 12 14 90 180 L 12 58 A 0 58 12 14 0 -90 A 0 30 12 14 90 0 L 12 -6 A 24 -6 12 14 180 270"},
    GlyphSource{'|', kStem, 0, kStem, "M 0 112 L 0 -20"},
    GlyphSource{
        '}', kOpen, 24, kOpen,
        "M 0 108 A 0 94 12 14 90 0 L 12 58 A 24 58 12 14 180 270 A 24 30 12 14 90 180 L 12 -6 A 0 -6 12 14 0 -90"},
    GlyphSource{'~', kRound, 54, kRound, "A 13.5 42 13.5 12 180 0 A 40.5 42 13.5 12 180 360"},
};
static_assert(kSources.size() == 95, "every printable ASCII character once");

} // namespace

std::span<const GlyphSource> glyphSources() {
    return kSources;
}

} // namespace rigproof
