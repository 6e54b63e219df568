#include <algorithm>
#include <iostream>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/outcome.h"
#include "harness/files.h"
#include "harness/report/junit.h"
#include "harness/report/report_folder.h"
#include "harness/report/results_json.h"
#include "harness/run.h"
#include "harness/scenario.h"

namespace rigproof {
namespace {

/// A shard whose report never arrived must not look like a smaller run that went well.
void addMissing(const std::filesystem::path& scenarios, RunResults& run) {
    std::set<std::string> known;
    for (const ScenarioResult& s : run.scenarios)
        known.insert(s.name);
    for (const Scenario& s : pickScenarios(scenarios, {}, {})) {
        if (known.contains(s.name)) continue;
        ScenarioResult missing = emptyResult(s);
        missing.verdict = Verdict::kError;
        missing.reasons.emplace_back("is in none of the merged reports: its shard did not run or its report is lost");
        run.scenarios.push_back(std::move(missing));
    }
}

} // namespace

int mergeReportsCommand(const MergeReportsOptions& options) {
    std::vector<std::filesystem::path> folders;
    for (const std::filesystem::path& shard : options.shards)
        folders.push_back(findReport(shard));
    RunResults run = mergeReports(folders);
    if (options.all) addMissing(options.places.scenarios, run);
    std::sort(run.scenarios.begin(), run.scenarios.end(),
              [](const ScenarioResult& a, const ScenarioResult& b) { return a.name < b.name; });
    run = writeReportFolder(run, std::filesystem::absolute(options.output), options.output);
    if (!options.junit.empty()) writeFileAtomically(options.junit, junitXml(run, options.output.string() + "/"));
    tellOutcome(run, false);
    std::cout << "report: " << (options.output / "index.html").string() << '\n';
    return exitCodeOf(summarize(run), options.allowNew);
}

} // namespace rigproof
