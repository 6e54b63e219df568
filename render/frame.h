#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/math/types.h"
#include "core/mesh/mesh.h"
#include "core/status.h"

// A picture as plain data: what a scene fills in and the renderer draws. Lengths in metres, angles in radians, Y up,
// right-handed; every colour is sRGB-encoded 0..1 as an artist writes it (colorFromHex), and is made linear by the
// renderer.
//
//     Frame frame;
//     frame.camera = {.position = {0, 1, 5}, .target = {0, 1, 0}};
//     frame.meshes.push_back(std::make_shared<Mesh>(makeSphere(0.5f, 32, 24)));
//     frame.draws.push_back({.mesh = 0, .material = {.color = colorFromHex(0xc8643c)}});
//     Image image = renderer.draw(frame).image;

namespace rigproof {

struct Camera {
    vec3 position{0.0f, 1.0f, 5.0f};
    vec3 target{0.0f};
    float verticalFov = 0.6f; ///< radians
    float nearPlane = 0.1f;
    float farPlane = 100.0f;
};

/// Top colour to bottom colour over the height of the picture.
struct Background {
    vec3 top{1.0f};
    vec3 bottom{1.0f};
};

/// Linear fog by distance from the camera.
struct Fog {
    vec3 color{1.0f};
    float nearDistance = 10.0f;
    float farDistance = 100.0f;
};

/// Light from above and from below, mixed by the normal's height.
struct HemisphereLight {
    vec3 sky{1.0f};
    vec3 ground{0.5f};
    float intensity =
        1.0f; ///< irradiance / pi, as three.js counts it: a white diffuse surface facing up shows sky * intensity / pi
};

/// An orthographic shadow map that looks from `DirectionalLight::position` at the target.
struct ShadowMap {
    int size = 2048;         ///< texels a side
    float halfExtent = 4.0f; ///< metres
    float nearPlane = 0.5f;
    float farPlane = 20.0f;
    float bias = 0.0006f;     ///< of the depth range, taken off the receiver
    float normalBias = 0.02f; ///< metres the receiver is moved along its normal
    float softness = 1.5f;    ///< radius of the filter in texels
};

struct DirectionalLight {
    vec3 position{2.0f, 4.0f, 3.0f}; ///< the light comes from here ...
    vec3 target{0.0f};               ///< ... towards here; only the direction matters without a shadow
    vec3 color{1.0f};
    float intensity = 1.0f;
    std::optional<ShadowMap> shadow{}; ///< of all lights only the first may have one
};

struct PointLight {
    vec3 position{0.0f};
    vec3 color{1.0f};
    float intensity = 1.0f;
    float range = 10.0f; ///< nothing beyond
    float decay = 2.0f;  ///< power of the distance
};

enum class Shading : std::uint8_t {
    kStandard, ///< GGX specular + Lambert diffuse
    kUnlit,    ///< the colour as it is
};

/// Where in the order of a frame something is drawn.
enum class Layer : std::uint8_t {
    kOpaque,      ///< depth-tested and written
    kTransparent, ///< after the opaque, in the order given, depth-tested, blended by opacity
    kOnTop,       ///< over everything, in the order given; among themselves by depth when opaque
};

struct Material {
    vec3 color{1.0f};       ///< multiplies the vertex colour
    float roughness = 0.7f; ///< 0.05..1
    float clearcoat = 0.0f; ///< 0..1, a second smooth specular layer
    float clearcoatRoughness = 0.2f;
    vec3 emissive{0.0f};
    float sheen = 0.0f; ///< 0..1: soft light at grazing angles (clay, felt)
    float opacity = 1.0f;
    Shading shading = Shading::kStandard;
    Layer layer = Layer::kOpaque;
    bool flat = false; ///< one normal a face, whatever normals the mesh has
    bool doubleSided = false;
    bool castsShadow = true;
    bool receivesShadow = true;
    bool shadowOnly = false; ///< seen only by the shadow map
};

/// One copy of an instanced mesh.
struct Instance {
    mat4 transform{1.0f};
    vec3 color{1.0f}; ///< multiplies the material's
};

/// Bone matrices over time in a texture: row = frame, `texelsPerJoint` RGBA32F texels a joint across. The three crowd
/// attributes of a person pick clip, phase and rate; the vertex shader fetches and blends the two nearest frames.
struct AnimationTextureView {
    struct Clip {
        int firstRow = 0;
        int frames = 1;
        float duration = 1.0f; ///< seconds
    };
    int width = 0; ///< texels across one row of the (possibly folded) texture
    int height = 0;
    int joints = 0;
    int texelsPerJoint = 4; ///< 4: the columns of a 4x4 matrix; 3: the rows of a 3x4 matrix
    int rowsPerFold = 0; ///< 0: not folded; else animation row r lies at texture row r mod rowsPerFold, shifted right
                         ///< by (r / rowsPerFold) * joints * texelsPerJoint texels
    std::vector<float> texels{}; ///< 4 * width * height
    std::vector<Clip> clips{};
};

/// One person of a crowd. Packed by the renderer into: 4 slots of matrix, 1 slot (clip, phase, rate), 1 slot of three
/// packed colours.
struct CrowdInstance {
    mat4 transform{1.0f};
    std::uint32_t clip = 0;
    float phase = 0.0f;                                            ///< of a cycle, 0..1
    float rate = 1.0f;                                             ///< clip seconds a second
    std::array<vec3, 3> tints{vec3(1.0f), vec3(1.0f), vec3(1.0f)}; ///< shirt, trousers, hair
};

/// One crowd: one instanced draw (and one for its shadow) whatever the number of people.
/// The mesh's `tintOf` says which tint multiplies a vertex's colour.
struct CrowdDraw {
    std::uint32_t mesh = 0;                                    ///< index into Frame::meshes; needs joints and weights
    std::shared_ptr<const std::vector<std::uint8_t>> tintOf{}; ///< a vertex: 0 none, 1..3 tint
    std::shared_ptr<const AnimationTextureView> animation{};
    std::shared_ptr<const std::vector<CrowdInstance>> people{};
    double time = 0.0; ///< seconds; a person shows row fract(time * rate / duration + phase) * frames
    Material material{};
    std::string pass = "crowd"; ///< counted as draws.<pass> and draws.<pass>_shadow
};

/// A mesh drawn once, skinned, or instanced.
struct Draw {
    std::uint32_t mesh = 0; ///< index into Frame::meshes
    Material material{};
    mat4 transform{1.0f};
    std::shared_ptr<const std::vector<mat4>> skin{};          ///< skinning matrices (character space); empty: rigid
    std::shared_ptr<const std::vector<Instance>> instances{}; ///< empty: one copy
    std::string pass = "scene"; ///< counted as draws.<pass> and, in the shadow map, draws.<pass>_shadow
};

/// A soft dark disc on the ground under a character: radial, multiplied into what is there; and a soft bright disc that
/// faces the camera, added.
struct BlobShadow {
    vec3 center{0.0f}; ///< on the ground; lies in the XZ plane
    float radius = 1.0f;
    float opacity = 0.35f;
    vec3 color{0.0f};
};
struct GlowSprite {
    vec3 center{0.0f};
    float size = 0.5f; ///< metres across
    vec3 color{1.0f};
    float opacity = 1.0f;
};

/// Two-dimensional things over the picture, in pixels of the output (before supersampling), origin top left, in order.
struct OverlayRect {
    vec2 min{0.0f};
    vec2 max{0.0f};
    vec3 color{1.0f};
    float opacity = 1.0f;
    float cornerRadius = 0.0f;
};
/// One line of text in the built-in stroke font (printable ASCII), see render/stroke_font.h.
struct OverlayText {
    std::string text{};
    vec2 position{0.0f};  ///< left end, middle or right end of the baseline, as `align` says
    float size = 16.0f;   ///< height of a capital, pixels
    float weight = 0.12f; ///< stroke width as a share of the size
    vec3 color{1.0f};
    float opacity = 1.0f;
    enum class Align : std::uint8_t { kLeft, kCenter, kRight } align = Align::kLeft;
};
/// Pixels enlarged by nearest neighbour.
struct OverlayImage {
    vec2 min{0.0f};
    vec2 max{0.0f};
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba{};
};
struct Overlay {
    enum class Kind : std::uint8_t { kRect, kText, kImage } kind = Kind::kRect;
    OverlayRect rect{};
    OverlayText text{};
    OverlayImage image{};
};

inline constexpr std::size_t kMaxDirectionalLights = 3;
inline constexpr std::size_t kMaxPointLights = 4;

/// Everything the renderer needs for one picture.
struct Frame {
    int width = 640;
    int height = 400;
    int supersample = 2; ///< 1..4: this many samples a side of each pixel, box-filtered in linear light

    Camera camera;
    Background background;
    std::optional<Fog> fog;
    HemisphereLight hemisphere;
    std::vector<DirectionalLight> directionals; ///< at most kMaxDirectionalLights
    std::vector<PointLight> points;             ///< at most kMaxPointLights

    std::vector<std::shared_ptr<const Mesh>> meshes; ///< uploaded once and kept while the same object comes again
    std::vector<Draw> draws;
    std::vector<CrowdDraw> crowds;
    std::vector<BlobShadow> blobShadows;
    std::vector<GlowSprite> glows;
    std::vector<Overlay> overlays;
};

/// Checks sizes, counts and that every index names something; the index names the draw, crowd, light or mesh.
Status validate(const Frame& frame);

} // namespace rigproof
