#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/bench/measurement.h"

namespace rigproof {

/// How long and how often to measure.
struct Effort {
    int repetitions = 9;
    double secondsEach = 0.1; ///< at least, of one repetition of one benchmark
};
inline constexpr Effort kQuickEffort{3, 0.04};

/// rigproof_bench as a program that is started, listed, timed and counted.
///
///     const BenchProgram program(findBenchProgram(""));
///     const Measurements all = program.measure(program.list(), {});
class BenchProgram {
  public:
    explicit BenchProgram(std::filesystem::path path) : path_(std::move(path)) {}

    const std::filesystem::path& path() const { return path_; }

    /// The names of all benchmarks. Throws HarnessError (kExitCouldNotRun), as the others here do, with the last line
    /// that the program wrote.
    std::vector<std::string> list() const;

    /// Runs the benchmarks of exactly these names, repetitions of all mixed at random so that a burst of other work on
    /// the machine does not hit one benchmark alone. `json`: keep Google Benchmark's own file here unless empty.
    Measurements measure(const std::vector<std::string>& benchmarks, const Effort& effort,
                         const std::filesystem::path& json = {}) const;

    /// Instructions of one iteration, set-up left out, counted by valgrind's callgrind; names that could not be counted
    /// are absent. Takes some fifty times as long as the iteration alone.
    std::map<std::string, double> instructions(const std::vector<std::string>& benchmarks) const;

  private:
    std::filesystem::path path_;
};

/// `given`, or rigproof_bench beside the program that runs: in the same folder (installed), or ../bench (build tree).
/// Throws HarnessError (kExitCouldNotRun) that says how to build it.
std::filesystem::path findBenchProgram(const std::string& given);

bool valgrindIsInstalled();

/// A regular expression that matches these names only.
std::string exactFilter(const std::vector<std::string>& names);

/// While it lives, this process and those it starts run on one processor only (where the system lets them).
class Pinned {
  public:
    explicit Pinned(int processor); ///< below 0: nothing happens. Throws HarnessError (kExitUsage): no such processor
    ~Pinned();
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;

  private:
    bool pinned_ = false;
    std::vector<unsigned char> before_;
};

} // namespace rigproof
