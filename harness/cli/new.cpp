#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/json/schema.h"
#include "harness/scenario_schema.h"
#include "harness/scenes/scene_kinds.h"

namespace rigproof {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Every parameter of the kind with its default, its description as a comment: made from the schema, so that it cannot
/// fall behind. One without a default stands as a comment too: left out is what it usually is.
std::string parameterLines(const json& properties) {
    std::vector<std::string> entries;
    std::string comments;
    for (const auto& [key, property] : properties.items()) {
        std::string range;
        if (property.contains("minimum") && property.contains("maximum")) {
            range = " " + property["minimum"].dump() + ".." + property["maximum"].dump();
        } else if (property.contains("enum")) {
            for (const json& choice : property["enum"])
                range += (range.empty() ? " " : " | ") + choice.dump();
        }
        comments += "    // " + property.value("description", key) + range + "\n";
        const std::string name = "    " + json(key).dump() + ": ";
        if (property.contains("default")) {
            entries.push_back(comments + name + property["default"].dump());
            comments.clear();
        } else {
            comments += "    //" + name.substr(3) + property.value("minimum", json(0)).dump() + ",\n";
        }
    }
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i)
        text += entries[i] + (i + 1 < entries.size() ? ",\n" : "\n");
    return text + comments;
}

std::string startingScenario(const std::string& kind, const std::string& name, const std::string& schemaPath) {
    const json schema = json::parse(kScenarioSchemaText);
    const json& properties = schema.at("definitions").at(kind).at("properties");
    return "// A scenario of rigproof. Try it:   rigproof run " + name +
           "\n"
           "// Make its pictures the goldens:   rigproof accept " +
           name +
           "\n"
           "{\n"
           "  \"$schema\": " +
           json(schemaPath).dump() +
           ",\n"
           "  \"kind\": " +
           json(kind).dump() +
           ",\n"
           "  \"title\": {\"en\": " +
           json(name).dump() +
           "},\n"
           "  // What one should see in the pictures; Korean under \"ko\".\n"
           "  \"caption\": {\"en\": \"\"},\n"
           "  \"tags\": [],\n"
           "  // \"desktop\", \"phone-landscape\", \"phone-portrait\", or a width and height\n"
           "  \"viewport\": {\"width\": 640, \"height\": 400},\n"
           "  \"" +
           kind + "\": {\n" + parameterLines(properties) +
           "  },\n"
           "  // The moments to look at, in seconds.\n"
           "  \"captures\": [\n"
           "    {\"name\": \"start\", \"time\": 0},\n"
           "    {\"name\": \"later\", \"time\": 2}\n"
           "  ],\n"
           "  // What must hold whatever the golden says, e.g. {\"draws.total\": {\"max\": 50}}; the report lists all "
           "metrics.\n"
           "  \"expect\": {}\n"
           "}\n";
}

} // namespace

int newCommand(const NewOptions& options) {
    const std::vector<std::string>& kinds = sceneKinds();
    if (std::find(kinds.begin(), kinds.end(), options.kind) == kinds.end()) {
        std::string known;
        for (const std::string& kind : kinds)
            known += (known.empty() ? "" : ", ") + kind;
        const auto near = didYouMean(options.kind, kinds);
        throw HarnessError(kExitUsage, "there is no kind \"" + options.kind + "\"; " +
                                           (near ? "did you mean \"" + *near + "\"?" : "known kinds: " + known));
    }
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (options.name.empty() || !std::all_of(options.name.begin(), options.name.end(), isPlain)) {
        throw HarnessError(kExitUsage, "\"" + options.name + "\" cannot be a scenario's name; use a-z, 0-9, - and _");
    }
    const fs::path file = options.places.scenarios / options.kind / (options.name + ".json");
    if (fs::exists(file)) throw HarnessError(kExitUsage, file.string() + ": exists already; choose another name");
    const fs::path schema = fs::path("..") / "scenario.schema.json";
    writeFileAtomically(file, startingScenario(options.kind, options.name, schema.string()));
    std::cout << file.string() << " written; run it with: rigproof run " << options.name << '\n';
    return kExitAllWell;
}

} // namespace rigproof
