#include "core/characters/tentacle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/math/rotation.h"
#include "core/math/trigonometry.h"
#include "core/mesh/primitives.h"

namespace rigproof {
namespace {

constexpr int kRadialSegments = 24;
constexpr std::size_t kRingsPerLink = 6;
constexpr std::size_t kRootRings = 6;
constexpr float kTipOverhang = 0.02f; // metres that the closing vertex stands over the last ring
constexpr vec3 kSkinBase = colorFromHex(0x8e5ce0);
constexpr vec3 kSkinTip = colorFromHex(0xc79bff);
constexpr vec3 kBelly = colorFromHex(0xf7b2d4);
constexpr float kSkinTipShare = 0.8f; // how far towards kSkinTip the tip goes
constexpr float kSuckerLastShare = 0.93f;
constexpr float kSuckerScale = 0.32f; // of the tube's radius
constexpr float kSuckerDepth = 0.93f; // of the tube's radius: slightly sunk in

vec3 mix(const vec3& a, const vec3& b, float t) {
    return a + (b - a) * t;
}

/// At most two bones share a ring: the one it lies on and the nearer neighbour, half and half at the joint.
void bindRing(float height, float linkLength, std::size_t links, JointIndices& joints, vec4& weights) {
    const float place = height / linkLength;
    const float bone = std::floor(place);
    const float f = place - bone;
    const auto clamped = [links](float b) {
        return static_cast<std::uint16_t>(std::clamp(b, 0.0f, static_cast<float>(links - 1)));
    };
    const bool lowerHalf = f < 0.5f;
    const std::uint16_t own = clamped(bone);
    const std::uint16_t neighbour = clamped(lowerHalf ? bone - 1.0f : bone + 1.0f);
    const float ownWeight = lowerHalf ? 0.5f + f : 1.5f - f;
    joints = JointIndices(own, 0, 0, 0);
    weights = vec4(1.0f, 0.0f, 0.0f, 0.0f);
    if (neighbour == own || ownWeight >= 1.0f) return;
    joints.y = neighbour;
    weights = vec4(ownWeight, 1.0f - ownWeight, 0.0f, 0.0f);
}

Mesh makeSkin(std::size_t links) {
    const std::size_t rings = kRingsPerLink * links;
    std::vector<vec3> path;
    std::vector<float> radii;
    // The root is a half ball about the first joint: however far the first link leans, no open edge rises out of the
    // soil.
    const float rootRadius = tentacleRadius(0.0f);
    for (std::size_t i = kRootRings; i > 0; --i) {
        const float angle = 0.5f * kPi * static_cast<float>(i) / static_cast<float>(kRootRings + 1);
        path.push_back(kTentacleBase - vec3(0.0f, rootRadius * det::sin(angle), 0.0f));
        radii.push_back(rootRadius * det::cos(angle));
    }
    for (std::size_t i = 0; i <= rings; ++i) {
        const float s = static_cast<float>(i) / static_cast<float>(rings);
        path.push_back(kTentacleBase + vec3(0.0f, s * kTentacleLength, 0.0f));
        radii.push_back(tentacleRadius(s));
    }
    Mesh mesh = makeTube(path, radii, kRadialSegments, false);

    const auto root = static_cast<std::uint32_t>(mesh.vertexCount());
    const std::uint32_t tip = root + 1;
    const std::uint32_t lastRing = root - kRadialSegments;
    mesh.positions.push_back(kTentacleBase - vec3(0.0f, rootRadius, 0.0f));
    mesh.positions.push_back(path.back() + vec3(0.0f, kTipOverhang, 0.0f));
    for (std::uint32_t k = 0; k < kRadialSegments; ++k) {
        const std::uint32_t next = (k + 1) % kRadialSegments;
        mesh.indices.insert(mesh.indices.end(), {next, k, root});
        mesh.indices.insert(mesh.indices.end(), {lastRing + k, lastRing + next, tip});
    }
    mesh.normals.resize(mesh.vertexCount());
    computeNormals(mesh.positions, mesh.indices, mesh.normals); // so that both ends are round

    const float linkLength = kTentacleLength / static_cast<float>(links);
    mesh.colors.resize(mesh.vertexCount());
    mesh.joints.resize(mesh.vertexCount());
    mesh.weights.resize(mesh.vertexCount());
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
        const vec3 p = mesh.positions[v] - kTentacleBase;
        const float s = std::clamp(p.y / kTentacleLength, 0.0f, 1.0f);
        const float around = std::sqrt(p.x * p.x + p.z * p.z);
        const float towardsBelly = around > 0.0f ? p.z / around : 0.0f;
        mesh.colors[v] =
            mix(mix(kSkinBase, kSkinTip, kSkinTipShare * s), kBelly, smoothstep(0.2f, 0.85f, towardsBelly));
        bindRing(p.y, linkLength, links, mesh.joints[v], mesh.weights[v]);
    }
    return mesh;
}

Mesh makeSuckers(std::size_t links) {
    const Mesh ring = makeTorus(1.0f, 0.42f, 8, 18);
    const quat facingBelly = axisAngle({1.0f, 0.0f, 0.0f}, 0.5f * kPi);
    Mesh mesh;
    for (std::size_t bone = 0; bone < links; ++bone) {
        for (int j = 0; j < 2; ++j) {
            const float s =
                (static_cast<float>(bone) + 0.3f + 0.45f * static_cast<float>(j)) / static_cast<float>(links);
            if (s > kSuckerLastShare) continue;
            const float r = tentacleRadius(s);
            Mesh sucker = ring;
            bindTo(sucker, static_cast<std::uint16_t>(bone));
            const vec3 place = kTentacleBase + vec3(0.0f, s * kTentacleLength, kSuckerDepth * r);
            append(mesh, sucker, composeTransform(place, facingBelly, vec3(kSuckerScale * r)));
        }
    }
    return mesh;
}

} // namespace

float tentacleRadius(float share) {
    return 0.13f * det::pow(1.0f - share, 0.8f) + 0.02f;
}

Tentacle makeTentacle(std::size_t links) {
    links = std::clamp<std::size_t>(links, 1, kMaxJoints);
    Tentacle tentacle;
    const vec3 alongLink(0.0f, kTentacleLength / static_cast<float>(links), 0.0f);
    for (std::size_t i = 0; i < links; ++i) {
        tentacle.skeleton.names.push_back("link" + std::to_string(i));
        tentacle.skeleton.parents.push_back(i == 0 ? kNoParent : static_cast<std::int32_t>(i - 1));
        tentacle.skeleton.rest.joints.push_back({.translation = i == 0 ? kTentacleBase : alongLink});
    }
    bindAtRest(tentacle.skeleton);
    tentacle.skin = makeSkin(links);
    tentacle.suckers = makeSuckers(links);
    return tentacle;
}

std::vector<vec3> tentacleStartPose(std::size_t links) {
    std::vector<vec3> joints;
    for (std::size_t i = 0; i <= links; ++i) {
        const float s = static_cast<float>(i) / static_cast<float>(links);
        joints.emplace_back(0.25f * s * det::sin(3.0f * s), kTentacleBase.y + 0.9f * kTentacleLength * s, 0.0f);
    }
    return joints;
}

Mesh makePot() {
    std::vector<vec2> profile;
    for (int i = 0; i <= 14; ++i) {
        const float u = static_cast<float>(i) / 14.0f;
        profile.emplace_back(0.22f + 0.1f * u + (u > 0.82f ? 0.035f : 0.0f), 0.4f * u);
    }
    profile.emplace_back(0.3f, 0.4f);
    profile.emplace_back(0.27f, 0.34f);
    profile.emplace_back(0.0f, 0.34f);
    return makeLathe(profile, 48);
}

Mesh makeSoil() {
    Mesh soil = makeDisc(0.28f, 48);
    for (vec3& p : soil.positions)
        p.y = 0.36f;
    return soil;
}

} // namespace rigproof
