#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/measurement.h"

namespace rigproof {

/// A bound on one thing that one benchmark measures (bench/budgets.json; bench/budgets.schema.json explains each key).
struct Budget {
    std::string name;
    std::string title;
    std::string benchmark;
    std::string measure; ///< "cpu_time", "real_time" or a counter
    std::string unit;    ///< of the numbers below
    std::optional<double> max = {};
    std::optional<double> equals = {};
    std::optional<double> reference = {};
    std::optional<double> goal = {};
    bool instructions = false;
    std::string why;
};

/// Throws HarnessError (kExitUsage) "file:line:column: pointer: what is wrong; what would be right": also for a name
/// that stands twice, for both bounds or none, and for a time with a unit that is none.
std::vector<Budget> readBudgets(const std::filesystem::path& file);
std::vector<Budget> parseBudgets(const std::string& file, const std::string& text);

/// How a budget was kept.
struct BudgetResult {
    enum class Verdict : unsigned char {
        kKept,
        kBreached,
        kUnmeasured, ///< the benchmark failed or is not there; counts as a breach, else a budget could vanish unseen
    };
    Budget budget;
    Verdict verdict = Verdict::kUnmeasured;
    double value = 0.0;      ///< median, in the budget's unit
    double noise = 0.0;      ///< see noiseOf()
    std::size_t samples = 0; ///< repetitions that the median is of
    bool again = false;      ///< was over, so it was measured again; value and verdict are those of the second time
    double firstValue = 0.0; ///< of the first time when measured again
    std::string reason;      ///< why it is unmeasured

    bool kept() const { return verdict == Verdict::kKept; }
    /// What is left under the bound as a share of it; negative when over; 0 for `equals`.
    double headroom() const;
    bool meetsGoal() const { return !budget.goal || value <= *budget.goal; }
    /// Reference over value: how many times faster than the reference.
    std::optional<double> timesReference() const;
};

BudgetResult judge(const Budget& budget, const Measurements& measurements);

/// Measures benchmarks of these names anew.
using MeasureAgain = std::function<Measurements(const std::vector<std::string>& benchmarks)>;

/// Judges all; what is breached is measured again, once, and only a second breach counts: a burst on a shared machine
/// seldom strikes twice, a slower program is slower every time. What the second time measured is also added to
/// `measurements`.
std::vector<BudgetResult> judgeAll(const std::vector<Budget>& budgets, Measurements& measurements,
                                   const MeasureAgain& measureAgain);

/// The benchmarks that budgets ask for, each once, in the budgets' order.
std::vector<std::string> benchmarksOf(const std::vector<Budget>& budgets);

/// How many of a unit one measured unit is: times are measured in seconds. 1 for what is no time.
double unitsInOne(const std::string& unit);
bool isTimeUnit(const std::string& unit);

} // namespace rigproof
