#include "harness/bench/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rigproof {
namespace {

const std::vector<double>& timesOf(const Measurement& measurement) {
    return measurement.name.find("/manual_time") == std::string::npos ? measurement.cpu : measurement.real;
}

} // namespace

std::vector<Comparison> compareMeasurements(const Measurements& before, const Measurements& after,
                                            const ComparisonOptions& options) {
    std::vector<Comparison> comparisons;
    for (const Measurement& old : before.benchmarks) {
        const Measurement* fresh = after.find(old.name);
        if (fresh == nullptr || !old.error.empty() || !fresh->error.empty()) continue;
        const std::vector<double>& a = timesOf(old);
        const std::vector<double>& b = timesOf(*fresh);
        Comparison comparison;
        comparison.name = old.name;
        comparison.before = median(a);
        comparison.after = median(b);
        comparison.noise = std::max(noiseOf(a), noiseOf(b));
        comparison.test = mannWhitney(a, b);
        comparisons.push_back(std::move(comparison));
    }
    std::vector<double> p;
    for (const Comparison& c : comparisons)
        p.push_back(c.test.p);
    p = holm(p);
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        Comparison& c = comparisons[i];
        c.p = p[i];
        // As a ratio either way, so that swapping the sides swaps the words and changes nothing else.
        const double change = std::max(c.ratio(), c.ratio() > 0.0 ? 1.0 / c.ratio() : 1.0) - 1.0;
        if (c.p >= options.level || change <= options.threshold) continue;
        c.verdict = c.ratio() > 1.0 ? Comparison::Verdict::kSlower : Comparison::Verdict::kFaster;
    }
    return comparisons;
}

void measureInterleaved(const BenchProgram& before, const BenchProgram& after,
                        const std::vector<std::string>& benchmarks, const ComparisonOptions& options,
                        Measurements& beforeResults, Measurements& afterResults, const ComparisonProgress& progress) {
    const Effort once{1, options.secondsEach};
    for (const std::string& name : benchmarks) {
        for (int round = 0; round < options.rounds; ++round) {
            const bool oldFirst = round % 2 == 0;
            for (const bool old : {oldFirst, !oldFirst}) {
                const Measurements run = (old ? before : after).measure({name}, once);
                (old ? beforeResults : afterResults).add(run);
            }
        }
        progress(name);
    }
}

} // namespace rigproof
