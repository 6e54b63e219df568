#include "core/ik/two_bone.h"

#include <algorithm>
#include <cmath>

#include "core/ik/fabrik_shared.h"
#include "core/math/rotation.h"

namespace rigproof {

TwoBoneResult solveTwoBone(const TwoBoneGoal& goal) {
    using glm::dvec3;
    TwoBoneResult result;
    if (!fabrik::inRange(goal.root) || !fabrik::inRange(goal.target) || !fabrik::inRange(goal.pole)) {
        result.status = refused("root, target and pole must be finite and within 1e15");
        return result;
    }
    const auto usable = [](float length) { return length > 0.0f && length <= kFabrikLargest<float>; };
    if (!usable(goal.upper) || !usable(goal.lower)) {
        result.status = refused("a link length must be finite and > 0", usable(goal.upper) ? 1 : 0);
        return result;
    }
    const dvec3 root(goal.root);
    const dvec3 toTarget = dvec3(goal.target) - root;
    const double upper = static_cast<double>(goal.upper);
    const double lower = static_cast<double>(goal.lower);
    const double wanted = std::sqrt(glm::dot(toTarget, toTarget));
    const double distance = std::clamp(wanted, std::fabs(upper - lower), upper + lower);
    const dvec3 along = fabrik::directionOf(toTarget, dvec3(0.0, 1.0, 0.0));

    const dvec3 toPole = fabrik::directionOf(dvec3(goal.pole) - root, along);
    dvec3 side = toPole - along * glm::dot(toPole, along);
    const double sideSquared = glm::dot(side, side);
    side =
        sideSquared > fabrik::kParallelSquared ? side / std::sqrt(sideSquared) : dvec3(anyPerpendicular(vec3(along)));

    // Folded flat with equal links: every direction is right, and square to the line is what a tiny distance tends to.
    double cosine = 0.0;
    if (distance > 0.0) cosine = (upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance);
    cosine = std::clamp(cosine, -1.0, 1.0);
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const dvec3 end = root + along * distance;
    result.middle = vec3(root + (along * cosine + side * sine) * upper);
    result.end = vec3(end);
    const dvec3 missing = dvec3(goal.target) - end;
    result.gap = std::sqrt(glm::dot(missing, missing));
    result.reached = wanted >= std::fabs(upper - lower) && wanted <= upper + lower;
    return result;
}

} // namespace rigproof
