#pragma once

#include <cstddef>
#include <vector>

#include "core/animation/clip.h"

namespace rigproof {

/// Where each track was read last, so that sampling forward in time needs no search. One a clip and reader; empty at
/// first. A cursor never changes a result, only what it costs.
struct SampleCursor {
    std::vector<std::size_t> keys;
};

/// The moment within the clip: loops wrap into [0, duration), one-shots clamp to [0, duration]. Negative seconds too.
double clipTime(const AnimationClip& clip, double seconds);

/// Writes the joints that the clip moves into `pose`, which holds a transform for every joint of the skeleton (the rest
/// pose, say); the others stay. The clip is valid. Rotations come out of unit length. Allocates only when the cursor is
/// new. `seconds` is taken through clipTime().
void sampleClip(const AnimationClip& clip, double seconds, SampleCursor& cursor, LocalPose& pose);

/// The same for a moment already within 0..duration, the end itself included (what a bake asks for).
void sampleClipAt(const AnimationClip& clip, float time, SampleCursor& cursor, LocalPose& pose);

} // namespace rigproof
