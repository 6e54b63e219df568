#include "core/ik/fabrik_shared.h"

namespace rigproof {
namespace {

template <typename T>
void passBackward(const BasicFabrikGoal<T>& goal, std::span<const T> lengths, std::span<glm::vec<3, T>> joints) {
    const std::size_t n = lengths.size();
    joints[n] = goal.target;
    glm::vec<3, T> direction = -fabrik::directionOf(goal.firstAxis, goal.firstAxis);
    for (std::size_t i = n; i-- > 0;) {
        direction = fabrik::directionOf(joints[i] - joints[i + 1], direction);
        joints[i] = joints[i + 1] + direction * lengths[i];
    }
}

template <typename T>
void passForward(const BasicFabrikGoal<T>& goal, const fabrik::Cone<T>& cone, std::span<const T> lengths,
                 std::span<glm::vec<3, T>> joints) {
    joints[0] = goal.base;
    glm::vec<3, T> previous = fabrik::directionOf(goal.firstAxis, goal.firstAxis);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        glm::vec<3, T> direction = fabrik::directionOf(joints[i + 1] - joints[i], previous);
        if (glm::dot(previous, direction) < cone.cosine) direction = fabrik::turnedToCone(previous, direction, cone);
        joints[i + 1] = joints[i] + direction * lengths[i];
        previous = direction;
    }
}

template <typename T>
FabrikResult solve(const BasicFabrikGoal<T>& goal, std::span<const T> lengths, std::span<glm::vec<3, T>> joints) {
    FabrikResult result;
    result.status = fabrik::check<T>(goal, lengths, joints);
    if (!result.status.ok()) return result;

    const fabrik::Cone<T> cone = fabrik::coneOf(goal.maxAngle);
    const T reach = fabrik::sumOf(lengths);
    bool mayBow = lengths.size() > 1 && goal.maxAngle > T(0);
    for (;;) {
        passBackward(goal, lengths, joints);
        passForward(goal, cone, lengths, joints);
        ++result.iterations;
        const glm::vec<3, T> short_ = goal.target - joints.back();
        const T gap = std::sqrt(glm::dot(short_, short_));
        result.gap = static_cast<double>(gap);
        result.reached = gap < goal.tolerance;
        if (result.reached || result.iterations == goal.maxIterations) return result;
        if (mayBow) {
            mayBow = false;
            if (fabrik::stuckOnALine<T>(goal, reach, joints)) fabrik::bowOffTheLine<T>(goal, reach, lengths, joints);
        }
    }
}

} // namespace

FabrikResult solveFabrikPlain(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints) {
    return solve<float>(goal, lengths, joints);
}

FabrikResult solveFabrikPlain(const FabrikGoalDouble& goal, std::span<const double> lengths,
                              std::span<glm::dvec3> joints) {
    return solve<double>(goal, lengths, joints);
}

} // namespace rigproof
