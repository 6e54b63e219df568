#pragma once

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// Arms and legs: two links and a hinge between them, solved by the law of cosines. One answer, no iterations.
///
///     const TwoBoneResult arm = solveTwoBone({.root = shoulder, .target = hand, .pole = elbowOut, .upper = 0.3f,
///                                             .lower = 0.25f});
struct TwoBoneGoal {
    vec3 root{0.0f};             ///< shoulder, hip
    vec3 target{0.0f};           ///< where hand or foot is wanted
    vec3 pole{0.0f, 0.0f, 1.0f}; ///< the place that elbow or knee points to; its distance does not matter
    float upper = 1.0f;          ///< length of the first link, > 0
    float lower = 1.0f;          ///< length of the second link, > 0
};

struct TwoBoneResult {
    Status status;        ///< refused: nothing else holds
    vec3 middle{0.0f};    ///< elbow, knee
    vec3 end{0.0f};       ///< hand, foot
    double gap = 0.0;     ///< from `end` to the target
    bool reached = false; ///< the target lies in the ring |upper - lower| .. upper + lower around the root
};

/// Computes in double and rounds once: links keep their lengths to a relative 1e-5 as long as no coordinate is more
/// than 50 times the shorter one. A target too far or too near is answered by the nearest place that can be reached:
/// straight out, or folded. Where the plane is not defined it is chosen, always in the same way: a pole on the line
/// from root to target gives anyPerpendicular() of that line; a target on the root is taken to lie along +Y.
/// A pole that crosses the line flips the hinge to the other side, as it must.
/// Refused: places that are not finite or beyond 1e15, lengths that are not in (0, 1e15].
TwoBoneResult solveTwoBone(const TwoBoneGoal& goal);

} // namespace rigproof
