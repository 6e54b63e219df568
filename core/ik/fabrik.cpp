#include "core/ik/fabrik.h"

#include "core/ik/fabrik_shared.h"

// The plain method's cost is latency: each joint waits for the one before through a subtraction, a dot product, a
// square root, a division and the move. Here dot products leave that path. With q the joint just placed, D the way
// from q to the next joint, E the way from q to the one after that and s the scale that gives D its length, the move
// by s D leaves
//     D' = E - s D,   |D'|^2 = |E|^2 - 2 s (E.D) + s^2 |D|^2
// and the three products are ready long before s is. |D|^2 is taken from the vector here and not from the recurrence:
// so an error in one step's length is not handed on to the next. What is left is cancellation when D' is short against
// E; then, and wherever a direction is not defined, the products are taken from the vectors (exactWay).
//
// The cone needs no angle and no unit vectors: D is beyond the limit when prev.D < cos |D|; the turned direction is
// prev cos + side sin with side = (D - prev (prev.D)) / |...|, and |...|^2 = |D|^2 - (prev.D)^2.

namespace rigproof {
namespace {

constexpr float kShallow = 0.25f;        ///< |side|^2 under this share of |D|^2 is not taken from a difference
constexpr float kNearlyParallel = 1e-4f; ///< ... and under this the plain method decides
constexpr float kCancelled = 0.1f;       ///< a difference under this share of its terms is computed anew
constexpr float kTiny = 1e-30f;          ///< squared lengths under this leave the range of a plain division

/// The way to the next joint and what is known about it.
struct Way {
    vec3 d;
    float squared; ///< |d|^2, never tiny
    float along;   ///< d . (direction of the link before)
};

/// Out of line, so that the passes keep their values in registers.
[[gnu::noinline]] vec3 directionOfTiny(const vec3& d, const vec3& previous) {
    return fabrik::directionOf(d, previous);
}

/// From the vectors themselves; where two joints coincide, straight on along `previous`.
inline Way exactWay(const vec3& from, const vec3& to, const vec3& previous) {
    vec3 d = to - from;
    float squared = glm::dot(d, d);
    if (squared <= kTiny) [[unlikely]] {
        d = directionOfTiny(d, previous);
        squared = 1.0f;
    }
    return {d, squared, glm::dot(previous, d)};
}

/// The factor that brings a vector whose length is 1 but for 1e-4 or less to length 1: one Newton step.
float toUnitOf(const vec3& v) {
    return 1.5f - 0.5f * glm::dot(v, v);
}

/// The direction of a way beyond the cone about unit vector `previous`, turned back onto it; of length 1 to three
/// roundings or so.
vec3 turnedDirection(const vec3& previous, const vec3& d, float squared, float along, const fabrik::Cone<float>& cone) {
    const float sideSquared = squared - along * along;
    if (sideSquared >= kShallow * squared) {
        const float scale = cone.sine / std::sqrt(sideSquared);
        return previous * (cone.cosine - scale * along) + d * scale;
    }
    const vec3 side = d - previous * glm::dot(previous, d);
    const float exactSquared = glm::dot(side, side);
    if (exactSquared < kNearlyParallel * squared) [[unlikely]] {
        return fabrik::turnedToCone(previous, fabrik::directionOf(d, previous), cone);
    }
    const vec3 turned = previous * cone.cosine + side * (cone.sine / std::sqrt(exactSquared));
    return turned * toUnitOf(turned); // `side` is the less square to `previous` the shorter it is
}

bool cancelled(float squared, float terms) {
    return squared < kCancelled * terms || squared <= kTiny;
}

void passBackward(const vec3& target, const vec3& firstAxis, const float* lengths, vec3* joints, std::size_t n) {
    vec3 q = target;
    joints[n] = q;
    auto [d, squared, along] = exactWay(q, joints[n - 1], -firstAxis);
    for (std::size_t i = n - 1; i > 0; --i) {
        const vec3 e = joints[i - 1] - q;
        const float eSquared = glm::dot(e, e);
        const float twiceAlong = 2.0f * glm::dot(e, d);
        const float dSquared = glm::dot(d, d);
        const float l = lengths[i];
        const float length = std::sqrt(squared);
        const float scaleSquared = l * l / squared; // beside the root: scale * scale would wait for it
        const float scale = l / length;
        const vec3 move = d * scale;
        q += move;
        joints[i] = q;
        const float sum = eSquared + scaleSquared * dSquared;
        squared = sum - scale * twiceAlong;
        d = e - move;
        if (cancelled(squared, sum)) [[unlikely]] {
            const Way exact = exactWay(q, joints[i - 1], move / l);
            d = exact.d;
            squared = exact.squared;
        }
    }
    // Joint 0 goes back to the base at once: where the backward pass leaves it has no effect.
}

void passForward(const vec3& base, const vec3& firstAxis, const fabrik::Cone<float>& cone, const float* lengths,
                 vec3* joints, std::size_t n) {
    vec3 q = base;
    vec3 previous = firstAxis;
    joints[0] = q;
    auto [d, squared, along] = exactWay(q, joints[1], previous);
    for (std::size_t i = 0;; ++i) {
        const float l = lengths[i];
        const bool last = i + 1 == n;
        const vec3 e = joints[last ? n : i + 2] - q;
        const float length = std::sqrt(squared);
        const float eSquared = glm::dot(e, e);
        bool lost = false;
        if (along < cone.cosine * length) {
            // The joint is placed by the turned direction as it comes, mostly right to a few roundings; only what the
            // next link leans on is brought back to length 1, beside the products that are waited for, so that
            // roundings do not add up along the chain.
            const vec3 turned = turnedDirection(previous, d, squared, along, cone);
            const float toUnit = toUnitOf(turned);
            const vec3 move = turned * l;
            q += move;
            d = e - move;
            previous = turned * toUnit;
            squared = glm::dot(d, d);
            along = glm::dot(turned, d) * toUnit;
            lost = squared <= kTiny;
        } else {
            const float eAlong = glm::dot(e, d);
            const float dSquared = glm::dot(d, d);
            const float scale = l / length;
            const float unit = 1.0f / length;
            const float own = l / squared * dSquared;
            const vec3 move = d * scale;
            q += move;
            previous = d * unit;
            along = unit * eAlong - own;
            const float sum = eSquared + l * own;
            squared = sum - scale * (2.0f * eAlong);
            d = e - move;
            lost = cancelled(squared, sum);
        }
        joints[i + 1] = q;
        if (last) return;
        if (lost) [[unlikely]] {
            const Way exact = exactWay(q, joints[i + 2], previous);
            d = exact.d;
            squared = exact.squared;
            along = exact.along;
        }
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
