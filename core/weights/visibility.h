#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"

namespace rigproof {

/// Answers whether the straight way between two points crosses a surface. A tree of boxes over the triangles, split at
/// the median of the longest side; built in O(n log n).
class SurfaceRays {
  public:
    /// Positions and indices must be valid and outlive this. Allocates.
    SurfaceRays(std::span<const vec3> positions, std::span<const std::uint32_t> indices);

    /// True when a triangle is crossed strictly between `from` and `to`; the ends, 1e-4 of the way, do not count, so
    /// that a vertex of the surface does not hide behind its own triangles.
    bool blocked(const vec3& from, const vec3& to) const;

  private:
    struct Node {
        vec3 min{0.0f};
        vec3 max{0.0f};
        std::uint32_t first = 0; ///< of the triangles in order_, or the index of the second child (the first is next)
        std::uint32_t count = 0; ///< 0: an inner node
    };
    void build(std::size_t first, std::size_t last);

    std::span<const vec3> positions_;
    std::span<const std::uint32_t> indices_;
    std::vector<std::uint32_t> order_;
    std::vector<vec3> centers_;
    std::vector<Node> nodes_;
};

} // namespace rigproof
