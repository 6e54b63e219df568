#include "harness/compare/yiq.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/harness/compare/yiq_pairs.h"

namespace rigproof {
namespace {

// What pixelmatch 7.2.0 (npm, Node 20) returns for the pairs of yiq_pairs.h, written out as raw RGBA:
//   pixelmatch(golden, actual, null, width, height, options)
constexpr std::array<YiqOptions, 6> kOptions = {{{},
                                                 {.threshold = 0.05},
                                                 {.includeAntiAliased = true},
                                                 {.checkerboard = false},
                                                 {.threshold = 0.02},
                                                 {.threshold = 0.3}}};
constexpr std::array<std::array<int, 6>, 9> kPixelmatchCounts = {{{0, 1, 104, 0, 1, 0},
                                                                  {5863, 14280, 5863, 5863, 15886, 0},
                                                                  {465, 465, 481, 465, 465, 465},
                                                                  {15, 625, 15, 129, 2100, 0},
                                                                  {31, 2758, 90, 0, 2771, 0},
                                                                  {40, 49, 40, 40, 50, 0},
                                                                  {38, 48, 38, 38, 50, 0},
                                                                  {1, 1, 1, 1, 1, 0},
                                                                  {102, 102, 135, 102, 102, 102}}};

TEST(YiqTest, CountsWhatPixelmatchCountsToThePixel) {
    const auto pairs = test::yiqPairs();
    ASSERT_EQ(pairs.size(), kPixelmatchCounts.size());
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        for (std::size_t o = 0; o < kOptions.size(); ++o) {
            const YiqDifference d = compareYiq(pairs[p].golden, pairs[p].actual, kOptions[o]);
            EXPECT_EQ(d.pixels, kPixelmatchCounts[p][o]) << pairs[p].name << ", options " << o;
        }
    }
}

TEST(YiqTest, GivesTheSameWithAnyNumberOfThreads) {
    for (const auto& pair : test::yiqPairs()) {
        const YiqDifference one = compareYiq(pair.golden, pair.actual, {}, 1);
        const YiqDifference five = compareYiq(pair.golden, pair.actual, {}, 5);
        EXPECT_EQ(one.pixels, five.pixels) << pair.name;
        EXPECT_EQ(one.antiAliased, five.antiAliased) << pair.name;
        EXPECT_EQ(one.over, five.over) << pair.name;
    }
}

TEST(YiqTest, MarksCountedPixelsWithOneAndAntiAliasedOnesWithTwo) {
    const auto pair = test::yiqPairs().front();
    const YiqDifference d = compareYiq(pair.golden, pair.actual, {.threshold = 0.05});
    EXPECT_EQ(std::count(d.over.begin(), d.over.end(), 1), d.pixels);
    EXPECT_EQ(std::count(d.over.begin(), d.over.end(), 2), d.antiAliased);
    EXPECT_GT(d.antiAliased, 100);
}

TEST(YiqTest, BlackAndWhiteAreAsFarApartAsColoursGet) {
    constexpr std::array<std::uint8_t, 4> kBlack{0, 0, 0, 255};
    constexpr std::array<std::uint8_t, 4> kWhite{255, 255, 255, 255};
    const double distance = yiqDistance(kBlack.data(), kWhite.data(), 0, true);
    EXPECT_GT(distance, 0.5053 * 255 * 255 * 0.999);
    EXPECT_LE(distance, kYiqRange);
}

TEST(YiqTest, EqualPicturesCostNoMask) {
    const Image picture = test::studioPicture(40, 30);
    const YiqDifference d = compareYiq(picture, picture);
    EXPECT_EQ(d.pixels, 0);
    EXPECT_TRUE(d.over.empty());
}

} // namespace
} // namespace rigproof
