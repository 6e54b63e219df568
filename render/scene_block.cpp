#include "render/scene_block.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "render/camera.h"
#include "render/srgb.h"

namespace rigproof {

namespace {

constexpr float kMaxShadowRadius = 4.0f; // 8 x 8 texels; softer than that wants a smaller map

vec4 radiance(const vec3& color, float intensity) {
    return vec4(linearFromSrgb(color) * (intensity / kPi), 0.0f);
}

vec3 directionOf(const DirectionalLight& light) {
    const vec3 way = light.position - light.target;
    const float length = std::sqrt(glm::dot(way, way));
    return length > 0.0f ? way / length : vec3(0.0f, 1.0f, 0.0f);
}

/// Relative place -> clip space of an orthographic view from the light.
mat4 shadowClip(const DirectionalLight& light, const ShadowMap& map, const vec3& eye) {
    const Camera view{.position = light.position, .target = light.target};
    mat4 relativeToLight(1.0f);
    relativeToLight[3] = vec4(eye - light.position, 1.0f);
    mat4 orthographic(1.0f);
    orthographic[0][0] = 1.0f / map.halfExtent;
    orthographic[1][1] = 1.0f / map.halfExtent;
    orthographic[2][2] = -2.0f / (map.farPlane - map.nearPlane);
    orthographic[3][2] = -(map.farPlane + map.nearPlane) / (map.farPlane - map.nearPlane);
    return orthographic * viewRotation(view) * relativeToLight;
}

} // namespace

const ShadowMap* shadowOf(const Frame& frame) {
    if (frame.directionals.empty() || !frame.directionals.front().shadow) return nullptr;
    return &*frame.directionals.front().shadow;
}

float shadowRadius(const ShadowMap& map) {
    // Half a texel more than asked: at radius 0 the filter is still the plain bilinear one.
    return std::clamp(map.softness + 0.5f, 1.0f, kMaxShadowRadius);
}

int shadowTaps(const ShadowMap& map) {
    return 2 * static_cast<int>(std::ceil(shadowRadius(map)));
}

SceneBlock makeSceneBlock(const Frame& frame) {
    SceneBlock block;
    const vec3 eye = frame.camera.position;
    const mat3 axes = cameraAxes(frame.camera);
    const float aspect = static_cast<float>(frame.width) / static_cast<float>(frame.height);
    block.viewProjection = perspective(frame.camera, aspect) * viewRotation(frame.camera);
    block.cameraRight = vec4(axes[0], 0.0f);
    block.cameraUp = vec4(axes[1], 0.0f);

    block.hemisphereSky = radiance(frame.hemisphere.sky, frame.hemisphere.intensity);
    block.hemisphereGround = radiance(frame.hemisphere.ground, frame.hemisphere.intensity);
    for (std::size_t i = 0; i < frame.directionals.size(); ++i) {
        block.direction[i] = vec4(directionOf(frame.directionals[i]), 0.0f);
        block.directionColor[i] = radiance(frame.directionals[i].color, frame.directionals[i].intensity);
    }
    for (std::size_t i = 0; i < frame.points.size(); ++i) {
        const PointLight& light = frame.points[i];
        block.pointPlace[i] = vec4(light.position - eye, light.range);
        block.pointColor[i] = radiance(light.color, light.intensity);
        block.pointColor[i].w = light.decay;
    }
    if (frame.fog) {
        block.fogColor = vec4(linearFromSrgb(frame.fog->color), 0.0f);
        const float depth = std::max(frame.fog->farDistance - frame.fog->nearDistance, 1e-3f);
        block.fogRange = vec4(frame.fog->nearDistance, 1.0f / depth, 0.0f, 0.0f);
    }
    if (const ShadowMap* map = shadowOf(frame)) {
        const float half = 0.5f * static_cast<float>(map->size);
        block.shadowClip = shadowClip(frame.directionals.front(), *map, eye);
        mat4 clipToTexels(1.0f);
        clipToTexels[0][0] = half;
        clipToTexels[1][1] = half;
        clipToTexels[2][2] = 0.5f;
        clipToTexels[3] = vec4(half, half, 0.5f, 1.0f);
        block.shadowTexels = clipToTexels * block.shadowClip;
        const auto texels = static_cast<float>(map->size);
        const float radius = shadowRadius(*map);
        block.shadow = vec4(map->bias, map->normalBias, texels, 0.0f);
        block.shadowFilter = vec4(radius, radius * 2.0f * map->halfExtent / texels, 0.0f, 0.0f);
    }
    return block;
}

} // namespace rigproof
