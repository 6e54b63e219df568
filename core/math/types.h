#pragma once

// The one place that includes GLM, so that every file sees the same configuration. GLM's SIMD paths stay off: some of
// them use reciprocal approximations whose bits differ between processors.
#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace rigproof {

using glm::mat3;
using glm::mat4;
using glm::quat; // (w, x, y, z) in the constructor; unit length unless said otherwise
using glm::vec2;
using glm::vec3;
using glm::vec4;

using JointIndices = glm::vec<4, std::uint16_t>; // four influences of a vertex

inline constexpr float kPi = 3.14159265358979323846f;
inline constexpr float kTwoPi = 6.28318530717958647692f;

inline constexpr float degrees(float radians) {
    return radians * (180.0f / kPi);
}
inline constexpr float radians(float degrees) {
    return degrees * (kPi / 180.0f);
}

inline bool isFinite(const vec3& v) {
    // x - x is 0 for every finite x and NaN for the rest; unlike std::isfinite this survives -ffast-math in a user's
    // build.
    return (v.x - v.x) == 0.0f && (v.y - v.y) == 0.0f && (v.z - v.z) == 0.0f;
}

} // namespace rigproof
