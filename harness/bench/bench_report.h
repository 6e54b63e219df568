#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/bench/budgets.h"
#include "harness/bench/comparison.h"

namespace rigproof {

/// The table of budgets: value, bound, how much of the bound is used as a bar, times the reference, noise; then one
/// line for each that needs one. `instructions` by benchmark, may be empty. `color` adds ANSI colours.
std::string budgetTable(const std::vector<BudgetResult>& results, const std::map<std::string, double>& instructions,
                        bool color);

/// Benchmarks that no budget speaks of: time, noise, rates.
std::string measurementTable(const Measurements& measurements, const std::vector<std::string>& names, bool color);

/// Two commits beside each other, what differs first.
std::string comparisonTable(const std::vector<Comparison>& comparisons, const ComparisonOptions& options, bool color);

/// One line: where this was measured, how busy the machine was.
std::string machineLine(const Measurements& measurements);

} // namespace rigproof
