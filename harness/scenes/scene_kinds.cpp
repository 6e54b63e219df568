#include "harness/scenes/scene_kinds.h"

#include <nlohmann/json.hpp>

#include "harness/scenes/tentacle_scene.h"

namespace rigproof {
namespace {

using nlohmann::json;

TentacleParameters tentacleFrom(const json& p) {
    TentacleParameters t;
    t.joints = p.at("joints").get<int>();
    t.angleLimitDegrees = p.at("limit_deg").get<float>();
    t.showJoints = t.showLinks = p.at("helpers").get<bool>();
    t.showReachLine = p.at("reach_line").get<bool>();
    for (const json& place : p.at("pointer")) {
        t.pointer.push_back({place.at("time").get<double>(), place.at("x").get<float>(), place.at("y").get<float>()});
    }
    return t;
}

} // namespace

const std::vector<std::string>& sceneKinds() {
    static const std::vector<std::string> kinds{"tentacle"};
    return kinds;
}

std::function<std::unique_ptr<Scene>()> sceneMaker(const std::string&, const json& parameters, std::uint32_t) {
    return [t = tentacleFrom(parameters)] { return makeTentacleScene(t); };
}

} // namespace rigproof
