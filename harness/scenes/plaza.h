#pragma once

#include <cstdint>

#include "render/frame.h"

namespace rigproof {

/// The place where the crowd walks: paving, fountain, trees, sky, fog, sun. Radius of the paved part as for `people`.
class Plaza {
  public:
    explicit Plaza(float radius, std::uint32_t seed);

    float radius() const { return radius_; }

    /// Sky, fog, lights, and the camera that goes round the plaza at `time` seconds.
    void light(Frame& frame, double time) const;
    /// For a look at one place from near by: shadow and fog as fits it.
    void lightCloseUp(Frame& frame, const vec3& target, float distance) const;
    /// Paving, fountain, water: pass "plaza"; trees: two instanced draws, pass "trees".
    void draw(Frame& frame) const;

  private:
    void addSun(Frame& frame, const vec3& target, float halfExtent) const;

    float radius_;
    std::shared_ptr<const Mesh> ground_, stone_, water_, roof_, trunk_, leaves_;
    std::shared_ptr<const std::vector<Instance>> trunks_, crowns_;
};

} // namespace rigproof
