#pragma once

#include "core/math/types.h"

namespace rigproof {

// A leg without an ankle, seen from the side: the shoe is part of the shin, so a foot that carries the body rolls like
// a real one, about the heel's edge until the sole lies flat and about the toe's edge from there. Whichever edge the
// leg turns about stands still on the ground; the height of the hip follows from it.
//
// Forward is +, up is +; an angle is positive when the limb's lower end swings forward; the knee bends by `flexion` >=
// 0, which swings the shin back: shin angle = thigh - flexion.

struct LegAngles {
    float thigh = 0.0f;   ///< radians from straight down
    float flexion = 0.0f; ///< radians
};

struct StanceLeg {
    LegAngles angles;
    float hipHeight = 0.0f; ///< metres above the ground, measured in the plane of the leg
    bool onToe = false;
};

/// The leg whose hip is `ahead` metres in front of where the standing foot's ankle comes down, with this knee.
StanceLeg standOn(float ahead, float flexion);

/// The knee for which the hip is `hipHeight` above the ground: 0 when even the straight leg does not reach so high.
/// The leg stands on its heel.
float flexionOnHeel(float ahead, float hipHeight);

/// Both feet flat, knees bent by as much as the thighs swing forward: the hip is this far from the ankle (forward, up).
vec2 hipOverFlatFoot(float thigh);

} // namespace rigproof
