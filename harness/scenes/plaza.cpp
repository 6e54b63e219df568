#include "harness/scenes/plaza.h"

#include <algorithm>
#include <cmath>

#include "core/math/random.h"
#include "core/math/rotation.h"
#include "core/math/trigonometry.h"
#include "core/mesh/primitives.h"

namespace rigproof {

namespace {

constexpr std::uint32_t kSky = 0xa9cdee;
constexpr float kPavedBeyond = 3.0f; ///< metres of paving outside the people's radius
constexpr float kGroundBeyond = 29.0f;
const quat kUpright(1.0f, 0.0f, 0.0f, 0.0f);

/// Every ring has so many pieces, whatever the slabs on it, so that neighbouring rings meet without a gap.
constexpr int kPieces = 256;

/// A ring between two radii, facing up, in `cells` slabs of one colour each; `cells` divides kPieces.
template <class ColorOf>
void addRing(Mesh& mesh, float inner, float outer, int cells, const ColorOf& colorOf) {
    vec3 color(1.0f);
    for (int i = 0; i < kPieces; ++i) {
        const float a = kTwoPi * static_cast<float>(i) / kPieces;
        const float b = kTwoPi * static_cast<float>(i + 1) / kPieces;
        const auto first = static_cast<std::uint32_t>(mesh.vertexCount());
        if (i % (kPieces / cells) == 0) color = colorOf(i / (kPieces / cells));
        for (const float angle : {a, b}) {
            for (const float r : {inner, outer}) {
                mesh.positions.emplace_back(r * det::sin(angle), 0.0f, r * det::cos(angle));
                mesh.normals.emplace_back(0.0f, 1.0f, 0.0f);
                mesh.colors.push_back(color);
            }
        }
        mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 3, first, first + 3, first + 2});
    }
}

/// Rings of slabs in three warm greys with a darker band every fourth ring, eight rays of light stone from the fountain
/// outwards, a kerb, and a lawn around.
Mesh makeGround(float radius, std::uint32_t seed) {
    constexpr float kRing = 1.5f;
    constexpr float kLawnRing = 4.0f;
    constexpr int kRays = 8;
    RandomStream random(seed);
    Mesh mesh;
    const float paved = radius + kPavedBeyond;
    int ring = 0;
    for (float r = 0.0f; r < paved; r += kRing, ++ring) {
        const float outer = std::min(r + kRing, paved);
        // Slabs about as long as wide; their number doubles outwards so that the joints meet.
        int cells = 16;
        while (cells < kPieces && kTwoPi * outer / static_cast<float>(cells) > 2.4f)
            cells *= 2;
        addRing(mesh, r, outer, cells, [&](int cell) {
            const float shade = random.between(-0.022f, 0.022f);
            const bool ray = cell % (cells / kRays) == 0 && ring > 3;
            const bool band = ring % 4 == 3;
            const vec3 base = colorFromHex(band                     ? 0xb9a48c
                                           : ray                    ? 0xe2d6c2
                                           : (cell + ring) % 2 == 0 ? 0xcfc0aa
                                                                    : 0xc8b8a1);
            return base + vec3(shade);
        });
    }
    addRing(mesh, paved, paved + 0.5f, 128, [](int) { return colorFromHex(0xe6dccb); });
    for (float r = paved + 0.5f; r < radius + kGroundBeyond; r += kLawnRing) {
        addRing(mesh, r, std::min(r + kLawnRing, radius + kGroundBeyond), 64,
                [&](int) { return colorFromHex(0x86b163) + vec3(random.between(-0.012f, 0.012f)); });
    }
    return mesh;
}

mat4 movedTo(const vec3& place, float scale = 1.0f) {
    return composeTransform(place, kUpright, vec3(scale));
}

} // namespace

Plaza::Plaza(float radius, std::uint32_t seed) : radius_(radius) {
    // Sizes of fountain and trees: the reference's.
    ground_ = std::make_shared<Mesh>(makeGround(radius, seed));
    // The basin is open at the top, with a wall a hand wide, so that one sees the water.
    const vec2 wall[] = {{3.8f, 0.0f}, {3.6f, 0.545f}, {3.3f, 0.545f}, {3.3f, 0.3f}};
    Mesh fountain = makeLathe(wall, 48);
    append(fountain, makeCylinder(0.9f, 0.55f, 5.4f, 12), movedTo({0, 3.0f, 0}));
    stone_ = std::make_shared<Mesh>(std::move(fountain));
    water_ = std::make_shared<Mesh>(makeCylinder(3.3f, 3.3f, 0.05f, 48));
    roof_ = std::make_shared<Mesh>(makeCone(1.0f, 1.5f, 24));
    trunk_ = std::make_shared<Mesh>(makeCylinder(0.25f, 0.18f, 1.6f, 8));
    leaves_ = std::make_shared<Mesh>(makeIcosphere(1.5f, 1));

    constexpr int kTrees = 70;
    RandomStream random(seed);
    std::vector<Instance> trunks, crowns;
    for (int i = 0; i < kTrees; ++i) {
        const float around = kTwoPi * static_cast<float>(i) / kTrees;
        const float out = radius_ + kPavedBeyond + 3.0f + (i % 2 == 1 ? 2.2f : 0.0f);
        const float scale = random.between(0.85f, 1.3f);
        const vec3 place(out * det::sin(around), 0.0f, out * det::cos(around));
        const float shade = random.between(0.88f, 1.0f);
        trunks.push_back({movedTo(place + vec3(0, 0.8f * scale, 0), scale), vec3(1.0f)});
        crowns.push_back({composeTransform(place + vec3(0, 2.6f * scale, 0),
                                           axisAngle({0, 1, 0}, random.between(0.0f, kTwoPi)), vec3(scale)),
                          vec3(shade, 1.0f, shade)});
    }
    trunks_ = std::make_shared<std::vector<Instance>>(std::move(trunks));
    crowns_ = std::make_shared<std::vector<Instance>>(std::move(crowns));
}

void Plaza::addSun(Frame& frame, const vec3& target, float halfExtent) const {
    // The reference's sun stands at (26, 42, 16); for a larger plaza it steps back along its rays.
    const vec3 from(26.0f, 42.0f, 16.0f);
    constexpr float kNear = 1.0f;
    const float length = std::sqrt(glm::dot(from, from));
    const float distance = std::max(length, halfExtent * 1.1f + kNear);
    DirectionalLight sun;
    sun.target = target;
    sun.position = target + from * (distance / length);
    sun.color = colorFromHex(0xfff1d6);
    sun.intensity = 2.5f;
    sun.shadow = ShadowMap{.size = 2048,
                           .halfExtent = halfExtent,
                           .nearPlane = kNear,
                           .farPlane = std::max(140.0f, 2.2f * halfExtent + distance),
                           .bias = 0.0006f,
                           .normalBias = 0.02f};
    frame.directionals.push_back(sun);
    frame.hemisphere = {colorFromHex(0xdfeeff), colorFromHex(0x6b5a45), 1.15f};
    frame.background = {colorFromHex(kSky), colorFromHex(kSky)};
}

void Plaza::light(Frame& frame, double time) const {
    const float distance = 0.95f * radius_ + 7.0f;
    const double angle = 0.045 * time + 0.6;
    frame.camera.position = {distance * static_cast<float>(det::sin(angle)), 0.42f * radius_ + 3.5f,
                             distance * static_cast<float>(det::cos(angle))};
    frame.camera.target = {0.0f, 0.4f, 0.0f};
    frame.camera.verticalFov = radians(36.0f);
    frame.camera.nearPlane = 0.5f;
    frame.camera.farPlane = std::max(260.0f, 2.6f * distance + kGroundBeyond);
    frame.fog = Fog{colorFromHex(kSky), 0.9f * distance, 2.6f * distance + 20.0f};
    addSun(frame, vec3(0.0f), radius_ + 6.0f);
}

void Plaza::lightCloseUp(Frame& frame, const vec3& target, float distance) const {
    frame.fog = Fog{colorFromHex(kSky), 30.0f, 2.6f * (0.95f * radius_ + 7.0f) + 20.0f};
    // One side of what is near and looked at; what lies farther has no shadow here.
    addSun(frame, target, 4.0f * distance);
}

void Plaza::draw(Frame& frame) const {
    const auto mesh = [&](const std::shared_ptr<const Mesh>& m) {
        frame.meshes.push_back(m);
        return static_cast<std::uint32_t>(frame.meshes.size() - 1);
    };
    const auto place = [&](const std::shared_ptr<const Mesh>& m, const Material& material, const vec3& at) {
        frame.draws.push_back({.mesh = mesh(m), .material = material, .transform = movedTo(at), .pass = "plaza"});
    };
    place(ground_, {.roughness = 0.95f, .castsShadow = false}, vec3(0.0f));
    place(stone_, {.color = colorFromHex(0xe6dccb), .roughness = 0.85f}, vec3(0.0f));
    place(water_, {.color = colorFromHex(0x5fb3d9), .roughness = 0.15f, .castsShadow = false}, {0.0f, 0.48f, 0.0f});
    place(roof_, {.color = colorFromHex(0xd2523f), .roughness = 0.6f}, {0.0f, 6.45f, 0.0f});
    frame.draws.push_back({.mesh = mesh(trunk_),
                           .material = {.color = colorFromHex(0x7a5236), .roughness = 0.9f},
                           .instances = trunks_,
                           .pass = "trees"});
    frame.draws.push_back({.mesh = mesh(leaves_),
                           .material = {.color = colorFromHex(0x4f8f3e), .roughness = 0.9f, .flat = true},
                           .instances = crowns_,
                           .pass = "trees"});
}

} // namespace rigproof
