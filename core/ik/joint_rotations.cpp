#include "core/ik/joint_rotations.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/rotation.h"

namespace rigproof {
namespace {

/// Unit direction of a link; `otherwise` for a link of length 0.
vec3 directionOf(const vec3& link, const vec3& otherwise) {
    const float squared = glm::dot(link, link);
    if (squared > 1e-30f && squared < 1e30f) return link * (1.0f / std::sqrt(squared));
    const vec3 a = glm::abs(link);
    const float largest = std::fmax(a.x, std::fmax(a.y, a.z));
    if (!(largest > 0.0f) || !isFinite(link)) return otherwise;
    const vec3 scaled = link / largest;
    return scaled / std::sqrt(glm::dot(scaled, scaled));
}

} // namespace

// The spec's form, local = arc(+Y, inverse(A) d) with A the rotation so far, makes each link wait for the whole one
// before. Since A takes +Y to the direction d' of the link before, local = inverse(A) arc(d', d) A: the arcs of all
// links are independent, and only one product a link is left in the chain. The same rotation to the last few bits.
Status jointRotations(std::span<const vec3> joints, std::span<quat> rotations, const quat& parentRotation) {
    if (joints.size() != rotations.size() + 1) {
        return refusedCount("rotations must be one fewer than joints", rotations.size(),
                            joints.empty() ? 0 : joints.size() - 1);
    }
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!isFinite(joints[i])) return refused("a joint must be finite", i);
    }
    constexpr vec3 kUp(0.0f, 1.0f, 0.0f);
    constexpr float kOpposite = 1e-6f; // as shortestArc
    constexpr std::size_t kRestart =
        32; // links after which A's direction is taken anew, so that rounding cannot add up
    quat accumulated = normalizedOrIdentity(parentRotation);
    vec3 previous = accumulated * kUp;
    for (std::size_t i = 0; i < rotations.size(); ++i) {
        const vec3 direction = directionOf(joints[i + 1] - joints[i], previous);
        const float w = 1.0f + glm::dot(previous, direction);
        if (w <= kOpposite) {
            rotations[i] = quat(0.0f, 1.0f, 0.0f, 0.0f); // half a turn about the bone's own X
            accumulated = accumulated * rotations[i];
        } else {
            const vec3 c = glm::cross(previous, direction);
            const float scale = 1.0f / std::sqrt(w * w + glm::dot(c, c));
            const quat before = accumulated;
            accumulated = quat(w * scale, c.x * scale, c.y * scale, c.z * scale) * accumulated;
            rotations[i] = glm::conjugate(before) * accumulated; // unit to rounding, as both are
        }
        previous = direction;
        if ((i + 1) % kRestart == 0) {
            accumulated = normalizedOrIdentity(accumulated);
            previous = accumulated * kUp;
        }
    }
    return accepted();
}

quat rotationOf(const mat4& m) {
    vec3 x(m[0]), y(m[1]), z(m[2]);
    const float lx = std::sqrt(glm::dot(x, x)), ly = std::sqrt(glm::dot(y, y)), lz = std::sqrt(glm::dot(z, z));
    if (!(lx > 0.0f) || !(ly > 0.0f) || !(lz > 0.0f)) return {1.0f, 0.0f, 0.0f, 0.0f};
    if (glm::dot(glm::cross(x, y), z) < 0.0f) x = -x;
    x /= lx;
    y -= x * glm::dot(x, y);
    const float square = std::sqrt(glm::dot(y, y));
    if (!(square > 0.0f)) return {1.0f, 0.0f, 0.0f, 0.0f};
    y /= square;
    return normalizedOrIdentity(glm::quat_cast(mat3(x, y, glm::cross(x, y))));
}

} // namespace rigproof
