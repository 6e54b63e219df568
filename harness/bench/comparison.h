#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bench/bench_program.h"
#include "harness/bench/measurement.h"
#include "harness/bench/statistics.h"

namespace rigproof {

struct ComparisonOptions {
    double threshold = 0.05;   ///< change of the median, as a share, under which it is no difference
    double level = 0.01;       ///< chance that any of all benchmarks is called different when none is
    int rounds = 15;           ///< repetitions a side; with fewer than 8 nothing can be told of many benchmarks at once
    double secondsEach = 0.03; ///< of one repetition, at least
};

/// One benchmark, before and after.
struct Comparison {
    enum class Verdict : unsigned char { kSame, kFaster, kSlower };
    std::string name;
    double before = 0.0; ///< median seconds
    double after = 0.0;
    double noise = 0.0; ///< of the noisier side, see noiseOf()
    RankTest test;
    double p = 1.0; ///< of the test, corrected for the number of benchmarks (Holm)
    Verdict verdict = Verdict::kSame;

    double ratio() const { return before > 0.0 ? after / before : 1.0; }
};

/// Different is what changed by more than the threshold and is significant. Benchmarks that only one side has, or that
/// failed on one, are left out. Processor time; where a benchmark times by itself ("/manual_time"), its own time.
std::vector<Comparison> compareMeasurements(const Measurements& before, const Measurements& after,
                                            const ComparisonOptions& options);

/// Called with the name of each benchmark that is done.
using ComparisonProgress = std::function<void(const std::string& name)>;

/// Measures one benchmark after the other, each side in turns (before after, after before, ...), so that what the
/// machine does meanwhile hits both alike.
void measureInterleaved(const BenchProgram& before, const BenchProgram& after,
                        const std::vector<std::string>& benchmarks, const ComparisonOptions& options,
                        Measurements& beforeResults, Measurements& afterResults, const ComparisonProgress& progress);

/// rigproof_bench of another commit: checked out and built among the temporary files, removed at the end.
class BuiltRevision {
  public:
    /// `repository`: a folder in it. Throws HarnessError: kExitUsage for a revision that is not there,
    /// kExitCouldNotRun, with the last lines of the build, when it cannot be built.
    BuiltRevision(const std::filesystem::path& repository, const std::string& revision);
    ~BuiltRevision();
    BuiltRevision(const BuiltRevision&) = delete;
    BuiltRevision& operator=(const BuiltRevision&) = delete;

    const std::filesystem::path& program() const { return program_; }
    const std::string& commit() const { return commit_; } ///< 12 digits

  private:
    void removeAll() const;
    std::filesystem::path repository_;
    std::filesystem::path folder_;
    std::filesystem::path program_;
    std::string commit_;
};

} // namespace rigproof
