#include "harness/scenes/bear_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/characters/bear.h"
#include "core/math/rotation.h"
#include "core/skinning/dual_quaternion.h"
#include "core/skinning/linear_blend.h"
#include "core/weights/cache.h"
#include "core/weights/deformation.h"
#include "harness/bake_cache.h"
#include "harness/files.h"
#include "harness/scenes/bear_look.h"

namespace rigproof {
namespace {

constexpr float kStandsAt = 0.82f;        // metres to either side
constexpr float kTurn = 0.6f;             // radians about Y
constexpr float kBlobShadowRadius = 1.2f; // metres
constexpr float kCaptionHeight = 2.42f;
constexpr vec3 kHeatCaptionAt(0.0f, 0.12f, 1.0f);
// Before touching legs the camera stands near; captions go below the feet, and that of the heat between the bears.
constexpr float kLegsTurn = -2.2f; // seen over the raised leg's hip: the inner side of the one that stands
constexpr float kLegsCaptionHeight = -0.25f;
constexpr vec3 kLegsHeatCaptionAt(0.0f, 1.32f, 0.0f);
constexpr std::array kHeatTour{BearJoint::kForeArmL, BearJoint::kUpperArmL, BearJoint::kShinL,
                               BearJoint::kThighL,   BearJoint::kChest,     BearJoint::kHead};
constexpr std::array<std::uint16_t, 3> kLegL{11, 13, 15}; // thigh, shin, foot
constexpr std::array<std::uint16_t, 3> kLegR{12, 14, 16};

// A run draws many scenarios of the same few shapes: each is modelled once a process.
std::shared_ptr<const Bear> sharedBear(const BearShape& shape) {
    static std::mutex mutex;
    static std::map<std::pair<float, bool>, std::shared_ptr<const Bear>> bears;
    const std::lock_guard lock(mutex);
    std::shared_ptr<const Bear>& bear = bears[{shape.cell, shape.touchingLegs}];
    if (!bear) bear = std::make_shared<const Bear>(makeBear(shape));
    return bear;
}

WeightCache& sharedWeights() {
    static WeightCache cache;
    return cache;
}

void require(bool holds, const char* member) {
    if (!holds) throw HarnessError(kExitUsage, std::string("bear: ") + member);
}

void requireOk(const Status& status) {
    if (!status.ok()) throw HarnessError(kExitUsage, "bear: " + status.message());
}

const char* nameOf(const BearSide& side) {
    const bool dual = side.skinning == BearSkinning::kDualQuaternion;
    switch (side.method) {
        case WeightMethod::kNearest:
            return dual ? "nearest bone only, dual quaternions" : "nearest bone only";
        case WeightMethod::kDistance:
            return dual ? "several bones, dual quaternions" : "several bones, smoothed";
        default:
            return dual ? "bone heat, dual quaternions" : "bone heat";
    }
}

// One of the two bears: its weights, and its meshes as the renderer wants them.
class SkinnedBear {
  public:
    SkinnedBear(std::shared_ptr<const Bear> bear, const BearSide& side, const mat4& placed)
        : bear_(std::move(bear)), side_(side), placed_(placed) {}

    void wear(std::shared_ptr<const BakedWeights> weights) {
        weights_ = std::move(weights);
        clay_ = dressed(bear_->body.colors);
    }
    bool ready() const { return weights_ != nullptr; }
    const BakedWeights& weights() const { return *weights_; }

    void draw(Frame& frame, const SkinningMatrices& pose, std::size_t heatBone) const {
        std::shared_ptr<const Mesh> body = heatBone == 0 ? clay_ : heatMesh(heatBone);
        auto skin = std::make_shared<const std::vector<mat4>>(pose.joints);
        if (!ready()) {
            body = std::shared_ptr<const Mesh>(bear_, &bear_->body);
            skin = nullptr;
        } else if (side_.skinning == BearSkinning::kDualQuaternion) {
            auto posed = std::make_shared<Mesh>();
            posed->positions.resize(body->vertexCount());
            posed->normals.resize(body->vertexCount());
            posed->colors = body->colors;
            posed->indices = body->indices;
            skinTo(pose, posed->positions, posed->normals);
            body = std::move(posed);
        }
        const bool posedAlready = ready() && side_.skinning == BearSkinning::kDualQuaternion;
        add(frame, body, clayMaterial(), posedAlready ? nullptr : skin);
        add(frame, std::shared_ptr<const Mesh>(bear_, &bear_->details), glossMaterial(), skin);
        frame.blobShadows.push_back({.center = vec3(placed_[3].x, 0.0f, placed_[3].z), .radius = kBlobShadowRadius});
    }

    std::vector<vec3> posed(const SkinningMatrices& pose) const {
        std::vector<vec3> positions(bear_->body.vertexCount());
        skinTo(pose, positions, {});
        return positions;
    }

  private:
    void skinTo(const SkinningMatrices& pose, std::span<vec3> positions, std::span<vec3> normals) const {
        const Mesh& body = bear_->body;
        const std::span<const vec3> bindNormals = normals.empty() ? std::span<const vec3>{} : body.normals;
        if (side_.skinning == BearSkinning::kLinear) {
            skinLinearBlend(body.positions, bindNormals, weights_->joints, weights_->weights, pose, positions, normals);
            return;
        }
        std::vector<DualQuaternion> motions;
        dualQuaternionsOf(pose, motions);
        skinDualQuaternion(body.positions, bindNormals, weights_->joints, weights_->weights, motions, positions,
                           normals);
    }

    std::shared_ptr<const Mesh> dressed(std::vector<vec3> colors) const {
        auto mesh = std::make_shared<Mesh>(bear_->body);
        mesh->colors = std::move(colors);
        mesh->joints = weights_->joints;
        mesh->weights = weights_->weights;
        return mesh;
    }

    std::shared_ptr<const Mesh> heatMesh(std::size_t bone) const {
        std::shared_ptr<const Mesh>& mesh = heat_[bone];
        if (mesh || !ready()) return mesh;
        std::vector<vec3> colors;
        colors.reserve(weights_->joints.size());
        for (std::size_t v = 0; v < weights_->joints.size(); ++v) {
            float w = 0.0f;
            for (int k = 0; k < kVertexInfluences; ++k)
                w += weights_->joints[v][k] == bone ? weights_->weights[v][k] : 0.0f;
            colors.push_back(heatColor(w));
        }
        mesh = dressed(std::move(colors));
        return mesh;
    }

    void add(Frame& frame, std::shared_ptr<const Mesh> mesh, const Material& material,
             std::shared_ptr<const std::vector<mat4>> skin) const {
        Draw draw;
        draw.mesh = static_cast<std::uint32_t>(frame.meshes.size());
        draw.material = material;
        draw.transform = placed_;
        draw.skin = std::move(skin);
        draw.pass = "bear";
        frame.meshes.push_back(std::move(mesh));
        frame.draws.push_back(std::move(draw));
    }

    std::shared_ptr<const Bear> bear_;
    BearSide side_;
    mat4 placed_;
    std::shared_ptr<const BakedWeights> weights_;
    std::shared_ptr<const Mesh> clay_;
    mutable std::map<std::size_t, std::shared_ptr<const Mesh>> heat_; // made when first looked at
};

mat4 placeAt(float x, bool touchingLegs) {
    const float turn = touchingLegs ? kLegsTurn : kTurn;
    return composeTransform({x, 0.0f, 0.0f}, axisAngle({0.0f, 1.0f, 0.0f}, turn), vec3(1.0f));
}

class BearScene final : public Scene {
  public:
    explicit BearScene(const BearParameters& p)
        : parameters_(p),
          bear_(sharedBear({p.cell, p.touchingLegs})),
          left_(bear_, p.left, placeAt(-kStandsAt, p.touchingLegs)),
          right_(bear_, p.right, placeAt(kStandsAt, p.touchingLegs)) {
        bakeFor(p.left, left_);
        bakeFor(p.right, right_);
        pose();
    }

    void step(double seconds) override {
        time_ += seconds;
        pose();
    }

    Frame frame(const Viewport& viewport) const override {
        Frame frame;
        frame.width = viewport.width;
        frame.height = viewport.height;
        frame.supersample = viewport.supersample;
        setUpStudio(frame, parameters_.touchingLegs);
        const bool baked = left_.ready() && right_.ready();
        const std::size_t bone = pickedBone();
        const std::size_t heatBone = parameters_.heat && baked ? bone : 0;
        left_.draw(frame, skin_, heatBone);
        right_.draw(frame, skin_, heatBone);
        if (parameters_.bones) {
            for (const float x : {-kStandsAt, kStandsAt})
                drawBones(frame, *bear_, model_, placeAt(x, parameters_.touchingLegs), heatBone);
        }
        const bool legs = parameters_.touchingLegs;
        const float height = legs ? kLegsCaptionHeight : kCaptionHeight;
        drawCaption(frame, {-kStandsAt, height, 0.0f}, nameOf(parameters_.left));
        drawCaption(frame, {kStandsAt, height, 0.0f}, nameOf(parameters_.right));
        if (heatBone != 0)
            drawCaption(frame, legs ? kLegsHeatCaptionAt : kHeatCaptionAt, "heat: " + bear_->skeleton.names[heatBone]);
        if (!baked) drawBakeProgress(frame, progress_);
        return frame;
    }

    void measure(Metrics& metrics) const override {
        metrics["weights.vertices"] = static_cast<double>(bear_->body.vertexCount());
        metrics["bake.slices"] = static_cast<double>(slices_);
        metrics["bake.progress"] = static_cast<double>(progress_);
        if (!left_.ready() || !right_.ready()) return;
        measureWeights(metrics);
        measureSide(metrics, "left.", left_);
        measureSide(metrics, "right.", right_);
    }

  private:
    WeightParameters weightsOf(const BearSide& side) const {
        WeightParameters weights = parameters_.weights;
        weights.method = side.method;
        return weights;
    }

    // Slices of a counted length, so that every machine stops at the same one. The right bear's bake is counted and
    // its tables are measured, so it is always done; the left one's is taken from where it is held.
    void bakeFor(const BearSide& side, SkinnedBear& wearer) {
        const Mesh& body = bear_->body;
        const WeightParameters weights = weightsOf(side);
        const WeightKey key = weightKey(body.positions, body.indices, bear_->bones, weights);
        const bool counted = &wearer == &right_;
        const std::optional<BakeCache> disk = bakeCacheOfEnvironment();
        if (!counted && parameters_.bakeShare >= 1.0f) {
            if (auto held = sharedWeights().find(key)) return wearer.wear(std::move(held));
            if (disk) {
                if (auto held = disk->find(key, body.vertexCount(), bear_->bones.size()))
                    return wearer.wear(sharedWeights().keep(key, std::move(*held)));
            }
        }

        WeightBake& bake = bake_.emplace(body.positions, body.indices, bear_->bones, weights);
        bool done = false;
        while (!done && (parameters_.bakeShare >= 1.0f || bake.progress() < parameters_.bakeShare))
            done = bake.step(SliceBudget::looks(parameters_.looksPerSlice));
        requireOk(bake.status());
        if (counted) {
            slices_ = bake.slices();
            progress_ = bake.progress();
        }
        if (!done) return;
        wearer.wear(sharedWeights().keep(key, bake.takeResult()));
        if (disk && !counted) disk->keep(key, wearer.weights());
    }

    void pose() {
        const double t = left_.ready() && right_.ready() ? time_ : 0.0;
        poseBear(*bear_, t, parameters_.bend, local_);
        localToModel(bear_->skeleton.parents, local_, model_);
        modelToSkinning(model_, bear_->skeleton.inverseBind, skin_);
    }

    std::size_t pickedBone() const {
        if (parameters_.bone != 0) return static_cast<std::size_t>(parameters_.bone);
        const auto turn = static_cast<std::size_t>(std::floor(time_ / kBearMotionSeconds));
        return jointIndex(kHeatTour[turn % kHeatTour.size()]);
    }

    void measureWeights(Metrics& metrics) const {
        const BakedWeights& baked = right_.weights();
        double sumError = 0.0;
        int influences = 0;
        for (const vec4& w : baked.weights) {
            double sum = 0.0;
            int used = 0;
            for (int k = 0; k < kVertexInfluences; ++k) {
                sum += static_cast<double>(w[k]);
                used += w[k] != 0.0f ? 1 : 0;
            }
            sumError = std::max(sumError, std::fabs(sum - 1.0));
            influences = std::max(influences, used);
        }
        metrics["weights.max_sum_error"] = sumError;
        metrics["weights.max_influences"] = influences;
        if (parameters_.right.method != WeightMethod::kDistance) return;
        if (!leak_) measureTables();
        metrics["weights.leak"] = static_cast<double>(*leak_);
        metrics["weights.roughness"] = roughness_;
    }

    void measureTables() const {
        const Mesh& body = bear_->body;
        const WeightTable& after = bake_->table();
        WeightTable before; // as the distances gave it, before any smoothing
        before.resize(body.vertexCount(), bear_->bones.size());
        distanceWeights(body.positions, BoneColumns(bear_->bones, parameters_.weights.distance), 0, body.vertexCount(),
                        before);
        Adjacency built;
        const bool onSurface = parameters_.weights.neighbours == Neighbours::kSurface;
        if (!onSurface) requireOk(buildSurfaceAdjacency(body.positions, body.indices, built));
        const Adjacency& surface = onSurface ? bake_->adjacency() : built;
        float leak = 0.0f;
        for (const auto& leg : {kLegL, kLegR}) {
            leak = std::max(leak, limbLeak(before, after, surface, parameters_.weights.diffusion.passes, leg));
        }
        leak_ = leak;
        roughness_ = weightRoughness(after, surface);
    }

    void measureSide(Metrics& metrics, const std::string& side, const SkinnedBear& bear) const {
        if (!deformation_) {
            requireOk(deformation_.emplace().prepare(bear_->body.positions, bear_->body.indices));
        }
        Deformation d;
        requireOk(deformation_->measure(bear.posed(skin_), d));
        metrics[side + "worst_edge_stretch"] = static_cast<double>(d.worstEdgeStretch);
        metrics[side + "edge_stretch_999"] = static_cast<double>(d.edgeStretch999);
        metrics[side + "worst_crease_deg"] = static_cast<double>(d.worstCreaseDegrees);
        metrics[side + "mean_crease_deg"] = static_cast<double>(d.meanCreaseDegrees);
        metrics[side + "volume_ratio"] = static_cast<double>(d.volumeRatio);
        metrics[side + "solid_ratio"] = static_cast<double>(d.solidRatio);
        metrics[side + "inverted_triangles"] = static_cast<double>(d.invertedTriangles);
    }

    BearParameters parameters_;
    std::shared_ptr<const Bear> bear_;
    SkinnedBear left_;
    SkinnedBear right_;
    std::size_t slices_ = 0;
    float progress_ = 0.0f;
    double time_ = 0.0;
    LocalPose local_;
    ModelPose model_;
    SkinningMatrices skin_;
    std::optional<WeightBake> bake_;                        // of the right bear; its tables are measured
    mutable std::optional<DeformationMeasure> deformation_; // made when first measured
    mutable std::optional<float> leak_;                     // of the bake, which does not change: measured once
    mutable double roughness_ = 0.0;
};

} // namespace

std::unique_ptr<Scene> makeBearScene(const BearParameters& p) {
    require(p.bend >= 0.3f && p.bend <= 1.15f, "bend must be 0.3..1.15");
    require(p.bone >= 0 && p.bone < static_cast<int>(kBearJoints), "bone must be 0 (automatic) or 1..16");
    require(p.bakeShare >= 0.0f && p.bakeShare <= 1.0f, "bakeShare must be 0..1");
    require(p.looksPerSlice >= 1 && p.looksPerSlice <= 100'000, "looksPerSlice must be 1..100000");
    requireOk(validate(BearShape{p.cell, p.touchingLegs}));
    requireOk(validate(p.weights));
    return std::make_unique<BearScene>(p);
}

} // namespace rigproof
