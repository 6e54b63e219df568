#pragma once

#include <cstdint>
#include <vector>

#include "core/animation/clip.h"
#include "core/mesh/mesh.h"
#include "core/skeleton/skeleton.h"

// The citizen of the crowd: 1.18 m tall, made of boxes whose edges are hard and whose limbs bend across a joint. Faces
// +Z, stands on y = 0.
//
//     BlockPerson person = makeBlockPerson();
//     PersonClips clips = makePersonClips();
//     bakeClips(person.skeleton, clips.clips, {}, baked);

namespace rigproof {

namespace person {

/// Joints, parents before children. Left and right are the person's own: it faces +Z, so its left is +X.
enum Joint : std::uint16_t {
    kHips,
    kChest,
    kHead,
    kRightUpperArm,
    kRightForearm,
    kLeftUpperArm,
    kLeftForearm,
    kRightThigh,
    kRightShin,
    kLeftThigh,
    kLeftShin,
    kJointCount
};

// Pivots in the bind pose, metres. Knees, elbows and waist stand where the boxes' weights have their joints; hips and
// shoulders where a limb's box meets the trunk's with room to turn.
inline constexpr float kHipsHeight = 0.50f;
inline constexpr float kWaistHeight = 0.56f;
inline constexpr float kNeckHeight = 0.86f;
inline constexpr float kShoulderHeight = 0.80f;
inline constexpr float kElbowHeight = 0.66f;
inline constexpr float kHipHeight = 0.48f;
inline constexpr float kKneeHeight = 0.27f;
inline constexpr float kShoulderOut = 0.215f; ///< from the middle plane
inline constexpr float kHipOut = 0.08f;

// The sole of a shoe: a level rectangle on y = 0.
inline constexpr float kHeelZ = -0.08f;
inline constexpr float kToeZ = 0.13f;
inline constexpr float kSoleHalfWidth = 0.07f;

} // namespace person

struct PersonOptions {
    /// The well-known mistake that tears knees and elbows: every box hangs on the bone of its larger part alone.
    bool oneBoneABox = false;
    /// Walls in one row where they do not bend, no eyes and cheeks: what is drawn far away.
    bool simple = false;
};

struct BlockPerson {
    Mesh mesh;                        ///< with colours: white where a tint colours it
    std::vector<std::uint8_t> tintOf; ///< a vertex: 0 its own colour, 1 shirt, 2 trousers, 3 hair
    Skeleton skeleton;                ///< bound at rest
};

BlockPerson makeBlockPerson(const PersonOptions& options = {});

/// Index of a clip in PersonClips::clips, and of a person's.
enum PersonClip : std::uint32_t { kWalk, kRun, kWave, kPersonClipCount };

struct PersonClips {
    std::vector<AnimationClip> clips; ///< by PersonClip: 1.0, 0.6 and 1.2 s (30, 18 and 36 frames), all loops
    /// Metres that the body must move ahead in one cycle so that the planted foot stands still; 0 for the wave.
    float strides[kPersonClipCount] = {};
};

/// Made by solving the leg that carries the body: its heel, then its toe, stands still on the ground while the hips
/// pass over it (see gait.h); so the strides follow from the clips and need no tuning.
PersonClips makePersonClips();

} // namespace rigproof
