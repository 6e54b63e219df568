#pragma once

#include <cstdint>

#include "harness/scenario.h"

namespace rigproof {

/// A scenario's scene, advanced from capture to capture in its fixed steps.
class Simulation {
  public:
    explicit Simulation(const Scenario& scenario) : step_(scenario.step), scene_(scenario.makeScene()) {}

    /// Steps on to the step nearest to `seconds`; a time that has passed is where the scene stays.
    void advanceTo(double seconds) {
        const auto target = static_cast<std::int64_t>(seconds / step_ + 0.5);
        for (; stepsDone_ < target; ++stepsDone_)
            scene_->step(step_);
    }

    const Scene& scene() const { return *scene_; }
    double time() const { return static_cast<double>(stepsDone_) * step_; }

  private:
    double step_;
    std::unique_ptr<Scene> scene_;
    std::int64_t stepsDone_ = 0;
};

} // namespace rigproof
