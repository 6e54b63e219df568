#include "core/ik/chain_analysis.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

double lengthOf(const glm::dvec3& v) {
    return std::sqrt(glm::dot(v, v));
}

/// From the half chord of unit vectors: exact for small angles, where an arc cosine is not.
double angleBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return 2.0 * det::atan2(lengthOf(a - b), lengthOf(a + b));
}

} // namespace

float largestBend(std::span<const vec3> joints, const vec3& firstAxis) {
    double largest = 0.0;
    glm::dvec3 previous = glm::dvec3(firstAxis) / lengthOf(glm::dvec3(firstAxis));
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
        const glm::dvec3 link = glm::dvec3(joints[i + 1]) - glm::dvec3(joints[i]);
        const double length = lengthOf(link);
        if (!(length > 0.0)) continue;
        largest = std::fmax(largest, angleBetween(previous, link / length));
        previous = link / length;
    }
    return static_cast<float>(largest);
}

double worstLinkError(std::span<const vec3> joints, std::span<const float> lengths) {
    double worst = 0.0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const double length = lengthOf(glm::dvec3(joints[i + 1]) - glm::dvec3(joints[i]));
        worst = std::fmax(worst, std::fabs(length / static_cast<double>(lengths[i]) - 1.0));
    }
    return worst;
}

std::size_t sideChanges(std::span<const vec3> joints, float smallest) {
    const double sine = det::sin(static_cast<double>(smallest));
    std::size_t changes = 0;
    glm::dvec3 lastAxis(0.0);
    for (std::size_t i = 0; i + 2 < joints.size(); ++i) {
        const glm::dvec3 a = glm::dvec3(joints[i + 1]) - glm::dvec3(joints[i]);
        const glm::dvec3 b = glm::dvec3(joints[i + 2]) - glm::dvec3(joints[i + 1]);
        const double lengthsSquared = glm::dot(a, a) * glm::dot(b, b);
        if (!(lengthsSquared > 0.0)) continue;
        const glm::dvec3 axis = glm::cross(a, b);
        if (glm::dot(a, b) > 0.0 && glm::dot(axis, axis) < sine * sine * lengthsSquared) continue;
        if (glm::dot(axis, lastAxis) < 0.0) ++changes;
        lastAxis = axis;
    }
    return changes;
}

} // namespace rigproof
