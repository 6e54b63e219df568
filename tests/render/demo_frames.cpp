#include "tests/render/demo_frames.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/random.h"
#include "core/math/rotation.h"
#include "core/math/trigonometry.h"

namespace rigproof::demo {

namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

/// Triangles of a grid whose rows have `across` + 1 vertices.
void addGrid(Mesh& mesh, int across, int down) {
    const auto stride = static_cast<std::uint32_t>(across + 1);
    for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(down); ++y) {
        for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(across); ++x) {
            const std::uint32_t a = y * stride + x;
            mesh.indices.insert(mesh.indices.end(), {a, a + stride, a + 1, a + 1, a + stride, a + stride + 1});
        }
    }
}

mat4 moved(const vec3& place) {
    mat4 m(1.0f);
    m[3] = vec4(place, 1.0f);
    return m;
}

} // namespace

Mesh sphere(float radius, int segments, int rings) {
    Mesh mesh;
    for (int y = 0; y <= rings; ++y) {
        const float polar = kPi * static_cast<float>(y) / static_cast<float>(rings);
        for (int x = 0; x <= segments; ++x) {
            const float around = kTwoPi * static_cast<float>(x) / static_cast<float>(segments);
            const vec3 n(det::sin(polar) * det::sin(around), det::cos(polar), det::sin(polar) * det::cos(around));
            mesh.positions.push_back(n * radius);
            mesh.normals.push_back(n);
        }
    }
    addGrid(mesh, segments, rings);
    return mesh;
}

Mesh torus(float radius, float thickness, int segments, int sides) {
    Mesh mesh;
    for (int y = 0; y <= sides; ++y) {
        const float tube = kTwoPi * static_cast<float>(y) / static_cast<float>(sides);
        for (int x = 0; x <= segments; ++x) {
            const float around = kTwoPi * static_cast<float>(x) / static_cast<float>(segments);
            const vec3 out(det::sin(around), 0.0f, det::cos(around));
            const vec3 n = out * det::cos(tube) - vec3(0.0f, det::sin(tube), 0.0f);
            mesh.positions.push_back(out * radius + n * thickness);
            mesh.normals.push_back(n);
        }
    }
    addGrid(mesh, segments, sides);
    return mesh;
}

Mesh box(const vec3& size) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0f, 1.0f}) {
            vec3 n(0.0f), u(0.0f), v(0.0f);
            n[axis] = side;
            u[(axis + 1) % 3] = side;
            v[(axis + 2) % 3] = 1.0f;
            const auto base = static_cast<std::uint32_t>(mesh.positions.size());
            for (const vec2& corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)}) {
                mesh.positions.push_back((n + u * corner.x + v * corner.y) * size * 0.5f);
                mesh.normals.push_back(n);
            }
            mesh.indices.insert(mesh.indices.end(), {base, base + 1, base + 2, base, base + 2, base + 3});
        }
    }
    return mesh;
}

Mesh floor(float halfSide) {
    Mesh mesh;
    mesh.positions = {
        {-halfSide, 0, halfSide}, {halfSide, 0, halfSide}, {halfSide, 0, -halfSide}, {-halfSide, 0, -halfSide}};
    mesh.normals.assign(4, vec3(0.0f, 1.0f, 0.0f));
    mesh.indices = {0, 1, 2, 0, 2, 3};
    return mesh;
}

Mesh skinnedTube(float length, float radius, int joints) {
    constexpr int kSegments = 24;
    const int rings = joints * 6;
    Mesh mesh;
    for (int y = 0; y <= rings; ++y) {
        const float s = 1.0f - static_cast<float>(y) / static_cast<float>(rings); // from the tip down
        const float place = s * static_cast<float>(joints);
        const int k = std::min(static_cast<int>(place), joints - 1);
        const float f = place - static_cast<float>(k);
        const int other = std::clamp(f < 0.5f ? k - 1 : k + 1, 0, joints - 1);
        const float own = f < 0.5f ? 0.5f + f : 1.5f - f;
        for (int x = 0; x <= kSegments; ++x) {
            const float around = kTwoPi * static_cast<float>(x) / kSegments;
            const vec3 n(det::sin(around), 0.0f, det::cos(around));
            mesh.positions.push_back(n * (radius * (1.1f - s)) + vec3(0.0f, s * length, 0.0f));
            mesh.normals.push_back(n);
            mesh.colors.push_back(colorFromHex(0x8e5ce0) * (1.0f - s) + colorFromHex(0xc79bff) * s);
            mesh.joints.emplace_back(k, other, 0, 0);
            mesh.weights.emplace_back(own, 1.0f - own, 0.0f, 0.0f);
        }
    }
    addGrid(mesh, kSegments, rings);
    return mesh;
}

std::vector<mat4> bentTube(float length, int joints, float bend) {
    std::vector<mat4> skin;
    const float link = length / static_cast<float>(joints);
    mat4 joint(1.0f);
    for (int i = 0; i < joints; ++i) {
        if (i > 0) joint = joint * moved({0.0f, link, 0.0f}) * glm::mat4_cast(axisAngle({0.0f, 0.0f, 1.0f}, bend));
        skin.push_back(joint * moved({0.0f, -link * static_cast<float>(i), 0.0f}));
    }
    return skin;
}

AnimationTextureView swingTexture(int frames, int texelsPerJoint) {
    AnimationTextureView view;
    view.joints = 2;
    view.texelsPerJoint = texelsPerJoint;
    view.width = view.joints * texelsPerJoint;
    view.height = 2 * frames;
    for (int row = 0; row < view.height; ++row) {
        const float angle = 0.7f * det::sin(kTwoPi * static_cast<float>(row % frames) / static_cast<float>(frames));
        const vec3 axis = row < frames ? vec3(0, 0, 1) : vec3(1, 0, 0);
        const mat4 swing =
            moved({0.0f, 0.5f, 0.0f}) * glm::mat4_cast(axisAngle(axis, angle)) * moved({0.0f, -0.5f, 0.0f});
        for (const mat4& m : {mat4(1.0f), swing}) {
            const mat4 texels = texelsPerJoint == 3 ? glm::transpose(m) : m;
            for (int t = 0; t < texelsPerJoint; ++t) {
                for (int k = 0; k < 4; ++k)
                    view.texels.push_back(texels[t][k]);
            }
        }
    }
    view.clips = {{0, frames, 1.0f}, {frames, frames, 1.0f}};
    return view;
}

Mesh post() {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        const float y = (static_cast<float>(i) + 0.5f) / 8.0f;
        append(mesh, box({0.3f, 0.125f, 0.2f}), moved({0.0f, y, 0.0f}));
    }
    for (const vec3& p : mesh.positions) {
        const float upper = std::clamp((p.y - 0.35f) / 0.3f, 0.0f, 1.0f);
        if (upper > 0.5f) {
            mesh.joints.emplace_back(1, 0, 0, 0);
            mesh.weights.emplace_back(upper, 1.0f - upper, 0.0f, 0.0f);
        } else {
            mesh.joints.emplace_back(0, 1, 0, 0);
            mesh.weights.emplace_back(1.0f - upper, upper, 0.0f, 0.0f);
        }
    }
    return mesh;
}

std::vector<std::uint8_t> postTints(const Mesh& mesh) {
    std::vector<std::uint8_t> tints;
    for (const vec3& p : mesh.positions)
        tints.push_back(p.y > 0.9f ? 3 : p.y > 0.45f ? 1 : 2);
    return tints;
}

Frame clay(int width, int height) {
    Frame frame;
    frame.width = width;
    frame.height = height;
    frame.camera = {.position = {0.6f, 1.9f, 5.2f}, .target = {0.0f, 0.62f, 0.0f}, .verticalFov = radians(30.0f)};
    frame.background = {colorFromHex(0xf3ede4), colorFromHex(0xd9cdbd)};
    frame.hemisphere = {colorFromHex(0xfff4e6), colorFromHex(0xb98f72), 1.3f};
    frame.directionals.push_back(
        {.position = {2.5f, 5.0f, 3.0f},
         .color = colorFromHex(0xfff1dc),
         .intensity = 2.2f,
         .shadow = ShadowMap{.size = 512, .halfExtent = 2.6f, .farPlane = 12.0f, .bias = 0.0008f}});
    frame.directionals.push_back(
        {.position = {-4.0f, 2.0f, -2.0f}, .color = colorFromHex(0xbfd4ff), .intensity = 0.7f});
    frame.meshes = {shared(sphere(0.7f, 64, 40)), shared(torus(0.5f, 0.2f, 72, 36)), shared(box({0.7f, 0.7f, 0.7f})),
                    shared(floor(6.0f))};
    frame.draws.push_back(
        {.mesh = 3, .material = {.color = colorFromHex(0xe9dfd0), .roughness = 0.9f, .castsShadow = false}});
    frame.draws.push_back({.mesh = 0,
                           .material = {.color = colorFromHex(0xd97b4f), .roughness = 0.65f, .sheen = 0.4f},
                           .transform = moved({-0.25f, 0.7f, 0.0f})});
    frame.draws.push_back({.mesh = 1,
                           .material = {.color = colorFromHex(0x4f9d8f), .roughness = 0.4f, .clearcoat = 1.0f},
                           .transform = moved({1.25f, 0.2f, 0.55f})});
    mat4 turned = glm::mat4_cast(axisAngle({0.0f, 1.0f, 0.0f}, 0.5f));
    turned[3] = vec4(-1.5f, 0.35f, 0.3f, 1.0f);
    frame.draws.push_back(
        {.mesh = 2, .material = {.color = colorFromHex(0xf2c14e), .roughness = 0.5f}, .transform = turned});
    return frame;
}

Frame tentacle(int width, int height) {
    Frame frame;
    frame.width = width;
    frame.height = height;
    frame.camera = {.position = {0.4f, 1.75f, 4.7f}, .target = {0.0f, 1.2f, 0.0f}, .verticalFov = radians(34.0f)};
    frame.background = {colorFromHex(0x24365a), colorFromHex(0x0f1626)};
    frame.hemisphere = {colorFromHex(0x9db8ff), colorFromHex(0x2a2038), 1.2f};
    frame.directionals.push_back({.position = {2.0f, 4.0f, 3.0f},
                                  .color = vec3(1.0f),
                                  .intensity = 1.6f,
                                  .shadow = ShadowMap{.halfExtent = 2.5f, .farPlane = 10.0f}});
    const vec3 firefly(0.9f, 1.9f, 0.5f);
    frame.points.push_back({.position = firefly, .color = colorFromHex(0xffe28a), .intensity = 1.6f, .range = 2.5f});
    frame.meshes = {shared(skinnedTube(2.0f, 0.13f, 12)), shared(sphere(0.045f, 16, 12)), shared(floor(4.0f))};
    Draw tube{.mesh = 0, .material = {.roughness = 0.45f, .clearcoat = 0.4f}};
    tube.skin = shared(bentTube(2.0f, 12, -0.13f));
    frame.draws.push_back(tube);
    frame.draws.push_back(
        {.mesh = 1,
         .material = {.color = colorFromHex(0xfffbe0), .shading = Shading::kUnlit, .castsShadow = false},
         .transform = moved(firefly)});
    frame.draws.push_back(
        {.mesh = 2, .material = {.color = colorFromHex(0x22304c), .roughness = 0.95f, .castsShadow = false}});
    frame.draws.push_back({.mesh = 1,
                           .material = {.opacity = 0.6f, .shading = Shading::kUnlit, .layer = Layer::kOnTop},
                           .transform = moved({0.1f, 0.8f, 0.0f})});
    frame.blobShadows.push_back({.center = vec3(0.0f), .radius = 1.1f, .opacity = 0.5f});
    frame.glows.push_back({.center = firefly, .size = 0.55f, .color = colorFromHex(0xfff09a), .opacity = 0.8f});
    return frame;
}

Frame plaza(int people, int width, int height) {
    Frame frame;
    frame.width = width;
    frame.height = height;
    const float radius = std::sqrt(1.1f * static_cast<float>(people) / kPi + 4.2f * 4.2f);
    const float distance = 0.95f * radius + 7.0f;
    frame.camera = {.position = {det::sin(0.6f) * distance, 0.42f * radius + 3.5f, det::cos(0.6f) * distance},
                    .target = {0.0f, 0.4f, 0.0f},
                    .verticalFov = radians(36.0f),
                    .nearPlane = 0.5f,
                    .farPlane = 260.0f};
    frame.background = {colorFromHex(0xa9cdee), colorFromHex(0xa9cdee)};
    frame.fog = Fog{colorFromHex(0xa9cdee), 0.9f * distance, 2.6f * distance + 20.0f};
    frame.hemisphere = {colorFromHex(0xdfeeff), colorFromHex(0x6b5a45), 1.15f};
    frame.directionals.push_back(
        {.position = {26.0f, 42.0f, 16.0f},
         .color = colorFromHex(0xfff1d6),
         .intensity = 2.5f,
         .shadow = ShadowMap{.halfExtent = radius + 6.0f, .nearPlane = 1.0f, .farPlane = 140.0f}});
    auto body = shared(post());
    frame.meshes = {body, shared(floor(radius + 29.0f)), shared(sphere(1.5f, 9, 6))};
    frame.draws.push_back(
        {.mesh = 1, .material = {.color = colorFromHex(0xcfc4ae), .roughness = 0.95f, .castsShadow = false}});
    std::vector<Instance> trees;
    RandomStream random(7);
    for (int i = 0; i < 20; ++i) {
        const float around = kTwoPi * static_cast<float>(i) / 20.0f;
        trees.push_back(
            {.transform = moved(vec3(det::sin(around), 0.0f, det::cos(around)) * (radius + 6.0f) + vec3(0, 2, 0)),
             .color = vec3(1.0f, random.between(0.7f, 1.0f), 1.0f)});
    }
    Draw leaves{.mesh = 2, .material = {.color = colorFromHex(0x4f8f3e), .flat = true}, .pass = "trees"};
    leaves.instances = shared(std::move(trees));
    frame.draws.push_back(leaves);
    std::vector<CrowdInstance> crowd;
    for (int i = 0; i < people; ++i) {
        const float around = random.between(0.0f, kTwoPi);
        const float out = std::sqrt(random.between(0.0f, 1.0f)) * radius;
        CrowdInstance person;
        person.transform = glm::mat4_cast(axisAngle({0, 1, 0}, random.between(0.0f, kTwoPi)));
        person.transform[3] = vec4(det::sin(around) * out, 0.0f, det::cos(around) * out, 1.0f);
        person.clip = i % 3 == 0 ? 1 : 0;
        person.phase = random.between(0.0f, 1.0f);
        person.tints = {vec3(random.between(0.2f, 1.0f), random.between(0.2f, 1.0f), random.between(0.2f, 1.0f)),
                        colorFromHex(0x2b3a5c), colorFromHex(0x3b2617)};
        crowd.push_back(person);
    }
    CrowdDraw draw;
    draw.tintOf = shared(postTints(*body));
    draw.animation = shared(swingTexture(30, 4));
    draw.people = shared(std::move(crowd));
    draw.time = 0.4;
    draw.material.roughness = 0.72f;
    frame.crowds.push_back(draw);
    return frame;
}

Frame captions(int width, int height) {
    Frame frame;
    frame.width = width;
    frame.height = height;
    frame.background = {colorFromHex(0x24365a), colorFromHex(0x0f1626)};
    const auto rect = [&](vec2 min, vec2 max, std::uint32_t color, float opacity, float corner) {
        frame.overlays.push_back(
            {.kind = Overlay::Kind::kRect,
             .rect = {
                 .min = min, .max = max, .color = colorFromHex(color), .opacity = opacity, .cornerRadius = corner}});
    };
    const auto text = [&](const char* words, vec2 place, float size,
                          OverlayText::Align align = OverlayText::Align::kLeft) {
        Overlay overlay{.kind = Overlay::Kind::kText};
        overlay.text = {.text = words, .position = place, .size = size, .align = align};
        frame.overlays.push_back(overlay);
    };
    rect({16, 16}, {static_cast<float>(width) - 16, 150}, 0xffffff, 0.10f, 14.0f);
    text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", {30, 50}, 20);
    text("abcdefghijklmnopqrstuvwxyz", {30, 90}, 20);
    text("0123456789 .,:;!?'\"()[]{}<>/\\|", {30, 130}, 20);
    text("+-*=_%&@#$^~`", {420, 130}, 20);
    text("nearest bone only", {160, 190}, 16, OverlayText::Align::kCenter);
    text("several bones, smoothed", {460, 190}, 16, OverlayText::Align::kCenter);
    text("people 5,000   draws 2   bake 0.3 ms", {30, 225}, 10);
    text("people 5,000   draws 2   bake 0.3 ms", {30, 250}, 14);
    text("Rigproof", {30, 340}, 64);
    text("right", {static_cast<float>(width) - 20, 380}, 14, OverlayText::Align::kRight);
    Overlay image{.kind = Overlay::Kind::kImage};
    image.image = {.min = {400, 260},
                   .max = {480, 340},
                   .width = 2,
                   .height = 2,
                   .rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128}};
    frame.overlays.push_back(image);
    return frame;
}

} // namespace rigproof::demo
