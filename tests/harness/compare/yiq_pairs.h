#pragma once

#include <string>
#include <vector>

#include "tests/harness/compare/pictures.h"

namespace rigproof::test {

struct PicturePair {
    std::string name;
    Image golden;
    Image actual;
};

/// Pairs on which counts of pixelmatch are known; see yiq_test.cpp.
inline std::vector<PicturePair> yiqPairs() {
    std::vector<PicturePair> pairs;
    const auto add = [&pairs](std::string name, const Image& golden) -> PicturePair& {
        return pairs.emplace_back(PicturePair{std::move(name), golden, golden});
    };

    PicturePair& discs = add("smooth discs moved by a quarter of a pixel", filled(97, 61, {240, 236, 228}));
    for (int i = 0; i < 5; ++i) {
        const Color c{40 + 40 * i, 200 - 30 * i, 60 + 20 * i};
        fillDisc(discs.golden, 60 + 70 * i, 120, 40 + 8 * i, c);
        fillDisc(discs.actual, 61 + 70 * i, 121, 40 + 8 * i, c);
    }

    PicturePair& noise = add("noise over a studio picture", studioPicture(160, 100));
    addNoise(noise.actual, 7, 45);

    PicturePair& lines = add("thin lines and rings gone", filled(120, 90, {250, 250, 250}));
    drawRing(lines.golden, 30, 30, 20, {30, 30, 30});
    drawRing(lines.golden, 80, 50, 31, {200, 60, 60});
    for (int i = 0; i < 60; ++i) {
        put(lines.golden, 10 + i, 80, {20, 60, 160});
        put(lines.golden, 20 + i, 10 + i, {90, 90, 90});
        put(lines.golden, 20 + i, 70 - i / 2, {120, 120, 120});
    }

    PicturePair& translucent = add("translucent pixels of every kind", filled(64, 48, {0, 0, 0, 0}));
    Noise random(99);
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < 64; ++x) {
            const auto any = [&random] { return random.below(256); };
            const Color c{any(), any(), any(), any()};
            put(translucent.golden, x, y, c);
            put(translucent.actual, x, y, {c.r + random.below(60) - 30, c.g, c.b, c.a + random.below(80) - 40});
        }
    }

    PicturePair& fading = add("a translucent disc over nothing", filled(80, 80, {0, 0, 0, 0}));
    fillDisc(fading.golden, 160, 160, 120, {220, 90, 30, 180});
    fillDisc(fading.actual, 162, 160, 120, {220, 90, 30, 150});

    PicturePair& column = add("one pixel wide", filled(1, 50, {128, 128, 128}));
    addNoise(column.actual, 3, 80);
    PicturePair& row = add("one pixel high", filled(50, 1, {128, 128, 128}));
    addNoise(row.actual, 4, 80);
    PicturePair& single = add("a single pixel", filled(1, 1, {128, 128, 128}));
    put(single.actual, 0, 0, {190, 128, 128});

    PicturePair& blocks = add("blocks at the border, in two-pixel steps", filled(50, 40, {200, 210, 220}));
    for (int i = 0; i < 10; ++i) {
        fillRect(blocks.golden, 5 * i, 0, 2, 2, {40, 40, 40});
        fillRect(blocks.actual, 5 * i + 1, 0, 2, 2, {40, 40, 40});
        fillRect(blocks.actual, 48, 4 * i, 2, 2, {250 - 20 * i, 120, 20 * i});
        fillRect(blocks.golden, 10 + i, 20, 1, 1 + i, {25 * i, 100, 100});
    }
    return pairs;
}

} // namespace rigproof::test
