#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "harness/report/results.h"

namespace rigproof {

/// The closing lines of a run: each scenario that needs a look with its reasons and the command that repeats it,
/// scenarios under "the rasteriser changed" as one, drift as one, then the counts. `color` adds ANSI colours.
std::string terminalSummary(const RunResults& run, bool color);

enum class ProgressStyle {
    kQuiet, ///< nothing
    kLines, ///< one plain line an item, for logs
    kBar,   ///< one line that is drawn anew, for terminals
};

/// What fits `stream`'s file descriptor: a bar on a terminal that is not "dumb", else lines; nothing when quiet.
ProgressStyle progressStyle(int fileDescriptor, bool quiet);

/// Shows how far a long job is. Not for several threads at once.
///
///     Progress progress(std::cerr, progressStyle(STDERR_FILENO, options.quiet), scenarios.size());
///     for (...) progress.finished(scenario.name, "pass");
class Progress {
  public:
    Progress(std::ostream& out, ProgressStyle style, std::size_t total, std::size_t columns = 80);
    /// Clears the bar, so that what is printed next starts on a clean line.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// One more item is done; `outcome` is a word such as a verdict.
    void finished(const std::string& item, const std::string& outcome);

  private:
    std::ostream& out_;
    ProgressStyle style_;
    std::size_t total_;
    std::size_t done_ = 0;
    std::size_t columns_;
};

} // namespace rigproof
