#include <algorithm>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/report/results_json.h"
#include "harness/run.h"
#include "harness/scenario.h"

namespace rigproof {

int acceptCommand(const AcceptOptions& options) {
    const std::filesystem::path folder = findReport(options.places.out);
    const RunResults run = readResults(folder / "report.json");
    const GoldenStore goldens(options.places.golden);
    const auto chosen = [&options](const std::string& name) {
        return options.words.empty() ||
               std::any_of(options.words.begin(), options.words.end(), [&name](const auto& word) {
                   return matchesGlob(name, word) || matchesGlob(name.substr(0, name.find('[')), word);
               });
    };
    std::size_t matched = 0;
    std::size_t written = 0;
    for (const ScenarioResult& scenario : run.scenarios) {
        if (!chosen(scenario.name)) continue;
        ++matched;
        if (scenario.verdict == Verdict::kError) {
            std::cerr << scenario.name << ": could not be run; nothing of it is accepted\n";
            continue;
        }
        for (const Acceptance& a : planAcceptance(goldens, scenario, folder)) {
            std::cout << (options.dryRun ? "would write " : "") << a.to.string() << (a.fresh ? " (new)\n" : "\n");
            if (!options.dryRun) accept(a, scenario, driverOf(run, scenario));
            ++written;
        }
    }
    if (matched == 0) {
        throw HarnessError(kExitUsage, "the last run in " + options.places.out.string() +
                                           " has no scenario of that name; `rigproof list` names them");
    }
    if (written == 0) {
        std::cout << "nothing to accept: everything equals its golden\n";
    } else if (!options.dryRun) {
        std::cout << written << " written; `rigproof run` now passes them. Look at them before you commit.\n";
    }
    return kExitAllWell;
}

} // namespace rigproof
