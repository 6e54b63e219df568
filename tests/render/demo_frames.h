#pragma once

#include <memory>

#include "render/frame.h"

// Small pictures that use every part of the renderer: for tests, for measuring drivers against each other, and to look
// at. Their meshes are made here so that the renderer's tests lean on nothing but the renderer.

namespace rigproof::demo {

Mesh sphere(float radius, int segments, int rings);
Mesh torus(float radius, float thickness, int segments, int sides);
Mesh box(const vec3& size); ///< 24 vertices, stands centred on the origin
Mesh floor(float halfSide);
/// Along +Y from 0 to `length`, bound to `joints` equal bones, blended around each of them.
Mesh skinnedTube(float length, float radius, int joints);

/// Skinning matrices that bend skinnedTube by `bend` radians a joint about Z.
std::vector<mat4> bentTube(float length, int joints, float bend);

/// Two joints, two clips (of `frames` rows each): the upper half of a 1 m post swings about Z, then about X.
AnimationTextureView swingTexture(int frames, int texelsPerJoint);
/// The post that swingTexture moves: tinted like a person.
Mesh post();
std::vector<std::uint8_t> postTints(const Mesh& mesh);

Frame clay(int width = 640, int height = 400);              ///< sphere, torus and box in soft sunlight on a floor
Frame tentacle(int width = 640, int height = 400);          ///< a skinned tube at night with a firefly
Frame plaza(int people, int width = 640, int height = 400); ///< a crowd of posts with fog, sun and trees
Frame captions(int width = 640, int height = 400);          ///< text and rectangles

} // namespace rigproof::demo
