#include "render/camera.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/rotation.h"
#include "core/math/trigonometry.h"

namespace rigproof {

namespace {

float halfHeightAtOne(const Camera& camera) {
    const float half = 0.5f * camera.verticalFov;
    return det::sin(half) / det::cos(half);
}

float aspectOf(const Frame& frame) {
    return static_cast<float>(frame.width) / static_cast<float>(frame.height);
}

} // namespace

mat3 cameraAxes(const Camera& camera) {
    vec3 back = camera.position - camera.target;
    const float distance = std::sqrt(glm::dot(back, back));
    back = distance > 0.0f ? back / distance : vec3(0.0f, 0.0f, 1.0f);
    vec3 right = glm::cross(vec3(0.0f, 1.0f, 0.0f), back);
    const float length = std::sqrt(glm::dot(right, right));
    right = length > 1e-6f ? right / length : vec3(1.0f, 0.0f, 0.0f);
    return {right, glm::cross(back, right), back};
}

mat4 viewRotation(const Camera& camera) {
    return mat4(glm::transpose(cameraAxes(camera)));
}

mat4 perspective(const Camera& camera, float aspect) {
    const float half = halfHeightAtOne(camera);
    const float depth = camera.farPlane - camera.nearPlane;
    mat4 m(0.0f);
    m[0][0] = 1.0f / (half * aspect);
    m[1][1] = 1.0f / half;
    m[2][2] = -(camera.farPlane + camera.nearPlane) / depth;
    m[2][3] = -1.0f;
    m[3][2] = -2.0f * camera.farPlane * camera.nearPlane / depth;
    return m;
}

std::optional<vec2> pixelOf(const Frame& frame, const vec3& place) {
    const vec3 view = glm::transpose(cameraAxes(frame.camera)) * (place - frame.camera.position);
    if (view.z > -1e-6f) return std::nullopt;
    const float half = halfHeightAtOne(frame.camera);
    const float x = view.x / (-view.z * half * aspectOf(frame));
    const float y = view.y / (-view.z * half);
    return vec2((0.5f + 0.5f * x) * static_cast<float>(frame.width),
                (0.5f - 0.5f * y) * static_cast<float>(frame.height));
}

Ray rayThrough(const Frame& frame, const vec2& pixel) {
    const float half = halfHeightAtOne(frame.camera);
    const float x = (2.0f * pixel.x / static_cast<float>(frame.width) - 1.0f) * half * aspectOf(frame);
    const float y = (1.0f - 2.0f * pixel.y / static_cast<float>(frame.height)) * half;
    return {frame.camera.position, glm::normalize(cameraAxes(frame.camera) * vec3(x, y, -1.0f))};
}

float distanceToKeepHalfWidth(const Camera& camera, float aspect, float halfWidth) {
    return halfWidth / (halfHeightAtOne(camera) * aspect);
}

} // namespace rigproof
