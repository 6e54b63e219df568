#pragma once

#include "core/characters/bear.h"
#include "render/frame.h"

// How the bears' scene is lit, coloured and annotated; bear_scene.cpp says what happens in it.
namespace rigproof {

/// Camera, background and lamps of a small photo studio, for a picture of this size. Narrow pictures pull back so that
/// both bears stay in view: 2.3 m to either side of the target, or 1.5 m when the camera stands near, before their
/// legs.
void setUpStudio(Frame& frame, bool legsFromNear);

Material clayMaterial();
Material glossMaterial(); ///< eyes and nose

/// Red 1, through yellow and green, to blue 0.
vec3 heatColor(float weight);

/// The bones of a posed bear, as slim octahedra drawn over everything; the picked one stands out.
void drawBones(Frame& frame, const Bear& bear, const ModelPose& pose, const mat4& placed, std::size_t picked);

/// Text centred over a place in the world.
void drawCaption(Frame& frame, const vec3& place, const std::string& text);

/// The "baking" indicator with its progress, 0..1.
void drawBakeProgress(Frame& frame, float progress);

} // namespace rigproof
