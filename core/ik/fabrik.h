#pragma once

#include <span>

#include "core/math/types.h"
#include "core/status.h"

// FABRIK with a cone limit: forward and backward reaching inverse kinematics for a chain of links (tails, tentacles,
// necks). Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem", Graphical
// Models 73 (2011).
//
//     std::vector<vec3> joints = startPose;                  // links + 1, from the base to the tip
//     const FabrikResult r = solveFabrik({.base = base, .target = target, .maxAngle = radians(32.0f)}, lengths,
//     joints); if (!r.reached) drawReachLine(joints.back(), target);  // r.gap metres short
//
// For two links use two_bone.h: exact and without iterations. Bones from joints: joint_rotations.h.

namespace rigproof {

/// What a chain is asked for. Everything in one space, one unit of length.
template <typename T>
struct BasicFabrikGoal {
    using Vec3 = glm::vec<3, T>;
    Vec3 base{T(0)};                         ///< where joint 0 is held
    Vec3 target{T(0)};                       ///< where the tip is wanted
    Vec3 firstAxis{T(0), T(1), T(0)};        ///< what the first link's angle is measured against; any length > 0
    T maxAngle = T(3.14159265358979323846L); ///< radians between a link and the one before it; 0..pi, pi: no limit
    T tolerance = T(1e-3L);                  ///< the tip is there when it is nearer than this; >= 0
    int maxIterations = 8;                   ///< >= 1
};
using FabrikGoal = BasicFabrikGoal<float>;
using FabrikGoalDouble = BasicFabrikGoal<double>;

struct FabrikResult {
    Status status;        ///< refused: nothing else holds, and the joints are as they were
    int iterations = 0;   ///< backward + forward passes done, 1..maxIterations
    double gap = 0.0;     ///< distance from the tip to the target
    bool reached = false; ///< gap < tolerance
};

/// Coordinates and lengths up to these are accepted: their squares stay inside the type's range.
template <typename T>
inline constexpr T kFabrikLargest = sizeof(T) == 4 ? T(1e15L) : T(1e150L);

/// Moves `joints` (lengths.size() + 1 of them) so that the tip reaches for the target. Warm-started: `joints` is the
/// last pose going in and the new one coming out. Allocates nothing.
///
/// One iteration is a backward pass from the target to the base (no limits: they would keep the chain from the target)
/// and a forward pass from the base to the tip, in which a link that is bent further than `maxAngle` against the link
/// before it is turned back to exactly that angle. At least one iteration is done, so that a still target is
/// approached beyond the tolerance and a converged chain stands still.
///
/// Guarantees for every accepted input: finite output; joint 0 on the base; each link as long as `lengths` says, to a
/// relative 1e-5 as long as no coordinate is more than 50 times the link's length (farther out the rounding of the
/// coordinates themselves takes over, 2e-7 of the coordinate: use the double version there); under the same condition
/// no angle more than 1e-5 / sin(limit) rad over the limit, 2e-3 at most (cosines tell angles near 0 and pi badly
/// apart); equal bits on every machine.
///
/// Where directions are not defined they are chosen, always in the same way: a joint on top of its neighbour goes on
/// in the direction of the link before; a link that points straight back is turned about the part of (1,0,0) that is
/// square to the link before, or about anyPerpendicular() when there is none. A chain that lies on one line with a
/// target within reach (where FABRIK cannot leave the line) is bowed off that line once.
///
/// Refused, with the index of the joint or link: coordinates that are not finite or over kFabrikLargest, lengths that
/// are not in (0, kFabrikLargest]; without index: goal out of its ranges, wrong number of joints.
FabrikResult solveFabrik(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints);

/// The same method written to be read, at either precision: the oracle of solveFabrik(), which does the same arithmetic
/// in another order. After one iteration from a pose whose links have their lengths, the two gaps differ by less than
/// 2e-3 of the chain's length; on the reference path (12 links, 10,000 warm-started frames) the tips by less than 1e-3.
FabrikResult solveFabrikPlain(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints);
FabrikResult solveFabrikPlain(const FabrikGoalDouble& goal, std::span<const double> lengths,
                              std::span<glm::dvec3> joints);

} // namespace rigproof
