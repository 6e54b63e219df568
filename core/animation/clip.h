#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/math/types.h"
#include "core/skeleton/skeleton.h"
#include "core/status.h"

// Keyed movement of a skeleton's joints. A clip names only the joints that it moves; the others keep the rest pose.
//
//     AnimationClip nod{.name = "nod", .duration = 1.0f};
//     nod.rotations.push_back({.joint = 2, .times = {0, 0.5f, 1}, .values = {a, b, a}});
//     if (Status s = validate(nod, skeleton.jointCount()); !s.ok()) ...

namespace rigproof {

enum class Interpolation : std::uint8_t {
    kStep,      ///< the key before holds until the next
    kLinear,    ///< straight; rotations by a normalised blend along the shorter way
    kSpherical, ///< rotations at constant angular speed along the shorter way; others as kLinear
    kCubic,     ///< Hermite; three values a key as in glTF 2.0: in-tangent, value, out-tangent (per second)
};

enum class EndPolicy : std::uint8_t {
    kLoop,  ///< the moment `duration` is the moment 0; a baked loop has no copy of its first frame at the end
    kClamp, ///< holds the last pose; a baked one-shot ends with it
};

/// A track holds its first value before its first key and its last after its last.
struct VectorTrack {
    std::uint16_t joint = 0;
    Interpolation interpolation = Interpolation::kLinear;
    std::vector<float> times{}; ///< seconds, >= 0, rising; at least one
    std::vector<vec3> values{}; ///< one a key (kCubic: three)
};
struct RotationTrack {
    std::uint16_t joint = 0;
    Interpolation interpolation = Interpolation::kLinear;
    std::vector<float> times{};
    std::vector<quat> values{}; ///< unit length within kUnitTolerance; q and -q are the same rotation
};

inline constexpr float kUnitTolerance = 1e-3f; ///< of a key's length; sampling normalises what is within it

struct AnimationClip {
    std::string name{};
    float duration = 1.0f; ///< seconds, > 0
    EndPolicy end = EndPolicy::kLoop;
    std::vector<VectorTrack> translations{}; ///< metres, relative to the parent joint
    std::vector<RotationTrack> rotations{};
    std::vector<VectorTrack> scales{}; ///< every component not 0

    std::size_t trackCount() const { return translations.size() + rotations.size() + scales.size(); }
};

/// Where a clip breaks a rule: tracks count on through translations, rotations and scales.
struct ClipStatus {
    Status status;
    std::size_t track = kNoIndex;
    std::size_t key = kNoIndex;

    bool ok() const { return status.ok(); }
    /// "clip \"walk\": key times must rise (track 3, key 7)"; allocates.
    std::string message(const AnimationClip& clip) const;
};

/// Every rule above, in the order of the tracks; one key is enough for a track, no track at all is the rest pose.
/// Refused: a duration that is not finite and > 0, a joint out of range, no keys, counts that disagree, times that are
/// negative, not finite, unsorted or equal, values that are not finite, rotations not of unit length, a scale of 0.
[[nodiscard]] ClipStatus validate(const AnimationClip& clip, std::size_t jointCount);

} // namespace rigproof
