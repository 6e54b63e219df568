#include <cmath>

#include <glm/geometric.hpp>

#include "core/characters/bear_parts.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

constexpr vec3 kDark = colorFromHex(0x241a17);
constexpr vec3 kNose = colorFromHex(0x3a2620);
constexpr vec3 kWhite = colorFromHex(0xffffff);

// A ball of `rings` x 2 `rings` faces, scaled to the three radii.
Mesh ellipsoid(const vec3& center, const vec3& radius, int rings, const vec3& color) {
    Mesh mesh;
    const int around = 2 * rings;
    for (int r = 0; r <= rings; ++r) {
        const float polar = kPi * static_cast<float>(r) / static_cast<float>(rings);
        // One vertex at each pole, and no seam: the last column is the first.
        const int columns = r == 0 || r == rings ? 1 : around;
        for (int c = 0; c < columns; ++c) {
            const float turn = kTwoPi * static_cast<float>(c) / static_cast<float>(around);
            const vec3 unit(det::sin(polar) * det::cos(turn), det::cos(polar), det::sin(polar) * det::sin(turn));
            mesh.positions.push_back(center + unit * radius);
            mesh.normals.push_back(glm::normalize(unit / radius));
        }
    }
    const auto vertex = [&](int r, int c) {
        if (r == 0) return 0u;
        if (r == rings) return static_cast<std::uint32_t>(1 + (rings - 1) * around);
        return static_cast<std::uint32_t>(1 + (r - 1) * around + c % around);
    };
    for (int r = 0; r < rings; ++r) {
        for (int c = 0; c < around; ++c) {
            if (r > 0) mesh.indices.insert(mesh.indices.end(), {vertex(r, c), vertex(r, c + 1), vertex(r + 1, c)});
            if (r + 1 < rings) {
                mesh.indices.insert(mesh.indices.end(), {vertex(r, c + 1), vertex(r + 1, c + 1), vertex(r + 1, c)});
            }
        }
    }
    paint(mesh, color);
    return mesh;
}

// The surface in front of (x, y), found by stepping along -Z by the distance itself.
vec3 onFace(const std::vector<ClayBlob>& blobs, float x, float y) {
    vec3 p(x, y, 1.0f);
    for (int step = 0; step < 64; ++step)
        p.z -= 0.8f * clayDistance(blobs, p);
    return p;
}

// A row of small balls, close enough to be a line.
void drawLine(Mesh& mesh, const std::vector<ClayBlob>& blobs, const vec2& from, const vec2& control, const vec2& to) {
    constexpr int kBalls = 40;
    for (int i = 0; i <= kBalls; ++i) {
        const float t = static_cast<float>(i) / kBalls;
        const vec2 p = from * ((1.0f - t) * (1.0f - t)) + control * (2.0f * t * (1.0f - t)) + to * (t * t);
        append(mesh, ellipsoid(onFace(blobs, p.x, p.y), vec3(0.0115f), 6, kNose), mat4(1.0f));
    }
}

} // namespace

Mesh bearDetails(const std::vector<ClayBlob>& blobs) {
    Mesh mesh;
    for (const float side : {1.0f, -1.0f}) {
        const vec3 eye = onFace(blobs, side * 0.165f, 1.7f);
        append(mesh, ellipsoid(eye, {0.055f, 0.064f, 0.042f}, 20, kDark), mat4(1.0f));
        // The highlights look the same way in both eyes, as those of one lamp do.
        append(mesh, ellipsoid(eye + vec3(0.018f, 0.024f, 0.033f), {0.017f, 0.018f, 0.012f}, 10, kWhite), mat4(1.0f));
        append(mesh, ellipsoid(eye + vec3(-0.018f, -0.022f, 0.035f), {0.008f, 0.008f, 0.006f}, 8, kWhite), mat4(1.0f));
    }
    const vec3 nose = onFace(blobs, 0.0f, 1.6f);
    append(mesh, ellipsoid(nose + vec3(0.0f, 0.0f, 0.004f), {0.072f, 0.05f, 0.045f}, 20, kNose), mat4(1.0f));
    append(mesh, ellipsoid(nose + vec3(0.02f, 0.026f, 0.034f), {0.02f, 0.011f, 0.009f}, 8, kWhite), mat4(1.0f));
    drawLine(mesh, blobs, {0.0f, 1.555f}, {0.0f, 1.53f}, {0.0f, 1.505f});
    drawLine(mesh, blobs, {0.0f, 1.505f}, {0.035f, 1.462f}, {0.088f, 1.497f});
    drawLine(mesh, blobs, {0.0f, 1.505f}, {-0.035f, 1.462f}, {-0.088f, 1.497f});
    bindTo(mesh, static_cast<std::uint16_t>(BearJoint::kHead));
    return mesh;
}

} // namespace rigproof
