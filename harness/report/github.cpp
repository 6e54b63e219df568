#include "harness/report/github.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace rigproof {
namespace {

/// The data of a workflow command: line breaks and the escape itself.
std::string commandText(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '%':
                escaped += "%25";
                break;
            case '\r':
                escaped += "%0D";
                break;
            case '\n':
                escaped += "%0A";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

/// A property of a workflow command: also what ends one.
std::string commandProperty(std::string_view text) {
    std::string escaped;
    for (const char c : commandText(text)) {
        if (c == ':') {
            escaped += "%3A";
        } else if (c == ',') {
            escaped += "%2C";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

/// A cell of a Markdown table that shows the text as it is.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            escaped += ' ';
        } else if (c == '<') {
            escaped += "&lt;";
        } else if (c == '&') {
            escaped += "&amp;";
        } else {
            if (std::string_view("\\`*_{}[]|~#>@!").find(c) != std::string_view::npos) escaped += '\\';
            escaped += c;
        }
    }
    return escaped;
}

bool anyDrifts(const ScenarioResult& scenario) {
    return std::any_of(scenario.captures.begin(), scenario.captures.end(), drifts);
}

std::string reasonsOf(const ScenarioResult& scenario, const char* between) {
    std::string text;
    for (const std::string& reason : scenario.reasons)
        text += (text.empty() ? "" : between) + reason;
    return text;
}

std::string driverLine(const DriverInfo& driver) {
    std::string line = driver.name.empty() ? driver.renderer : driver.name;
    if (!driver.mesa.empty()) line += ", Mesa " + driver.mesa;
    if (!driver.llvm.empty()) line += ", LLVM " + driver.llvm;
    if (!driver.processor.empty()) line += ", " + driver.processor;
    return line;
}

std::string rasteriserSentence(const RunResults& run, const ScenarioResult& scenario) {
    return "golden: " + driverLine(*scenario.goldenDriver) + "; this run: " + driverLine(driverOf(run, scenario));
}

std::string command(const char* level, const ScenarioResult& scenario, const std::string& title,
                    const std::string& text) {
    std::string line = std::string("::") + level + " ";
    if (!scenario.file.empty()) line += "file=" + commandProperty(scenario.file) + ",line=1,";
    return line + "title=" + commandProperty(title) + "::" + commandText(text) + "\n";
}

} // namespace

std::string githubAnnotations(const RunResults& run) {
    std::vector<std::string> errors;
    std::vector<std::string> warnings;
    const ScenarioResult* blamed = nullptr;
    int blamedCount = 0;
    for (const ScenarioResult& scenario : run.scenarios) {
        if (blamesRasteriser(run, scenario)) {
            if (blamed == nullptr) blamed = &scenario;
            ++blamedCount;
            continue;
        }
        const std::string what = scenario.flaky ? "flaky" : std::string(verdictName(scenario.verdict));
        std::string text = reasonsOf(scenario, "\n");
        if (!scenario.repeat.empty()) text += "\nrepeat: " + scenario.repeat;
        const std::string title = scenario.name + ": " + what;
        if (scenario.verdict == Verdict::kFail || scenario.verdict == Verdict::kError) {
            errors.push_back(command("error", scenario, title, text));
        } else if (scenario.verdict == Verdict::kNew || scenario.flaky) {
            warnings.push_back(command("warning", scenario, title, text));
        } else if (anyDrifts(scenario)) {
            warnings.push_back(command("warning", scenario, scenario.name + ": drifts towards a limit",
                                       "passes, but has used up most of a limit; renew its golden"));
        }
    }
    if (blamed != nullptr) {
        errors.insert(errors.begin(),
                      command("error", *blamed, "the rasteriser changed: " + std::to_string(blamedCount) + " scenarios",
                              rasteriserSentence(run, *blamed)));
    }
    std::string text;
    for (const auto* lines : {&errors, &warnings}) {
        const std::size_t shown = std::min<std::size_t>(lines->size(), kMostAnnotations);
        for (std::size_t i = 0; i < shown; ++i)
            text += (*lines)[i];
        if (lines->size() > shown) {
            text += std::string(lines == &errors ? "::error " : "::warning ") +
                    "title=Rigproof::" + std::to_string(lines->size() - shown) + " more; see the report\n";
        }
    }
    return text;
}

std::string githubSummary(const RunResults& run) {
    const Summary counts = summarize(run);
    std::string text = counts.allWell()
                           ? "## Rigproof: all " + std::to_string(counts.total()) + " scenarios as before\n\n"
                           : std::string("## Rigproof: something differs\n\n");
    text += "| pass | fail | new | error | skipped | flaky |\n|--:|--:|--:|--:|--:|--:|\n";
    for (const int count : {counts.pass, counts.fail, counts.fresh, counts.error, counts.skipped, counts.flaky}) {
        text += "| " + std::to_string(count) + " ";
    }
    text += "|\n\nRendered by " + cell(driverLine(run.driver)) + ".\n";

    std::string rows;
    std::string grouped;
    const ScenarioResult* blamed = nullptr;
    for (const ScenarioResult& scenario : run.scenarios) {
        if (blamesRasteriser(run, scenario)) {
            blamed = &scenario;
            grouped += "- " + cell(scenario.name) + "\n";
        } else if (scenario.flaky || (scenario.verdict != Verdict::kPass && scenario.verdict != Verdict::kSkipped)) {
            rows += "| " + cell(scenario.name) + " | " +
                    (scenario.flaky ? "flaky" : std::string(verdictName(scenario.verdict))) + " | " +
                    cell(reasonsOf(scenario, "; ")) + " |\n";
        }
    }
    if (!rows.empty()) text += "\n| scenario | verdict | why |\n|:--|:--|:--|\n" + rows;
    if (blamed != nullptr) {
        text += "\n### The rasteriser changed\n\n" + cell(rasteriserSentence(run, *blamed)) +
                ". These differ only slightly, and every number holds:\n\n" + grouped;
    }
    return text;
}

} // namespace rigproof
