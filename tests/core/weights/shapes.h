#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/characters/bear.h"
#include "core/math/random.h"
#include "core/weights/bones.h"

// Small surfaces and bones that the tests of this folder share.
namespace rigproof::test {

struct Surface {
    std::vector<vec3> positions;
    std::vector<std::uint32_t> indices;
};

/// A closed tube about the X axis: `rings` rings of `around` vertices from x = 0 to `length`, with a cap vertex each
/// end.
inline Surface tube(int rings, int around, float length, float radius) {
    Surface s;
    for (int r = 0; r < rings; ++r) {
        for (int k = 0; k < around; ++k) {
            const float angle = kTwoPi * static_cast<float>(k) / static_cast<float>(around);
            s.positions.emplace_back(length * static_cast<float>(r) / static_cast<float>(rings - 1),
                                     radius * std::cos(angle), radius * std::sin(angle));
        }
    }
    const auto at = [around](int r, int k) { return static_cast<std::uint32_t>(r * around + k % around); };
    for (int r = 0; r + 1 < rings; ++r) {
        for (int k = 0; k < around; ++k) {
            s.indices.insert(s.indices.end(), {at(r, k), at(r, k + 1), at(r + 1, k)});
            s.indices.insert(s.indices.end(), {at(r, k + 1), at(r + 1, k + 1), at(r + 1, k)});
        }
    }
    for (const bool last : {false, true}) {
        const auto cap = static_cast<std::uint32_t>(s.positions.size());
        s.positions.emplace_back(last ? length : 0.0f, 0.0f, 0.0f);
        for (int k = 0; k < around; ++k) {
            const int r = last ? rings - 1 : 0;
            s.indices.insert(s.indices.end(), {cap, at(r, last ? k : k + 1), at(r, last ? k + 1 : k)});
        }
    }
    return s;
}

/// Root and `count` bones in a row along X, each `length` long.
inline std::vector<BoneSegment> row(int count, float length, float radius) {
    std::vector<BoneSegment> bones(1);
    for (int b = 0; b < count; ++b) {
        const auto x = static_cast<float>(b);
        bones.push_back({{x * length, 0.0f, 0.0f}, {(x + 1.0f) * length, 0.0f, 0.0f}, radius});
    }
    return bones;
}

/// Root and `count` bones anywhere within a metre.
inline std::vector<BoneSegment> scattered(int count, std::uint32_t seed) {
    RandomStream random(seed);
    std::vector<BoneSegment> bones(1);
    const auto place = [&random] { return vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)); };
    for (int b = 0; b < count; ++b) {
        const vec3 head = place();
        bones.push_back({head, head + 0.3f * place(), random.between(0.0f, 0.2f)});
    }
    return bones;
}

/// The bear at about 5,000 vertices, made once.
inline const Bear& smallBear() {
    static const Bear bear = makeBear({.cell = 0.045f});
    return bear;
}

} // namespace rigproof::test
