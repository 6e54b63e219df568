#pragma once

#include <memory>
#include <vector>

#include "harness/scene.h"

namespace rigproof {

/// Where the pointer is from `time` on, as shares of a picture of 960 x 600 from its top left, whatever the viewport:
/// so that every viewport shows the same motion.
struct PointerPlace {
    double time = 0.0; ///< seconds
    double x = 0.5;    ///< 0..1
    double y = 0.5;    ///< 0..1
};

struct TentacleParameters {
    int joints = 12;                   ///< links, 3..24; the length stays 2 m
    float limitDegrees = 32;           ///< largest angle between two links, 5..90
    bool helpers = true;               ///< joints and links over everything
    bool reachLine = true;             ///< a line from the tip to the firefly where the gap is over 3 cm
    std::vector<PointerPlace> pointer; ///< by rising time; empty: the firefly follows its own path
};

/// A tentacle in a pot whose tip follows a firefly by FABRIK. Metrics: ik.tip_gap_m, ik.mean_gap_m, ik.iterations (of
/// the last solve), ik.mean_iterations, ik.reached_share, ik.link_length_error (largest, relative), ik.max_angle_deg
/// (largest), ik.side_changes, ik.reach_line_visible.
std::unique_ptr<Scene> makeTentacleScene(const TentacleParameters& parameters);

} // namespace rigproof
