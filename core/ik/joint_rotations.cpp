#include "core/ik/joint_rotations.h"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "core/ik/fabrik_shared.h"
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

// Carried along the chain: the bone's own axes x and z in the joints' space (its y is the link's direction). The turn
// from direction p to direction d mirrors whatever is square to p at the plane square to p + d, so that no quaternion
// has to wait for the one before; and as the turn's axis is square to the bone, its local rotation has no y.
Status jointRotations(std::span<const vec3> joints, std::span<quat> rotations, const quat& parentRotation) {
    if (joints.size() != rotations.size() + 1) {
        return refusedCount("rotations must be one fewer than joints", rotations.size(),
                            joints.empty() ? 0 : joints.size() - 1);
    }
    if (const std::size_t i = fabrik::firstBeyond(joints, std::numeric_limits<float>::max()); i < joints.size()) {
        return refused("a joint must be finite", i);
    }
    constexpr float kOpposite = 1e-6f;   // as shortestArc
    constexpr std::size_t kRestart = 32; // links after which the axes are squared up, so that rounding cannot add up
    const mat3 parent = glm::mat3_cast(normalizedOrIdentity(parentRotation));
    vec3 x = parent[0], previous = parent[1], z = parent[2];
    for (std::size_t i = 0; i < rotations.size(); ++i) {
        const vec3 direction = directionOf(joints[i + 1] - joints[i], previous);
        const vec3 sum = previous + direction;
        const float w = 0.5f * glm::dot(sum, sum); // 1 + previous . direction, without its cancellation
        if (w <= kOpposite) [[unlikely]] {
            rotations[i] = quat(0.0f, 1.0f, 0.0f, 0.0f); // half a turn about the bone's own x
            z = -z;
        } else {
            const float alongX = glm::dot(sum, x);
            const float alongZ = glm::dot(sum, z);
            const float mirror = 1.0f / w;
            x -= sum * (mirror * alongX);
            z -= sum * (mirror * alongZ);
            const float scale = 1.0f / std::sqrt(w * w + (alongX * alongX + alongZ * alongZ));
            rotations[i] = quat(w * scale, alongZ * scale, 0.0f, -alongX * scale);
        }
        previous = direction;
        if ((i + 1) % kRestart == 0) {
            x -= direction * glm::dot(direction, x);
            x /= std::sqrt(glm::dot(x, x));
            z = glm::cross(x, direction);
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
