#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/results.h"
#include "harness/scenario.h"

namespace rigproof {

/// The folder of the last run's report: index.html, report.json, pictures.
std::filesystem::path reportFolder(const std::filesystem::path& out);

/// The folder that holds a report: `folder` itself, or the report of the run whose --out it was. Throws HarnessError
/// (kExitUsage) when there is neither.
std::filesystem::path findReport(const std::filesystem::path& folder);

/// Where the workers of a run put their pictures and results, before the report takes them over.
std::filesystem::path runFolder(const std::filesystem::path& out);

/// The file in which a worker leaves its result.
std::filesystem::path workerResult(const std::filesystem::path& runFolder, const std::string& scenario);

/// The K-th of N parts, K from 1.
struct Shard {
    int index = 1;
    int count = 1;
};

/// From "K/N", or from the CI system's variables when that is empty. Throws HarnessError on anything else.
Shard shardFrom(const std::string& text);

/// The scenarios of one shard, balanced by what they took in the last run (`seconds` by name; unknown ones count as the
/// mean). Every scenario is in exactly one shard, whatever the machine.
std::vector<Scenario> shardOf(const std::vector<Scenario>& scenarios, const Shard& shard,
                              const std::map<std::string, double>& seconds);

/// How one scenario is run in its own process.
struct WorkerPlan {
    std::filesystem::path golden;
    std::filesystem::path runFolder; ///< pictures go under images/<scenario>/
    std::string device = "auto";
    double timeout = 120.0; ///< seconds
    int jobs = 1;
    bool failFast = false;
};

/// Told of each scenario as it ends, from the thread that runs them.
class RunWatcher {
  public:
    virtual ~RunWatcher() = default;
    virtual void finished(const ScenarioResult& result, std::size_t done, std::size_t total) = 0;
};

/// What is known of a scenario before it has run.
ScenarioResult emptyResult(const Scenario& scenario);

/// Runs every scenario in a worker process of its own, `jobs` at once; results in the order of `scenarios`.
/// With failFast, what had not started is skipped. `driver` is set from the first worker that tells it.
std::vector<ScenarioResult> runInWorkers(const std::vector<Scenario>& scenarios, const WorkerPlan& plan,
                                         RunWatcher& watcher, DriverInfo& driver);

/// Simulates, renders and judges one scenario in this process. Pictures are written under `runFolder`.
RunResults runScenario(const Scenario& scenario, const std::filesystem::path& golden,
                       const std::filesystem::path& runFolder, const std::string& device);

} // namespace rigproof
