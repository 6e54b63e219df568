#include "harness/scenario.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/json/document.h"
#include "harness/json/schema.h"
#include "harness/scenario_schema.h"
#include "harness/scenes/scene_kinds.h"

namespace rigproof {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char* kPresetFolder = "presets";
constexpr std::size_t kMostSweepPoints = 1000;

const Schema& scenarioSchema() {
    static const Schema schema{kScenarioSchemaText};
    return schema;
}

/// Objects are merged key by key, everything else is replaced.
void mergeOver(json& base, const json& over) {
    if (!base.is_object() || !over.is_object()) {
        base = over;
        return;
    }
    for (const auto& [key, value] : over.items()) {
        if (base.contains(key)) {
            mergeOver(base[key], value);
        } else {
            base[key] = value;
        }
    }
}

/// A scenario file with what it extends.
struct Sources {
    JsonDocument scenario;
    std::optional<JsonDocument> preset;
    json merged;

    /// The document that a value comes from: the scenario's own wins.
    const JsonDocument& origin(const std::string& pointer) const {
        return preset && !scenario.holds(pointer) && preset->holds(pointer) ? *preset : scenario;
    }
    HarnessError error(const std::string& pointer, const std::string& text) const {
        return errorAt(origin(pointer), pointer, text);
    }
};

/// The presets folder beside or above a scenario file.
std::optional<fs::path> presetsOf(const fs::path& file) {
    fs::path folder = fs::absolute(file).parent_path();
    for (; folder.has_relative_path(); folder = folder.parent_path()) {
        if (fs::is_directory(folder / kPresetFolder)) return folder / kPresetFolder;
    }
    return {};
}

JsonDocument readPreset(const JsonDocument& scenario, const fs::path& file) {
    const json& name = scenario.value["extends"];
    if (!name.is_string()) throw errorAt(scenario, "/extends", "is not text; the name of a preset is wanted");
    const std::optional<fs::path> folder = presetsOf(file);
    if (!folder) throw errorAt(scenario, "/extends", "there is no presets folder beside or above this file");
    std::vector<std::string> known;
    for (const auto& entry : fs::directory_iterator(*folder))
        known.push_back(entry.path().stem().string());
    std::sort(known.begin(), known.end());
    const auto text = name.get<std::string>();
    if (std::find(known.begin(), known.end(), text) == known.end()) {
        const auto near = didYouMean(text, known);
        throw errorAt(scenario, "/extends",
                      "there is no preset \"" + text + "\"" +
                          (near ? "; did you mean \"" + *near + "\"?" : " in " + folder->string()));
    }
    JsonDocument preset = readJson(*folder / (text + ".json"));
    if (!preset.value.is_object()) throw errorAt(preset, "", "a preset is an object");
    if (preset.value.contains("extends"))
        throw errorAt(preset, "/extends", "a preset extends nothing; one parent is all");
    return preset;
}

Sources readSources(const fs::path& file) {
    Sources s{readJson(file), {}, {}};
    if (!s.scenario.value.is_object()) throw errorAt(s.scenario, "", "a scenario is an object");
    if (s.scenario.value.contains("extends")) s.preset = readPreset(s.scenario, file);
    s.merged = s.preset ? s.preset->value : json::object();
    s.merged.erase("$schema");
    mergeOver(s.merged, s.scenario.value);
    return s;
}

/// Checks the merged scenario, fills in defaults, and sees that it speaks of its own kind only.
json checked(const Sources& sources, json value) {
    if (const auto problem = scenarioSchema().check(value)) throw sources.error(problem->pointer, problem->text);
    const auto kind = value["kind"].get<std::string>();
    for (const std::string& other : sceneKinds()) {
        if (other != kind && value.contains(other)) {
            throw sources.error(
                "/" + other, "this scenario's kind is \"" + kind + "\"; its parameters stand under \"" + kind + "\"");
        }
    }
    if (!value.contains(kind)) value[kind] = json::object();
    scenarioSchema().addDefaults(value);
    std::set<std::string> names;
    for (std::size_t i = 0; i < value["captures"].size(); ++i) {
        const std::string place = "/captures/" + std::to_string(i) + "/name";
        if (!names.insert(value["captures"][i]["name"].get<std::string>()).second) {
            throw sources.error(place, "two captures have this name; each needs its own");
        }
    }
    return value;
}

/// "joints" means the kind's parameter of that name where it has one, else the scenario's own key.
json::json_pointer sweepTarget(const Sources& sources, const std::string& key) {
    const auto kind = sources.merged.value("kind", "");
    const json& definitions = scenarioSchema().root().at("definitions");
    if (definitions.contains(kind) && definitions.at(kind).at("properties").contains(key)) {
        return json::json_pointer("/" + kind + pointerStep(key));
    }
    if (scenarioSchema().root().at("properties").contains(key)) return json::json_pointer(pointerStep(key));
    throw sources.error("/sweep" + pointerStep(key),
                        "is neither a parameter of \"" + kind + "\" nor a key of a scenario");
}

std::string sweepLabel(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Viewport viewportFrom(const json& value) {
    struct Named {
        const char* name;
        int width, height;
    };
    static constexpr Named kNamed[] = {
        {"desktop", 960, 600}, {"phone-landscape", 844, 390}, {"phone-portrait", 390, 844}};
    Viewport viewport;
    viewport.supersample = value.at("supersample").get<int>();
    const json& size = value.at("viewport");
    if (size.is_object()) {
        viewport.width = size.at("width").get<int>();
        viewport.height = size.at("height").get<int>();
    }
    for (const Named& named : kNamed) {
        if (size == named.name) {
            viewport.width = named.width;
            viewport.height = named.height;
        }
    }
    return viewport;
}

LocalizedText wordsFrom(const json& value) {
    return {value.value("en", ""), value.value("ko", "")};
}

std::vector<MaskRect> rectsFrom(const json& list) {
    std::vector<MaskRect> rects;
    for (const json& r : list)
        rects.push_back({r.at("x"), r.at("y"), r.at("width"), r.at("height")});
    return rects;
}

template <typename T>
std::optional<T> optionalFrom(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) return {};
    return found->get<T>();
}

std::optional<ShareOf> shareFrom(const json& expectation, const char* key) {
    const auto found = expectation.find(key);
    if (found == expectation.end()) return {};
    return ShareOf{found->at("times").get<double>(), found->at("of").get<std::string>()};
}

PictureTolerance limitsFrom(const json& value) {
    const json& image = value.at("tolerance").at("image");
    PictureTolerance limits;
    limits.metric = image.at("metric").get<std::string>();
    limits.mean = optionalFrom<double>(image, "mean");
    limits.pixelThreshold = optionalFrom<double>(image, "pixel_threshold");
    limits.shareOver = optionalFrom<double>(image, "share_over");
    limits.largestCluster = optionalFrom<int>(image, "largest_cluster");
    limits.ignore = rectsFrom(value.at("mask").at("ignore"));
    limits.only = rectsFrom(value.at("mask").at("only"));
    return limits;
}

Scenario fromJson(const fs::path& file, const std::string& name, const json& value, const Sources& sources) {
    Scenario s;
    s.name = name;
    s.file = file;
    s.kind = value.at("kind").get<std::string>();
    s.title = wordsFrom(value.at("title"));
    s.caption = wordsFrom(value.at("caption"));
    s.tags = value.at("tags").get<std::vector<std::string>>();
    s.seed = value.at("seed").get<std::uint32_t>();
    s.viewport = viewportFrom(value);
    s.step = value.at("step").get<double>();
    for (const json& c : value.at("captures"))
        s.captures.push_back({c.at("name").get<std::string>(), c.at("time").get<double>()});
    std::stable_sort(s.captures.begin(), s.captures.end(),
                     [](const Capture& a, const Capture& b) { return a.time < b.time; });
    for (const auto& [metric, e] : value.at("expect").items()) {
        Expectation expectation{.metric = metric};
        expectation.equals = optionalFrom<double>(e, "equals");
        expectation.min = optionalFrom<double>(e, "min");
        expectation.max = optionalFrom<double>(e, "max");
        expectation.near = optionalFrom<double>(e, "near");
        expectation.tolerance = e.value("tolerance", 0.0);
        expectation.atMost = shareFrom(e, "at_most");
        expectation.atLeast = shareFrom(e, "at_least");
        if (e.empty() || (e.size() == 1 && e.contains("tolerance"))) {
            throw sources.error("/expect" + pointerStep(metric),
                                "says nothing; one of equals, min, max, near, at_most, at_least is wanted");
        }
        s.expectations.push_back(expectation);
    }
    s.image = limitsFrom(value);
    for (const auto& [metric, tolerance] : value.at("tolerance").at("metrics").items()) {
        if (metric == "default") {
            s.metricTolerance = tolerance.get<double>();
        } else {
            s.metricTolerances[metric] = tolerance.get<double>();
        }
    }
    s.makeScene = sceneMaker(s.kind, value.at(s.kind), s.seed, s.viewport);
    return s;
}

/// Calls `take` with the name and the checked value of every combination of the sweep, the first key varying slowest.
template <typename Take>
void forEachPoint(const fs::path& file, const Sources& sources, Take&& take) {
    const std::string stem = file.stem().string();
    const json sweep = sources.merged.value("sweep", json::object());
    if (!sweep.is_object() || sweep.empty()) {
        take(stem, checked(sources, sources.merged));
        return;
    }
    checked(sources, sources.merged); // the sweep's own shape, before it is walked
    std::size_t total = 1;
    for (const auto& [key, values] : sweep.items())
        total *= values.size();
    if (total > kMostSweepPoints) {
        throw sources.error("/sweep", "makes " + std::to_string(total) + " scenarios; at most " +
                                          std::to_string(kMostSweepPoints) + " are wanted");
    }
    for (std::size_t point = 0; point < total; ++point) {
        json value = sources.merged;
        value.erase("sweep");
        std::string label;
        std::size_t rest = point;
        std::size_t block = total;
        for (const auto& [key, values] : sweep.items()) {
            block /= values.size();
            const json& chosen = values[rest / block];
            rest %= block;
            value[sweepTarget(sources, key)] = chosen;
            label += (label.empty() ? "" : ",") + key + "=" + sweepLabel(chosen);
        }
        try {
            take(stem + "[" + label + "]", checked(sources, value));
        } catch (const HarnessError& e) {
            throw HarnessError(e.exitCode, std::string(e.what()) + " (in the sweep at " + label + ")");
        }
    }
}

void explain(const json& value, const std::string& pointer, const Sources& sources, std::string& out) {
    if (value.is_structured() && !value.empty()) {
        const bool list = value.is_array();
        std::size_t i = 0;
        for (const auto& [key, child] : value.items()) {
            explain(child, pointer + (list ? "/" + std::to_string(i++) : pointerStep(key)), sources, out);
        }
        return;
    }
    std::string origin = "default";
    if (sources.scenario.holds(pointer)) {
        origin = sources.scenario.file + ":" + std::to_string(sources.scenario.placeOf(pointer).line);
    } else if (sources.preset && sources.preset->holds(pointer)) {
        origin = sources.preset->file + ":" + std::to_string(sources.preset->placeOf(pointer).line);
    }
    out += pointer + " = " + value.dump() + "   (" + origin + ")\n";
}

} // namespace

std::vector<Scenario> loadScenario(const fs::path& file) {
    const Sources sources = readSources(file);
    std::vector<Scenario> scenarios;
    forEachPoint(file, sources, [&](const std::string& name, const json& value) {
        scenarios.push_back(fromJson(file, name, value, sources));
    });
    return scenarios;
}

std::string wholeScenario(const fs::path& file, const std::string& name) {
    const Sources sources = readSources(file);
    std::string text;
    forEachPoint(file, sources, [&](const std::string& point, json value) {
        if (point != name) return;
        for (const char* key : {"$schema", "extends", "sweep"})
            value.erase(key);
        text = value.dump(2) + "\n";
    });
    if (text.empty()) throw HarnessError(kExitUsage, file.string() + ": holds no scenario \"" + name + "\"");
    return text;
}

std::string explainScenario(const fs::path& file) {
    const Sources sources = readSources(file);
    std::string out;
    explain(checked(sources, sources.merged), "", sources, out);
    return out;
}

std::vector<fs::path> scenarioFiles(const fs::path& folder) {
    if (!fs::is_directory(folder)) {
        throw HarnessError(kExitUsage,
                           folder.string() + ": is not a folder; the folder of the scenarios is wanted (--scenarios)");
    }
    std::vector<fs::path> files;
    for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator(); ++it) {
        if (it->is_directory() && it->path().filename() == kPresetFolder) {
            it.disable_recursion_pending();
        } else if (it->is_regular_file() && it->path().extension() == ".json" &&
                   it->path().filename() != "scenario.schema.json") {
            files.push_back(it->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<Scenario> pickScenarios(const fs::path& folder, std::span<const std::string> words,
                                    std::span<const std::string> tags) {
    std::vector<Scenario> picked;
    const auto hasTags = [&tags](const Scenario& s) {
        return std::all_of(tags.begin(), tags.end(), [&s](const std::string& tag) {
            return std::find(s.tags.begin(), s.tags.end(), tag) != s.tags.end();
        });
    };
    const auto isFile = [](const std::string& word) { return word.ends_with(".json"); };
    const bool needsFolder = words.empty() || !std::all_of(words.begin(), words.end(), isFile);
    std::vector<Scenario> known;
    if (needsFolder) {
        for (const fs::path& file : scenarioFiles(folder)) {
            std::vector<Scenario> loaded = loadScenario(file);
            known.insert(known.end(), std::make_move_iterator(loaded.begin()), std::make_move_iterator(loaded.end()));
        }
        std::map<std::string, fs::path> seen;
        for (const Scenario& s : known) {
            const auto [at, fresh] = seen.emplace(s.name, s.file);
            if (!fresh) {
                throw HarnessError(kExitUsage, s.file.string() + ": a scenario named \"" + s.name +
                                                   "\" already stands in " + at->second.string() +
                                                   "; names must differ");
            }
        }
    }
    const auto add = [&picked](const Scenario& s) {
        const auto same = [&s](const Scenario& p) { return p.name == s.name; };
        if (std::none_of(picked.begin(), picked.end(), same)) picked.push_back(s);
    };
    for (const Scenario& s : known) {
        if (words.empty() && hasTags(s)) add(s);
    }
    for (const std::string& word : words) {
        bool matched = false;
        if (isFile(word)) {
            for (const Scenario& s : loadScenario(word)) {
                matched = true;
                if (hasTags(s)) add(s);
            }
        }
        for (const Scenario& s : known) {
            // The name of a sweep picks all of its points.
            if (!matchesGlob(s.name, word) && !matchesGlob(s.name.substr(0, s.name.find('[')), word)) continue;
            matched = true;
            if (hasTags(s)) add(s);
        }
        if (!matched) {
            std::vector<std::string> names;
            for (const Scenario& s : known)
                names.push_back(s.name);
            const auto near = didYouMean(word, names);
            throw HarnessError(kExitUsage,
                               "no scenario is named \"" + word + "\"" +
                                   (near ? "; did you mean \"" + *near + "\"?" : "; `rigproof list` names them"));
        }
    }
    std::sort(picked.begin(), picked.end(), [](const Scenario& a, const Scenario& b) { return a.name < b.name; });
    return picked;
}

Scenario pickOne(const fs::path& folder, const std::string& word) {
    std::vector<Scenario> found = pickScenarios(folder, std::span(&word, 1), {});
    if (found.size() > 1) {
        throw HarnessError(kExitUsage, "\"" + word + "\" names " + std::to_string(found.size()) +
                                           " scenarios; name one of them, e.g. '" + found.front().name + "'");
    }
    return found.front();
}

bool matchesGlob(const std::string& text, const std::string& glob) {
    std::size_t t = 0;
    std::size_t g = 0;
    std::size_t star = std::string::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t]) && glob[g] != '*') {
            ++t;
            ++g;
        } else if (g < glob.size() && glob[g] == '*') {
            star = g++;
            resume = t;
        } else if (star != std::string::npos) {
            g = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == '*')
        ++g;
    return g == glob.size();
}

} // namespace rigproof
