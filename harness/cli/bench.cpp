#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "harness/bench/bench_program.h"
#include "harness/bench/bench_report.h"
#include "harness/bench/budgets.h"
#include "harness/bench/comparison.h"
#include "harness/bench/history.h"
#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/json/schema.h"
#include "harness/report/terminal.h"
#include "harness/scenario.h"

namespace rigproof {
namespace {

constexpr int kAgainTimes = 3; ///< so many times the repetitions when a breach is measured again

bool colored() {
    return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; // NOLINT(concurrency-mt-unsafe)
}

/// What to measure: benchmarks, in the program's order, and the budgets that speak of them.
struct Selection {
    std::vector<std::string> benchmarks;
    std::vector<Budget> budgets;
};

bool picks(const std::vector<std::string>& words, const std::string& name) {
    return std::any_of(words.begin(), words.end(),
                       [&name](const std::string& word) { return matchesGlob(name, word); });
}

/// A word that picks nothing is an error: a misspelled filter must not pass for "all within budget".
void refuseIdleWords(const std::vector<std::string>& words, const std::vector<std::string>& names) {
    for (const std::string& word : words) {
        if (std::any_of(names.begin(), names.end(), [&word](const std::string& n) { return matchesGlob(n, word); }))
            continue;
        const auto near = didYouMean(word, names);
        throw HarnessError(kExitUsage, "no benchmark or budget is named \"" + word + "\"" +
                                           (near ? "; did you mean \"" + *near + "\"?"
                                                 : "; `rigproof_bench --benchmark_list_tests` names them"));
    }
}

Selection select(const BenchOptions& options, const std::vector<Budget>& budgets, const std::vector<std::string>& all) {
    Selection selection;
    if (!options.words.empty()) {
        std::vector<std::string> known = all;
        for (const Budget& budget : budgets)
            known.push_back(budget.name);
        refuseIdleWords(options.words, known);
    }
    const auto wanted = [&](const Budget& b) {
        return options.words.empty() || picks(options.words, b.benchmark) || picks(options.words, b.name);
    };
    std::copy_if(budgets.begin(), budgets.end(), std::back_inserter(selection.budgets), wanted);
    const std::vector<std::string> budgeted = benchmarksOf(selection.budgets);
    for (const std::string& name : all) {
        const bool byBudget = std::find(budgeted.begin(), budgeted.end(), name) != budgeted.end();
        if (byBudget || (options.words.empty() ? options.all : picks(options.words, name)))
            selection.benchmarks.push_back(name);
    }
    return selection;
}

Effort effortOf(const BenchOptions& options) {
    Effort effort = options.quick ? kQuickEffort : Effort{};
    if (options.repetitions > 0) effort.repetitions = options.repetitions;
    return effort;
}

void refuseSlowBuild(const Measurements& measurements, bool force) {
    if (force || measurements.build == "optimised") return;
    throw HarnessError(kExitUsage, "rigproof_bench is a build of kind \"" + measurements.build +
                                       "\", whose times say nothing about the program; build the preset release, or "
                                       "judge all the same with --force");
}

int compareSides(const BenchOptions& options, const BenchProgram& before, const BenchProgram& after,
                 const std::vector<std::string>& names) {
    const std::vector<std::string> old = before.list();
    std::vector<std::string> both;
    std::copy_if(names.begin(), names.end(), std::back_inserter(both),
                 [&old](const std::string& name) { return std::find(old.begin(), old.end(), name) != old.end(); });
    for (const std::string& name : names) {
        if (std::find(both.begin(), both.end(), name) == both.end())
            std::cerr << "only the new side has " << name << '\n';
    }
    ComparisonOptions comparison;
    comparison.threshold = options.threshold;
    comparison.level = options.level;
    comparison.rounds = options.rounds;
    Measurements beforeResults;
    Measurements afterResults;
    {
        Progress progress(std::cerr, progressStyle(STDERR_FILENO, false), both.size());
        measureInterleaved(before, after, both, comparison, beforeResults, afterResults,
                           [&progress](const std::string& name) { progress.finished(name, "measured"); });
    }
    refuseSlowBuild(beforeResults, options.force);
    refuseSlowBuild(afterResults, options.force);
    const std::vector<Comparison> comparisons = compareMeasurements(beforeResults, afterResults, comparison);
    std::cout << comparisonTable(comparisons, comparison, colored()) << machineLine(afterResults);
    const bool slower = std::any_of(comparisons.begin(), comparisons.end(),
                                    [](const Comparison& c) { return c.verdict == Comparison::Verdict::kSlower; });
    return slower ? kExitDiffers : kExitAllWell;
}

int compareCommits(const BenchOptions& options, const BenchProgram& program, const std::vector<std::string>& names) {
    if (!options.against.empty())
        return compareSides(options, BenchProgram(findBenchProgram(options.against)), program, names);
    std::cerr << "building " << options.compare << '\n';
    const BuiltRevision built(".", options.compare);
    std::cerr << "comparing " << built.commit() << " (before) with " << program.path().string() << " (after)\n";
    return compareSides(options, BenchProgram(built.program()), program, names);
}

/// Of the selected benchmarks whose budgets ask for it, or of all when the user named them.
std::map<std::string, double> countedInstructions(const Selection& selection, const BenchProgram& program) {
    std::vector<std::string> names;
    for (const Budget& budget : selection.budgets) {
        if (budget.instructions && std::find(names.begin(), names.end(), budget.benchmark) == names.end())
            names.push_back(budget.benchmark);
    }
    std::cerr << "counting instructions of " << names.size() << " benchmarks\n";
    return program.instructions(names);
}

} // namespace

int benchCommand(const BenchOptions& options) {
    const std::vector<Budget> budgets = readBudgets(options.budgets);
    const BenchProgram program(findBenchProgram(options.program));
    const Selection selection = select(options, budgets, program.list());
    const Pinned pinned(options.pin);
    if (!options.compare.empty() || !options.against.empty())
        return compareCommits(options, program, selection.benchmarks);

    const Effort effort = effortOf(options);
    std::cerr << "measuring " << selection.benchmarks.size() << " benchmarks, " << effort.repetitions
              << " times each\n";
    Measurements measurements = program.measure(selection.benchmarks, effort, options.outJson);
    refuseSlowBuild(measurements, options.force);
    const std::vector<BudgetResult> results =
        judgeAll(selection.budgets, measurements, [&](const std::vector<std::string>& breached) {
            std::cerr << "over budget, measuring again: " << breached.size() << "\n";
            return program.measure(breached, {effort.repetitions * kAgainTimes, effort.secondsEach});
        });
    std::map<std::string, double> instructions;
    if (options.instructions) {
        instructions = countedInstructions(selection, program);
        for (Measurement& m : measurements.benchmarks) {
            if (const auto found = instructions.find(m.name); found != instructions.end())
                m.counters["instructions"] = {found->second};
        }
    }
    if (options.recordAsked) {
        const std::string target = options.record.empty() ? historyBesideBuild().string() : options.record;
        appendHistory(target, historyLineOf(measurements, "."), ".");
        std::cerr << "recorded in " << target << '\n';
    }

    std::vector<std::string> unbudgeted;
    const std::vector<std::string> budgeted = benchmarksOf(selection.budgets);
    std::copy_if(selection.benchmarks.begin(), selection.benchmarks.end(), std::back_inserter(unbudgeted),
                 [&budgeted](const std::string& name) {
                     return std::find(budgeted.begin(), budgeted.end(), name) == budgeted.end();
                 });
    if (!unbudgeted.empty()) std::cout << measurementTable(measurements, unbudgeted, colored()) << '\n';
    if (!results.empty()) std::cout << budgetTable(results, instructions, colored());
    const auto kept = std::count_if(results.begin(), results.end(), [](const BudgetResult& r) { return r.kept(); });
    if (!results.empty()) std::cout << kept << " of " << results.size() << " budgets kept\n";
    std::cout << machineLine(measurements);
    return kept == static_cast<std::ptrdiff_t>(results.size()) ? kExitAllWell : kExitDiffers;
}

} // namespace rigproof
