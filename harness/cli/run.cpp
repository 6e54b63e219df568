#include "harness/run.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include <unistd.h>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/machine.h"
#include "harness/report/github.h"
#include "harness/report/junit.h"
#include "harness/report/report_folder.h"
#include "harness/report/results_json.h"
#include "harness/report/terminal.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

/// Durations of the last run, for balanced shards; nothing when there was none that can be read.
std::map<std::string, double> lastDurations(const fs::path& out) {
    std::map<std::string, double> seconds;
    try {
        for (const ScenarioResult& s : readResults(reportFolder(out) / "report.json").scenarios)
            seconds[s.name] = s.seconds;
    } catch (const HarnessError&) {
        seconds.clear(); // a first run, or a report of another version: equal shares do
    }
    return seconds;
}

int exitCodeOf(const Summary& summary, bool allowNew) {
    if (summary.error > 0) return kExitCouldNotRun;
    if (summary.fail > 0 || summary.flaky > 0 || (summary.fresh > 0 && !allowNew)) return kExitDiffers;
    return kExitAllWell;
}

/// Runs what did not pass again; what then comes out otherwise is flaky, and never green.
void retry(const std::vector<Scenario>& scenarios, const WorkerPlan& plan, int retries, RunResults& run) {
    class Silent : public RunWatcher {
        void finished(const ScenarioResult&, std::size_t, std::size_t) override {}
    } silent;
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        ScenarioResult& first = run.scenarios[i];
        if (first.verdict != Verdict::kFail && first.verdict != Verdict::kError) continue;
        for (int attempt = 0; attempt < retries; ++attempt) {
            const ScenarioResult again = runInWorkers({scenarios[i]}, plan, silent, run.driver).front();
            if (again.verdict == first.verdict && again.reasons == first.reasons) continue;
            first.flaky = true;
            first.reasons.push_back("flaky: run " + std::to_string(attempt + 2) + " ended otherwise (" +
                                    std::string(verdictName(again.verdict)) + ")");
            break;
        }
    }
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

/// Says how the run ended: on the terminal, and in GitHub's own words where it is GitHub that asks.
void tell(const RunResults& run, bool quiet) {
    const bool color = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    if (!quiet || !summarize(run).allWell()) std::cout << terminalSummary(run, color);
    if (std::getenv("GITHUB_ACTIONS") != nullptr) std::cout << githubAnnotations(run);
    if (const char* file = std::getenv("GITHUB_STEP_SUMMARY")) std::ofstream(file, std::ios::app) << githubSummary(run);
}

/// Makes what differs the new golden, as `rigproof accept` would.
void update(const RunOptions& options, const RunResults& run) {
    const GoldenStore goldens(options.places.golden);
    for (const ScenarioResult& scenario : run.scenarios) {
        if (scenario.verdict == Verdict::kError) continue;
        for (const Acceptance& a : planAcceptance(goldens, scenario, reportFolder(options.places.out))) {
            accept(goldens, a, scenario, run.driver);
            if (!options.quiet) std::cout << "golden written: " << a.to.string() << '\n';
        }
    }
}

} // namespace

int runCommand(const RunOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<Scenario> scenarios =
        shardOf(pickScenarios(options.places.scenarios, options.words, options.tags), shardFrom(options.shard),
                lastDurations(options.places.out));
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
    retry(scenarios, plan, options.retries, run);
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    run = writeReportFolder(run, plan.runFolder, reportFolder(options.places.out));
    fs::remove_all(plan.runFolder);
    if (!options.json.empty()) writeFileAtomically(options.json, resultsToJson(run));
    if (!options.junit.empty()) {
        writeFileAtomically(options.junit, junitXml(run, reportFolder(options.places.out).string() + "/"));
    }
    tell(run, options.quiet);
    if (options.update) update(options, run);
    return exitCodeOf(summarize(run), options.allowNew);
}

} // namespace rigproof
