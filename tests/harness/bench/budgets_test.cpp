#include "harness/bench/budgets.h"

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

std::string budgetText(const std::string& more, const std::string& name = "a.b") {
    return R"({"name": ")" + name + R"(", "title": "t", "benchmark": "b/1", "why": "a reason to read", )" + more + "}";
}

std::string fileOf(const std::string& budgets) {
    return "{\n  \"budgets\": [\n    " + budgets + "\n  ]\n}\n";
}

std::string complaint(const std::string& text) {
    try {
        parseBudgets("budgets.json", text);
    } catch (const HarnessError& e) {
        EXPECT_EQ(e.exitCode, kExitUsage);
        return e.what();
    }
    return "accepted";
}

const std::string kTime = R"("measure": "cpu_time", "unit": "ms", "max": 2)";

Measurements measured(const std::vector<double>& seconds,
                      const std::map<std::string, std::vector<double>>& counters = {}) {
    Measurements m;
    m.benchmarks.push_back({"b/1", seconds, seconds, counters, "", ""});
    return m;
}

Budget timeBudget(double max = 2.0) {
    Budget b = parseBudgets("f", fileOf(budgetText(kTime))).front();
    b.max = max;
    return b;
}

TEST(BudgetsTest, TheBudgetsOfThisRepositoryAreInOrder) {
    const auto file = std::filesystem::path(__FILE__).parent_path() / "../../../bench/budgets.json";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "the source tree is not here";
    EXPECT_GE(readBudgets(file).size(), 10u);
}

TEST(BudgetsTest, WhatIsWrongIsNamedWithFileAndPlace) {
    EXPECT_EQ(complaint(fileOf(budgetText(kTime))), "accepted");
    EXPECT_EQ(complaint("{\n  \"budgets\": 5\n}"), "budgets.json:2:14: /budgets: is 5; a list is wanted");
    EXPECT_EQ(complaint(fileOf(budgetText(R"("measure": "cpu_time", "unit": "ms", "maxx": 2)"))).substr(0, 38),
              "budgets.json:3:127: /budgets/0/maxx: u");
    EXPECT_NE(
        complaint(fileOf(budgetText(R"("measure": "cpu_time", "unit": "hours", "max": 2)"))).find("/budgets/0/unit"),
        std::string::npos);
    EXPECT_NE(complaint(fileOf(budgetText(R"("measure": "cpu_time", "unit": "ms", "max": -2)")))
                  .find("is -2; a number above 0"),
              std::string::npos);
    EXPECT_NE(complaint("{").find("budgets.json:1:2: not valid JSON"), std::string::npos);
}

TEST(BudgetsTest, ABudgetNeedsExactlyOneBoundAUniqueNameAndAUnitThatFits) {
    EXPECT_EQ(complaint(fileOf(budgetText(R"("measure": "cpu_time", "unit": "ms")"))),
              "budgets.json:3:5: /budgets/0: has no bound; \"max\" or \"equals\" is wanted");
    EXPECT_EQ(complaint(fileOf(budgetText(kTime + R"(, "equals": 2)"))),
              "budgets.json:3:5: /budgets/0: has \"max\" and \"equals\"; one of them is wanted");
    EXPECT_NE(complaint(fileOf(budgetText(kTime) + ",\n" + budgetText(kTime))).find("\"a.b\" stands twice"),
              std::string::npos);
    EXPECT_NE(
        complaint(fileOf(budgetText(R"("measure": "cpu_time", "unit": "draws", "max": 2)"))).find("cpu_time is a time"),
        std::string::npos);
}

TEST(BudgetsTest, TheMedianIsJudgedInTheBudgetsUnit) {
    const BudgetResult kept = judge(timeBudget(), measured({1e-3, 1.9e-3, 50e-3}));
    EXPECT_TRUE(kept.kept());
    EXPECT_DOUBLE_EQ(kept.value, 1.9);
    EXPECT_NEAR(kept.headroom(), 0.05, 1e-12);
    EXPECT_EQ(judge(timeBudget(), measured({2.1e-3})).verdict, BudgetResult::Verdict::kBreached);
    EXPECT_TRUE(judge(timeBudget(), measured({2.0e-3})).kept()); // the bound itself is within
}

TEST(BudgetsTest, ACountMustBeEqual) {
    const Budget draws =
        parseBudgets("f", fileOf(budgetText(R"("measure": "draws", "unit": "draws", "equals": 2)"))).front();
    EXPECT_TRUE(judge(draws, measured({1}, {{"draws", {2, 2, 2}}})).kept());
    EXPECT_FALSE(judge(draws, measured({1}, {{"draws", {3, 3, 3}}})).kept());
    EXPECT_FALSE(judge(draws, measured({1}, {{"draws", {1, 1, 1}}})).kept());
}

TEST(BudgetsTest, WhatCannotBeMeasuredIsNotKept) {
    EXPECT_NE(judge(timeBudget(), Measurements{}).reason.find("no benchmark \"b/1\""), std::string::npos);
    Budget counter = timeBudget();
    counter.measure = "slices";
    EXPECT_NE(judge(counter, measured({1})).reason.find("no counter \"slices\""), std::string::npos);
    Measurements failed = measured({});
    failed.benchmarks[0].error = "no context";
    EXPECT_EQ(judge(timeBudget(), failed).reason, "no context");
    EXPECT_EQ(judge(timeBudget(), failed).verdict, BudgetResult::Verdict::kUnmeasured);
}

TEST(BudgetsTest, ABreachIsMeasuredAgainAndCountsOnlyWhenItIsOneTwice) {
    Budget good = timeBudget();
    good.name = "good";
    good.benchmark = "c";
    const std::vector<Budget> budgets = {timeBudget(), good};
    Measurements first = measured({3e-3});
    first.benchmarks.push_back({"c", {1e-3}, {1e-3}, {}, "", ""});
    std::vector<std::string> asked;
    const auto secondIs = [&asked](double seconds) {
        return [&asked, seconds](const std::vector<std::string>& names) {
            asked = names;
            return measured({seconds, seconds, seconds});
        };
    };
    Measurements spike = first;
    const auto forgiven = judgeAll(budgets, spike, secondIs(1.5e-3));
    EXPECT_EQ(asked, std::vector<std::string>{"b/1"});
    EXPECT_TRUE(forgiven[0].kept());
    EXPECT_TRUE(forgiven[0].again);
    EXPECT_DOUBLE_EQ(forgiven[0].firstValue, 3.0);
    EXPECT_DOUBLE_EQ(forgiven[0].value, 1.5);
    EXPECT_FALSE(forgiven[1].again);
    EXPECT_EQ(spike.benchmarks[0].cpu.size(), 4u);

    Measurements slower = first;
    const auto breached = judgeAll(budgets, slower, secondIs(2.5e-3));
    EXPECT_EQ(breached[0].verdict, BudgetResult::Verdict::kBreached);
    EXPECT_TRUE(breached[0].again);
}

TEST(BudgetsTest, NothingIsMeasuredAgainWhenAllIsWell) {
    Measurements m = measured({1e-3});
    const auto results = judgeAll({timeBudget()}, m, [](const std::vector<std::string>&) -> Measurements {
        ADD_FAILURE() << "measured again";
        return {};
    });
    EXPECT_TRUE(results[0].kept());
}

} // namespace
} // namespace rigproof
