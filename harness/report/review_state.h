#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/results.h"

namespace rigproof {

/// What is decided about: a capture, or the numbers of a scenario when `capture` is empty.
struct ReviewItem {
    std::string scenario{};
    std::string capture{};

    auto operator<=>(const ReviewItem&) const = default;
};

enum class Decision : std::uint8_t { kAccepted, kRejected };

/// Takes back one accepting.
using Undo = std::function<void()>;

/// Makes what the run rendered (or measured) the new golden and returns what takes that back. Throws HarnessError when
/// it cannot, having written nothing. replaceFile makes a good one.
using Accept = std::function<Undo(const ScenarioResult& scenario, const CaptureResult* capture)>;

/// Writes `bytes` to `path` in one rename and returns what restores the file as it was, or removes one that was not
/// there. A file that already holds these bytes is not touched.
Undo replaceFile(const std::filesystem::path& path, std::string_view bytes);

/// The decisions of a reviewer about one run, and how to take them back. Not for several threads at once.
class ReviewState {
  public:
    ReviewState(RunResults run, Accept accept) : run_(std::move(run)), accept_(std::move(accept)) {}

    /// Accepts all of them or, when one cannot be, none. One step to undo. Throws HarnessError: kExitUsage for what
    /// is not in the run, has no new golden to give (it equals the old one, or there is no picture) or is decided.
    void accept(const std::vector<ReviewItem>& items);
    /// Notes that they stay as they are; writes nothing.
    void reject(const std::vector<ReviewItem>& items);
    /// Takes back the last step; false when there is none.
    bool undo();

    const RunResults& run() const { return run_; }
    const std::map<ReviewItem, Decision>& decisions() const { return decisions_; }
    bool canUndo() const { return !steps_.empty(); }

  private:
    struct Step {
        std::vector<ReviewItem> items;
        std::vector<Undo> undos;
    };
    std::pair<const ScenarioResult*, const CaptureResult*> openItem(const ReviewItem& item) const;
    void decide(Step step, Decision decision);

    RunResults run_;
    Accept accept_;
    std::map<ReviewItem, Decision> decisions_;
    std::vector<Step> steps_;
};

} // namespace rigproof
