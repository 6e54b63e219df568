#pragma once

#include <span>

#include "render/frame.h"
#include "render/image.h"

namespace rigproof {

/// Draws rectangles, text and images over a finished picture, in order. Done by the CPU, with the exact share of each
/// pixel that a shape covers: text is then the same to the bit on every driver, and sharper than samples can make it.
void drawOverlays(std::span<const Overlay> overlays, Image& image);

} // namespace rigproof
