#include "harness/scenes/scene_kinds.h"

#include <nlohmann/json.hpp>

namespace rigproof {

const std::vector<std::string>& sceneKinds() {
    static const std::vector<std::string> kinds{"tentacle"};
    return kinds;
}

} // namespace rigproof
