#include "harness/scenes/bear_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <glm/geometric.hpp>

#include "core/math/rotation.h"
#include "render/camera.h"

namespace rigproof {
namespace {

struct View {
    vec3 position{0.0f};
    vec3 target{0.0f};
    float halfWidthInView = 0.0f; // metres to either side of the target
};
constexpr View kWhole{{0.9f, 1.45f, 5.6f}, {0.0f, 1.08f, 0.0f}, 2.3f};
constexpr View kLegs{{0.3f, 0.8f, 3.5f}, {0.0f, 0.52f, 0.0f}, 1.5f};
constexpr float kVerticalFov = radians(30.0f);

constexpr vec3 kInk = colorFromHex(0x4a342a);
constexpr vec3 kPaper = colorFromHex(0xfff8ee);
constexpr vec3 kAccent = colorFromHex(0xe0703c);

// An octahedron along +Y, 1 long, its belt at a fifth of the way; faces share no vertices, so that they can be flat.
std::shared_ptr<const Mesh> boneMesh() {
    static const std::shared_ptr<const Mesh> mesh = [] {
        auto bone = std::make_shared<Mesh>();
        const vec3 head(0.0f);
        const vec3 tail(0.0f, 1.0f, 0.0f);
        const std::array<vec3, 4> belt{vec3(1, 0.2f, 0), vec3(0, 0.2f, -1), vec3(-1, 0.2f, 0), vec3(0, 0.2f, 1)};
        const auto face = [&bone](const vec3& a, const vec3& b, const vec3& c) {
            const vec3 normal = glm::normalize(glm::cross(b - a, c - a));
            for (const vec3& p : {a, b, c}) {
                bone->indices.push_back(static_cast<std::uint32_t>(bone->positions.size()));
                bone->positions.push_back(p);
                bone->normals.push_back(normal);
            }
        };
        for (std::size_t k = 0; k < belt.size(); ++k) {
            const vec3& next = belt[(k + 1) % belt.size()];
            face(belt[k], next, tail);
            face(next, belt[k], head);
        }
        return bone;
    }();
    return mesh;
}

float textSize(const Frame& frame) {
    return std::max(9.0f, 0.022f * static_cast<float>(std::min(frame.width, frame.height * 8 / 5)));
}

void addText(Frame& frame, const std::string& text, const vec2& position, float size, const vec3& color) {
    Overlay overlay;
    overlay.kind = Overlay::Kind::kText;
    overlay.text.text = text;
    overlay.text.position = position;
    overlay.text.size = size;
    overlay.text.color = color;
    overlay.text.align = OverlayText::Align::kCenter;
    frame.overlays.push_back(overlay);
}

void addRect(Frame& frame, const vec2& min, const vec2& max, const vec3& color, float opacity, float corner) {
    Overlay overlay;
    overlay.kind = Overlay::Kind::kRect;
    overlay.rect.min = min;
    overlay.rect.max = max;
    overlay.rect.color = color;
    overlay.rect.opacity = opacity;
    overlay.rect.cornerRadius = corner;
    frame.overlays.push_back(overlay);
}

} // namespace

void setUpStudio(Frame& frame, bool legsFromNear) {
    const View& view = legsFromNear ? kLegs : kWhole;
    Camera& camera = frame.camera;
    camera.position = view.position;
    camera.target = view.target;
    camera.verticalFov = kVerticalFov;
    camera.nearPlane = 0.2f;
    camera.farPlane = 40.0f;
    const float aspect = static_cast<float>(frame.width) / static_cast<float>(frame.height);
    const vec3 back = camera.position - camera.target;
    const float distance = std::sqrt(glm::dot(back, back));
    const float needed = distanceToKeepHalfWidth(camera, aspect, view.halfWidthInView);
    if (needed > distance) camera.position = camera.target + back * (needed / distance);

    // A warm paper roll behind, a large soft lamp from the upper left, a weak cool one from the right, and one from
    // behind that draws a light edge around the heads.
    frame.background = {colorFromHex(0xf7e6d3), colorFromHex(0xe6c7a8)};
    frame.hemisphere = {colorFromHex(0xfff1e2), colorFromHex(0xd0a585), 0.8f};
    DirectionalLight key;
    key.position = {-2.6f, 5.2f, 4.6f};
    key.target = {0.0f, 0.9f, 0.0f};
    key.color = colorFromHex(0xfff0dc);
    key.intensity = 2.1f;
    ShadowMap shadow;
    shadow.size = 2048;
    shadow.halfExtent = 2.6f;
    shadow.nearPlane = 2.0f;
    shadow.farPlane = 12.0f;
    shadow.softness = 3.0f;
    key.shadow = shadow;
    DirectionalLight fill;
    fill.position = {4.5f, 2.0f, 3.0f};
    fill.color = colorFromHex(0xdfe8ff);
    fill.intensity = 0.5f;
    DirectionalLight rim;
    rim.position = {1.5f, 3.2f, -4.5f};
    rim.color = colorFromHex(0xffe3c4);
    rim.intensity = 0.9f;
    frame.directionals = {key, fill, rim};
}

Material clayMaterial() {
    Material clay;
    clay.roughness = 0.68f;
    clay.clearcoat = 0.05f;
    clay.clearcoatRoughness = 0.5f;
    clay.sheen = 0.35f;
    return clay;
}

Material glossMaterial() {
    Material gloss;
    gloss.roughness = 0.25f;
    gloss.clearcoat = 0.8f;
    gloss.clearcoatRoughness = 0.1f;
    return gloss;
}

vec3 heatColor(float weight) {
    const std::array<vec3, 5> ramp{colorFromHex(0x2748c8), colorFromHex(0x27b0c4), colorFromHex(0x58c653),
                                   colorFromHex(0xf4d03c), colorFromHex(0xe0362c)};
    const float x = std::clamp(weight, 0.0f, 1.0f) * static_cast<float>(ramp.size() - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(x), ramp.size() - 2);
    return ramp[k] + (ramp[k + 1] - ramp[k]) * (x - static_cast<float>(k));
}

void drawBones(Frame& frame, const Bear& bear, const ModelPose& pose, const mat4& placed, std::size_t picked) {
    auto instances = std::make_shared<std::vector<Instance>>();
    for (std::size_t j = 1; j < bear.bones.size(); ++j) {
        const BoneSegment& bone = bear.bones[j];
        const vec3 along = bone.tail - bone.head;
        const float length = std::sqrt(glm::dot(along, along));
        const float girth = 0.03f + 0.06f * length;
        const mat4 local =
            composeTransform(vec3(0.0f), shortestArc(vec3(0.0f, 1.0f, 0.0f), along / length), {girth, length, girth});
        instances->push_back({placed * pose.joints[j] * local, j == picked ? kAccent : colorFromHex(0xf2ece4)});
    }
    frame.meshes.push_back(boneMesh());
    Draw draw;
    draw.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1);
    draw.instances = std::move(instances);
    draw.material.layer = Layer::kOnTop;
    draw.material.roughness = 0.5f;
    draw.material.castsShadow = false;
    draw.material.receivesShadow = false;
    draw.pass = "bones";
    frame.draws.push_back(std::move(draw));
}

void drawCaption(Frame& frame, const vec3& place, const std::string& text) {
    if (const auto pixel = pixelOf(frame, place)) addText(frame, text, *pixel, textSize(frame), kInk);
}

void drawBakeProgress(Frame& frame, float progress) {
    const float size = textSize(frame);
    const vec2 middle(0.5f * static_cast<float>(frame.width), 0.5f * static_cast<float>(frame.height));
    const vec2 half(10.0f * size, 2.6f * size);
    addRect(frame, middle - half, middle + half, kPaper, 0.92f, size);
    const int percent = static_cast<int>(std::floor(progress * 100.0f + 0.5f));
    addText(frame, "baking skin weights " + std::to_string(percent) + " %", middle - vec2(0.0f, 0.35f * size), size,
            kInk);
    const vec2 barMin = middle + vec2(-8.5f * size, 0.7f * size);
    const vec2 barMax = middle + vec2(8.5f * size, 1.4f * size);
    addRect(frame, barMin, barMax, colorFromHex(0xe9d9c6), 1.0f, 0.35f * size);
    if (percent > 0) {
        const float filled =
            std::max(0.7f * size, (barMax.x - barMin.x) * progress); // never thinner than its round ends
        addRect(frame, barMin, {barMin.x + filled, barMax.y}, kAccent, 1.0f, 0.35f * size);
    }
}

} // namespace rigproof
