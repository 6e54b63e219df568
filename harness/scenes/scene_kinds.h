#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/scene.h"

namespace rigproof {

/// The kinds that a scenario can have: "bear", "crowd", "tentacle".
const std::vector<std::string>& sceneKinds();

/// A maker of the scene that `parameters` describe: the object under the kind's name in a scenario, checked against the
/// schema and with its defaults filled in. `viewport` is the picture that pointers point in.
std::function<std::unique_ptr<Scene>()> sceneMaker(const std::string& kind, const nlohmann::json& parameters,
                                                   std::uint32_t seed, const Viewport& viewport);

} // namespace rigproof
