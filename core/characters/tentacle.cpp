#include "core/characters/tentacle.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "core/math/rotation.h"
#include "core/math/trigonometry.h"
#include "core/mesh/primitives.h"

namespace rigproof {
namespace {

constexpr int kAround = 24; ///< segments around the tube
constexpr int kRingsAJoint = 6;
constexpr float kTipBeyond = 0.02f; ///< the closing vertex lies so far beyond the last ring, metres

constexpr vec3 kBackColor = colorFromHex(0x8e5ce0);
constexpr vec3 kTipColor = colorFromHex(0xc79bff);
constexpr vec3 kBellyColor = colorFromHex(0xf7b2d4);
constexpr vec3 kSuckerColor = colorFromHex(0xf6b5d2);
constexpr vec3 kPotColor = colorFromHex(0xc8643c);
constexpr vec3 kSoilColor = colorFromHex(0x4a3026);

constexpr float kLastSucker = 0.93f; ///< of the length
constexpr float kSuckerSize = 0.32f; ///< of the flesh radius where it sits
constexpr float kSuckerDepth = 0.93f;

vec3 skinColor(float s, float cosine) {
    const vec3 back = glm::mix(kBackColor, kTipColor, 0.8f * s);
    return glm::mix(back, kBellyColor, smoothstep(0.2f, 0.85f, cosine));
}

/// Blends over the two bones nearest to a height: half a link below a joint to half a link above it.
void bindToHeight(Mesh& mesh, float y, float link, int joints) {
    const float s = y / link;
    const float k = std::floor(s);
    const float f = s - k;
    const int lower = static_cast<int>(k) - (f < 0.5f ? 1 : 0);
    const float upperShare = f < 0.5f ? 0.5f + f : f - 0.5f;
    const auto clamped = [joints](int bone) { return static_cast<std::uint16_t>(std::clamp(bone, 0, joints - 1)); };
    const std::uint16_t a = clamped(lower);
    const std::uint16_t b = clamped(lower + 1);
    if (a == b) {
        mesh.joints.push_back(JointIndices(a, 0, 0, 0));
        mesh.weights.push_back(vec4(1.0f, 0.0f, 0.0f, 0.0f));
    } else if (upperShare > 0.5f) {
        mesh.joints.push_back(JointIndices(b, a, 0, 0));
        mesh.weights.push_back(vec4(upperShare, 1.0f - upperShare, 0.0f, 0.0f));
    } else {
        mesh.joints.push_back(JointIndices(a, b, 0, 0));
        mesh.weights.push_back(vec4(1.0f - upperShare, upperShare, 0.0f, 0.0f));
    }
}

} // namespace

float tentacleRadius(float s) {
    return 0.13f * det::pow(1.0f - std::clamp(s, 0.0f, 1.0f), 0.8f) + 0.02f;
}

Skeleton makeTentacleSkeleton(int joints) {
    Skeleton skeleton;
    const float link = kTentacleLength / static_cast<float>(joints);
    for (int j = 0; j < joints; ++j) {
        skeleton.names.push_back("tentacle." + std::to_string(j));
        skeleton.parents.push_back(j - 1);
        skeleton.rest.joints.push_back({.translation = vec3(0.0f, j == 0 ? 0.0f : link, 0.0f)});
    }
    bindAtRest(skeleton);
    return skeleton;
}

Mesh makeTentacleBody(int joints) {
    const float link = kTentacleLength / static_cast<float>(joints);
    const int rings = joints * kRingsAJoint;
    Mesh mesh;
    for (int ring = 0; ring <= rings; ++ring) {
        const float s = static_cast<float>(ring) / static_cast<float>(rings);
        for (int k = 0; k < kAround; ++k) {
            const float theta = kTwoPi * static_cast<float>(k) / static_cast<float>(kAround);
            const float cosine = det::cos(theta);
            const float r = tentacleRadius(s);
            mesh.positions.emplace_back(det::sin(theta) * r, s * kTentacleLength, cosine * r);
            mesh.colors.push_back(skinColor(s, cosine));
            bindToHeight(mesh, s * kTentacleLength, link, joints);
        }
    }
    mesh.positions.emplace_back(0.0f, kTentacleLength + kTipBeyond, 0.0f);
    mesh.colors.push_back(skinColor(1.0f, 0.0f));
    bindToHeight(mesh, kTentacleLength, link, joints);

    const auto at = [](int ring, int k) { return static_cast<std::uint32_t>(ring * kAround + k % kAround); };
    const auto tip = static_cast<std::uint32_t>(mesh.vertexCount() - 1);
    for (int k = 0; k < kAround; ++k) {
        for (int ring = 0; ring < rings; ++ring) {
            mesh.indices.insert(mesh.indices.end(), {at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)});
            mesh.indices.insert(mesh.indices.end(), {at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)});
        }
        mesh.indices.insert(mesh.indices.end(), {at(rings, k), at(rings, k + 1), tip});
    }
    mesh.normals.resize(mesh.vertexCount());
    computeNormals(mesh.positions, mesh.indices, mesh.normals);
    return mesh;
}

Mesh makeTentacleSuckers(int joints) {
    const float link = kTentacleLength / static_cast<float>(joints);
    Mesh ring = makeTorus(1.0f, 0.42f, 8, 18);
    paint(ring, kSuckerColor);
    const quat outward = axisAngle(vec3(1.0f, 0.0f, 0.0f), 0.5f * kPi); // its axis from +Y to +Z
    Mesh mesh;
    for (int bone = 0; bone < joints; ++bone) {
        for (int j = 0; j < 2; ++j) {
            const float y = (static_cast<float>(bone) + 0.3f + 0.45f * static_cast<float>(j)) * link;
            if (y / kTentacleLength > kLastSucker) continue;
            const float r = tentacleRadius(y / kTentacleLength);
            bindTo(ring, static_cast<std::uint16_t>(bone));
            append(mesh, ring, composeTransform(vec3(0.0f, y, kSuckerDepth * r), outward, vec3(kSuckerSize * r)));
        }
    }
    return mesh;
}

Mesh makePot() {
    std::vector<vec2> profile;
    for (int i = 0; i <= 14; ++i) {
        const float u = static_cast<float>(i) / 14.0f;
        profile.emplace_back(0.22f + 0.1f * u + (u > 0.82f ? 0.035f : 0.0f), 0.4f * u);
    }
    profile.insert(profile.end(), {vec2(0.3f, 0.4f), vec2(0.27f, 0.34f), vec2(0.0f, 0.34f)});
    Mesh mesh = makeLathe(profile, 48);
    paint(mesh, kPotColor);
    return mesh;
}

Mesh makePotSoil() {
    Mesh disc = makeDisc(0.28f, 48);
    paint(disc, kSoilColor);
    Mesh mesh;
    append(mesh, disc, composeTransform(vec3(0.0f, 0.36f, 0.0f), quat(1.0f, 0.0f, 0.0f, 0.0f), vec3(1.0f)));
    return mesh;
}

std::vector<vec3> tentacleStartPose(int joints) {
    std::vector<vec3> pose;
    for (int i = 0; i <= joints; ++i) {
        const float s = static_cast<float>(i) / static_cast<float>(joints);
        pose.emplace_back(0.25f * s * det::sin(3.0f * s), kTentacleBase.y + 0.9f * s * kTentacleLength, 0.0f);
    }
    return pose;
}

} // namespace rigproof
