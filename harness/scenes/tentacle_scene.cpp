#include "harness/scenes/tentacle_scene.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/characters/tentacle.h"
#include "core/ik/chain_analysis.h"
#include "core/ik/fabrik.h"
#include "core/ik/fabrik_improved.h"
#include "core/ik/joint_rotations.h"
#include "core/math/random.h"
#include "core/math/rotation.h"
#include "core/math/trigonometry.h"
#include "core/mesh/primitives.h"
#include "render/camera.h"

namespace rigproof {
namespace {

// The firefly's way: reference demo.
constexpr double kLargestStep = 0.05;  // seconds
constexpr double kFollowTime = 0.18;   // seconds, time constant with which the firefly follows the wish
constexpr float kPointerPlaneZ = 0.2f; // where the pointer's ray is caught
constexpr float kLowestTarget = 0.25f; // metres above the floor, for the pointer
constexpr float kReachLineGap = 0.03f; // metres from which the reach line shows

// The picture.
constexpr float kHalfWidth = 1.9f; // metres kept in narrow viewports
constexpr vec3 kFireflyCore = colorFromHex(0xfffbe0);
constexpr vec3 kFireflyGlow = colorFromHex(0xfff09a);
constexpr vec3 kFireflyLight = colorFromHex(0xffe28a);
constexpr vec3 kLinkColor = colorFromHex(0x5ad1ff);

glm::dvec3 wishAt(double t) {
    return {1.3 * det::sin(0.8 * t), 1.35 + 0.95 * det::sin(1.27 * t + 1.0), 0.55 * det::sin(0.6 * t)};
}

Camera cameraFor(float aspect) {
    Camera camera{.position = {0.4f, 1.75f, 4.7f},
                  .target = {0.0f, 1.2f, 0.0f},
                  .verticalFov = radians(34.0f),
                  .nearPlane = 0.1f,
                  .farPlane = 60.0f};
    const vec3 away = camera.position - camera.target;
    const float distance = glm::length(away);
    const float needed = distanceToKeepHalfWidth(camera, aspect, kHalfWidth);
    if (needed > distance) camera.position = camera.target + away * (needed / distance);
    return camera;
}

/// Takes a mesh of height 1 about the origin, along Y, to lie between two points.
mat4 between(const vec3& a, const vec3& b, float radius) {
    const vec3 way = b - a;
    const float length = glm::length(way);
    const quat turn = length > 0.0f ? shortestArc({0.0f, 1.0f, 0.0f}, way / length) : quat(1.0f, 0.0f, 0.0f, 0.0f);
    return composeTransform((a + b) * 0.5f, turn, {radius, length, radius});
}

/// The round stand: a flat top with a soft rim.
Mesh makeStand() {
    constexpr float kRadius = 1.5f, kRim = 0.05f;
    std::vector<vec2> profile{{kRadius, -2.0f * kRim}};
    constexpr int kSteps = 8;
    for (int i = 0; i <= kSteps; ++i) {
        const float angle = 0.5f * kPi * static_cast<float>(i) / kSteps;
        profile.emplace_back(kRadius - kRim + kRim * det::cos(angle), -kRim + kRim * det::sin(angle));
    }
    profile.emplace_back(0.0f, 0.0f);
    return makeLathe(profile, 128);
}

/// Crumbs of soil around the tentacle's foot.
Mesh makeCrumbs(std::uint32_t seed) {
    RandomStream random(seed);
    const Mesh crumb = makeIcosphere(1.0f, 1);
    Mesh mesh;
    for (int i = 0; i < 70; ++i) {
        const float angle = random.between(0.0f, kTwoPi);
        const float r = 0.12f + 0.14f * std::sqrt(random.between(0.0f, 1.0f));
        const float size = random.between(0.008f, 0.02f);
        const vec3 place(r * det::sin(angle), 0.36f, r * det::cos(angle));
        append(mesh, crumb, composeTransform(place, quat(1.0f, 0.0f, 0.0f, 0.0f), {size, 0.6f * size, size}));
    }
    return mesh;
}

class TentacleScene final : public Scene {
  public:
    explicit TentacleScene(const TentacleParameters& parameters) : parameters_(parameters) {
        const auto links = static_cast<std::size_t>(std::clamp(parameters.joints, 3, 24));
        maxAngle_ = radians(std::clamp(parameters.angleLimitDegrees, 5.0f, 90.0f));
        Tentacle tentacle = makeTentacle(links);
        skeleton_ = std::move(tentacle.skeleton);
        skin_ = std::make_shared<Mesh>(std::move(tentacle.skin));
        suckers_ = std::make_shared<Mesh>(std::move(tentacle.suckers));
        pot_ = std::make_shared<Mesh>(makePot());
        soil_ = std::make_shared<Mesh>(makeSoil());
        crumbs_ = std::make_shared<Mesh>(makeCrumbs(parameters.seed));
        stand_ = std::make_shared<Mesh>(makeStand());
        ball_ = std::make_shared<Mesh>(makeSphere(1.0f, 24, 16));
        rod_ = std::make_shared<Mesh>(makeCylinder(1.0f, 1.0f, 1.0f, 12));

        lengths_.assign(links, kTentacleLength / static_cast<float>(links));
        joints_ = tentacleStartPose(links);
        if (parameters.fireflyOnAxis) {
            for (std::size_t i = 0; i < joints_.size(); ++i)
                joints_[i] = kTentacleBase + vec3(0.0f, static_cast<float>(i) * lengths_.front(), 0.0f);
            target_ = wish();
        }
        pose_ = skeleton_.rest;
        rotations_.resize(links);
        poseBones();
    }

    void step(double seconds) override {
        const double dt = std::clamp(seconds, 0.0, kLargestStep);
        time_ += dt;
        target_ += (wish() - target_) * (1.0 - det::exp(-dt / kFollowTime));
        const FabrikGoal goal{.base = kTentacleBase, .target = vec3(target_), .maxAngle = maxAngle_};
        last_ = parameters_.solver == TentacleSolver::kImproved ? solveFabrikImproved(goal, lengths_, joints_)
                                                                : solveFabrik(goal, lengths_, joints_);
        poseBones();

        ++solves_;
        iterations_ += last_.iterations;
        gaps_ += last_.gap;
        reached_ += last_.reached ? 1 : 0;
        worstLength_ = std::max(worstLength_, worstLinkError(joints_, lengths_));
        largestBend_ = std::max(largestBend_, largestBend(joints_));
    }

    Frame frame(const Viewport& viewport) const override;

    void measure(Metrics& metrics) const override {
        const double solves = solves_ > 0 ? static_cast<double>(solves_) : 1.0;
        metrics["ik.tip_gap_m"] = gap();
        metrics["ik.iterations"] = last_.iterations;
        metrics["ik.reached"] = last_.reached ? 1.0 : 0.0;
        metrics["ik.reach_line_visible"] = reachLineVisible() ? 1.0 : 0.0;
        metrics["ik.side_changes"] = static_cast<double>(sideChanges(joints_));
        metrics["ik.mean_gap_m"] = gaps_ / solves;
        metrics["ik.mean_iterations"] = static_cast<double>(iterations_) / solves;
        metrics["ik.reached_share"] = static_cast<double>(reached_) / solves;
        metrics["ik.link_length_error"] = worstLength_;
        metrics["ik.max_angle_deg"] = static_cast<double>(degrees(largestBend_));
    }

  private:
    /// Where the firefly wants to be: on its own way, or under the pointer.
    glm::dvec3 wish() const {
        if (parameters_.fireflyOnAxis) return glm::dvec3(kTentacleBase.x, *parameters_.fireflyOnAxis, kTentacleBase.z);
        const PointerPlace* place = nullptr;
        for (const PointerPlace& p : parameters_.pointer) {
            if (p.time <= time_) place = &p;
        }
        if (place == nullptr) return wishAt(time_);
        Frame picture;
        picture.width = std::max(parameters_.viewport.width, 1);
        picture.height = std::max(parameters_.viewport.height, 1);
        picture.camera = cameraFor(static_cast<float>(picture.width) / static_cast<float>(picture.height));
        const Ray ray = rayThrough(
            picture, {place->x * static_cast<float>(picture.width), place->y * static_cast<float>(picture.height)});
        // The camera stands before the plane and looks through it: every pixel's ray meets it.
        vec3 hit = ray.origin + ray.direction * ((kPointerPlaneZ - ray.origin.z) / ray.direction.z);
        hit.y = std::max(hit.y, kLowestTarget);
        return glm::dvec3(hit);
    }

    void poseBones() {
        // Cannot be refused: the solver's joints are finite and as many as the bones plus one.
        (void)jointRotations(joints_, rotations_);
        for (std::size_t i = 0; i < rotations_.size(); ++i)
            pose_.joints[i].rotation = rotations_[i];
        localToModel(skeleton_.parents, pose_, model_);
    }

    /// The tip of the last bone. Once solved it is the last joint; in the start pose the bones have their full length
    /// and the joints do not.
    vec3 tip() const { return vec3(model_.joints.back() * vec4(0.0f, lengths_.back(), 0.0f, 1.0f)); }
    double gap() const { return solves_ > 0 ? last_.gap : glm::length(glm::dvec3(tip()) - target_); }
    bool reachLineVisible() const { return parameters_.showReachLine && gap() > static_cast<double>(kReachLineGap); }

    void addCharacter(Frame& frame) const;
    void addHelpers(Frame& frame) const;
    void addFirefly(Frame& frame) const;
    static std::uint32_t addMesh(Frame& frame, const std::shared_ptr<const Mesh>& mesh) {
        frame.meshes.push_back(mesh);
        return static_cast<std::uint32_t>(frame.meshes.size() - 1);
    }

    TentacleParameters parameters_;
    float maxAngle_ = 0.0f;
    Skeleton skeleton_;
    std::shared_ptr<const Mesh> skin_, suckers_, pot_, soil_, crumbs_, stand_, ball_, rod_;

    double time_ = 0.0;
    glm::dvec3 target_{0.5, 1.6, 0.3};
    std::vector<float> lengths_;
    std::vector<vec3> joints_;
    std::vector<quat> rotations_;
    LocalPose pose_;
    ModelPose model_;

    FabrikResult last_;
    std::int64_t solves_ = 0, iterations_ = 0, reached_ = 0;
    double gaps_ = 0.0, worstLength_ = 0.0;
    float largestBend_ = 0.0f;
};

void TentacleScene::addCharacter(Frame& frame) const {
    SkinningMatrices matrices;
    modelToSkinning(model_, skeleton_.inverseBind, matrices);
    const auto skin = std::make_shared<const std::vector<mat4>>(std::move(matrices.joints));
    frame.draws.push_back({.mesh = addMesh(frame, stand_),
                           .material = {.color = colorFromHex(0x33477a), .roughness = 0.9f, .castsShadow = false},
                           .pass = "stand"});
    frame.draws.push_back({.mesh = addMesh(frame, pot_),
                           .material = {.color = colorFromHex(0xc8643c), .roughness = 0.75f, .sheen = 0.15f},
                           .pass = "pot"});
    const Material soil{.color = colorFromHex(0x4a3026), .roughness = 1.0f};
    frame.draws.push_back({.mesh = addMesh(frame, soil_), .material = soil, .pass = "soil"});
    frame.draws.push_back({.mesh = addMesh(frame, crumbs_), .material = soil, .pass = "soil"});
    frame.draws.push_back({.mesh = addMesh(frame, skin_),
                           .material = {.color = parameters_.skinTint,
                                        .roughness = 0.42f,
                                        .clearcoat = 0.25f,
                                        .clearcoatRoughness = 0.3f,
                                        .sheen = 0.25f},
                           .skin = skin,
                           .pass = "tentacle"});
    frame.draws.push_back({.mesh = addMesh(frame, suckers_),
                           .material = {.color = colorFromHex(0xf6b5d2), .roughness = 0.5f, .sheen = 0.2f},
                           .skin = skin,
                           .pass = "suckers"});
    frame.blobShadows.push_back({.center = {0.0f, 0.004f, 0.0f}, .radius = 1.1f, .opacity = 0.45f});
}

void TentacleScene::addFirefly(Frame& frame) const {
    const vec3 place(target_);
    frame.draws.push_back(
        {.mesh = addMesh(frame, ball_),
         .material = {.color = kFireflyCore, .shading = Shading::kUnlit, .castsShadow = false, .receivesShadow = false},
         .transform = composeTransform(place, quat(1.0f, 0.0f, 0.0f, 0.0f), vec3(0.045f)),
         .pass = "firefly"});
    frame.glows.push_back({.center = place,
                           .size = 0.55f,
                           .color = kFireflyGlow,
                           .opacity = static_cast<float>(0.75 + 0.25 * det::sin(9.0 * time_))});
    frame.points.push_back(
        {.position = place, .color = kFireflyLight, .intensity = 1.6f, .range = 2.5f, .decay = 2.0f});
}

void TentacleScene::addHelpers(Frame& frame) const {
    const auto helper = [](const vec3& color, float opacity) {
        return Material{.color = color,
                        .opacity = opacity,
                        .shading = Shading::kUnlit,
                        .layer = Layer::kOnTop,
                        .castsShadow = false,
                        .receivesShadow = false};
    };
    std::vector<vec3> places;
    for (const mat4& bone : model_.joints)
        places.emplace_back(bone[3]);
    places.push_back(tip());

    if (reachLineVisible()) {
        frame.draws.push_back({.mesh = addMesh(frame, rod_),
                               .material = helper(kFireflyGlow, 0.4f),
                               .transform = between(places.back(), vec3(target_), 0.006f),
                               .pass = "reach_line"});
    }
    if (parameters_.showLinks) {
        auto links = std::make_shared<std::vector<Instance>>();
        for (std::size_t i = 0; i + 1 < places.size(); ++i)
            links->push_back({.transform = between(places[i], places[i + 1], 0.008f)});
        frame.draws.push_back(
            {.mesh = addMesh(frame, rod_), .material = helper(kLinkColor, 0.85f), .instances = links, .pass = "links"});
    }
    if (parameters_.showJoints) {
        auto joints = std::make_shared<std::vector<Instance>>();
        for (const vec3& place : places)
            joints->push_back({.transform = composeTransform(place, quat(1.0f, 0.0f, 0.0f, 0.0f), vec3(0.03f))});
        frame.draws.push_back({.mesh = addMesh(frame, ball_),
                               .material = helper(vec3(1.0f), 1.0f),
                               .instances = joints,
                               .pass = "joints"});
    }
}

Frame TentacleScene::frame(const Viewport& viewport) const {
    Frame frame;
    frame.width = viewport.width;
    frame.height = viewport.height;
    frame.supersample = viewport.supersample;
    frame.camera = cameraFor(static_cast<float>(viewport.width) / static_cast<float>(viewport.height));
    frame.background = {.top = colorFromHex(0x24365a), .bottom = colorFromHex(0x0f1626)};
    // A cool evening sky, a warm key light from the upper left, and a violet light from behind that draws the outline.
    frame.hemisphere = {.sky = colorFromHex(0xbcd0ff), .ground = colorFromHex(0x3a2f4a), .intensity = 1.5f};
    frame.directionals.push_back({.position = {-2.6f, 5.0f, 3.4f},
                                  .target = {0.0f, 1.0f, 0.0f},
                                  .color = colorFromHex(0xfff1dc),
                                  .intensity = 2.1f,
                                  .shadow = ShadowMap{.size = 2048,
                                                      .halfExtent = 2.6f,
                                                      .nearPlane = 1.0f,
                                                      .farPlane = 11.0f,
                                                      .normalBias = 0.012f,
                                                      .softness = 3.0f}});
    frame.directionals.push_back({.position = {2.5f, 2.2f, -3.5f}, .color = colorFromHex(0xb59cff), .intensity = 1.2f});
    addCharacter(frame);
    addFirefly(frame);
    addHelpers(frame);
    return frame;
}

} // namespace

std::unique_ptr<Scene> makeTentacleScene(const TentacleParameters& parameters) {
    return std::make_unique<TentacleScene>(parameters);
}

} // namespace rigproof
