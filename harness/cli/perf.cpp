#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "harness/bench/history.h"
#include "harness/bench/perf_page.h"
#include "harness/bench/shell.h"
#include "harness/cli/commands.h"
#include "harness/files.h"

namespace rigproof {

int perfCommand(const PerfOptions& options) {
    const std::string target = options.history.empty() ? historyBesideBuild().string() : options.history;
    const std::vector<HistoryLine> history = readHistory(target, ".");
    ChangePointOptions changes;
    changes.smallestShift = options.smallestShift;
    const bool color =
        ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; // NOLINT(concurrency-mt-unsafe)
    if (!options.quiet) std::cout << perfTable(history, changes, color);
    std::vector<Budget> budgets;
    if (std::filesystem::exists(options.budgets)) budgets = readBudgets(options.budgets);
    const std::string url = options.commitUrl.empty()
                                ? commitUrlOf(shell({"git", "remote", "get-url", "origin"}).output)
                                : options.commitUrl;
    writeFileAtomically(options.html, perfPage(history, budgets, url, changes));
    std::cout << "charts: " << options.html.string() << '\n';
    return kExitAllWell;
}

} // namespace rigproof
