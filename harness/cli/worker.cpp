#include <algorithm>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/report/results_json.h"
#include "harness/run.h"

namespace rigproof {

int workerCommand(const WorkerOptions& options) {
    const std::vector<Scenario> scenarios = loadScenario(options.file);
    const auto found = std::find_if(scenarios.begin(), scenarios.end(),
                                    [&options](const Scenario& s) { return s.name == options.name; });
    if (found == scenarios.end()) {
        throw HarnessError(kExitUsage, options.file.string() + ": holds no scenario \"" + options.name + "\"");
    }
    const RunResults run = runScenario(*found, options.places.golden, options.runFolder, options.device);
    writeFileAtomically(workerResult(options.runFolder, options.name), resultsToJson(run));
    return kExitAllWell;
}

} // namespace rigproof
