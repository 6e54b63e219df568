#pragma once

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/trigonometry.h"
#include "render/frame.h"

namespace rigproof {

/// Pulls a camera back along its line of sight until at least `halfWidth` metres to each side of the target are in
/// view. `aspect` is width over height. A picture that is wide enough leaves the camera where it is.
inline Camera keepHalfWidthInView(Camera camera, float halfWidth, float aspect) {
    const vec3 back = camera.position - camera.target;
    const float distance = std::sqrt(glm::dot(back, back));
    const float half = 0.5f * camera.verticalFov;
    const float tangent = det::sin(half) / det::cos(half);
    const float needed = halfWidth / (tangent * aspect);
    if (needed > distance) camera.position = camera.target + back * (needed / distance);
    return camera;
}

} // namespace rigproof
