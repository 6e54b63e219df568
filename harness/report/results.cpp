#include "harness/report/results.h"

#include <algorithm>
#include <array>
#include <limits>

namespace rigproof {
namespace {

constexpr std::array<std::string_view, kVerdictCount> kVerdictNames{"pass", "fail", "new", "error", "skipped"};

int severity(Verdict verdict) {
    switch (verdict) {
        case Verdict::kSkipped:
            return 0;
        case Verdict::kPass:
            return 1;
        case Verdict::kNew:
            return 2;
        case Verdict::kFail:
            return 3;
        case Verdict::kError:
            return 4;
    }
    return 4;
}

double shareOf(double value, double limit) {
    if (limit > 0.0) return value / limit;
    return value > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

} // namespace

std::string_view verdictName(Verdict verdict) {
    return kVerdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdictFromName(std::string_view name) {
    const auto found = std::find(kVerdictNames.begin(), kVerdictNames.end(), name);
    if (found == kVerdictNames.end()) return std::nullopt;
    return static_cast<Verdict>(found - kVerdictNames.begin());
}

Verdict worse(Verdict a, Verdict b) {
    return severity(a) >= severity(b) ? a : b;
}

Summary summarize(const RunResults& run) {
    Summary counts;
    for (const ScenarioResult& scenario : run.scenarios) {
        switch (scenario.verdict) {
            case Verdict::kPass:
                ++counts.pass;
                break;
            case Verdict::kFail:
                ++counts.fail;
                break;
            case Verdict::kNew:
                ++counts.fresh;
                break;
            case Verdict::kError:
                ++counts.error;
                break;
            case Verdict::kSkipped:
                ++counts.skipped;
                break;
        }
        if (scenario.flaky) ++counts.flaky;
    }
    return counts;
}

const DriverInfo& driverOf(const RunResults& run, const ScenarioResult& scenario) {
    return scenario.driver ? *scenario.driver : run.driver;
}

double limitUse(const CaptureResult& capture) {
    if (!capture.measure || !capture.limits) return 0.0;
    const ImageMeasure& is = *capture.measure;
    const ImageLimits& may = *capture.limits;
    return std::max({shareOf(is.flipMean, may.flipMean), shareOf(is.shareOver, may.shareOver),
                     shareOf(static_cast<double>(is.largestCluster), static_cast<double>(may.largestCluster))});
}

bool drifts(const CaptureResult& capture) {
    return capture.verdict == Verdict::kPass && limitUse(capture) >= kDriftWarning;
}

bool rasteriserChanged(const RunResults& run, const ScenarioResult& scenario) {
    return scenario.goldenDriver && *scenario.goldenDriver != DriverInfo{} &&
           *scenario.goldenDriver != driverOf(run, scenario);
}

bool blamesRasteriser(const RunResults& run, const ScenarioResult& scenario) {
    if (scenario.verdict != Verdict::kFail || !rasteriserChanged(run, scenario)) return false;
    for (const auto& [name, metric] : scenario.metrics) {
        if (metric.verdict != Verdict::kPass) return false;
    }
    bool anyFails = false;
    for (const CaptureResult& capture : scenario.captures) {
        if (capture.verdict == Verdict::kPass) continue;
        if (capture.verdict != Verdict::kFail || !capture.measure || limitUse(capture) > kRasteriserNoise) return false;
        anyFails = true;
    }
    return anyFails;
}

} // namespace rigproof
