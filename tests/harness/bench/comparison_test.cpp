#include "harness/bench/comparison.h"

#include <gtest/gtest.h>

#include "core/math/random.h"

namespace rigproof {
namespace {

std::vector<double> times(std::uint32_t seed, double level, double noise, int count = 10) {
    RandomStream random(seed);
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(level * (1.0 + noise * (random.uniform() - 0.5) + (random.uniform() < 0.1 ? 0.4 : 0.0)));
    return values;
}

Measurements sideOf(const std::vector<std::vector<double>>& benchmarks) {
    Measurements side;
    for (std::size_t i = 0; i < benchmarks.size(); ++i)
        side.benchmarks.push_back({"b" + std::to_string(i), benchmarks[i], benchmarks[i], {}, "", ""});
    return side;
}

TEST(ComparisonTest, TheSameProgramIsNoDifferenceTwentyTimesOutOfTwenty) {
    for (std::uint32_t run = 1; run <= 20; ++run) {
        std::vector<std::vector<double>> before;
        std::vector<std::vector<double>> after;
        for (std::uint32_t b = 0; b < 25; ++b) {
            before.push_back(times(1 + run * 1000 + b * 2, 1e-3, 0.1));
            after.push_back(times(2 + run * 7000 + b * 2, 1e-3, 0.1));
        }
        for (const Comparison& c : compareMeasurements(sideOf(before), sideOf(after), {}))
            EXPECT_EQ(c.verdict, Comparison::Verdict::kSame) << "run " << run << " " << c.name << " p " << c.p;
    }
}

TEST(ComparisonTest, ASlowDownOfATenthAmongManyIsFoundInSpiteOfTheNoise) {
    std::vector<std::vector<double>> before;
    std::vector<std::vector<double>> after;
    for (std::uint32_t b = 0; b < 25; ++b) {
        before.push_back(times(10 + b, 1e-3, 0.04, 20));
        after.push_back(times(900 + b, b == 7 ? 1.12e-3 : (b == 9 ? 0.85e-3 : 1e-3), 0.04, 20));
    }
    const auto comparisons = compareMeasurements(sideOf(before), sideOf(after), {});
    for (std::size_t b = 0; b < comparisons.size(); ++b) {
        const auto wanted = b == 7   ? Comparison::Verdict::kSlower
                            : b == 9 ? Comparison::Verdict::kFaster
                                     : Comparison::Verdict::kSame;
        EXPECT_EQ(comparisons[b].verdict, wanted) << comparisons[b].name;
    }
}

TEST(ComparisonTest, ASignificantChangeUnderTheThresholdIsNoDifference) {
    std::vector<double> before;
    std::vector<double> after;
    for (int i = 0; i < 12; ++i) {
        before.push_back(1.0 + 1e-4 * i);
        after.push_back(1.03 + 1e-4 * i);
    }
    const auto same = compareMeasurements(sideOf({before}), sideOf({after}), {});
    EXPECT_LT(same[0].p, 1e-4);
    EXPECT_EQ(same[0].verdict, Comparison::Verdict::kSame);
    ComparisonOptions strict;
    strict.threshold = 0.02;
    EXPECT_EQ(compareMeasurements(sideOf({before}), sideOf({after}), strict)[0].verdict, Comparison::Verdict::kSlower);
}

TEST(ComparisonTest, TheSameLargeChangeSeenTooSeldomIsNoDifference) {
    EXPECT_EQ(compareMeasurements(sideOf({{1, 1.1, 1.2}}), sideOf({{2, 2.1, 2.2}}), {})[0].verdict,
              Comparison::Verdict::kSame);
}

TEST(ComparisonTest, WhatOnlyOneSideHasOrFailedIsLeftOutAndManualTimeIsTheBenchmarksOwn) {
    Measurements before = sideOf({{1, 2}, {1, 2}});
    Measurements after = sideOf({{1, 2}});
    before.benchmarks.push_back({"first/manual_time", {9, 9}, {1, 1}, {}, "", ""});
    after.benchmarks.push_back({"first/manual_time", {1, 1}, {4, 4}, {}, "", ""});
    after.benchmarks[0].error = "no context";
    const auto comparisons = compareMeasurements(before, after, {});
    ASSERT_EQ(comparisons.size(), 1u);
    EXPECT_EQ(comparisons[0].name, "first/manual_time");
    EXPECT_EQ(comparisons[0].ratio(), 4.0);
}

TEST(ComparisonTest, AnExactFilterMatchesNothingElse) {
    EXPECT_EQ(exactFilter({"a/1", "b<c>(2).x+"}), "^(a/1|b<c>\\(2\\)\\.x\\+)$");
}

} // namespace
} // namespace rigproof
