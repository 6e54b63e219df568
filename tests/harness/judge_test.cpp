#include "harness/judge.h"

#include <limits>

#include <gtest/gtest.h>

namespace rigproof {
namespace {

Scenario expecting(const Expectation& e) {
    Scenario s;
    s.expectations.push_back(e);
    return s;
}

ScenarioResult judged(const Scenario& scenario, const Metrics& measured, const Metrics& golden) {
    ScenarioResult result;
    GoldenNumbers numbers;
    numbers.metrics = golden;
    judgeMetrics(scenario, measured, numbers, result);
    return result;
}

TEST(JudgeTest, WhatEqualsItsGoldenPasses) {
    const ScenarioResult r = judged({}, {{"a", 0.1}, {"b", 3}}, {{"a", 0.1}, {"b", 3}});
    EXPECT_EQ(r.verdict, Verdict::kPass);
    EXPECT_TRUE(r.reasons.empty());
}

TEST(JudgeTest, TheLastBitCountsUnlessAToleranceIsStated) {
    const double next = std::nextafter(0.1, 1.0);
    EXPECT_EQ(judged({}, {{"a", next}}, {{"a", 0.1}}).verdict, Verdict::kFail);
    EXPECT_EQ(judged({}, {{"a", next}}, {{"a", 0.1}}).reasons.front().substr(0, 24), "a is 0.1, golden 0.1 (+1");
    Scenario loose;
    loose.metricTolerance = 1e-9;
    EXPECT_EQ(judged(loose, {{"a", next}}, {{"a", 0.1}}).verdict, Verdict::kPass);
    Scenario own;
    own.metricTolerances["a"] = 0.5;
    EXPECT_EQ(judged(own, {{"a", 1.4}, {"b", 1.4}}, {{"a", 1.0}, {"b", 1.0}}).reasons,
              std::vector<std::string>{"b is 1.4, golden 1"});
}

TEST(JudgeTest, AReasonSaysWhatIsAndWhatWasExpected) {
    Expectation equals{.metric = "draws.crowd"};
    equals.equals = 1;
    EXPECT_EQ(judged(expecting(equals), {{"draws.crowd", 5000}}, {{"draws.crowd", 5000}}).reasons,
              std::vector<std::string>{"draws.crowd is 5000, expected 1"});
    Expectation range{.metric = "gap"};
    range.min = 0.5;
    range.max = 1.0;
    EXPECT_EQ(judged(expecting(range), {{"gap", 0.25}}, {{"gap", 0.25}}).reasons,
              std::vector<std::string>{"gap is 0.25, expected at least 0.5"});
    EXPECT_EQ(judged(expecting(range), {{"gap", 2}}, {{"gap", 2}}).reasons,
              std::vector<std::string>{"gap is 2, expected at most 1"});
    EXPECT_EQ(judged(expecting(range), {{"gap", 1.0}}, {{"gap", 1.0}}).verdict, Verdict::kPass);
    Expectation near{.metric = "gap"};
    near.near = 1.0;
    near.tolerance = 0.1;
    EXPECT_EQ(judged(expecting(near), {{"gap", 1.2}}, {{"gap", 1.2}}).reasons,
              std::vector<std::string>{"gap is 1.2, expected 1 +- 0.1"});
}

TEST(JudgeTest, AMetricCanBeHeldAgainstAShareOfAnother) {
    Expectation half{.metric = "right"};
    half.atMost = ShareOf{0.5, "left"};
    EXPECT_EQ(judged(expecting(half), {{"left", 4}, {"right", 2}}, {{"left", 4}, {"right", 2}}).verdict,
              Verdict::kPass);
    EXPECT_EQ(judged(expecting(half), {{"left", 4}, {"right", 3}}, {{"left", 4}, {"right", 3}}).reasons,
              std::vector<std::string>{"right is 3, expected at most 0.5 x left (2)"});
    half.atMost = ShareOf{0.5, "nowhere"};
    EXPECT_EQ(judged(expecting(half), {{"right", 3}}, {{"right", 3}}).verdict, Verdict::kFail);
}

TEST(JudgeTest, NeitherAMissingNorANotFiniteMetricIsEverGreen) {
    EXPECT_EQ(judged({}, {}, {{"a", 1}}).reasons, std::vector<std::string>{"a has a golden (1) but was not measured"});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(judged({}, {{"a", nan}}, {{"a", nan}}).verdict, Verdict::kFail);
    Expectation bound{.metric = "nowhere"};
    bound.max = 1;
    EXPECT_EQ(judged(expecting(bound), {}, {}).verdict, Verdict::kFail);
}

TEST(JudgeTest, ANewMetricIsNewAndAFailureOutranksIt) {
    EXPECT_EQ(judged({}, {{"a", 1}}, {}).verdict, Verdict::kNew);
    EXPECT_EQ(judged({}, {{"a", 1}, {"b", 2}}, {{"b", 3}}).verdict, Verdict::kFail);
    ScenarioResult fresh;
    judgeMetrics({}, {{"a", 1}}, std::nullopt, fresh);
    EXPECT_EQ(fresh.verdict, Verdict::kNew);
}

} // namespace
} // namespace rigproof
