#include "harness/flaky.h"

#include <algorithm>
#include <cmath>

#include "harness/files.h"
#include "harness/judge.h"

namespace rigproof {

namespace fs = std::filesystem;

namespace {

bool samePicture(const fs::path& runFolder, const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return a == b;
    // The encoder gives the same bytes for the same pixels.
    return readFile(runFolder / a) == readFile(runFolder / b);
}

bool sameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// What differs, in words, or nothing.
std::vector<std::string> differences(const ScenarioResult& first, const ScenarioResult& again) {
    std::vector<std::string> words;
    if (first.verdict != again.verdict) words.push_back("ended with " + std::string(verdictName(again.verdict)));
    for (const auto& [name, metric] : first.metrics) {
        const auto other = again.metrics.find(name);
        if (other == again.metrics.end() || sameNumber(metric.value, other->second.value)) continue;
        words.push_back("gave " + name + " " + numberInWords(other->second.value) + " instead of " +
                        numberInWords(metric.value));
    }
    return words;
}

} // namespace

bool markFlaky(ScenarioResult& first, const ScenarioResult& again, int number, const fs::path& runFolder) {
    std::vector<std::string> words = differences(first, again);
    std::string pictures;
    for (CaptureResult& capture : first.captures) {
        const auto other = std::find_if(again.captures.begin(), again.captures.end(),
                                        [&capture](const CaptureResult& c) { return c.name == capture.name; });
        if (other == again.captures.end() || samePicture(runFolder, capture.actual, other->actual)) continue;
        capture.flaky = true;
        capture.again = other->actual;
        pictures += (pictures.empty() ? "" : ", ") + capture.name;
    }
    if (!pictures.empty()) words.push_back("drew another picture of " + pictures);
    if (words.empty() && first.reasons != again.reasons) words.emplace_back("gave other reasons");
    if (words.empty()) return false;
    first.flaky = true;
    std::string reason = "flaky: run " + std::to_string(number);
    for (std::size_t i = 0; i < words.size(); ++i)
        reason += (i == 0 ? " " : ", ") + words[i];
    first.reasons.push_back(std::move(reason));
    if (first.captures.empty()) first.captures = again.captures;
    return true;
}

void retryFailures(const std::vector<Scenario>& scenarios, const WorkerPlan& plan, int retries, RunResults& run) {
    class Silent : public RunWatcher {
        void finished(const ScenarioResult&, std::size_t, std::size_t) override {}
    } silent;
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        ScenarioResult& first = run.scenarios[i];
        if (first.verdict != Verdict::kFail && first.verdict != Verdict::kError) continue;
        for (int attempt = 1; attempt <= retries; ++attempt) {
            // Beside the first run's pictures, so that the report can show both.
            const fs::path beside = "again-" + std::to_string(attempt);
            WorkerPlan again = plan;
            again.runFolder = plan.runFolder / beside;
            ScenarioResult result = runInWorkers({scenarios[i]}, again, silent, run.driver).front();
            for (CaptureResult& capture : result.captures) {
                for (std::string* name : {&capture.actual, &capture.golden, &capture.diff}) {
                    if (!name->empty()) *name = (beside / *name).string();
                }
            }
            if (markFlaky(first, result, attempt + 1, plan.runFolder)) break;
        }
    }
}

} // namespace rigproof
