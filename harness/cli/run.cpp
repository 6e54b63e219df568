#include "harness/run.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include <unistd.h>

#include "harness/cli/commands.h"
#include "harness/cli/outcome.h"
#include "harness/files.h"
#include "harness/flaky.h"
#include "harness/golden.h"
#include "harness/machine.h"
#include "harness/report/junit.h"
#include "harness/report/report_folder.h"
#include "harness/report/results_json.h"
#include "harness/report/terminal.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

/// What each scenario took in an earlier run. Only a file that is named counts: were it whatever the last run left in
/// --out, the shards of one run could balance by different numbers, and a scenario be in none of them.
std::map<std::string, double> durationsFrom(const std::string& file) {
    std::map<std::string, double> seconds;
    if (file.empty()) return seconds;
    for (const ScenarioResult& s : readResults(file).scenarios)
        seconds[s.name] = s.seconds;
    return seconds;
}

PassingPictures passingPictures(const std::string& word) {
    if (word == "all") return PassingPictures::kOne;
    return word == "changed" ? PassingPictures::kNone : PassingPictures::kWhenFew;
}

/// Shows each scenario as it ends, on standard error: standard output is for what is asked for.
class ShownProgress : public RunWatcher {
  public:
    ShownProgress(std::size_t total, bool quiet) : progress_(std::cerr, progressStyle(STDERR_FILENO, quiet), total) {}
    void finished(const ScenarioResult& result, std::size_t, std::size_t) override {
        progress_.finished(result.name, std::string(verdictName(result.verdict)));
    }

  private:
    Progress progress_;
};

/// Makes what differs the new golden, as `rigproof accept` would.
void update(const RunOptions& options, const RunResults& run) {
    const GoldenStore goldens(options.places.golden);
    for (const ScenarioResult& scenario : run.scenarios) {
        if (scenario.verdict == Verdict::kError) continue;
        for (const Acceptance& a : planAcceptance(goldens, scenario, reportFolder(options.places.out))) {
            accept(a, scenario, run.driver);
            if (!options.quiet) std::cout << "golden written: " << a.to.string() << '\n';
        }
    }
}

} // namespace

int runCommand(const RunOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<Scenario> scenarios =
        shardOf(pickScenarios(options.places.scenarios, options.words, options.tags), shardFrom(options.shard),
                durationsFrom(options.durations));
    WorkerPlan plan;
    plan.golden = options.places.golden;
    plan.runFolder = runFolder(options.places.out);
    plan.device = options.device;
    plan.timeout = options.timeout;
    plan.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    plan.failFast = options.failFast;
    fs::remove_all(plan.runFolder);
    fs::create_directories(plan.runFolder);

    RunResults run;
    run.commit = currentCommit(options.places.scenarios.string());
    run.started = timestampUtc();
    {
        ShownProgress progress(scenarios.size(), options.quiet);
        run.scenarios = runInWorkers(scenarios, plan, progress, run.driver);
    }
    retryFailures(scenarios, plan, options.retries, run);
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    run = writeReportFolder(run, plan.runFolder, reportFolder(options.places.out), {passingPictures(options.pictures)});
    fs::remove_all(plan.runFolder);
    if (!options.json.empty()) writeFileAtomically(options.json, resultsToJson(run));
    if (!options.junit.empty()) {
        writeFileAtomically(options.junit, junitXml(run, reportFolder(options.places.out).string() + "/"));
    }
    tellOutcome(run, options.quiet);
    if (options.update) update(options, run);
    return exitCodeOf(summarize(run), options.allowNew);
}

} // namespace rigproof
