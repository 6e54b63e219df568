#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/crowd/animation_texture.h"
#include "render/frame.h"

namespace rigproof {

/// The renderer's view of a bake as stored: the 4x4 encoding as it is, every other one decoded to the rows of a 3x4
/// matrix (so that a picture shows what the encoding loses). Not folded.
AnimationTextureView viewOf(const AnimationTexture& texture, const BakedAnimation& stored);

/// The mistake of blending across a clip's end, as a bake: eight rows for each, written between the rows of the bake in
/// the order in which they lie, so that a clip ends in the next clip's first pose.
BakedAnimation blendedAcrossClipEnds(const BakedAnimation& baked);

/// Lines of text in the upper left, on a dark plate.
void addCounters(Frame& frame, const std::vector<std::string>& lines);

/// The texture enlarged in the lower right, clip bounds in yellow, a white line at the row being read, names beside.
void addTextureView(Frame& frame, const BakedAnimation& stored, std::size_t row);

/// 12345 as "12,345".
std::string grouped(std::size_t number);

} // namespace rigproof
