#include "harness/scenes/scene_kinds.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "harness/scenes/bear_scene.h"
#include "harness/scenes/crowd_scene.h"
#include "harness/scenes/tentacle_scene.h"

namespace rigproof {
namespace {

using nlohmann::json;

/// The place of a word in the schema's enum is the place of the value in the C++ one.
template <typename Enum, std::size_t N>
Enum choiceFrom(const json& word, const char* const (&words)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
        if (word == words[i]) return static_cast<Enum>(i);
    }
    return static_cast<Enum>(0); // the schema lets no other word through
}

constexpr const char* kMethods[] = {"nearest", "distance", "bone_heat"};
constexpr const char* kSkinnings[] = {"linear", "dual_quaternion"};
constexpr const char* kBoneShapes[] = {"segment", "point", "line"};
constexpr const char* kNeighbours[] = {"surface", "space"};
constexpr const char* kModes[] = {"texture", "compare"};
constexpr const char* kEncodings[] = {"4x4_float", "3x4_float", "3x4_half", "dual_quaternion_float",
                                      "dual_quaternion_half"};
constexpr const char* kSolvers[] = {"plain", "improved"};
constexpr const char* kClips[] = {"walk", "run", "wave"};

BearSide bearSideFrom(const json& j, const BearSide& otherwise) {
    BearSide side = otherwise;
    if (j.contains("method")) side.method = choiceFrom<WeightMethod>(j.at("method"), kMethods);
    side.skinning = choiceFrom<BearSkinning>(j.at("skinning"), kSkinnings);
    return side;
}

BearParameters bearFrom(const json& j) {
    BearParameters p;
    p.left = bearSideFrom(j.at("left"), p.left);
    p.right = bearSideFrom(j.at("right"), p.right);
    p.bend = j.at("bend").get<float>();
    p.heat = j.at("heat").get<bool>();
    p.bone = j.at("bone").get<int>();
    p.bones = j.at("bones").get<bool>();
    p.cell = j.at("cell").get<float>();
    p.touchingLegs = j.at("touching_legs").get<bool>();
    p.weights.distance.power = j.at("falloff").get<float>();
    if (!j.at("flesh_radius").get<bool>()) p.weights.distance.radiusShare = 0.0f;
    p.weights.distance.shape = choiceFrom<BoneShape>(j.at("bone_shape"), kBoneShapes);
    p.weights.neighbours = choiceFrom<Neighbours>(j.at("neighbours"), kNeighbours);
    p.weights.diffusion.passes = j.at("passes").get<int>();
    p.weights.diffusion.share = j.at("share").get<float>();
    p.weights.influences = j.at("influences").get<int>();
    p.bakeShare = j.at("bake_share").get<float>();
    p.looksPerSlice = j.at("looks_per_slice").get<std::size_t>();
    return p;
}

CrowdMistakes mistakesFrom(const json& j) {
    CrowdMistakes m;
    m.withoutInverseBind = j.at("without_inverse_bind").get<bool>();
    m.oneBoneABox = j.at("one_bone_a_box").get<bool>();
    m.shadowsAtAttention = j.at("shadows_at_attention").get<bool>();
    m.blendAcrossClipEnd = j.at("blend_across_clip_end").get<bool>();
    m.rateNotMatched = j.at("rate_not_matched").get<bool>();
    return m;
}

CrowdParameters crowdFrom(const json& j, std::uint32_t seed, const Viewport& viewport) {
    CrowdParameters p;
    p.people = j.at("people").get<int>();
    p.runShare = j.at("run_share").get<float>();
    p.waveShare = j.at("wave_share").get<float>();
    p.allInStep = j.at("all_in_step").get<bool>();
    p.mode = choiceFrom<CrowdMode>(j.at("mode"), kModes);
    p.encoding = choiceFrom<Encoding>(j.at("encoding"), kEncodings);
    p.culling = j.at("culling").get<bool>();
    p.levelsOfDetail = j.at("levels_of_detail").get<bool>();
    p.textureView = j.at("texture_view").get<bool>();
    p.closeUp = j.at("close_up").get<bool>();
    p.watched = j.at("watched").get<int>();
    for (std::size_t i = 0; i < std::size(kClips); ++i) {
        if (j.at("watched_clip") == kClips[i]) p.watchedClip = static_cast<int>(i);
    }
    p.counters = j.at("counters").get<bool>();
    p.startTime = j.at("start_time").get<double>();
    p.viewport = viewport;
    p.seed = seed;
    p.mistakes = mistakesFrom(j.at("mistakes"));
    return p;
}

TentacleParameters tentacleFrom(const json& j, std::uint32_t seed, const Viewport& viewport) {
    TentacleParameters p;
    p.joints = j.at("joints").get<int>();
    p.angleLimitDegrees = j.at("limit_deg").get<float>();
    p.solver = choiceFrom<TentacleSolver>(j.at("solver"), kSolvers);
    p.showJoints = p.showLinks = j.at("helpers").get<bool>();
    p.showReachLine = j.at("reach_line").get<bool>();
    if (const auto height = j.find("firefly_on_axis"); height != j.end()) p.fireflyOnAxis = height->get<float>();
    for (const json& place : j.at("pointer")) {
        p.pointer.push_back({place.at("time").get<double>(), place.at("x").get<float>(), place.at("y").get<float>()});
    }
    p.viewport = viewport;
    p.seed = seed;
    return p;
}

} // namespace

const std::vector<std::string>& sceneKinds() {
    static const std::vector<std::string> kinds{"bear", "crowd", "tentacle"};
    return kinds;
}

std::function<std::unique_ptr<Scene>()> sceneMaker(const std::string& kind, const json& parameters, std::uint32_t seed,
                                                   const Viewport& viewport) {
    if (kind == "bear") return [p = bearFrom(parameters)] { return makeBearScene(p); };
    if (kind == "crowd") return [p = crowdFrom(parameters, seed, viewport)] { return makeCrowdScene(p); };
    return [p = tentacleFrom(parameters, seed, viewport)] { return makeTentacleScene(p); };
}

} // namespace rigproof
