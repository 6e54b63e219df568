#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/scene.h"

namespace rigproof {

/// A pointer's place from `time` (seconds) on: shares of the picture, from the left and from the top.
struct PointerPlace {
    double time = 0.0;
    float x = 0.5f; ///< 0..1
    float y = 0.5f; ///< 0..1
};

enum class TentacleSolver { kPlain, kImproved }; ///< core/ik/fabrik.h, core/ik/fabrik_improved.h

struct TentacleParameters {
    int joints = 12;                 ///< links of the chain, 3..24; its length stays the same
    float angleLimitDegrees = 32.0f; ///< largest angle between two links, 5..90
    TentacleSolver solver = TentacleSolver::kPlain;
    bool showJoints = true;    ///< helpers, drawn over everything: a sphere a joint
    bool showLinks = true;     ///< ... and a line a link
    bool showReachLine = true; ///< from the tip to the firefly, when they are more than 3 cm apart
    std::vector<PointerPlace>
        pointer{}; ///< by rising time; before the first and when empty, the firefly flies its own way
    /// Set: the tentacle starts straight up and the firefly stays on its axis, at this height in metres. Everything
    /// then lies on one line, which FABRIK by itself never leaves.
    std::optional<float> fireflyOnAxis{};
    Viewport viewport{};    ///< the picture that the pointer points in; only its shape matters
    vec3 skinTint{1.0f};    ///< sRGB, multiplies the tentacle's colours
    std::uint32_t seed = 7; ///< of the specks in the soil
};

/// A tentacle in a pot reaches for a firefly: FABRIK with a cone limit, warm-started from frame to frame.
/// Out-of-range parameters are clamped (the schema refuses them before). Steps are capped at 0.05 s, as the
/// reference does.
///
/// Metrics: ik.tip_gap_m, ik.iterations, ik.reached (0 or 1), ik.reach_line_visible (0 or 1), ik.side_changes of this
/// moment; ik.mean_gap_m, ik.mean_iterations, ik.reached_share over the run; ik.link_length_error (relative) and
/// ik.max_angle_deg, the largest of the run. At time 0, before the first solve, the means are 0.
std::unique_ptr<Scene> makeTentacleScene(const TentacleParameters& parameters);

} // namespace rigproof
