#pragma once

#include <array>

#include "render/frame.h"

namespace rigproof {

/// The uniform block `Scene` of shaders/scene_block.glsl, std140.
struct SceneBlock {
    mat4 viewProjection{1.0f};
    mat4 shadowClip{1.0f};
    mat4 shadowTexels{1.0f};
    vec4 hemisphereSky{0.0f};
    vec4 hemisphereGround{0.0f};
    std::array<vec4, kMaxDirectionalLights> direction{};
    std::array<vec4, kMaxDirectionalLights> directionColor{};
    std::array<vec4, kMaxPointLights> pointPlace{};
    std::array<vec4, kMaxPointLights> pointColor{};
    vec4 fogColor{0.0f};
    vec4 fogRange{0.0f};
    vec4 shadow{0.0f};
    vec4 shadowFilter{0.0f};
    vec4 cameraRight{0.0f};
    vec4 cameraUp{0.0f};
};
static_assert(sizeof(SceneBlock) == 3 * 64 + (2 + 2 * kMaxDirectionalLights + 2 * kMaxPointLights + 6) * 16,
              "the block must match std140: only mat4 and vec4, no gaps");

/// The shadow map that the frame's first directional light asks for, or null.
const ShadowMap* shadowOf(const Frame& frame);

/// Radius of the shadow filter in texels, and texels a side that it must look at (even, 2..8).
float shadowRadius(const ShadowMap& map);
int shadowTaps(const ShadowMap& map);

/// Makes the block: colours linear, places relative to the camera.
SceneBlock makeSceneBlock(const Frame& frame);

} // namespace rigproof
