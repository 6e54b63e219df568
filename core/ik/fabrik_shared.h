#pragma once

// What the plain and the fast FABRIK share: the rules for input, the choice of directions where none is defined, and
// the way off a line. Not part of the public face.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include <glm/geometric.hpp>

#include "core/ik/fabrik.h"
#include "core/math/trigonometry.h"

namespace rigproof::fabrik {

/// Under this length (of the cross product of two unit vectors, squared) two links count as lying on one line.
inline constexpr double kParallelSquared = 1e-10;
/// (1,0,0) serves as the fallback axis while at least this share (squared) of it is square to the link.
inline constexpr double kAxisSquared = 1e-4;
/// How far off a line a joint may be, as a share of the chain's length, and still count as on it.
inline constexpr double kOnLine = 1e-6;

template <typename T>
bool inRange(const glm::vec<3, T>& v) {
    const glm::vec<3, T> a = glm::abs(v);
    return a.x <= kFabrikLargest<T> && a.y <= kFabrikLargest<T> && a.z <= kFabrikLargest<T>; // false for NaN
}

/// The place of the first number that is not finite or whose magnitude is over `limit`; `values.size()` when all are
/// well. One pass over the bits without branches, as it is done on every solve.
template <typename T>
std::size_t firstBeyond(std::span<const T> values, T limit) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits kMagnitude = std::numeric_limits<Bits>::max() >> 1;
    const Bits largest = std::bit_cast<Bits>(limit); // infinities and NaNs are larger still
    Bits seen = 0;
    for (const T value : values)
        seen |= largest - (std::bit_cast<Bits>(value) & kMagnitude); // the top bit: larger
    if (seen <= kMagnitude) return values.size();
    std::size_t i = 0;
    while (std::fabs(values[i]) <= limit)
        ++i;
    return i;
}

/// The same of vectors.
template <typename T>
std::size_t firstBeyond(std::span<const glm::vec<3, T>> v, T limit) {
    static_assert(sizeof(glm::vec<3, T>) == 3 * sizeof(T));
    return v.empty() ? 0 : firstBeyond(std::span<const T>(&v[0].x, 3 * v.size()), limit) / 3;
}

template <typename T>
Status check(const BasicFabrikGoal<T>& goal, std::span<const T> lengths, std::span<const glm::vec<3, T>> joints) {
    if (lengths.empty()) return refused("a chain needs at least one link");
    if (joints.size() != lengths.size() + 1) {
        return refusedCount("a chain has one joint more than links", joints.size(), lengths.size() + 1);
    }
    if (!inRange(goal.base)) return refused("the base must be finite and within kFabrikLargest");
    if (!inRange(goal.target)) return refused("the target must be finite and within kFabrikLargest");
    if (!inRange(goal.firstAxis) || !(glm::dot(goal.firstAxis, goal.firstAxis) > std::numeric_limits<T>::min())) {
        return refused("the first link's axis must be finite and not of length 0");
    }
    if (!(goal.maxAngle >= T(0)) || goal.maxAngle > T(3.1416)) return refused("the angle limit must be in 0..pi");
    if (!(goal.tolerance >= T(0))) return refused("the tolerance must be >= 0");
    if (goal.maxIterations < 1) return refused("at least one iteration must be allowed");
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (!(lengths[i] > T(0)) || lengths[i] > kFabrikLargest<T>) {
            return refused("a link length must be finite and > 0", i);
        }
    }
    if (const std::size_t i = firstBeyond(joints, kFabrikLargest<T>); i < joints.size()) {
        return refused("a joint must be finite and within kFabrikLargest", i);
    }
    return accepted();
}

/// The cone limit as what the passes compare with.
template <typename T>
struct Cone {
    T cosine; ///< -2 when there is no limit: no cosine is smaller
    T sine;
};
template <typename T>
Cone<T> coneOf(T maxAngle) {
    if (maxAngle >= T(3.14159265L)) return {T(-2), T(0)}; // the float and the double nearest to pi
    const double c = det::cos(static_cast<double>(maxAngle));
    return {static_cast<T>(c), static_cast<T>(std::sqrt(1.0 - c * c))};
}

/// v / |v| without leaving the type's range on the way; `otherwise` for a vector of length 0.
template <typename T>
glm::vec<3, T> directionOf(const glm::vec<3, T>& v, const glm::vec<3, T>& otherwise) {
    const T squared = glm::dot(v, v);
    if (squared > std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon()) return v / std::sqrt(squared);
    const glm::vec<3, T> a = glm::abs(v);
    const T largest = std::fmax(a.x, std::fmax(a.y, a.z));
    if (largest < std::numeric_limits<T>::min()) return otherwise;
    const glm::vec<3, T> scaled = v / largest;
    return scaled / std::sqrt(glm::dot(scaled, scaled));
}

/// A unit vector square to unit vector `v`: from v towards it lies a turn about (1,0,0), or, when that axis is along v,
/// about the world axis least along v.
template <typename T>
glm::vec<3, T> sideOf(const glm::vec<3, T>& v) {
    using Vec3 = glm::vec<3, T>;
    Vec3 side = glm::cross(Vec3(1, 0, 0), v);
    if (glm::dot(side, side) < T(kAxisSquared)) {
        side = std::fabs(v.y) <= std::fabs(v.z) ? glm::cross(Vec3(0, 1, 0), v) : glm::cross(Vec3(0, 0, 1), v);
    }
    return side / std::sqrt(glm::dot(side, side));
}

/// Unit vector `direction`, known to be beyond the cone about unit vector `previous`, turned back onto it.
template <typename T>
glm::vec<3, T> turnedToCone(const glm::vec<3, T>& previous, const glm::vec<3, T>& direction, const Cone<T>& cone) {
    using Vec3 = glm::vec<3, T>;
    const Vec3 axis = glm::cross(previous, direction);
    const T axisSquared = glm::dot(axis, axis);
    const Vec3 side =
        axisSquared < T(kParallelSquared) ? sideOf(previous) : glm::cross(axis, previous) / std::sqrt(axisSquared);
    const Vec3 turned = previous * cone.cosine + side * cone.sine;
    // Each link leans on the one before: without this, five hundred roundings would add up in the length.
    return turned / std::sqrt(glm::dot(turned, turned));
}

/// Whether all joints and the target lie on one line, with the target nearer than the chain is long: FABRIK moves along
/// the line only and never gets there.
template <typename T>
bool stuckOnALine(const BasicFabrikGoal<T>& goal, T reach, std::span<const glm::vec<3, T>> joints) {
    using Vec3 = glm::vec<3, T>;
    const Vec3 line = directionOf(joints[1] - joints[0], goal.firstAxis);
    const T off = reach * T(kOnLine);
    const auto onLine = [&](const Vec3& p) {
        const Vec3 c = glm::cross(line, p - joints[0]);
        return glm::dot(c, c) <= off * off;
    };
    for (std::size_t i = joints.size() - 1; i >= 1; --i) {
        if (!onLine(joints[i])) return false;
    }
    const Vec3 toTarget = goal.target - goal.base;
    return onLine(goal.target) && glm::dot(toTarget, toTarget) < reach * reach;
}

/// Lays the joints on a bow from the base to the target, as high as a chain of this length would be if it had one
/// corner in the middle; what it gets wrong in the lengths, the next passes put right.
template <typename T>
void bowOffTheLine(const BasicFabrikGoal<T>& goal, T reach, std::span<const T> lengths,
                   std::span<glm::vec<3, T>> joints) {
    using Vec3 = glm::vec<3, T>;
    const Vec3 span = goal.target - goal.base;
    const Vec3 side = sideOf(directionOf(span, directionOf(joints[1] - joints[0], goal.firstAxis)));
    const T height = T(0.5) * std::sqrt(reach * reach - glm::dot(span, span));
    T along = T(0);
    for (std::size_t i = 1; i < joints.size(); ++i) {
        along += lengths[i - 1];
        const T s = along / reach;
        joints[i] = goal.base + span * s + side * (height * T(4) * s * (T(1) - s));
    }
}

template <typename T>
T sumOf(std::span<const T> lengths) {
    T sum = T(0);
    for (const T l : lengths)
        sum += l;
    return sum;
}

} // namespace rigproof::fabrik
