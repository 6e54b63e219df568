#pragma once

#include <span>

#include "core/ik/fabrik.h"

namespace rigproof {

/// Cyclic coordinate descent (Wang and Chen 1991), unlimited: what FABRIK is compared with. One iteration turns every
/// joint, from the last to the first, so that the tip comes onto the line from that joint to the target. Costs
/// O(links^2) an iteration; the links keep their lengths (they are laid anew after every iteration). `maxAngle` and
/// `firstAxis` are not looked at; otherwise input, result and refusals as solveFabrik().
FabrikResult solveCcd(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints);

} // namespace rigproof
