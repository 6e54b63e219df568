#pragma once

#include <span>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// A bone as the weights see it: a line segment in bind pose with flesh around it. Metres.
/// A segment of length 0 is a point; a radius of 0 is a bone without flesh; both are allowed.
struct BoneSegment {
    vec3 head{0.0f};
    vec3 tail{0.0f};
    float radius = 0.0f;
};

// In every function of this folder `bones[0]` is the root, which holds no flesh and gets no weight; the others weigh.
// The bone's index in the span is the joint index that the vertices will name.

/// Metres; beyond this the fourth power of a distance leaves the range of float.
inline constexpr float kLargestCoordinate = 1e9f;

/// At least one bone beside the root, at most kMaxJoints, ends within kLargestCoordinate, radius finite and >= 0. The
/// index names the bone.
Status validateBones(std::span<const BoneSegment> bones);

/// What every weight function needs of a mesh: at least one vertex, positions within kLargestCoordinate (the index
/// names the vertex),
/// indices in threes that name vertices (the index is the place in `indices`).
Status validateSurface(std::span<const vec3> positions, std::span<const std::uint32_t> indices);

} // namespace rigproof
