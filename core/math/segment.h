#pragma once

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/types.h"

namespace rigproof {

/// The point of segment a..b nearest to p. A segment of length 0 is its point.
inline vec3 nearestPointOnSegment(const vec3& p, const vec3& a, const vec3& b) {
    const vec3 ab = b - a;
    const float lengthSquared = glm::dot(ab, ab);
    float t = lengthSquared > 0.0f ? glm::dot(p - a, ab) / lengthSquared : 0.0f;
    t = t < 0.0f ? 0.0f : (t > 1.0f ? 1.0f : t);
    return a + ab * t;
}

/// Distance from p to the segment a..b, in the unit of the inputs.
inline float distanceToSegment(const vec3& p, const vec3& a, const vec3& b) {
    const vec3 d = p - nearestPointOnSegment(p, a, b);
    return std::sqrt(glm::dot(d, d));
}

} // namespace rigproof
