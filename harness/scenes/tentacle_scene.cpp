#include "harness/scenes/tentacle_scene.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/characters/tentacle.h"
#include "core/ik/chain_analysis.h"
#include "core/ik/fabrik.h"
#include "core/ik/joint_rotations.h"
#include "core/math/rotation.h"
#include "core/math/trigonometry.h"
#include "core/mesh/primitives.h"
#include "harness/scenes/camera_fit.h"

namespace rigproof {
namespace {

// The firefly.
constexpr float kDamping = 0.18f;       ///< seconds in which the distance to the wish falls to 1/e
constexpr double kLongestStep = 0.05;   ///< seconds
constexpr float kLowestPointer = 0.25f; ///< metres
constexpr vec3 kFireflyStart{0.5f, 1.6f, 0.3f};
constexpr float kVisibleGap = 0.03f; ///< metres

// The camera; the pointer looks through it too.
constexpr float kHalfWidth = 1.9f; ///< metres about the target that stay in view
constexpr float kPointerAspect = 960.0f / 600.0f;
constexpr float kPointerPlane = 0.2f; ///< z of the plane that the pointer's ray meets, metres

Camera referenceCamera() {
    Camera camera;
    camera.position = {0.4f, 1.75f, 4.7f};
    camera.target = {0.0f, 1.2f, 0.0f};
    camera.verticalFov = radians(34.0f);
    return camera;
}

/// Where the ray through a place of the reference picture meets the pointer's plane.
vec3 pointerInWorld(const PointerPlace& place) {
    const Camera camera = referenceCamera();
    const vec3 forward = glm::normalize(camera.target - camera.position);
    const vec3 right = glm::normalize(glm::cross(forward, vec3(0.0f, 1.0f, 0.0f)));
    const vec3 up = glm::cross(right, forward);
    const float half = 0.5f * camera.verticalFov;
    const float tangent = det::sin(half) / det::cos(half);
    const float x = (2.0f * static_cast<float>(place.x) - 1.0f) * tangent * kPointerAspect;
    const float y = (1.0f - 2.0f * static_cast<float>(place.y)) * tangent;
    const vec3 ray = forward + right * x + up * y;
    const vec3 hit = camera.position + ray * ((kPointerPlane - camera.position.z) / ray.z);
    return {hit.x, std::max(hit.y, kLowestPointer), hit.z};
}

vec3 wanderingWish(double time) {
    const auto sine = [time](double rate, double phase) { return static_cast<float>(det::sin(rate * time + phase)); };
    return {1.3f * sine(0.8, 0.0), 1.35f + 0.95f * sine(1.27, 1.0), 0.55f * sine(0.6, 0.0)};
}

/// A cylinder of unit height along +Y, moved and turned to run from a to b.
mat4 rodBetween(const vec3& a, const vec3& b) {
    const vec3 along = b - a;
    const float length = std::sqrt(glm::dot(along, along));
    const quat turn = shortestArc(vec3(0.0f, 1.0f, 0.0f), length > 0.0f ? along / length : vec3(0.0f, 1.0f, 0.0f));
    return composeTransform(0.5f * (a + b), turn, vec3(1.0f, length, 1.0f));
}

mat4 movedTo(const vec3& place) {
    return composeTransform(place, quat(1.0f, 0.0f, 0.0f, 0.0f), vec3(1.0f));
}

/// The round stage that the pot stands on, its top at y = 0.
Mesh makeStage() {
    constexpr float kRadius = 1.55f;
    constexpr float kEdge = 0.05f;
    std::vector<vec2> profile{{0.0f, -0.16f}, {kRadius - kEdge, -0.16f}, {kRadius, -0.11f}};
    for (int i = 0; i <= 6; ++i) {
        const float a = 0.5f * kPi * static_cast<float>(i) / 6.0f;
        profile.emplace_back(kRadius - kEdge + kEdge * det::cos(a), -kEdge + kEdge * det::sin(a));
    }
    profile.emplace_back(0.0f, 0.0f);
    Mesh mesh = makeLathe(profile, 96);
    paint(mesh, colorFromHex(0x3a4a78));
    return mesh;
}

enum MeshOf : std::uint32_t { kStage, kPot, kSoil, kBody, kSuckers, kFirefly, kJointBall, kLinkRod, kReachRod };

class TentacleScene : public Scene {
  public:
    explicit TentacleScene(const TentacleParameters& p)
        : p_(p),
          skeleton_(makeTentacleSkeleton(p.joints)),
          joints_(tentacleStartPose(p.joints)),
          lengths_(static_cast<std::size_t>(p.joints), kTentacleLength / static_cast<float>(p.joints)),
          pose_(skeleton_.rest) {
        const auto share = [](Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); };
        meshes_ = {share(makeStage()),
                   share(makePot()),
                   share(makePotSoil()),
                   share(makeTentacleBody(p.joints)),
                   share(makeTentacleSuckers(p.joints)),
                   share(makeSphere(0.045f, 24, 16)),
                   share(makeSphere(0.03f, 20, 14)),
                   share(makeCylinder(0.008f, 0.008f, 1.0f, 12)),
                   share(makeCylinder(0.006f, 0.006f, 1.0f, 12))};
        gap_ = distanceToTarget();
        largestBend_ = largestBend(joints_);
    }

    void step(double seconds) override {
        const double dt = std::min(seconds, kLongestStep);
        time_ += dt;
        const vec3 wish = wishNow();
        target_ += (wish - target_) * (1.0f - det::exp(static_cast<float>(-dt) / kDamping));
        const FabrikResult r = solveFabrik(
            {.base = kTentacleBase, .target = target_, .maxAngle = radians(p_.limitDegrees)}, lengths_, joints_);
        ++solves_;
        iterations_ = r.iterations;
        iterationSum_ += r.iterations;
        reached_ += r.reached ? 1 : 0;
        gap_ = r.gap;
        gapSum_ += r.gap;
        largestBend_ = std::max(largestBend_, largestBend(joints_));
        linkError_ = std::max(linkError_, worstLinkError(joints_, lengths_));
    }

    Frame frame(const Viewport& viewport) const override {
        Frame frame;
        frame.width = viewport.width;
        frame.height = viewport.height;
        frame.supersample = viewport.supersample;
        frame.camera = keepHalfWidthInView(referenceCamera(), kHalfWidth,
                                           static_cast<float>(viewport.width) / static_cast<float>(viewport.height));
        frame.background = {colorFromHex(0x24365a), colorFromHex(0x0f1626)};
        frame.meshes = meshes_;
        addLights(frame);
        addSolids(frame);
        addFirefly(frame);
        if (p_.reachLine && gap_ > kVisibleGap) addReachLine(frame);
        if (p_.helpers) addHelpers(frame);
        return frame;
    }

    void measure(Metrics& m) const override {
        const double solves = std::max(1, solves_);
        m["ik.tip_gap_m"] = gap_;
        m["ik.mean_gap_m"] = gapSum_ / solves;
        m["ik.iterations"] = iterations_;
        m["ik.mean_iterations"] = iterationSum_ / solves;
        m["ik.reached_share"] = reached_ / solves;
        m["ik.link_length_error"] = linkError_;
        m["ik.max_angle_deg"] = degrees(largestBend_);
        m["ik.side_changes"] = static_cast<double>(sideChanges(joints_));
        m["ik.reach_line_visible"] = p_.reachLine && gap_ > kVisibleGap ? 1 : 0;
    }

  private:
    vec3 wishNow() const {
        if (p_.pointer.empty()) return wanderingWish(time_);
        const PointerPlace* now = &p_.pointer.front();
        for (const PointerPlace& place : p_.pointer) {
            if (place.time <= time_) now = &place;
        }
        return pointerInWorld(*now);
    }

    double distanceToTarget() const {
        const vec3 d = joints_.back() - target_;
        return std::sqrt(glm::dot(d, d));
    }

    void addLights(Frame& frame) const {
        frame.hemisphere = {colorFromHex(0xb9c8ff), colorFromHex(0x3b2f52), 1.35f};
        DirectionalLight key;
        key.position = {2.4f, 4.6f, 3.4f};
        key.target = {0.0f, 1.0f, 0.0f};
        key.color = colorFromHex(0xfff4e2);
        key.intensity = 2.1f;
        key.shadow = ShadowMap{.halfExtent = 2.6f, .nearPlane = 0.5f, .farPlane = 11.0f, .softness = 3.0f};
        DirectionalLight rim; // from behind, so that the dark side stands off the background
        rim.position = {-3.0f, 2.6f, -3.5f};
        rim.color = colorFromHex(0x86a8ff);
        rim.intensity = 1.6f;
        frame.directionals = {key, rim};
        PointLight glow;
        glow.position = target_;
        glow.color = colorFromHex(0xffe28a);
        glow.intensity = 1.6f;
        glow.range = 2.5f;
        frame.points.push_back(glow);
    }

    std::shared_ptr<const std::vector<mat4>> skin() const {
        std::vector<quat> rotations(lengths_.size());
        [[maybe_unused]] const Status status = jointRotations(joints_, rotations);
        LocalPose pose = pose_;
        for (std::size_t j = 0; j < rotations.size(); ++j)
            pose.joints[j].rotation = rotations[j];
        ModelPose model;
        SkinningMatrices matrices;
        localToModel(skeleton_.parents, pose, model);
        modelToSkinning(model, skeleton_.inverseBind, matrices);
        return std::make_shared<const std::vector<mat4>>(std::move(matrices.joints));
    }

    void addSolids(Frame& frame) const {
        Material stage;
        stage.roughness = 0.55f;
        Material pot;
        pot.roughness = 0.75f;
        Material soil;
        soil.roughness = 0.95f;
        Material body;
        body.roughness = 0.42f;
        body.clearcoat = 0.35f;
        body.clearcoatRoughness = 0.25f;
        Material suckers;
        suckers.roughness = 0.5f;
        frame.draws.push_back({.mesh = kStage, .material = stage});
        frame.draws.push_back({.mesh = kPot, .material = pot});
        frame.draws.push_back({.mesh = kSoil, .material = soil});
        const auto palette = skin();
        const mat4 grown = movedTo(kTentacleBase);
        frame.draws.push_back(
            {.mesh = kBody, .material = body, .transform = grown, .skin = palette, .pass = "tentacle"});
        frame.draws.push_back(
            {.mesh = kSuckers, .material = suckers, .transform = grown, .skin = palette, .pass = "tentacle"});
        frame.blobShadows.push_back({.center = vec3(0.0f, 0.002f, 0.0f), .radius = 1.1f, .opacity = 0.42f});
    }

    void addFirefly(Frame& frame) const {
        Material core;
        core.color = colorFromHex(0xfffbe0);
        core.shading = Shading::kUnlit;
        core.castsShadow = false;
        frame.draws.push_back({.mesh = kFirefly, .material = core, .transform = movedTo(target_), .pass = "firefly"});
        GlowSprite glow;
        glow.center = target_;
        glow.size = 0.55f;
        glow.color = colorFromHex(0xfff09a);
        glow.opacity = 0.75f + 0.25f * static_cast<float>(det::sin(9.0 * time_));
        frame.glows.push_back(glow);
    }

    void addReachLine(Frame& frame) const {
        Material line;
        line.color = colorFromHex(0xfff09a);
        line.shading = Shading::kUnlit;
        line.layer = Layer::kTransparent;
        line.opacity = 0.4f;
        line.castsShadow = false;
        frame.draws.push_back({.mesh = kReachRod,
                               .material = line,
                               .transform = rodBetween(joints_.back(), target_),
                               .pass = "reach_line"});
    }

    void addHelpers(Frame& frame) const {
        Material link;
        link.color = colorFromHex(0x5ad1ff);
        link.shading = Shading::kUnlit;
        link.layer = Layer::kOnTop;
        link.opacity = 0.85f;
        link.castsShadow = false;
        Material ball;
        ball.shading = Shading::kUnlit;
        ball.layer = Layer::kOnTop;
        ball.castsShadow = false;
        std::vector<Instance> rods;
        std::vector<Instance> balls;
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            balls.push_back({movedTo(joints_[i])});
            if (i + 1 < joints_.size()) rods.push_back({rodBetween(joints_[i], joints_[i + 1])});
        }
        frame.draws.push_back({.mesh = kLinkRod,
                               .material = link,
                               .instances = std::make_shared<const std::vector<Instance>>(std::move(rods)),
                               .pass = "helpers"});
        frame.draws.push_back({.mesh = kJointBall,
                               .material = ball,
                               .instances = std::make_shared<const std::vector<Instance>>(std::move(balls)),
                               .pass = "helpers"});
    }

    TentacleParameters p_;
    Skeleton skeleton_;
    std::vector<vec3> joints_;
    std::vector<float> lengths_;
    LocalPose pose_;
    std::vector<std::shared_ptr<const Mesh>> meshes_;
    vec3 target_ = kFireflyStart;
    double time_ = 0.0;

    int solves_ = 0;
    int iterations_ = 0;
    double iterationSum_ = 0.0;
    double reached_ = 0.0;
    double gap_ = 0.0;
    double gapSum_ = 0.0;
    float largestBend_ = 0.0f;
    double linkError_ = 0.0;
};

} // namespace

std::unique_ptr<Scene> makeTentacleScene(const TentacleParameters& parameters) {
    return std::make_unique<TentacleScene>(parameters);
}

} // namespace rigproof
