#include "core/ik/ccd.h"

#include "core/ik/fabrik_shared.h"
#include "core/math/rotation.h"

namespace rigproof {
namespace {

/// Puts each joint at its link's length from the one before, in the direction it had.
void layFrom(const vec3& base, const vec3& firstAxis, std::span<const float> lengths, std::span<vec3> joints) {
    vec3 before = joints[0];
    vec3 direction = fabrik::directionOf(firstAxis, firstAxis);
    joints[0] = base;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        direction = fabrik::directionOf(joints[i + 1] - before, direction);
        before = joints[i + 1];
        joints[i + 1] = joints[i] + direction * lengths[i];
    }
}

} // namespace

FabrikResult solveCcd(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints) {
    FabrikResult result;
    result.status = fabrik::check<float>(goal, lengths, joints);
    if (!result.status.ok()) return result;

    const std::size_t n = lengths.size();
    layFrom(goal.base, goal.firstAxis, lengths, joints);
    for (;;) {
        for (std::size_t i = n; i-- > 0;) {
            const vec3 toTip = joints[n] - joints[i];
            const vec3 toTarget = goal.target - joints[i];
            const vec3 from = fabrik::directionOf(toTip, goal.firstAxis);
            const quat turn = shortestArc(from, fabrik::directionOf(toTarget, from));
            for (std::size_t j = i + 1; j <= n; ++j)
                joints[j] = joints[i] + turn * (joints[j] - joints[i]);
        }
        layFrom(goal.base, goal.firstAxis, lengths, joints);
        ++result.iterations;
        const vec3 left = goal.target - joints[n];
        const float gap = std::sqrt(glm::dot(left, left));
        result.gap = static_cast<double>(gap);
        result.reached = gap < goal.tolerance;
        if (result.reached || result.iterations >= goal.maxIterations) return result;
    }
}

} // namespace rigproof
