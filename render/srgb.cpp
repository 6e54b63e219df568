#include "render/srgb.h"

#include "core/math/trigonometry.h"

namespace rigproof {

float linearFromSrgb(float encoded) {
    if (!(encoded > 0.0f)) return 0.0f;
    if (encoded <= 0.04045f) return encoded / 12.92f;
    return static_cast<float>(det::pow((static_cast<double>(encoded) + 0.055) / 1.055, 2.4));
}

float srgbFromLinear(float linear) {
    if (!(linear > 0.0f)) return 0.0f;
    if (linear <= 0.0031308f) return linear * 12.92f;
    return static_cast<float>(1.055 * det::pow(static_cast<double>(linear), 1.0 / 2.4) - 0.055);
}

vec3 linearFromSrgb(const vec3& encoded) {
    return {linearFromSrgb(encoded.x), linearFromSrgb(encoded.y), linearFromSrgb(encoded.z)};
}
vec3 srgbFromLinear(const vec3& linear) {
    return {srgbFromLinear(linear.x), srgbFromLinear(linear.y), srgbFromLinear(linear.z)};
}

} // namespace rigproof
