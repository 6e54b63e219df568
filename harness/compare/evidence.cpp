#include "harness/compare/evidence.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace rigproof {
namespace {

struct Rule {
    const char* name;
    double (*value)(const ImageMeasure&);
    double (*limit)(const ImageLimits&);
};

constexpr std::array<Rule, 3> kRules = {{
    {"mean", [](const ImageMeasure& m) { return m.flipMean; }, [](const ImageLimits& l) { return l.flipMean; }},
    {"share_over", [](const ImageMeasure& m) { return m.shareOver; }, [](const ImageLimits& l) { return l.shareOver; }},
    {"largest_cluster", [](const ImageMeasure& m) { return static_cast<double>(m.largestCluster); },
     [](const ImageLimits& l) { return static_cast<double>(l.largestCluster); }},
}};

double used(const Rule& rule, const CaptureResult& capture) {
    const double limit = rule.limit(*capture.limits);
    return limit > 0.0 ? rule.value(*capture.measure) / limit : 0.0;
}

/// Calls f(run, scenario, capture) for each capture that was compared.
template <typename F>
void forEachCompared(const RunResults& run, const F& f) {
    for (const ScenarioResult& scenario : run.scenarios) {
        for (const CaptureResult& capture : scenario.captures) {
            if (capture.measure && capture.limits) f(scenario, capture);
        }
    }
}

std::size_t tellingRule(const CaptureResult& capture) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < kRules.size(); ++i) {
        if (used(kRules[i], capture) > used(kRules[best], capture)) best = i;
    }
    return best;
}

} // namespace

StepCounts countSteps(const Image& golden, const Image& actual) {
    assert(golden.rgba.size() == actual.rgba.size());
    StepCounts counts;
    for (std::size_t p = 0; p < golden.rgba.size(); p += 4) {
        int largest = 0;
        for (std::size_t c = p; c < p + 4; ++c)
            largest = std::max(largest, std::abs(int{golden.rgba[c]} - int{actual.rgba[c]}));
        counts.any += largest > 0 ? 1 : 0;
        counts.over8 += largest > 8 ? 1 : 0;
        counts.over32 += largest > 32 ? 1 : 0;
    }
    return counts;
}

double RuleEvidence::proposal() const {
    return noise > 0.0 && change > 0.0 ? std::sqrt(noise * change) : limit;
}

std::vector<RuleEvidence> weighEvidence(std::span<const RunResults> noise, const RunResults& changes) {
    std::vector<RuleEvidence> evidence;
    for (const Rule& rule : kRules)
        evidence.push_back({.rule = rule.name});
    const auto setLimits = [&evidence](const CaptureResult& capture) {
        for (std::size_t i = 0; i < kRules.size(); ++i) {
            if (evidence[i].limit == 0.0) evidence[i].limit = kRules[i].limit(*capture.limits);
        }
    };
    for (const RunResults& run : noise) {
        forEachCompared(run, [&](const ScenarioResult& scenario, const CaptureResult& capture) {
            setLimits(capture);
            for (std::size_t i = 0; i < kRules.size(); ++i) {
                const double value = kRules[i].value(*capture.measure);
                if (value <= evidence[i].noise) continue;
                evidence[i].noise = value;
                evidence[i].noiseWhere = scenario.name + " " + capture.name + " on " + driverOf(run, scenario).name;
            }
        });
    }
    forEachCompared(changes, [&](const ScenarioResult&, const CaptureResult& capture) {
        setLimits(capture);
        const std::size_t i = tellingRule(capture);
        const double value = kRules[i].value(*capture.measure);
        RuleEvidence& e = evidence[i];
        if (e.changes++ > 0 && value >= e.change) return;
        e.change = value;
        e.changeWhere = capture.name;
    });
    return evidence;
}

} // namespace rigproof
