#include "harness/bench/bench_report.h"

#include <algorithm>
#include <cmath>

#include "harness/bench/statistics.h"
#include "harness/bench/text_table.h"
#include "harness/machine.h"

namespace rigproof {
namespace {

using Align = TextTable::Align;
using Color = TextTable::Color;
using Cell = TextTable::Cell;

constexpr int kBarCells = 10;
constexpr double kTightHeadroom = 0.15; ///< less is worth a look before it breaks
constexpr double kNoisyMeasurement = 0.1;

std::string usedBar(double used) {
    const int full = std::clamp(static_cast<int>(std::lround(used * kBarCells)), 0, kBarCells);
    std::string bar;
    for (int i = 0; i < kBarCells; ++i)
        bar += i < full ? "█" : "░";
    return bar;
}

Color colorOf(const BudgetResult& result) {
    if (!result.kept()) return Color::kBad;
    return result.budget.max && result.headroom() < kTightHeadroom ? Color::kDoubtful : Color::kGood;
}

Cell noiseCell(double noise) {
    return {"± " + shownShare(noise), noise > kNoisyMeasurement ? Color::kDoubtful : Color::kFaint};
}

std::string withUnit(double value, const std::string& unit) {
    return shownNumber(value) + " " + unit;
}

std::string noteOf(const BudgetResult& result) {
    const Budget& budget = result.budget;
    const std::string what = budget.name + " (" + budget.benchmark + ", " + budget.measure + "): ";
    if (result.verdict == BudgetResult::Verdict::kUnmeasured) return "unmeasured  " + what + result.reason + "\n";
    const std::string twice =
        " (first " + withUnit(result.firstValue, budget.unit) + ", again " + withUnit(result.value, budget.unit) + ")";
    if (result.verdict == BudgetResult::Verdict::kBreached) {
        const std::string bound =
            budget.max ? "over " + withUnit(*budget.max, budget.unit) : "not " + withUnit(*budget.equals, budget.unit);
        return "breach  " + what + bound + (result.again ? twice : "") + "\n    " + budget.why + "\n";
    }
    if (result.again) return "note  " + what + "was over at first and is not when measured again" + twice + "\n";
    return "";
}

} // namespace

std::string budgetTable(const std::vector<BudgetResult>& results, const std::map<std::string, double>& instructions,
                        bool color) {
    const bool counted = !instructions.empty();
    std::vector<Align> columns = {Align::kLeft,  Align::kRight, Align::kRight, Align::kLeft,
                                  Align::kRight, Align::kRight, Align::kRight, Align::kLeft};
    if (counted) columns.insert(columns.end() - 1, Align::kRight);
    TextTable table(columns);
    std::vector<Cell> head = {{"", {}},
                              {"value", Color::kFaint},
                              {"budget", Color::kFaint},
                              {"used", Color::kFaint},
                              {"free", Color::kFaint},
                              {"reference", Color::kFaint},
                              {"noise", Color::kFaint},
                              {"", {}}};
    if (counted) head.insert(head.end() - 1, {"instructions", Color::kFaint});
    table.add(head);
    std::string notes;
    for (const BudgetResult& result : results) {
        const Budget& budget = result.budget;
        const bool measured = result.verdict != BudgetResult::Verdict::kUnmeasured;
        const bool bounded = budget.max && measured;
        const auto times = result.timesReference();
        std::vector<Cell> row = {
            {budget.title},
            {measured ? withUnit(result.value, budget.unit) : "-"},
            {(budget.max ? "" : "= ") + withUnit(budget.max ? *budget.max : *budget.equals, budget.unit)},
            {bounded ? usedBar(result.value / *budget.max) : "", colorOf(result)},
            {bounded ? shownShare(result.headroom()) : (result.kept() ? "kept" : ""), colorOf(result)},
            {times ? shownNumber(*times) + " x" : ""},
            measured && isTimeUnit(budget.unit) ? noiseCell(result.noise) : Cell{},
            {measured && !result.meetsGoal() ? "goal " + withUnit(*budget.goal, budget.unit) : "", Color::kFaint}};
        if (counted) {
            const auto found = instructions.find(budget.benchmark);
            const bool here = budget.instructions && found != instructions.end();
            row.insert(row.end() - 1, Cell{here ? shownNumber(found->second) : ""});
        }
        table.add(row);
        notes += noteOf(result);
    }
    return table.text(color) + notes;
}

std::string measurementTable(const Measurements& measurements, const std::vector<std::string>& names, bool color) {
    TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kLeft});
    for (const std::string& name : names) {
        const Measurement* m = measurements.find(name);
        if (m == nullptr) continue;
        if (!m->error.empty()) {
            table.add({{name}, {"-"}, {""}, {""}, {m->error, Color::kBad}});
            continue;
        }
        const auto rate = [m](const char* counter, double scale, const char* unit) -> std::string {
            const std::vector<double>& values = m->valuesOf(counter);
            return values.empty() ? "" : shownNumber(median(values) * scale) + unit;
        };
        table.add({{name},
                   {shownSeconds(median(m->cpu))},
                   noiseCell(noiseOf(m->cpu)),
                   {rate("items_per_second", 1e-6, " M/s")},
                   {rate("bytes_per_second", 1e-9, " GB/s")}});
    }
    return table.text(color);
}

std::string comparisonTable(const std::vector<Comparison>& comparisons, const ComparisonOptions& options, bool color) {
    std::vector<Comparison> sorted = comparisons;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Comparison& a, const Comparison& b) {
        return (a.verdict != Comparison::Verdict::kSame) > (b.verdict != Comparison::Verdict::kSame);
    });
    TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                     Align::kRight, Align::kLeft});
    table.add({{""},
               {"before", Color::kFaint},
               {"after", Color::kFaint},
               {"change", Color::kFaint},
               {"after is slower", Color::kFaint},
               {"p", Color::kFaint},
               {"noise", Color::kFaint},
               {""}});
    int slower = 0;
    int faster = 0;
    for (const Comparison& c : sorted) {
        Cell verdict{"no difference", Color::kFaint};
        if (c.verdict == Comparison::Verdict::kSlower) verdict = {"slower", Color::kBad};
        if (c.verdict == Comparison::Verdict::kFaster) verdict = {"faster", Color::kGood};
        slower += c.verdict == Comparison::Verdict::kSlower ? 1 : 0;
        faster += c.verdict == Comparison::Verdict::kFaster ? 1 : 0;
        const double change = c.ratio() - 1.0;
        table.add({{c.name},
                   {shownSeconds(c.before)},
                   {shownSeconds(c.after)},
                   {(change > 0.0 ? "+" : "") + shownShare(change)},
                   {shownShare(c.test.effect) + " of pairs"},
                   {c.p < 0.001 ? "< 0.001" : shownNumber(c.p)},
                   noiseCell(c.noise),
                   verdict});
    }
    const std::string rule = "; different: the median by over " + shownShare(options.threshold) +
                             " and p (Mann-Whitney, Holm) under " + shownNumber(options.level);
    return table.text(color) + std::to_string(slower) + " slower, " + std::to_string(faster) + " faster, " +
           std::to_string(static_cast<int>(sorted.size()) - slower - faster) + " no difference" + rule + "\n";
}

std::string machineLine(const Measurements& measurements) {
    std::string line = processorName() + ", " + std::to_string(measurements.processors) + " processors, " +
                       measurements.compiler + "; load " + shownNumber(measurements.load);
    if (measurements.load > measurements.processors) line += " (busy: trust the processor times, less the clock's)";
    return line + "\n";
}

} // namespace rigproof
