#include "core/ik/fabrik.h"

#include "core/ik/fabrik_shared.h"

// The plain method's cost is latency: each joint waits for the one before through a subtraction, a dot product, a
// square root, a division and the move. Here the dot products leave that path. With q the joint just placed, D the way
// from q to the next joint and E the way from q to the one after that, moving by d l (d the unit direction taken)
// leaves
//     D' = E - d l,   |D'|^2 = |E|^2 + l^2 - 2 l (E.d),   D'.d = E.d - l
// and all products with E are ready long before d is. What is left to wait for is a square root, a division and a few
// multiplications. The price is cancellation when D' is short against E and l; then, and wherever a direction is not
// defined, the products are taken anew from the vectors (the cold functions).
//
// The cone needs no angle and no unit vectors: D is beyond the limit when prev.D < cos |D|; the turned direction is
// prev cos + side sin with side = (D - prev (prev.D)) / |...|, and |...|^2 = |D|^2 - (prev.D)^2.

namespace rigproof {
namespace {

constexpr float kCancelled = 0.1f; ///< a difference under this share of its terms is computed anew
constexpr float kTiny = 1e-30f;    ///< squared lengths under this leave the range of a plain division

/// The way to the next joint and what is known about it.
struct Way {
    vec3 d;
    float squared; ///< |d|^2, never tiny
    float along;   ///< d . (direction of the link before)
};

/// From the vectors themselves; where two joints coincide, straight on along `previous`.
[[gnu::noinline]] Way exactWay(const vec3& from, const vec3& to, const vec3& previous) {
    vec3 d = to - from;
    float squared = glm::dot(d, d);
    if (squared <= kTiny) {
        d = fabrik::directionOf(d, previous);
        squared = 1.0f;
    }
    return {d, squared, glm::dot(previous, d)};
}

[[gnu::noinline]] vec3 exactTurn(const vec3& previous, const Way& way, const fabrik::Cone<float>& cone) {
    return fabrik::turnedToCone(previous, way.d / std::sqrt(way.squared), cone);
}

bool cancelled(float squared, float terms) {
    return squared < kCancelled * terms || squared <= kTiny;
}

void passBackward(const vec3& target, const vec3& firstAxis, const float* lengths, vec3* joints, std::size_t n) {
    vec3 q = target;
    joints[n] = q;
    Way way = exactWay(q, joints[n - 1], -firstAxis);
    for (std::size_t i = n - 1; i > 0; --i) {
        const float l = lengths[i];
        const vec3 e = joints[i - 1] - q;
        const float terms = glm::dot(e, e) + l * l;
        const float twiceAlong = 2.0f * glm::dot(e, way.d);
        const float scale = l / std::sqrt(way.squared);
        const vec3 move = way.d * scale;
        const vec3 next = q + move;
        way.squared = terms - scale * twiceAlong;
        way.d = e - move;
        if (cancelled(way.squared, terms)) [[unlikely]]
            way = exactWay(next, joints[i - 1], move / l);
        joints[i] = q = next;
    }
    // Joint 0 goes back to the base at once: where the backward pass leaves it has no effect.
}

void passForward(const vec3& base, const vec3& firstAxis, const fabrik::Cone<float>& cone, const float* lengths,
                 vec3* joints, std::size_t n) {
    vec3 q = base;
    vec3 previous = firstAxis;
    joints[0] = q;
    Way way = exactWay(q, joints[1], previous);
    for (std::size_t i = 0;; ++i) {
        const float l = lengths[i];
        const bool last = i + 1 == n;
        const vec3 e = joints[last ? n : i + 2] - q;
        const float terms = glm::dot(e, e) + l * l;
        const float eAlongWay = glm::dot(e, way.d);
        const float eAlongPrevious = glm::dot(e, previous);
        const float length = std::sqrt(way.squared);
        float eAlong;
        if (way.along < cone.cosine * length) {
            const float sideSquared = way.squared - way.along * way.along;
            if (sideSquared < kCancelled * way.squared) [[unlikely]] {
                previous = exactTurn(previous, way, cone);
                eAlong = glm::dot(e, previous);
            } else {
                const float scale = cone.sine / std::sqrt(sideSquared);
                const float rest = cone.cosine - scale * way.along;
                previous = previous * rest + way.d * scale;
                eAlong = eAlongPrevious * rest + eAlongWay * scale;
            }
        } else {
            const float scale = 1.0f / length;
            previous = way.d * scale;
            eAlong = eAlongWay * scale;
        }
        const vec3 move = previous * l;
        const vec3 next = q + move;
        if (!last) {
            way.squared = terms - 2.0f * l * eAlong;
            way.d = e - move;
            way.along = eAlong - l;
            if (cancelled(way.squared, terms)) [[unlikely]]
                way = exactWay(next, joints[i + 2], previous);
        }
        joints[i + 1] = q = next;
        if (last) return;
    }
}

} // namespace

FabrikResult solveFabrik(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints) {
    FabrikResult result;
    result.status = fabrik::check<float>(goal, lengths, joints);
    if (!result.status.ok()) return result;

    const std::size_t n = lengths.size();
    const fabrik::Cone<float> cone = fabrik::coneOf(goal.maxAngle);
    const vec3 firstAxis = fabrik::directionOf(goal.firstAxis, goal.firstAxis);
    const float toleranceSquared = goal.tolerance * goal.tolerance;
    bool mayBow = n > 1 && goal.maxAngle > 0.0f;
    for (;;) {
        passBackward(goal.target, firstAxis, lengths.data(), joints.data(), n);
        passForward(goal.base, firstAxis, cone, lengths.data(), joints.data(), n);
        ++result.iterations;
        const vec3 left = goal.target - joints[n];
        const float gapSquared = glm::dot(left, left);
        result.reached = gapSquared < toleranceSquared;
        if (result.reached || result.iterations == goal.maxIterations) {
            result.gap = static_cast<double>(std::sqrt(gapSquared));
            return result;
        }
        if (mayBow) {
            mayBow = false;
            const float reach = fabrik::sumOf(lengths);
            if (fabrik::stuckOnALine<float>(goal, reach, joints))
                fabrik::bowOffTheLine<float>(goal, reach, lengths, joints);
        }
    }
}

} // namespace rigproof
