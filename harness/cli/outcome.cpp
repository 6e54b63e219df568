#include "harness/cli/outcome.h"

#include <cstdlib>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include "harness/files.h"
#include "harness/report/github.h"
#include "harness/report/terminal.h"

namespace rigproof {

void tellOutcome(const RunResults& run, bool quiet) {
    const bool color = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    if (!quiet || !summarize(run).allWell()) std::cout << terminalSummary(run, color);
    if (std::getenv("GITHUB_ACTIONS") != nullptr) std::cout << githubAnnotations(run);
    if (const char* file = std::getenv("GITHUB_STEP_SUMMARY")) std::ofstream(file, std::ios::app) << githubSummary(run);
}

int exitCodeOf(const Summary& summary, bool allowNew) {
    if (summary.error > 0) return kExitCouldNotRun;
    if (summary.fail > 0 || summary.flaky > 0 || (summary.fresh > 0 && !allowNew)) return kExitDiffers;
    return kExitAllWell;
}

} // namespace rigproof
