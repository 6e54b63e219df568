#include "harness/compare/flip.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "harness/compare/flip_filters.h"
#include "harness/compare/flip_kernels.h"
#include "harness/compare/flip_plain.h"
#include "tests/harness/compare/pictures.h"

namespace rigproof {
namespace {

// The oracle is our own second version (flip_plain.h): double precision, the paper's two-dimensional filters as they
// stand. (The reference program publishes one figure, for two pictures of its repository that this project does not
// hold.) Constants that both versions share are checked against results worked out by hand.

struct Pair {
    Image golden;
    Image actual;
};

Pair naturalPair(int width, int height) {
    Pair p{test::studioPicture(width, height), test::studioPicture(width, height)};
    test::addNoise(p.golden, 11, 6);
    test::addNoise(p.actual, 12, 25);
    test::fillDisc(p.actual, width, height, 60, {30, 160, 220});
    test::drawRing(p.actual, width * 3 / 4, height / 3, 9, {250, 250, 40});
    return p;
}

void expectNear(const std::vector<float>& fast, const std::vector<double>& plain) {
    ASSERT_EQ(fast.size(), plain.size());
    double sumFast = 0.0;
    double sumPlain = 0.0;
    for (std::size_t i = 0; i < fast.size(); ++i) {
        ASSERT_NEAR(static_cast<double>(fast[i]), plain[i], 1e-4) << "pixel " << i;
        sumFast += static_cast<double>(fast[i]);
        sumPlain += plain[i];
    }
    EXPECT_NEAR(sumFast / static_cast<double>(fast.size()), sumPlain / static_cast<double>(fast.size()), 1e-5);
}

TEST(FlipTest, AgreesWithThePlainVersionOfThePaper) {
    // wider and higher than a tile, and no multiple of its size
    const Pair p = naturalPair(141, 75);
    expectNear(flipMap(p.golden, p.actual), flipMapPlain(p.golden, p.actual));
}

TEST(FlipTest, AgreesWithThePlainVersionFromNearAndFar) {
    const Pair p = naturalPair(50, 40);
    for (const double ppd : {1.0, 7.5, 30.0, 120.0}) {
        SCOPED_TRACE(ppd);
        expectNear(flipMap(p.golden, p.actual, {.pixelsPerDegree = ppd}),
                   flipMapPlain(p.golden, p.actual, {.pixelsPerDegree = ppd}));
    }
}

TEST(FlipTest, AgreesWithThePlainVersionOnExtremeColours) {
    Pair p{test::filled(40, 40, {0, 0, 0}), test::filled(40, 40, {255, 255, 255})};
    test::fillRect(p.golden, 0, 0, 20, 20, {0, 255, 0});
    test::fillRect(p.actual, 0, 0, 20, 20, {0, 0, 255});
    test::fillRect(p.golden, 20, 0, 20, 20, {255, 0, 0});
    test::fillRect(p.actual, 20, 0, 20, 20, {0, 255, 255});
    expectNear(flipMap(p.golden, p.actual), flipMapPlain(p.golden, p.actual));
}

TEST(FlipTest, PureGreenAgainstPureBlueIsTheLargestError) {
    // c_max is defined by this pair, flat pictures have no features and filters keep them: the error is 1.
    const auto map = flipMap(test::filled(30, 30, {0, 255, 0}), test::filled(30, 30, {0, 0, 255}));
    for (const float e : map)
        ASSERT_NEAR(static_cast<double>(e), 1.0, 1e-4);
}

TEST(FlipTest, FlatGreysGiveTheErrorThatTheFormulaGives) {
    // Black against white: HyAB is 100; 100^0.7 = 25.119. Pure green and blue, Hunt-adjusted, make c_max; by hand:
    // green L* 87.735 a* -86.183 b* 83.179, blue L* 32.297 a* 79.188 b* -107.860, so
    // c_max = (55.438 + |(-101.19, 107.81)|)^0.7 = 203.30^0.7 = 41.28, knee 16.51.
    const auto map = flipMap(test::filled(30, 30, {0, 0, 0}), test::filled(30, 30, {255, 255, 255}));
    const double expected = 0.95 + (25.119 - 16.51) / (41.28 - 16.51) * 0.05;
    EXPECT_NEAR(static_cast<double>(map[0]), expected, 1e-3);
}

TEST(FlipTest, SwappingThePicturesChangesNothing) {
    const Pair p = naturalPair(60, 50);
    EXPECT_EQ(flipMap(p.golden, p.actual), flipMap(p.actual, p.golden));
}

TEST(FlipTest, GivesTheSameBitsWithAnyNumberOfThreads) {
    const Pair p = naturalPair(300, 200);
    const auto one = flipMap(p.golden, p.actual, {.threads = 1});
    EXPECT_EQ(one, flipMap(p.golden, p.actual, {.threads = 2}));
    EXPECT_EQ(one, flipMap(p.golden, p.actual, {.threads = 7}));
}

TEST(FlipTest, GivesTheCommittedBitsWithEveryCompiler) {
    // FNV-1a over the bits of the map. A change of the algorithm changes it, and so would a compiler, a flag or a
    // processor that rounds differently: then find out why before writing a new number here.
    const Pair p = naturalPair(300, 200);
    std::uint64_t hash = 14695981039346656037ULL;
    for (const float e : flipMap(p.golden, p.actual)) {
        const auto bits = std::bit_cast<std::uint32_t>(e);
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ ((bits >> shift) & 0xffu)) * 1099511628211ULL;
    }
    EXPECT_EQ(hash, 0x5a88105d72407514ULL);
}

TEST(FlipTest, EveryVectorWidthGivesTheSameBits) {
    // The rows go through the kernels that the map is made of, once for any processor and once for this one.
    const flip::Kernels portable = flip::portableKernels();
    const flip::Kernels best = flip::bestKernels();
    constexpr int kN = 4 * flip::kRowBlock;
    std::vector<std::vector<float>> rows;
    test::Noise noise(1);
    for (int r = 0; r < 20; ++r) {
        auto& row = rows.emplace_back(3 * kN);
        for (float& v : row)
            v = static_cast<float>(noise.below(20001) - 4000) / 16000.0f;
    }
    const auto at = [&rows](std::size_t r) { return rows[r].data() + kN; };
    const std::vector<float> weights{0.3f, 0.2f, 0.1f, 0.07f, 0.003f};
    const auto run = [&](const flip::Kernels& k) {
        std::vector<float> all;
        std::vector<std::vector<float>> out(12, std::vector<float>(kN));
        k.even(at(0), 1, weights.data(), 4, out[0].data(), kN);
        k.odd(at(0), 2, weights.data(), 4, out[1].data(), kN);
        std::array<flip::PerceivedRow, 2> seen{};
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t o = 2 + 5 * i;
            seen[i] = {out[o].data(), out[o + 1].data(), out[o + 2].data(), out[o + 3].data(), out[o + 4].data()};
            const std::size_t f = 8 * i;
            k.perceive({at(f), at(f + 1), at(f + 2), at(f + 3), at(f + 4), at(f + 5), at(f + 6), at(f + 7)}, seen[i],
                       kN);
        }
        std::vector<float> errors(kN);
        k.combine(seen[0], seen[1], {16.5f, 0.0576f, 0.002f}, errors.data(), kN);
        for (const auto& o : out)
            all.insert(all.end(), o.begin(), o.end());
        all.insert(all.end(), errors.begin(), errors.end());
        return all;
    };
    EXPECT_EQ(run(portable), run(best));
}

TEST(FlipTest, IsZeroWhereThePicturesAgreeAsFarAsTheFiltersReach) {
    Image golden = test::studioPicture(400, 300);
    Image actual = golden;
    test::put(actual, 200, 150, {255, 0, 0});
    const auto map = flipMap(golden, actual);
    const int reach = flip::makeFilters(kFlipPixelsPerDegree).reach;
    for (int y = 0; y < 300; ++y) {
        for (int x = 0; x < 400; ++x) {
            if (std::max(std::abs(x - 200), std::abs(y - 150)) <= reach) continue;
            ASSERT_EQ(map[static_cast<std::size_t>(y * 400 + x)], 0.0f) << x << "," << y;
        }
    }
    EXPECT_GT(map[150 * 400 + 200], 0.2f);
}

TEST(FlipTest, TakesPicturesOfASinglePixel) {
    const auto map = flipMap(test::filled(1, 1, {10, 20, 30}), test::filled(1, 1, {200, 20, 30}));
    ASSERT_EQ(map.size(), 1u);
    EXPECT_GT(map[0], 0.3f);
}

TEST(FlipTest, HasTheRadiiOfTheReferenceProgram) {
    EXPECT_EQ(flip::csfRadius(kFlipPixelsPerDegree), 10);
    EXPECT_EQ(flip::featureRadius(kFlipPixelsPerDegree), 9);
}

TEST(FlipTest, ItsFiltersAreNormalisedOverTheirSquares) {
    for (const double ppd : {5.0, kFlipPixelsPerDegree, 200.0}) {
        const flip::Filters f = flip::makeFilters(ppd);
        const auto sum = [](const flip::HalfFilter& h) {
            return std::accumulate(h.weights.begin() + 1, h.weights.end(), 0.0) * 2.0 + h.weights[0];
        };
        EXPECT_NEAR(sum(f.achromatic), 1.0, 1e-12);
        EXPECT_NEAR(sum(f.redGreen), 1.0, 1e-12);
        EXPECT_NEAR(sum(f.gaussian), 1.0, 1e-12);
        EXPECT_NEAR(sum(f.blueYellow[0]) * sum(f.blueYellow[0]) + sum(f.blueYellow[1]) * sum(f.blueYellow[1]), 1.0,
                    1e-12);
        EXPECT_NEAR(sum(f.secondDerivative), 0.0, 1e-12);
        EXPECT_NEAR(std::accumulate(f.firstDerivative.weights.begin(), f.firstDerivative.weights.end(), 0.0), 1.0,
                    1e-12);
    }
}

/// The definitions, on a sorted copy.
FlipStatistics plainStatistics(std::vector<float> errors) {
    std::sort(errors.begin(), errors.end());
    double total = 0.0;
    for (const float e : errors)
        total += static_cast<double>(e);
    const auto weighted = [&](double share) {
        double sum = 0.0;
        for (const float e : errors) {
            sum += static_cast<double>(e);
            if (sum > share * total) return static_cast<double>(e);
        }
        return 0.0;
    };
    const auto n = static_cast<double>(errors.size());
    return {.mean = total / n,
            .weightedMedian = weighted(0.5),
            .weightedFirstQuartile = weighted(0.25),
            .weightedThirdQuartile = weighted(0.75),
            .min = static_cast<double>(errors.front()),
            .max = static_cast<double>(errors.back()),
            .p99 = static_cast<double>(errors[static_cast<std::size_t>(std::ceil(0.99 * n)) - 1])};
}

TEST(FlipStatisticsTest, AreThoseOfTheSortedErrors) {
    const Pair p = naturalPair(90, 70);
    for (const auto& errors : {flipMap(p.golden, p.actual), std::vector<float>{0.5f}, std::vector<float>{0.0f, 1.0f},
                               std::vector<float>(1000, 0.25f)}) {
        const FlipStatistics fast = flipStatistics(errors);
        const FlipStatistics plain = plainStatistics(errors);
        EXPECT_NEAR(fast.mean, plain.mean, 1e-12);
        EXPECT_NEAR(fast.weightedMedian, plain.weightedMedian, 1e-6);
        EXPECT_NEAR(fast.weightedFirstQuartile, plain.weightedFirstQuartile, 1e-6);
        EXPECT_NEAR(fast.weightedThirdQuartile, plain.weightedThirdQuartile, 1e-6);
        EXPECT_EQ(fast.min, plain.min);
        EXPECT_EQ(fast.max, plain.max);
        EXPECT_EQ(fast.p99, plain.p99);
    }
}

TEST(FlipStatisticsTest, PixelsThatDoNotCountChangeNeitherMeanNorPercentile) {
    std::vector<float> errors(100);
    std::iota(errors.begin(), errors.end(), 1.0f);
    for (float& e : errors)
        e /= 128.0f;
    const FlipStatistics alone = flipStatistics(errors);
    errors.insert(errors.begin(), 900, 0.0f);
    const FlipStatistics amongMasked = flipStatistics(errors, 100);
    EXPECT_EQ(alone.mean, amongMasked.mean);
    EXPECT_EQ(alone.p99, amongMasked.p99);
    EXPECT_EQ(alone.p99, 99.0 / 128.0);
}

TEST(FlipStatisticsTest, AreZeroForEqualPictures) {
    const FlipStatistics s = flipStatistics(std::vector<float>(50));
    EXPECT_EQ(s.mean, 0.0);
    EXPECT_EQ(s.max, 0.0);
    EXPECT_EQ(flipStatistics({}).p99, 0.0);
}

TEST(FlipTest, MagmaRunsFromBlackToPaleYellow) {
    const Image image = magmaImage(3, 1, std::vector<float>{0.0f, 0.5f, 1.0f});
    EXPECT_EQ(image.rgba, (std::vector<std::uint8_t>{0, 0, 4, 255, 0xb7, 0x37, 0x79, 255, 0xfc, 0xfd, 0xbf, 255}));
}

} // namespace
} // namespace rigproof
