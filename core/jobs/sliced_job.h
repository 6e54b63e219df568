#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace rigproof {

/// Work that is cut into slices so that it fits beside a frame. The result of a finished job must not depend on how it
/// was sliced, to the bit; each job's test says so.
///
///     while (!job.step(SliceBudget::milliseconds(2))) drawProgress(job.progress());
class SliceBudget {
  public:
    /// A budget of wall time; `ms <= 0` still does the smallest unit of work, so that every step gets on.
    static SliceBudget milliseconds(double ms) {
        SliceBudget b;
        b.limit_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::milli>(ms));
        return b;
    }
    /// A budget of a number of clock looks instead of time: the same slices on every machine (for tests and scenarios).
    static SliceBudget looks(std::size_t count) {
        SliceBudget b;
        b.looksLeft_ = count;
        b.counted_ = true;
        return b;
    }
    static SliceBudget unlimited() { return looks(static_cast<std::size_t>(-1)); }

    /// To be asked every `kItemsPerLook` items: true when the slice is used up.
    bool spent() {
        if (counted_) return looksLeft_-- <= 1;
        // Stops while another stretch as long as the longest so far would still fit: at most the budget, not just over.
        const Clock::time_point now = Clock::now();
        longest_ = std::max(longest_, now - last_);
        last_ = now;
        return now + longest_ - start_ >= limit_;
    }

    static constexpr std::size_t kItemsPerLook = 128; ///< vertices between two looks at the clock

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
    Clock::duration longest_{}; // between two looks
    Clock::duration limit_{};
    std::size_t looksLeft_ = 0;
    bool counted_ = false;
};

/// What every sliced job offers.
class SlicedJob {
  public:
    virtual ~SlicedJob() = default;
    /// Works until the budget is spent; true when the job is finished.
    virtual bool step(SliceBudget budget) = 0;
    /// Share of the work done, 0..1, never falling.
    virtual float progress() const = 0;
};

} // namespace rigproof
