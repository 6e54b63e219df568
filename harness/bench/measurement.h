#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rigproof {

/// One benchmark and all its repetitions.
struct Measurement {
    std::string name;
    std::vector<double> cpu;                             ///< seconds of processor time an iteration, by repetition
    std::vector<double> real;                            ///< seconds by the clock
    std::map<std::string, std::vector<double>> counters; ///< by name, by repetition; rates among them
    std::string label;
    std::string error; ///< why it could not be measured; empty when it was

    /// "cpu_time", "real_time" (seconds) or a counter; empty when there is none of that name.
    const std::vector<double>& valuesOf(const std::string& measure) const;
};

/// What one run of rigproof_bench yields.
struct Measurements {
    std::string build;    ///< "optimised", or why times mean nothing: "debug", "unoptimised", "sanitizer"
    std::string compiler; ///< "GNU 12.2.0"
    std::string host;
    int processors = 0;
    double load = 0.0; ///< processes that wanted to run, mean of the minute before; above `processors`: times are noisy
    std::vector<Measurement> benchmarks; ///< in the order they were run; aggregates left out

    const Measurement* find(const std::string& name) const;
    /// Adds the repetitions of another run of the same program; benchmarks not seen so far go to the end.
    void add(const Measurements& other);
};

/// Google Benchmark's JSON; `file` is for complaints. Throws HarnessError (kExitCouldNotRun) when it is something else.
Measurements parseMeasurements(const std::string& file, const std::string& text);

} // namespace rigproof
