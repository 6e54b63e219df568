#include "harness/scenes/scene_kinds.h"

#include <nlohmann/json.hpp>

#include "harness/scenes/tentacle_scene.h"

namespace rigproof {
namespace {

TentacleParameters tentacleFrom(const nlohmann::json& j, std::uint32_t seed, const Viewport& viewport) {
    TentacleParameters p;
    p.joints = j.at("joints").get<int>();
    p.angleLimitDegrees = j.at("limit_deg").get<float>();
    p.showJoints = p.showLinks = j.at("helpers").get<bool>();
    p.showReachLine = j.at("reach_line").get<bool>();
    for (const nlohmann::json& place : j.at("pointer")) {
        p.pointer.push_back({place.at("time").get<double>(), place.at("x").get<float>(), place.at("y").get<float>()});
    }
    p.viewport = viewport;
    p.seed = seed;
    return p;
}

} // namespace

const std::vector<std::string>& sceneKinds() {
    static const std::vector<std::string> kinds{"tentacle"};
    return kinds;
}

std::function<std::unique_ptr<Scene>()> sceneMaker(const std::string& kind, const nlohmann::json& parameters,
                                                   std::uint32_t seed, const Viewport& viewport) {
    if (kind == "tentacle") {
        return [p = tentacleFrom(parameters, seed, viewport)] { return makeTentacleScene(p); };
    }
    return {}; // the schema lets no other kind through
}

} // namespace rigproof
