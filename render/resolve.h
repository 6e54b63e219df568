#pragma once

#include <cstdint>
#include <span>

#include "render/image.h"

namespace rigproof {

/// One channel of the big picture: the square root of linear light in 10 bits.
std::uint32_t rootBits(float linear);

/// Turns the big picture (GL rows from the bottom, GL_UNSIGNED_INT_2_10_10_10_REV, each channel the square root of
/// linear light) into the final one: the average of `supersample` x `supersample` samples in linear light, then sRGB.
/// Whole-number arithmetic and tables: exact, whatever drew the samples. `big` has width * height * supersample^2
/// entries.
void resolve(std::span<const std::uint32_t> big, int supersample, Image& image);

} // namespace rigproof
