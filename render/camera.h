#pragma once

#include <optional>

#include "render/frame.h"

// The camera's matrices and the way between places and pixels, for captions and pointers.

namespace rigproof {

/// The camera's axes in the world: x right, y up, z towards the viewer (unit length, orthogonal). A camera that looks
/// straight up or down, or at its own place, still gets axes.
mat3 cameraAxes(const Camera& camera);

/// Rotation alone: takes a place relative to the camera into view space. Kept apart from the translation so that places
/// far from the origin lose no precision.
mat4 viewRotation(const Camera& camera);

/// OpenGL's perspective matrix (clip depth -1..1) for a picture of the given width / height.
mat4 perspective(const Camera& camera, float aspect);

/// The pixel (origin top left, y down, fractional) where a place is seen; nothing when it is behind the camera.
std::optional<vec2> pixelOf(const Frame& frame, const vec3& place);

struct Ray {
    vec3 origin{0.0f};
    vec3 direction{0.0f, 0.0f, -1.0f}; ///< unit length
};
/// The ray from the camera through a pixel.
Ray rayThrough(const Frame& frame, const vec2& pixel);

/// The distance from the camera's target at which `halfWidth` metres to either side stay in a picture of this aspect
/// (width / height): how far a narrow picture must pull back.
float distanceToKeepHalfWidth(const Camera& camera, float aspect, float halfWidth);

} // namespace rigproof
