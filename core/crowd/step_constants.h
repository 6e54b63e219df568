#pragma once

#include "core/math/types.h"

// What the plain step and the vector step share, so that neither can drift from the other.

namespace rigproof::crowd {

// Behaviour: the reference's numbers.
inline constexpr float kWobbleTurn = 0.35f;  ///< rad/s at the wobble's height
inline constexpr float kTurnRate = 1.4f;     ///< rad/s, turning back at an edge
inline constexpr float kFastTurnRate = 2.2f; ///< rad/s for those faster than kFastSpeed
inline constexpr float kFastSpeed = 2.0f;    ///< m/s

// sin(x) = x + x^3 (c3 + x^2 (c5 + x^2 (c7 + x^2 c9))) within -pi/2..pi/2: fitted to sin with the largest error made
// smallest (iteratively reweighted least squares); 4.7e-9 before rounding.
inline constexpr float kSine3 = -0.16666657091724102f;
inline constexpr float kSine5 = 0.008333017199455983f;
inline constexpr float kSine7 = -0.00019806609700726778f;
inline constexpr float kSine9 = 2.6000443793271604e-06f;

// asin(s) = s + s^3 / 6 + 3 s^5 / 40: within 2e-6 up to the turn of the longest step, and rising beyond it.
inline constexpr float kArcSine3 = 1.0f / 6.0f;
inline constexpr float kArcSine5 = 3.0f / 40.0f;

inline constexpr float kHalfPi = 0.5f * kPi;
inline constexpr float kShortestDistance = 1e-6f; ///< metres: who stands in the very middle has no direction from it

/// A step's constants, the same for everybody.
struct StepNumbers {
    float seconds;
    float wobbleTurn; ///< radians a step
    float turn;       ///< radians a step
    float fastTurn;
    float radiusSquared;
    float innerSquared;
};

} // namespace rigproof::crowd
