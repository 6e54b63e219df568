#include "harness/golden.h"

#include <algorithm>
#include <cmath>

#include "harness/files.h"
#include "harness/json/document.h"
#include "harness/version.h"

namespace rigproof {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int kSchema = 1;

fs::path numbersFile(const fs::path& folder) {
    return folder / "metrics.json";
}

double numberAt(const JsonDocument& document, const std::string& pointer) {
    const json& value = document.value.at(json::json_pointer(pointer));
    if (!value.is_number())
        throw errorAt(document, pointer, "is not a number; accept the scenario again to mend the file");
    return value.get<double>();
}

std::string textAt(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace

fs::path GoldenStore::picture(const std::string& scenario, const std::string& capture, const std::string& driver,
                              std::string& variant) const {
    const fs::path own = folder(scenario) / (capture + "@" + driver + ".png");
    variant = !driver.empty() && fs::exists(own) ? driver : "";
    return variant.empty() ? folder(scenario) / (capture + ".png") : own;
}

std::optional<GoldenNumbers> GoldenStore::numbers(const std::string& scenario) const {
    const fs::path file = numbersFile(folder(scenario));
    if (!fs::exists(file)) return {};
    const JsonDocument document = readJson(file);
    if (!document.value.is_object() || !document.value.contains("metrics") || !document.value["metrics"].is_object()) {
        throw errorAt(document, "", "holds no \"metrics\"; accept the scenario again to mend the file");
    }
    GoldenNumbers numbers;
    for (const auto& [name, value] : document.value["metrics"].items()) {
        numbers.metrics[name] = numberAt(document, "/metrics" + pointerStep(name));
    }
    const json made = document.value.value("made_with", json::object());
    numbers.madeWith = {textAt(made, "name"), textAt(made, "vendor"), textAt(made, "renderer"), textAt(made, "version"),
                        textAt(made, "mesa"), textAt(made, "llvm"),   textAt(made, "processor")};
    numbers.rigproof = textAt(made, "rigproof");
    if (document.value.contains("size")) {
        numbers.width = static_cast<int>(numberAt(document, "/size/width"));
        numbers.height = static_cast<int>(numberAt(document, "/size/height"));
    }
    return numbers;
}

std::string numbersToJson(const GoldenNumbers& numbers) {
    const DriverInfo& d = numbers.madeWith;
    const json file = {{"schema", kSchema},
                       {"made_with",
                        {{"name", d.name},
                         {"vendor", d.vendor},
                         {"renderer", d.renderer},
                         {"version", d.version},
                         {"mesa", d.mesa},
                         {"llvm", d.llvm},
                         {"processor", d.processor},
                         {"rigproof", numbers.rigproof}}},
                       {"size", {{"width", numbers.width}, {"height", numbers.height}}},
                       {"metrics", numbers.metrics}};
    return file.dump(2) + "\n";
}

std::vector<fs::path> GoldenStore::strayPictures(const std::string& scenario,
                                                 const std::vector<std::string>& captures) const {
    std::vector<fs::path> strays;
    if (!fs::is_directory(folder(scenario))) return strays;
    for (const auto& entry : fs::directory_iterator(folder(scenario))) {
        if (entry.path().extension() != ".png") continue;
        const std::string stem = entry.path().stem().string();
        const std::string capture = stem.substr(0, stem.find('@'));
        if (std::find(captures.begin(), captures.end(), capture) == captures.end()) strays.push_back(entry.path());
    }
    std::sort(strays.begin(), strays.end());
    return strays;
}

Acceptance pictureAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario, const CaptureResult& capture,
                             const fs::path& resultFolder) {
    const std::string suffix = capture.variant.empty() ? "" : "@" + capture.variant;
    const fs::path to = goldens.folder(scenario.name) / (capture.name + suffix + ".png");
    return {scenario.name, capture.name, resultFolder / capture.actual, to, !fs::exists(to)};
}

Acceptance numbersAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario) {
    const fs::path to = numbersFile(goldens.folder(scenario.name));
    return {scenario.name, "", {}, to, !fs::exists(to)};
}

std::vector<Acceptance> planAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario,
                                       const fs::path& resultFolder) {
    std::vector<Acceptance> plan;
    for (const CaptureResult& capture : scenario.captures) {
        if (capture.actual.empty() || (capture.verdict != Verdict::kFail && capture.verdict != Verdict::kNew)) continue;
        plan.push_back(pictureAcceptance(goldens, scenario, capture, resultFolder));
    }
    const bool numbersDiffer = std::any_of(scenario.metrics.begin(), scenario.metrics.end(), [](const auto& entry) {
        const MetricResult& metric = entry.second;
        return metric.verdict != Verdict::kPass && metric.golden != metric.value;
    });
    const Acceptance numbers = numbersAcceptance(goldens, scenario);
    if (numbersDiffer || (numbers.fresh && !plan.empty())) plan.push_back(numbers);
    return plan;
}

std::string acceptedBytes(const Acceptance& acceptance, const ScenarioResult& scenario, const DriverInfo& driver) {
    if (!acceptance.capture.empty()) return readFile(acceptance.from);
    GoldenNumbers numbers;
    for (const auto& [name, metric] : scenario.metrics) {
        // What is not a number (or was not measured) can be nobody's golden.
        if (std::isfinite(metric.value)) numbers.metrics[name] = metric.value;
    }
    numbers.madeWith = driver;
    numbers.rigproof = kVersion;
    if (!scenario.captures.empty()) {
        numbers.width = scenario.captures.front().width;
        numbers.height = scenario.captures.front().height;
    }
    return numbersToJson(numbers);
}

void accept(const Acceptance& acceptance, const ScenarioResult& scenario, const DriverInfo& driver) {
    writeFileAtomically(acceptance.to, acceptedBytes(acceptance, scenario, driver));
}

} // namespace rigproof
