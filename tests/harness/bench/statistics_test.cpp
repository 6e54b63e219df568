#include "harness/bench/statistics.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/math/random.h"

namespace rigproof {
namespace {

TEST(StatisticsTest, TheMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle) {
    EXPECT_EQ(median({}), 0.0);
    EXPECT_EQ(median({3, 1, 2}), 2.0);
    EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
}

TEST(StatisticsTest, NoiseIsHalfTheQuartileDistanceAndHardlyFeelsOneOutlier) {
    const std::vector<double> steady = {98, 99, 100, 101, 102};
    EXPECT_DOUBLE_EQ(noiseOf(steady), 0.01);
    const std::vector<double> hit = {98, 99, 100, 101, 900};
    EXPECT_DOUBLE_EQ(noiseOf(hit), 0.01);
    EXPECT_EQ(noiseOf(std::vector<double>{5}), 0.0);
}

// Critical values of U at two-sided 5 % and 1 %, from the usual tables: n = m = 5: 2 and 0; n = m = 10: 23 and 16;
// n = 7, m = 9: 12 and 7.
TEST(StatisticsTest, TheExactTestAgreesWithThePrintedTables) {
    struct Row {
        std::size_t n, m;
        int at5, at1;
    };
    for (const Row row : {Row{5, 5, 2, 0}, Row{10, 10, 23, 16}, Row{7, 9, 12, 7}}) {
        const auto pOf = [&row](int u) {
            // Values of b in a row, with as many of a above the first ones as make up U.
            std::vector<double> a(row.n);
            std::vector<double> b(row.m);
            for (std::size_t i = 0; i < row.m; ++i)
                b[i] = static_cast<double>(i + 1);
            int left = u;
            for (std::size_t i = 0; i < row.n; ++i) {
                const int above = std::min<int>(left, static_cast<int>(row.m));
                left -= above; // this value of a is below `above` of the values of b
                a[i] = static_cast<double>(static_cast<int>(row.m) - above) + 0.5 + static_cast<double>(i) * 1e-3;
            }
            const RankTest test = mannWhitney(a, b);
            EXPECT_EQ(test.u, static_cast<double>(u));
            return test.p;
        };
        EXPECT_LE(pOf(row.at5), 0.05);
        EXPECT_GT(pOf(row.at5 + 1), 0.05);
        EXPECT_LE(pOf(row.at1), 0.01);
        EXPECT_GT(pOf(row.at1 + 1), 0.01);
    }
}

TEST(StatisticsTest, SeparateSamplesHaveTheSmallestPThereIs) {
    const std::vector<double> low = {1, 2, 3, 4};
    const std::vector<double> high = {5, 6, 7, 8};
    const RankTest test = mannWhitney(low, high);
    EXPECT_EQ(test.u, 16.0);
    EXPECT_EQ(test.effect, 1.0);
    EXPECT_DOUBLE_EQ(test.p, 2.0 / 70.0); // of the 8! / 4! 4! orders, this one and its mirror
    EXPECT_DOUBLE_EQ(mannWhitney(high, low).p, test.p);
    EXPECT_EQ(mannWhitney(high, low).effect, 0.0);
}

// By hand: U = 4; three ties of two, so the variance is 16/12 (9 - 18/56) = 11.571; z = (8 - 4 - .5) / 3.4017 = 1.0289.
TEST(StatisticsTest, TiesAreCountedAsHalfAndCorrectedFor) {
    const std::vector<double> a = {1, 2, 3, 3};
    const std::vector<double> b = {0, 1, 2, 2.5};
    const RankTest test = mannWhitney(a, b);
    EXPECT_EQ(test.u, 4.0);
    EXPECT_NEAR(test.p, 0.3035, 1e-3);
    const std::vector<double> same(10, 2.0);
    EXPECT_EQ(mannWhitney(same, same).p, 1.0);
    EXPECT_EQ(mannWhitney({}, same).p, 1.0);
}

TEST(StatisticsTest, TheExactTestAndTheApproximationMeet) {
    std::vector<double> a;
    std::vector<double> b;
    RandomStream random(11);
    for (int i = 0; i < 30; ++i) {
        a.push_back(random.uniform());
        b.push_back(random.uniform() + 0.15);
    }
    const double exact = mannWhitney(a, b).p;
    a.push_back(0.5); // one more than is counted exactly
    EXPECT_NEAR(mannWhitney(a, b).p, exact, 0.35 * exact);
}

TEST(StatisticsTest, HolmMultipliesTheSmallestByAllAndNeverReversesTheOrder) {
    const std::vector<double> p = {0.04, 0.01, 0.03, 0.5};
    const std::vector<double> adjusted = holm(p);
    EXPECT_DOUBLE_EQ(adjusted[1], 0.04);
    EXPECT_DOUBLE_EQ(adjusted[2], 0.09);
    EXPECT_DOUBLE_EQ(adjusted[0], 0.09); // 0.08 on its own, but not below the one before
    EXPECT_DOUBLE_EQ(adjusted[3], 0.5);
}

} // namespace
} // namespace rigproof
