#pragma once

#include <map>
#include <string>

#include "render/frame.h"

namespace rigproof {

/// Named numbers of a run: dotted, lower case, the unit as a suffix (`ik.tip_gap_m`). Ordered, so that files are
/// stable.
using Metrics = std::map<std::string, double>;

/// The picture asked for, in pixels.
struct Viewport {
    int width = 960;
    int height = 600;
    int supersample = 2;
};

/// What a scenario sets up: advanced in fixed steps, looked at between them. Same parameters and steps, same bytes.
///
///     auto scene = makeTentacleScene({.joints = 12});
///     for (int i = 0; i < 60; ++i) scene->step(1.0 / 60.0);
///     Image image = renderer.draw(scene->frame({640, 400, 2})).image;
class Scene {
  public:
    virtual ~Scene() = default;
    /// Advances the simulation by `seconds`. Time 0 is the state before the first step.
    virtual void step(double seconds) = 0;
    /// Describes the picture of this moment.
    virtual Frame frame(const Viewport& viewport) const = 0;
    /// Adds the numbers of this moment (and the extremes since the start, where the name says max or worst).
    /// Counts of draws are added by the runner.
    virtual void measure(Metrics& metrics) const = 0;
};

} // namespace rigproof
