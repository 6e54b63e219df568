#include "harness/bench/bench_report.h"

#include <gtest/gtest.h>

#include "harness/bench/text_table.h"

namespace rigproof {
namespace {

BudgetResult resultOf(double value, BudgetResult::Verdict verdict) {
    BudgetResult r;
    r.budget.name = "crowd.step";
    r.budget.title = "a step of 5,000 people";
    r.budget.benchmark = "crowd_step/5000";
    r.budget.measure = "cpu_time";
    r.budget.unit = "ms";
    r.budget.max = 0.5;
    r.budget.reference = 0.35;
    r.budget.goal = 0.1;
    r.budget.why = "twice what was measured";
    r.value = value;
    r.noise = 0.02;
    r.samples = 9;
    r.verdict = verdict;
    return r;
}

TEST(BenchReportTest, ARowHasValueBoundBarReferenceNoiseAndTheGoalThatIsMissed) {
    const std::string table = budgetTable({resultOf(0.2, BudgetResult::Verdict::kKept)}, {}, false);
    EXPECT_NE(
        table.find("a step of 5,000 people  0.200 ms  0.500 ms  ████░░░░░░  60 %     1.75 x  ± 2.0 %  goal 0.100 ms"),
        std::string::npos)
        << table;
    EXPECT_EQ(table.find("breach"), std::string::npos);
}

TEST(BenchReportTest, ABreachSaysByWhatBothTimesAndWhyTheBoundIsThere) {
    BudgetResult r = resultOf(0.7, BudgetResult::Verdict::kBreached);
    r.again = true;
    r.firstValue = 0.8;
    const std::string table = budgetTable({r}, {}, false);
    EXPECT_NE(
        table.find("breach  crowd.step (crowd_step/5000, cpu_time): over 0.500 ms (first 0.800 ms, again 0.700 ms)\n"
                   "    twice what was measured\n"),
        std::string::npos)
        << table;
    r = resultOf(0.4, BudgetResult::Verdict::kKept);
    r.again = true;
    EXPECT_NE(budgetTable({r}, {}, false).find("note  crowd.step"), std::string::npos);
    r = resultOf(0.0, BudgetResult::Verdict::kUnmeasured);
    r.reason = "there is no benchmark";
    EXPECT_NE(budgetTable({r}, {}, false).find("unmeasured  crowd.step"), std::string::npos);
}

TEST(BenchReportTest, ColourIsAddedOnlyWhenAskedFor) {
    const std::vector<BudgetResult> results = {resultOf(0.7, BudgetResult::Verdict::kBreached)};
    EXPECT_EQ(budgetTable(results, {}, false).find('\x1b'), std::string::npos);
    EXPECT_NE(budgetTable(results, {}, true).find("\x1b[31m"), std::string::npos);
}

TEST(BenchReportTest, WhatDiffersComesFirstAndIsCounted) {
    Comparison same;
    same.name = "same";
    same.before = same.after = 1e-3;
    Comparison slow = same;
    slow.name = "slow";
    slow.after = 1.5e-3;
    slow.p = 1e-5;
    slow.test.effect = 1.0;
    slow.verdict = Comparison::Verdict::kSlower;
    const std::string table = comparisonTable({same, slow}, {}, false);
    EXPECT_LT(table.find("slow "), table.find("same "));
    EXPECT_NE(table.find("+50 %"), std::string::npos);
    EXPECT_NE(table.find("1 slower, 0 faster, 1 no difference"), std::string::npos);
}

TEST(TextTableTest, NumbersShowThreeDigitsThatMeanSomething) {
    EXPECT_EQ(shownNumber(2), "2");
    EXPECT_EQ(shownNumber(0.12345), "0.123");
    EXPECT_EQ(shownNumber(1.2345), "1.23");
    EXPECT_EQ(shownNumber(123.45), "123");
    EXPECT_EQ(shownNumber(1234567.8), "1,234,568");
    EXPECT_EQ(shownSeconds(0.00123), "1.23 ms");
    EXPECT_EQ(shownSeconds(4.5e-8), "45 ns");
    EXPECT_EQ(shownShare(0.0123), "1.2 %");
    EXPECT_EQ(shownShare(-0.5), "-50 %");
}

} // namespace
} // namespace rigproof
