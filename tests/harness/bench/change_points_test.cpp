#include "harness/bench/change_points.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/math/random.h"

namespace rigproof {
namespace {

/// Noise as benchmarks have it: a normal core of relative size `noise`, and one value in twenty slow by up to a half.
class Noise {
  public:
    Noise(std::uint32_t seed, double size) : random_(seed), size_(size) {}
    double around(double level) {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i)
            sum += random_.uniform();
        const bool slow = random_.uniform() < 0.05;
        return level * (1.0 + size_ * sum) * (slow ? 1.0 + 0.5 * random_.uniform() : 1.0);
    }

  private:
    RandomStream random_;
    double size_;
};

std::vector<double> seriesOf(std::uint32_t seed, double noise, const std::vector<std::pair<int, double>>& levels) {
    Noise source(seed, noise);
    std::vector<double> series;
    for (const auto& [count, level] : levels)
        for (int i = 0; i < count; ++i)
            series.push_back(source.around(level));
    return series;
}

TEST(ChangePointsTest, AStepIsFoundAtItsFirstCommit) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto points = changePoints(seriesOf(seed, 0.01, {{30, 100}, {30, 110}}));
        ASSERT_EQ(points.size(), 1u) << "seed " << seed;
        EXPECT_NEAR(static_cast<double>(points[0].at), 30.0, 1.0) << "seed " << seed;
        EXPECT_NEAR(points[0].ratio(), 1.1, 0.015) << "seed " << seed;
        EXPECT_LE(points[0].p, 0.01);
    }
}

TEST(ChangePointsTest, AStepUnderAndInNoiseOfItsOwnSizeIsPlacedWithinThreeCommits) {
    int near = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto points = changePoints(seriesOf(seed, 0.05, {{40, 100}, {40, 115}}));
        if (points.size() == 1 && std::abs(static_cast<int>(points[0].at) - 40) <= 3) ++near;
    }
    EXPECT_GE(near, 17);
}

TEST(ChangePointsTest, UpAndDownAgainAreTwoChanges) {
    const auto points = changePoints(seriesOf(5, 0.01, {{25, 100}, {20, 130}, {25, 100}}));
    ASSERT_EQ(points.size(), 2u);
    EXPECT_NEAR(static_cast<double>(points[0].at), 25.0, 1.0);
    EXPECT_NEAR(static_cast<double>(points[1].at), 45.0, 1.0);
    EXPECT_GT(points[0].ratio(), 1.25);
    EXPECT_LT(points[1].ratio(), 0.8);
}

TEST(ChangePointsTest, AStaircaseIsFoundStepByStep) {
    const auto points = changePoints(seriesOf(9, 0.01, {{20, 100}, {20, 112}, {20, 126}, {20, 90}}));
    ASSERT_EQ(points.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(static_cast<double>(points[i].at), 20.0 * static_cast<double>(i + 1), 1.0);
}

TEST(ChangePointsTest, PureNoiseRaisesNoAlarm) {
    int alarms = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed)
        alarms += changePoints(seriesOf(seed, 0.03, {{60, 100}})).empty() ? 0 : 1;
    EXPECT_LE(alarms, 2); // 1 % of 200 looks, and most of those are under the smallest shift
}

TEST(ChangePointsTest, TheTestAloneKeepsItsLevelOnNoiseWhenEveryShiftCounts) {
    ChangePointOptions options;
    options.smallestShift = 0.0;
    int alarms = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed)
        alarms += changePoints(seriesOf(seed, 0.03, {{50, 100}}), options).empty() ? 0 : 1;
    EXPECT_LE(alarms, 8); // 2 are expected at a level of 1 %; 8 or fewer come with a chance of over 99.9 %
}

TEST(ChangePointsTest, SpikesAreNoChangePoints) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        auto series = seriesOf(seed, 0.01, {{60, 100}});
        series[12] = 190;
        series[30] = 55;
        series[47] = 300;
        series[59] = 170; // the newest
        EXPECT_TRUE(changePoints(series).empty()) << "seed " << seed;
    }
}

TEST(ChangePointsTest, ABurstOfThreeIsNoChangePointAndFourIsEnoughForOne) {
    auto series = seriesOf(3, 0.005, {{40, 100}});
    for (std::size_t i = 20; i < 23; ++i)
        series[i] = 140;
    EXPECT_TRUE(changePoints(series).empty());
    auto fresh = seriesOf(3, 0.005, {{40, 100}, {4, 140}});
    const auto points = changePoints(fresh);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points[0].at, 40u);
}

TEST(ChangePointsTest, AShiftUnderTheSmallestIsLeftOutAndItsNeighboursAreMeasuredAcrossIt) {
    const auto series = seriesOf(4, 0.002, {{25, 100}, {25, 102}, {25, 150}});
    const auto points = changePoints(series);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points[0].at, 50u);
    EXPECT_NEAR(points[0].before, 101.0, 1.2);
    ChangePointOptions all;
    all.smallestShift = 0.01;
    EXPECT_EQ(changePoints(series, all).size(), 2u);
}

TEST(ChangePointsTest, TheSameSeriesGivesTheSameAnswer) {
    const auto series = seriesOf(8, 0.04, {{40, 100}, {40, 108}});
    const auto first = changePoints(series);
    const auto second = changePoints(series);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].at, second[i].at);
        EXPECT_EQ(first[i].p, second[i].p);
    }
}

TEST(ChangePointsTest, OnlyTheNewestValuesOfALongSeriesAreLookedAt) {
    auto series = seriesOf(2, 0.01, {{100, 50}, {280, 100}, {20, 120}});
    const auto points = changePoints(series);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(static_cast<double>(points[0].at), 380.0, 1.0);
}

TEST(ChangePointsTest, ShortAndConstantSeriesHaveNone) {
    EXPECT_TRUE(changePoints({}).empty());
    EXPECT_TRUE(changePoints(std::vector<double>{1, 2, 3, 4, 5}).empty());
    EXPECT_TRUE(changePoints(std::vector<double>(40, 7.0)).empty());
    EXPECT_TRUE(changePoints(std::vector<double>(40, 0.0)).empty());
}

} // namespace
} // namespace rigproof
