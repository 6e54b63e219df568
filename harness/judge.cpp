#include "harness/judge.h"

#include <cmath>
#include <cstdio>
#include <limits>

namespace rigproof {
namespace {

void complain(ScenarioResult& result, MetricResult& metric, std::string reason) {
    metric.verdict = Verdict::kFail;
    result.verdict = worse(result.verdict, Verdict::kFail);
    result.reasons.push_back(std::move(reason));
}

void judgeShare(const Expectation& e, const ShareOf& share, bool atMost, MetricResult& metric, ScenarioResult& result) {
    const auto other = result.metrics.find(share.metric);
    const std::string bound = (atMost ? "at most " : "at least ") + numberInWords(share.times) + " x " + share.metric;
    if (other == result.metrics.end()) {
        complain(result, metric, e.metric + " is expected to be " + bound + ", which was not measured");
        return;
    }
    const double limit = share.times * other->second.value;
    (atMost ? metric.max : metric.min) = limit;
    if (atMost ? metric.value <= limit : metric.value >= limit) return;
    complain(
        result, metric,
        e.metric + " is " + numberInWords(metric.value) + ", expected " + bound + " (" + numberInWords(limit) + ")");
}

void judgeExpectation(const Expectation& e, ScenarioResult& result) {
    const auto found = result.metrics.find(e.metric);
    if (found == result.metrics.end()) {
        result.verdict = worse(result.verdict, Verdict::kFail);
        result.reasons.push_back(
            e.metric + " is expected but was not measured; metrics of this scenario are listed in its report");
        return;
    }
    MetricResult& metric = found->second;
    const double value = metric.value;
    const std::string is = e.metric + " is " + numberInWords(value) + ", expected ";
    if (e.equals) {
        metric.min = metric.max = e.equals;
        if (value != *e.equals) complain(result, metric, is + numberInWords(*e.equals));
    }
    if (e.min) {
        metric.min = e.min;
        if (!(value >= *e.min)) complain(result, metric, is + "at least " + numberInWords(*e.min));
    }
    if (e.max) {
        metric.max = e.max;
        if (!(value <= *e.max)) complain(result, metric, is + "at most " + numberInWords(*e.max));
    }
    if (e.near) {
        metric.min = *e.near - e.tolerance;
        metric.max = *e.near + e.tolerance;
        if (!(std::fabs(value - *e.near) <= e.tolerance)) {
            complain(result, metric, is + numberInWords(*e.near) + " +- " + numberInWords(e.tolerance));
        }
    }
    if (e.atMost) judgeShare(e, *e.atMost, true, metric, result);
    if (e.atLeast) judgeShare(e, *e.atLeast, false, metric, result);
}

void judgeGolden(const Scenario& scenario, const std::string& name, double golden, ScenarioResult& result) {
    MetricResult& metric = result.metrics[name];
    const auto own = scenario.metricTolerances.find(name);
    const double relative = own == scenario.metricTolerances.end() ? scenario.metricTolerance : own->second;
    metric.golden = golden;
    metric.tolerance = relative * std::fabs(golden);
    if (!(std::fabs(metric.value - golden) <= *metric.tolerance)) {
        std::string reason = name + " is " + numberInWords(metric.value) + ", golden " + numberInWords(golden);
        if (numberInWords(metric.value) == numberInWords(golden)) {
            char difference[64];
            std::snprintf(difference, sizeof difference, " (%+.3g)", metric.value - golden);
            reason += difference;
        }
        if (*metric.tolerance > 0.0) reason += " +- " + numberInWords(*metric.tolerance);
        complain(result, metric, reason);
    }
}

} // namespace

std::string numberInWords(double value) {
    char text[64];
    std::snprintf(text, sizeof text, value == std::floor(value) && std::fabs(value) < 1e15 ? "%.0f" : "%.6g", value);
    return text;
}

void judgeMetrics(const Scenario& scenario, const Metrics& measured, const std::optional<GoldenNumbers>& golden,
                  ScenarioResult& result) {
    for (const auto& [name, value] : measured) {
        MetricResult& metric = result.metrics[name];
        metric.value = value;
        if (std::isfinite(value)) continue;
        complain(result, metric, name + " is not a finite number");
    }
    for (const Expectation& e : scenario.expectations)
        judgeExpectation(e, result);
    if (!golden) {
        for (auto& [name, metric] : result.metrics) {
            if (metric.verdict == Verdict::kPass) metric.verdict = Verdict::kNew;
        }
        result.verdict = worse(result.verdict, Verdict::kNew);
        result.reasons.emplace_back("no golden numbers yet");
        return;
    }
    for (const auto& [name, value] : golden->metrics) {
        if (result.metrics.contains(name)) {
            judgeGolden(scenario, name, value, result);
        } else {
            MetricResult& missing = result.metrics[name]; // so that the report shows it and it can be accepted away
            missing.value = std::numeric_limits<double>::quiet_NaN();
            missing.golden = value;
            complain(result, missing, name + " has a golden (" + numberInWords(value) + ") but was not measured");
        }
    }
    for (auto& [name, metric] : result.metrics) {
        if (metric.golden || metric.verdict != Verdict::kPass) continue;
        metric.verdict = Verdict::kNew;
        result.verdict = worse(result.verdict, Verdict::kNew);
        result.reasons.push_back(name + " has no golden yet");
    }
}

} // namespace rigproof
