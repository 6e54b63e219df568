#include "harness/run.h"

#include <chrono>
#include <iostream>
#include <thread>

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

} // namespace
