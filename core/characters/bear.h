#pragma once

#include <cstddef>
#include <vector>

#include "core/mesh/mesh.h"
#include "core/skeleton/skeleton.h"
#include "core/status.h"
#include "core/weights/bones.h"

namespace rigproof {

// A clay bear made in code: about 2.2 m tall, feet on y = 0, faces +Z, its left is +X. Hips rest at 0.8 m.
//
//     Bear bear = makeBear({});
//     bakeWeights(bear.body.positions, bear.body.indices, bear.bones, {}, 1, baked);
//     poseBear(bear, seconds, 1.0f, pose);

/// The joints, in the order of the skeleton, the bones and the weights.
enum class BearJoint : std::uint16_t {
    kRoot,
    kHips,
    kChest,
    kHead,
    kEarL,
    kEarR,
    kTail,
    kUpperArmL,
    kUpperArmR,
    kForeArmL,
    kForeArmR,
    kThighL,
    kThighR,
    kShinL,
    kShinR,
    kFootL,
    kFootR,
};
inline constexpr std::size_t kBearJoints = 17;
constexpr std::size_t jointIndex(BearJoint joint) {
    return static_cast<std::size_t>(joint);
}

struct BearShape {
    /// Edge of the grid the surface is made on, metres: 0.0178 gives about 30,000 vertices, 0.043 about 5,000, 0.0031
    /// about 1,000,000. 0.003..0.045.
    float cell = 0.0178f;
    /// Legs stand so close that they nearly touch all the way down, for the test that weights do not leak across.
    bool touchingLegs = false;
};

Status validate(const BearShape& shape);

struct Bear {
    Mesh body;    ///< one closed welded surface, painted; without weights
    Mesh details; ///< eyes, nose and mouth, bound to the head; shiny
    Skeleton skeleton;
    std::vector<BoneSegment> bones; ///< one a joint; bones[0], the root, weighs nothing
};

/// The shape must be valid. Allocates; time grows with the surface.
Bear makeBear(const BearShape& shape);

/// The local pose at `seconds` of the 4 s motion: the left knee is drawn up, both arms bend, while the right leg keeps
/// standing by two-bone IK. `bend` 0.3..1.15. Writes all joints of `pose`.
void poseBear(const Bear& bear, double seconds, float bend, LocalPose& pose);

/// 0 at rest, 1 in the full pose, at `seconds`.
float bearMotionShare(double seconds);

inline constexpr double kBearMotionSeconds = 4.0;

} // namespace rigproof
