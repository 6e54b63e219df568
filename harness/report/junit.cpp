#include "harness/report/junit.h"

#include <array>
#include <cstdio>
#include <map>
#include <string_view>
#include <vector>

namespace rigproof {
namespace {

/// As text or attribute, in either kind of quotes; line breaks survive in attributes too.
std::string escaped(std::string_view text) {
    std::string xml;
    for (const char c : text) {
        switch (c) {
            case '&':
                xml += "&amp;";
                break;
            case '<':
                xml += "&lt;";
                break;
            case '>':
                xml += "&gt;";
                break;
            case '"':
                xml += "&quot;";
                break;
            case '\'':
                xml += "&apos;";
                break;
            case '\n':
                xml += "&#10;";
                break;
            case '\t':
                xml += "&#9;";
                break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20) xml += c;
        }
    }
    return xml;
}

std::string secondsText(double seconds) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3f", seconds);
    return buffer.data();
}

bool isFailure(const ScenarioResult& scenario) {
    return scenario.verdict == Verdict::kFail || scenario.verdict == Verdict::kNew ||
           (scenario.flaky && scenario.verdict == Verdict::kPass);
}

std::string firstReason(const ScenarioResult& scenario) {
    if (!scenario.reasons.empty()) return scenario.reasons.front();
    return scenario.flaky ? "flaky" : std::string(verdictName(scenario.verdict));
}

/// Everything that helps whoever reads the failure without the report at hand.
std::string body(const RunResults& run, const ScenarioResult& scenario) {
    std::string text;
    for (const std::string& reason : scenario.reasons)
        text += reason + "\n";
    if (!scenario.repeat.empty()) text += "repeat: " + scenario.repeat + "\n";
    const auto driver = [](const DriverInfo& d) {
        return d.renderer + ", " + d.version + (d.processor.empty() ? "" : ", " + d.processor);
    };
    text += "rendered by: " + driver(driverOf(run, scenario)) + "\n";
    if (scenario.goldenDriver) text += "golden by: " + driver(*scenario.goldenDriver) + "\n";
    return text;
}

std::string attachments(const ScenarioResult& scenario, const std::string& root) {
    std::string text;
    for (const CaptureResult& capture : scenario.captures) {
        if (capture.verdict == Verdict::kPass && !capture.flaky) continue;
        for (const std::string& picture : {capture.actual, capture.golden, capture.diff, capture.again}) {
            if (!picture.empty()) text += "[[ATTACHMENT|" + root + picture + "]]\n";
        }
    }
    return text;
}

/// Text content keeps its line breaks as they are: attachment readers look at lines.
std::string element(const char* name, const std::string& content) {
    if (content.empty()) return {};
    std::string lines;
    std::size_t start = 0;
    for (std::size_t end; (end = content.find('\n', start)) != std::string::npos; start = end + 1) {
        lines += escaped(std::string_view(content).substr(start, end - start)) + "\n";
    }
    lines += escaped(std::string_view(content).substr(start));
    return "      <" + std::string(name) + ">" + lines + "</" + name + ">\n";
}

std::string testCase(const RunResults& run, const ScenarioResult& scenario, const std::string& pictureRoot) {
    std::string xml = "    <testcase classname=\"rigproof." + escaped(scenario.kind) + "\" name=\"" +
                      escaped(scenario.name) + "\" time=\"" + secondsText(scenario.seconds) + "\"";
    if (!scenario.file.empty()) xml += " file=\"" + escaped(scenario.file) + "\"";
    xml += ">\n";
    const std::string message = escaped(firstReason(scenario));
    if (scenario.verdict == Verdict::kError) {
        xml += "      <error message=\"" + message + "\">" + escaped(body(run, scenario)) + "</error>\n";
    } else if (isFailure(scenario)) {
        const std::string type = scenario.flaky ? "flaky" : std::string(verdictName(scenario.verdict));
        xml += "      <failure type=\"" + type + "\" message=\"" + message + "\">" + escaped(body(run, scenario)) +
               "</failure>\n";
    } else if (scenario.verdict == Verdict::kSkipped) {
        xml += "      <skipped message=\"" + message + "\"/>\n";
    }
    xml += element("system-out", attachments(scenario, pictureRoot));
    return xml + "    </testcase>\n";
}

struct Suite {
    std::vector<const ScenarioResult*> scenarios;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
    double seconds = 0.0;

    void add(const ScenarioResult& scenario) {
        scenarios.push_back(&scenario);
        failures += isFailure(scenario) ? 1 : 0;
        errors += scenario.verdict == Verdict::kError ? 1 : 0;
        skipped += scenario.verdict == Verdict::kSkipped && !scenario.flaky ? 1 : 0;
        seconds += scenario.seconds;
    }
    std::string attributes(const std::string& name) const {
        return " name=\"" + escaped(name) + "\" tests=\"" + std::to_string(scenarios.size()) + "\" failures=\"" +
               std::to_string(failures) + "\" errors=\"" + std::to_string(errors) + "\" skipped=\"" +
               std::to_string(skipped) + "\" time=\"" + secondsText(seconds) + "\"";
    }
};

} // namespace

std::string junitXml(const RunResults& run, const std::string& pictureRoot) {
    Suite all;
    std::map<std::string, Suite> byKind;
    for (const ScenarioResult& scenario : run.scenarios) {
        all.add(scenario);
        byKind[scenario.kind].add(scenario);
    }
    // JUnit's times carry no zone.
    std::string stamp = run.started;
    if (!stamp.empty() && stamp.back() == 'Z') stamp.pop_back();
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + all.attributes("rigproof") + ">\n";
    for (const auto& [kind, suite] : byKind) {
        xml += "  <testsuite" + suite.attributes(kind) + " timestamp=\"" + escaped(stamp) + "\">\n";
        for (const ScenarioResult* scenario : suite.scenarios)
            xml += testCase(run, *scenario, pictureRoot);
        xml += "  </testsuite>\n";
    }
    return xml + "</testsuites>\n";
}

} // namespace rigproof
