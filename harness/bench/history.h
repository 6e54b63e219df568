#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/bench/change_points.h"
#include "harness/bench/measurement.h"

namespace rigproof {

/// One benchmark in one line of the history.
struct HistoryValue {
    double cpu = 0.0;  ///< median seconds of processor time
    double real = 0.0; ///< median seconds by the clock
    double noise = 0.0;
    std::map<std::string, double> counters; ///< medians
};

/// One recorded run.
struct HistoryLine {
    std::string commit;  ///< 12 digits, "+" behind when there were uncommitted changes
    std::string time;    ///< UTC
    std::string machine; ///< what has to be the same for times to be compared: processor, count, compiler
    double load = 0.0;
    std::map<std::string, HistoryValue> benchmarks;
};

/// Medians of what was measured, for now and the commit that is checked out in `repository`.
HistoryLine historyLineOf(const Measurements& measurements, const std::filesystem::path& repository);

/// A history is a file of JSON lines ("perf.jsonl"), or notes of git ("notes:NAME", kept with the commits they speak of
/// under refs/notes/NAME, so that they can be pushed and fetched).
/// Appending is one write to the end of the file under a lock: lines of several programs do not mix, and a reader sees
/// a whole line or none. Throws HarnessError (kExitCouldNotRun).
void appendHistory(const std::string& target, const HistoryLine& line, const std::filesystem::path& repository);

/// In the order recorded; from notes, by time. A file whose last line was torn by a crash is read without it. Throws
/// HarnessError (kExitUsage) naming file and line.
std::vector<HistoryLine> readHistory(const std::string& target, const std::filesystem::path& repository);

/// Where a run is recorded unless told otherwise: perf-history.jsonl at the top of the build that this program is in.
std::filesystem::path historyBesideBuild();

std::string historyJson(const HistoryLine& line);

/// One benchmark over the runs of one machine.
struct Series {
    std::string benchmark;
    std::vector<std::size_t> runs;    ///< indices of lines of the history
    std::vector<double> values;       ///< seconds
    std::vector<ChangePoint> changes; ///< `at` counts in `runs`
};

/// Of the machine named, all benchmarks by name. Processor time, or a benchmark's own where it times itself.
std::vector<Series> seriesOf(const std::vector<HistoryLine>& history, const std::string& machine,
                             const ChangePointOptions& options);

/// Machines in the history, that of the newest run first.
std::vector<std::string> machinesOf(const std::vector<HistoryLine>& history);

} // namespace rigproof
