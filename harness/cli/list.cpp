#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/scenario.h"

namespace rigproof {

int listCommand(const ListOptions& options) {
    const std::vector<Scenario> scenarios = pickScenarios(options.places.scenarios, options.words, options.tags);
    if (options.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const Scenario& s : scenarios) {
            list.push_back({{"name", s.name},
                            {"kind", s.kind},
                            {"file", s.file.string()},
                            {"title", s.title.en},
                            {"tags", s.tags},
                            {"captures", s.captures.size()}});
        }
        std::cout << list.dump(2) << '\n';
        return kExitAllWell;
    }
    std::size_t widest = 0;
    for (const Scenario& s : scenarios)
        widest = std::max(widest, s.name.size());
    for (const Scenario& s : scenarios) {
        std::cout << s.name << std::string(widest + 2 - s.name.size(), ' ') << s.title.en;
        for (const std::string& tag : s.tags)
            std::cout << " #" << tag;
        std::cout << '\n';
    }
    return kExitAllWell;
}

} // namespace rigproof
