#pragma once

#include "core/math/types.h"

// The sRGB transfer curve (IEC 61966-2-1), without libm, so that every machine gets the same bits.

namespace rigproof {

float linearFromSrgb(float encoded); ///< 0..1 -> 0..1; beyond: clamped below 0, continued above 1
float srgbFromLinear(float linear);  ///< the inverse
vec3 linearFromSrgb(const vec3& encoded);
vec3 srgbFromLinear(const vec3& linear);

} // namespace rigproof
