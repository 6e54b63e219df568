#include "core/weights/scale.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigproof {

WeightParameters scaledTo(std::span<const vec3> positions, const Adjacency& surface, const WeightParameters& base) {
    constexpr double kMostPasses = 1000.0;
    WeightParameters scaled = base;
    if (positions.empty()) return scaled;
    vec3 low = positions.front();
    vec3 high = low;
    double edges = 0.0;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        low = glm::min(low, positions[v]);
        high = glm::max(high, positions[v]);
        for (const std::uint32_t n : surface.neighbours(v)) {
            const glm::dvec3 d = glm::dvec3(positions[n]) - glm::dvec3(positions[v]);
            edges += std::sqrt(glm::dot(d, d));
        }
    }
    const vec3 size = high - low;
    const double extent = static_cast<double>(std::max({size.x, size.y, size.z}));
    if (!(extent > 0.0) || !(edges > 0.0)) return scaled;
    scaled.distance.contactDistance *= static_cast<float>(extent / static_cast<double>(kReferenceHeight));
    const double edge = edges / static_cast<double>(surface.targets.size()) / extent;
    const double ratio = static_cast<double>(kReferenceEdge) / edge;
    const double passes = static_cast<double>(base.diffusion.passes) * ratio * ratio;
    scaled.diffusion.passes = static_cast<int>(std::min(std::floor(passes + 0.5), kMostPasses));
    return scaled;
}

} // namespace rigproof
