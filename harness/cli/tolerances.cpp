#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>

#include "harness/cli/commands.h"
#include "harness/compare/evidence.h"
#include "harness/compare/png.h"
#include "harness/files.h"
#include "harness/report/results_json.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

/// One capture on one driver: the worst of its runs.
struct Row {
    std::string driver;
    std::string capture;
    int runs = 0;
    int failed = 0;
    StepCounts steps;
    ImageMeasure worst;
    double used = 0.0; ///< of the limits, the most that any rule uses
};

/// By driver and capture, in order.
using Rows = std::map<std::pair<std::string, std::string>, Row>;

/// Reads a report folder, or a report.json without pictures.
RunResults readReport(const fs::path& report) {
    return readResults(fs::is_directory(report) ? report / "report.json" : report);
}

void add(Row& row, const CaptureResult& capture, const fs::path& folder) {
    ++row.runs;
    if (capture.verdict != Verdict::kPass) ++row.failed;
    if (!capture.measure) return;
    const ImageMeasure& m = *capture.measure;
    row.worst.flipMean = std::max(row.worst.flipMean, m.flipMean);
    row.worst.flipP99 = std::max(row.worst.flipP99, m.flipP99);
    row.worst.shareOver = std::max(row.worst.shareOver, m.shareOver);
    row.worst.largestCluster = std::max(row.worst.largestCluster, m.largestCluster);
    row.worst.largestChannelDifference = std::max(row.worst.largestChannelDifference, m.largestChannelDifference);
    row.used = std::max(row.used, limitUse(capture));
    row.steps.any = std::max(row.steps.any, m.pixelsDifferent);
    if (capture.golden.empty() || capture.golden == capture.actual) return;
    const StepCounts steps = countSteps(readPng(folder / capture.golden), readPng(folder / capture.actual));
    row.steps.over8 = std::max(row.steps.over8, steps.over8);
    row.steps.over32 = std::max(row.steps.over32, steps.over32);
}

void collect(const RunResults& run, const fs::path& folder, Rows& rows) {
    for (const ScenarioResult& scenario : run.scenarios) {
        for (const CaptureResult& capture : scenario.captures) {
            if (capture.verdict == Verdict::kNew) continue; // nothing to compare with
            const std::string& driver = driverOf(run, scenario).name;
            const std::string name = scenario.name + " " + capture.name;
            Row& row = rows[{driver, name}];
            row.driver = driver;
            row.capture = name;
            add(row, capture, folder);
        }
    }
}

void printRow(const Row& r) {
    std::printf("| %s | %s | %d | %d | %lld | %lld | %lld | %d | %.5f | %.4f | %.4f %% | %lld | %.0f %% |\n",
                r.driver.c_str(), r.capture.c_str(), r.runs, r.failed, static_cast<long long>(r.steps.any),
                static_cast<long long>(r.steps.over8), static_cast<long long>(r.steps.over32),
                r.worst.largestChannelDifference, r.worst.flipMean, r.worst.flipP99, r.worst.shareOver * 100.0,
                static_cast<long long>(r.worst.largestCluster), r.used * 100.0);
}

void printNoise(const Rows& rows, std::size_t top) {
    std::vector<Row> sorted;
    for (const auto& [key, row] : rows)
        sorted.push_back(row);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) { return a.used > b.used; });
    std::puts(
        "| driver | capture | runs | failed | pixels differ | over 8 | over 32 | most | mean | p99 | share over | "
        "cluster | of the limit |");
    std::puts("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (std::size_t i = 0; i < sorted.size() && (top == 0 || i < top); ++i)
        printRow(sorted[i]);

    struct Total {
        std::size_t captures = 0, identical = 0;
        int compared = 0, failed = 0;
    };
    std::map<std::string, Total> totals;
    for (const Row& r : sorted) {
        Total& t = totals[r.driver];
        ++t.captures;
        if (r.steps.any == 0 && r.failed == 0) ++t.identical;
        t.compared += r.runs;
        t.failed += r.failed;
    }
    std::puts("\n| driver | captures | byte-equal | compared | failed |\n| --- | --- | --- | --- | --- |");
    for (const auto& [driver, t] : totals)
        std::printf("| %s | %zu | %zu | %d | %d |\n", driver.c_str(), t.captures, t.identical, t.compared, t.failed);
}

void printChanges(const RunResults& changes) {
    std::puts(
        "\n| small real change | mean | share over | cluster | of the limit | verdict |\n"
        "| --- | --- | --- | --- | --- | --- |");
    for (const ScenarioResult& scenario : changes.scenarios) {
        for (const CaptureResult& c : scenario.captures) {
            if (!c.measure) continue;
            std::printf("| %s | %.5f | %.4f %% | %lld | %.1f x | %s |\n", c.name.c_str(), c.measure->flipMean,
                        c.measure->shareOver * 100.0, static_cast<long long>(c.measure->largestCluster), limitUse(c),
                        std::string(verdictName(c.verdict)).c_str());
        }
    }
}

void printProposal(const std::vector<RuleEvidence>& evidence) {
    std::puts(
        "\n| rule | worst noise | where | limit | smallest change it tells | which | noise to limit | limit to "
        "change | proposal |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (const RuleEvidence& e : evidence) {
        const auto times = [](double a, double b) {
            char text[32];
            std::snprintf(text, sizeof text, "%.1f x", a / b);
            return a > 0.0 && b > 0.0 ? std::string(text) : std::string("-");
        };
        std::printf("| %s | %.6g | %s | %.6g | %.6g | %s | %s | %s | %.4g |\n", e.rule.c_str(), e.noise,
                    e.noiseWhere.c_str(), e.limit, e.change, e.changeWhere.c_str(), times(e.limit, e.noise).c_str(),
                    times(e.change, e.limit).c_str(), e.proposal());
    }
}

} // namespace

int tolerancesCommand(const TolerancesOptions& options) {
    Rows rows;
    std::vector<RunResults> noise;
    for (const std::string& report : options.reports) {
        noise.push_back(readReport(report));
        collect(noise.back(), report, rows);
    }
    printNoise(rows, options.top);
    RunResults changes;
    if (!options.changes.empty()) {
        changes = readReport(options.changes);
        printChanges(changes);
    }
    printProposal(weighEvidence(noise, changes));

    const bool noiseFails = std::any_of(rows.begin(), rows.end(), [](const auto& r) { return r.second.failed > 0; });
    const bool changePasses = std::any_of(changes.scenarios.begin(), changes.scenarios.end(), [](const auto& s) {
        return std::any_of(s.captures.begin(), s.captures.end(),
                           [](const CaptureResult& c) { return c.verdict == Verdict::kPass; });
    });
    return noiseFails || changePasses ? kExitDiffers : kExitAllWell;
}

} // namespace rigproof
