#include "core/weights/visibility.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigproof {
namespace {

constexpr std::size_t kLeafTriangles = 4;
constexpr double kEndsShare = 1e-4;

// Moller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997), both faces, in double: a ray that
// grazes an edge must not slip through between two triangles.
bool crosses(const glm::dvec3& from, const glm::dvec3& way, const glm::dvec3& a, const glm::dvec3& b,
             const glm::dvec3& c) {
    const glm::dvec3 ab = b - a;
    const glm::dvec3 ac = c - a;
    const glm::dvec3 p = glm::cross(way, ac);
    const double det = glm::dot(ab, p);
    if (det == 0.0) return false;
    const glm::dvec3 s = from - a;
    const double u = glm::dot(s, p) / det;
    if (u < 0.0 || u > 1.0) return false;
    const glm::dvec3 q = glm::cross(s, ab);
    const double v = glm::dot(way, q) / det;
    if (v < 0.0 || u + v > 1.0) return false;
    const double t = glm::dot(ac, q) / det;
    return t > kEndsShare && t < 1.0 - kEndsShare;
}

bool touchesBox(const glm::dvec3& from, const glm::dvec3& way, const vec3& min, const vec3& max) {
    double enter = 0.0;
    double leave = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double low = static_cast<double>(min[k]) - from[k];
        const double high = static_cast<double>(max[k]) - from[k];
        if (way[k] == 0.0) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        const double a = low / way[k];
        const double b = high / way[k];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

} // namespace

SurfaceRays::SurfaceRays(std::span<const vec3> positions, std::span<const std::uint32_t> indices)
    : positions_(positions), indices_(indices), order_(indices.size() / 3) {
    std::iota(order_.begin(), order_.end(), 0u);
    centers_.reserve(order_.size());
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
        centers_.push_back((positions[indices[i]] + positions[indices[i + 1]] + positions[indices[i + 2]]) / 3.0f);
    nodes_.reserve(order_.size());
    if (!order_.empty()) build(0, order_.size());
}

void SurfaceRays::build(std::size_t first, std::size_t last) {
    Node node;
    node.min = node.max = positions_[indices_[std::size_t{3} * order_[first]]];
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const vec3& p = positions_[indices_[std::size_t{3} * order_[i] + k]];
            node.min = glm::min(node.min, p);
            node.max = glm::max(node.max, p);
        }
    }
    const std::size_t self = nodes_.size();
    if (last - first <= kLeafTriangles) {
        node.first = static_cast<std::uint32_t>(first);
        node.count = static_cast<std::uint32_t>(last - first);
        nodes_.push_back(node);
        return;
    }
    nodes_.push_back(node);
    const vec3 size = node.max - node.min;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    const std::size_t middle = (first + last) / 2;
    const auto at = [this](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(middle), at(last), [&](std::uint32_t a, std::uint32_t b) {
        return centers_[a][axis] != centers_[b][axis] ? centers_[a][axis] < centers_[b][axis] : a < b;
    });
    build(first, middle);
    nodes_[self].first = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
}

bool SurfaceRays::blocked(const vec3& from, const vec3& to) const {
    if (nodes_.empty()) return false;
    const glm::dvec3 start(from);
    const glm::dvec3 way = glm::dvec3(to) - start;
    std::array<std::uint32_t, 64> waiting; // deeper than any tree of 2^32 triangles
    std::size_t held = 0;
    waiting[held++] = 0;
    while (held > 0) {
        const std::uint32_t at = waiting[--held];
        const Node& node = nodes_[at];
        if (!touchesBox(start, way, node.min, node.max)) continue;
        if (node.count == 0) {
            waiting[held++] = node.first;
            waiting[held++] = at + 1;
            continue;
        }
        for (std::size_t i = node.first; i < node.first + node.count; ++i) {
            const std::uint32_t* const t = &indices_[std::size_t{3} * order_[i]];
            if (crosses(start, way, glm::dvec3(positions_[t[0]]), glm::dvec3(positions_[t[1]]),
                        glm::dvec3(positions_[t[2]]))) {
                return true;
            }
        }
    }
    return false;
}

} // namespace rigproof
