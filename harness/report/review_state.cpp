#include "harness/report/review_state.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "harness/files.h"

namespace rigproof {
namespace {

[[noreturn]] void refuse(const ReviewItem& item, const std::string& why) {
    throw HarnessError(kExitUsage, item.scenario + (item.capture.empty() ? "" : "/" + item.capture) + ": " + why);
}

/// Something whose new golden would differ from the old one.
bool asksForDecision(const CaptureResult& capture) {
    const bool differs = capture.verdict == Verdict::kFail || capture.verdict == Verdict::kNew;
    return !capture.actual.empty() && (differs || capture.flaky || drifts(capture));
}

void takeBack(std::vector<Undo>& undos) {
    while (!undos.empty()) {
        undos.back()();
        undos.pop_back();
    }
}

} // namespace

Undo replaceFile(const std::filesystem::path& path, std::string_view bytes) {
    std::optional<std::string> old;
    std::error_code error;
    if (std::filesystem::exists(path, error)) old = readFile(path);
    if (old == bytes) return [] {};
    writeFileAtomically(path, bytes);
    return [path, old = std::move(old)] {
        if (old) {
            writeFileAtomically(path, *old);
            return;
        }
        std::error_code failed;
        std::filesystem::remove(path, failed);
        if (failed) throw HarnessError(kExitCouldNotRun, path.string() + ": cannot be removed: " + failed.message());
    };
}

std::pair<const ScenarioResult*, const CaptureResult*> ReviewState::openItem(const ReviewItem& item) const {
    const auto scenario = std::find_if(run_.scenarios.begin(), run_.scenarios.end(),
                                       [&item](const ScenarioResult& s) { return s.name == item.scenario; });
    if (scenario == run_.scenarios.end()) refuse(item, "is not in this run");
    if (decisions_.contains(item)) refuse(item, "is decided already; undo that first");
    if (item.capture.empty()) {
        const bool differs = scenario->verdict == Verdict::kFail || scenario->verdict == Verdict::kNew;
        if (!differs || scenario->metrics.empty()) refuse(item, "has no numbers to decide about");
        return {&*scenario, nullptr};
    }
    const auto capture = std::find_if(scenario->captures.begin(), scenario->captures.end(),
                                      [&item](const CaptureResult& c) { return c.name == item.capture; });
    if (capture == scenario->captures.end()) refuse(item, "is not in this run");
    if (!asksForDecision(*capture)) refuse(item, "has nothing to decide about");
    return {&*scenario, &*capture};
}

void ReviewState::decide(Step step, Decision decision) {
    if (step.items.empty()) return;
    for (const ReviewItem& item : step.items)
        decisions_[item] = decision;
    steps_.push_back(std::move(step));
}

void ReviewState::accept(const std::vector<ReviewItem>& items) {
    for (const ReviewItem& item : items)
        openItem(item); // all are looked at before the first is written
    Step step{items, {}};
    try {
        for (const ReviewItem& item : items) {
            const auto [scenario, capture] = openItem(item);
            step.undos.push_back(accept_(*scenario, capture));
        }
    } catch (...) {
        takeBack(step.undos);
        throw;
    }
    decide(std::move(step), Decision::kAccepted);
}

void ReviewState::reject(const std::vector<ReviewItem>& items) {
    for (const ReviewItem& item : items)
        openItem(item);
    decide({items, {}}, Decision::kRejected);
}

bool ReviewState::undo() {
    if (steps_.empty()) return false;
    takeBack(steps_.back().undos); // what throws leaves the step, so that it can be tried again
    for (const ReviewItem& item : steps_.back().items)
        decisions_.erase(item);
    steps_.pop_back();
    return true;
}

} // namespace rigproof
