#pragma once

#include <cstddef>
#include <span>

#include "core/math/types.h"

// Numbers that tell how a chain lies, for metrics and tests.

namespace rigproof {

/// The largest angle between a link and the one before it (the first: against `firstAxis`), radians. Links of length 0
/// are passed over.
float largestBend(std::span<const vec3> joints, const vec3& firstAxis = vec3(0.0f, 1.0f, 0.0f));

/// The largest relative error of a link's length, measured in double.
double worstLinkError(std::span<const vec3> joints, std::span<const float> lengths);

/// How often the bend changes sides along the chain: a smooth curl 0, a zig-zag links - 2. Bends under `smallest`
/// radians are passed over; two neighbouring bends are on different sides when their axes (cross products of the links)
/// are more than a right angle apart.
std::size_t sideChanges(std::span<const vec3> joints, float smallest = 0.035f);

} // namespace rigproof
