#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/animation/clip.h"
#include "core/math/types.h"
#include "core/skeleton/skeleton.h"

// Clips of a skeleton written out as skinning matrices, frame after frame: what an animation texture is encoded from.
//
//     BakedAnimation baked;
//     if (BakeStatus s = bakeClips(skeleton, clips, {}, baked); !s.ok()) fail(s.message(clips));

namespace rigproof {

/// Four columns of three: an affine matrix without its last row 0 0 0 1.
using AffineMatrix = glm::mat4x3;

inline constexpr float kBakeRate = 30.0f; ///< frames a second, the reference's

/// Rows of one clip in a bake. The row `firstRow + frames` belongs to another clip and is never blended in.
struct BakedClip {
    std::int32_t firstRow = 0;
    std::int32_t frames = 1;
    float duration = 1.0f; ///< seconds
    bool loops = true;
};

struct BakedAnimation {
    std::size_t joints = 0;
    std::size_t rows = 0;
    std::vector<AffineMatrix> matrices; ///< rows x joints: model * inverse bind
    std::vector<BakedClip> clips;

    std::span<const AffineMatrix> row(std::size_t r) const { return {matrices.data() + r * joints, joints}; }
};

struct BakeOptions {
    float framesPerSecond = kBakeRate; ///< finite, > 0
    /// False bakes the joints' model matrices alone, the well-known mistake that moves every vertex twice: kept so that
    /// a scenario can show that it would be caught.
    bool withInverseBind = true;
};

/// Frames of a clip: round(duration * rate), at least one.
std::int32_t frameCount(float duration, float framesPerSecond);

struct BakeStatus {
    ClipStatus where;
    std::size_t clip = kNoIndex;

    bool ok() const { return where.ok(); }
    std::string message(std::span<const AnimationClip> clips) const;
};

/// Frame f of a loop shows f / frames * duration (its end is its start); of a one-shot f / (frames - 1) * duration, so
/// that its last frame is the last pose (with one frame: that pose). Rows stack in the order of the clips. Refuses an
/// invalid skeleton, an invalid clip, no clips, a rate that is not finite and > 0, more than kMaxBakedRows rows.
/// Allocates when `out` has to grow; baked again into the same object it allocates only its small working pose.
[[nodiscard]] BakeStatus bakeClips(const Skeleton& skeleton, std::span<const AnimationClip> clips,
                                   const BakeOptions& options, BakedAnimation& out);

inline constexpr std::size_t kMaxBakedRows = std::size_t{1} << 20; ///< ten hours at 30 frames a second

/// The two rows around a moment of a clip, and how far it is from the first to the second.
struct RowBlend {
    std::int32_t before = 0;
    std::int32_t after = 0;
    float blend = 0.0f; ///< 0..1
};

/// What a person with this rate and phase shows: fract(time * rate / duration + phase) * frames for loops, blended past
/// the last frame into the first; one-shots hold their last row. Computed in double precision: at 1e6 s the error is
/// under 1e-6 of a frame. Rate 0 stands still, negative rates play backwards.
RowBlend rowsAt(const BakedClip& clip, double time, double rate, double phase);

/// The palette of a moment: every joint's two matrices blended, as the vertex shader does. `out` has one a joint.
void blendRows(const BakedAnimation& baked, const RowBlend& rows, std::span<mat4> out);

} // namespace rigproof
