#include "harness/report/results_json.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "harness/files.h"

namespace rigproof {
namespace {

using Json = nlohmann::ordered_json;

// ---- writing ----

Json orNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json localized(const LocalizedText& text) {
    return {{"en", text.en}, {"ko", text.ko}};
}

Json driverJson(const DriverInfo& driver) {
    return {{"name", driver.name},          {"vendor", driver.vendor}, {"renderer", driver.renderer},
            {"version", driver.version},    {"mesa", driver.mesa},     {"llvm", driver.llvm},
            {"processor", driver.processor}};
}

Json sweepJson(const std::vector<SweepPoint>& sweep) {
    Json list = Json::array();
    for (const SweepPoint& point : sweep) {
        list.push_back({{"threshold", point.threshold},
                        {"share_over", point.shareOver},
                        {"largest_cluster", point.largestCluster},
                        {"verdict", verdictName(point.verdict)}});
    }
    return list;
}

Json captureJson(const CaptureResult& capture) {
    Json json = {{"name", capture.name},
                 {"time", capture.time},
                 {"verdict", verdictName(capture.verdict)},
                 {"flaky", capture.flaky},
                 {"drifts", drifts(capture)},
                 {"reasons", capture.reasons},
                 {"actual", orNull(capture.actual)},
                 {"golden", orNull(capture.golden)},
                 {"diff", orNull(capture.diff)},
                 {"again", orNull(capture.again)},
                 {"variant", orNull(capture.variant)},
                 {"width", capture.width},
                 {"height", capture.height}};
    for (const char* key : {"flip_mean", "flip_p99", "share_over", "largest_cluster", "cluster_box", "pixels_different",
                            "largest_channel_difference", "limits"}) {
        json[key] = nullptr;
    }
    if (capture.measure) {
        const ImageMeasure& is = *capture.measure;
        const PixelBox& box = is.clusterBox;
        json["flip_mean"] = is.flipMean;
        json["flip_p99"] = is.flipP99;
        json["share_over"] = is.shareOver;
        json["largest_cluster"] = is.largestCluster;
        json["cluster_box"] = {{"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}};
        json["pixels_different"] = is.pixelsDifferent;
        json["largest_channel_difference"] = is.largestChannelDifference;
    }
    if (capture.limits) {
        json["limits"] = {{"threshold", capture.limits->threshold},
                          {"flip_mean", capture.limits->flipMean},
                          {"share_over", capture.limits->shareOver},
                          {"largest_cluster", capture.limits->largestCluster}};
    }
    json["sweep"] = sweepJson(capture.sweep);
    return json;
}

Json metricCheckJson(const MetricResult& metric) {
    Json json = Json::object();
    if (metric.golden) json["golden"] = *metric.golden;
    if (metric.tolerance) json["tolerance"] = *metric.tolerance;
    if (metric.min) json["min"] = *metric.min;
    if (metric.max) json["max"] = *metric.max;
    json["verdict"] = verdictName(metric.verdict);
    return json;
}

Json scenarioJson(const RunResults& run, const ScenarioResult& scenario) {
    const char* const rasteriser = blamesRasteriser(run, scenario)    ? "blamed"
                                   : rasteriserChanged(run, scenario) ? "changed"
                                                                      : "same";
    Json json = {{"name", scenario.name},
                 {"kind", scenario.kind},
                 {"file", scenario.file},
                 {"title", localized(scenario.title)},
                 {"caption", localized(scenario.caption)},
                 {"tags", scenario.tags},
                 {"verdict", verdictName(scenario.verdict)},
                 {"flaky", scenario.flaky},
                 {"rasteriser", rasteriser},
                 {"seconds", scenario.seconds},
                 {"reasons", scenario.reasons},
                 {"repeat", scenario.repeat}};
    json["golden_driver"] = scenario.goldenDriver ? driverJson(*scenario.goldenDriver) : Json();
    json["driver"] = scenario.driver ? driverJson(*scenario.driver) : Json();
    json["captures"] = Json::array();
    for (const CaptureResult& capture : scenario.captures)
        json["captures"].push_back(captureJson(capture));
    json["metrics"] = Json::object();
    json["metric_checks"] = Json::object();
    for (const auto& [name, metric] : scenario.metrics) {
        json["metrics"][name] = metric.value;
        json["metric_checks"][name] = metricCheckJson(metric);
    }
    return json;
}

// ---- reading ----

/// A value of the document that knows where it stands, so that whatever is wrong with it can be said in one line.
class Node {
  public:
    Node(const Json& value, const std::string& file, std::string place)
        : value_(&value), file_(&file), place_(std::move(place)) {}

    [[noreturn]] void fail(const std::string& what) const {
        throw HarnessError(kExitUsage, *file_ + ": " + (place_.empty() ? "/" : place_) + ": " + what);
    }

    /// The member, which must be there.
    Node member(const char* key) const {
        needObject();
        const auto found = value_->find(key);
        if (found == value_->end()) fail("\"" + std::string(key) + "\" is missing");
        return child(*found, key);
    }
    /// The member, unless it is missing or null.
    std::optional<Node> maybe(const char* key) const {
        needObject();
        const auto found = value_->find(key);
        if (found == value_->end() || found->is_null()) return std::nullopt;
        return child(*found, key);
    }

    template <typename Visit>
    void eachElement(Visit visit) const {
        if (!value_->is_array()) fail("must be a list");
        std::size_t i = 0;
        for (const Json& element : *value_)
            visit(child(element, std::to_string(i++)));
    }
    template <typename Visit>
    void eachMember(Visit visit) const {
        needObject();
        for (const auto& [key, value] : value_->items())
            visit(key, child(value, key));
    }

    std::string text() const {
        if (!value_->is_string()) fail("must be a text");
        return value_->get<std::string>();
    }
    double number() const {
        if (value_->is_null()) return std::numeric_limits<double>::quiet_NaN();
        if (!value_->is_number()) fail("must be a number");
        return value_->get<double>();
    }
    bool flag() const {
        if (!value_->is_boolean()) fail("must be true or false");
        return value_->get<bool>();
    }
    template <typename Integer>
    Integer integer() const {
        const double value = value_->is_number() ? value_->get<double>() : -1.0;
        // 2^53 and beyond a double does not hold every whole number.
        const double most = std::min(9007199254740991.0, static_cast<double>(std::numeric_limits<Integer>::max()));
        if (!(value >= 0.0 && value <= most) || value != std::floor(value)) {
            fail("must be a whole number from 0 to " + std::to_string(static_cast<std::int64_t>(most)));
        }
        return static_cast<Integer>(value);
    }
    Verdict verdict() const {
        const std::optional<Verdict> known = verdictFromName(text());
        if (!known) fail("\"" + text() + "\" is no verdict; one of pass, fail, new, error, skipped is");
        return *known;
    }
    /// A picture's name, which may not lead out of the folder: reports from other machines are merged and served.
    std::string picture() const {
        const std::string name = text();
        const std::filesystem::path path(name);
        bool inside =
            !path.is_absolute() && name.find('\\') == std::string::npos && name.find('\0') == std::string::npos;
        for (const auto& part : path)
            inside = inside && part != "..";
        if (!inside) fail("\"" + name + "\" must be a path inside the folder of the report");
        return name;
    }

  private:
    void needObject() const {
        if (!value_->is_object()) fail("must be an object");
    }
    Node child(const Json& value, const std::string& key) const {
        std::string escaped; // RFC 6901
        for (const char c : key) {
            if (c == '~') {
                escaped += "~0";
            } else if (c == '/') {
                escaped += "~1";
            } else {
                escaped += c;
            }
        }
        return {value, *file_, place_ + "/" + escaped};
    }

    const Json* value_;
    const std::string* file_;
    std::string place_;
};

void take(const Node& parent, const char* key, std::string& into) {
    if (const auto node = parent.maybe(key)) into = node->text();
}
void take(const Node& parent, const char* key, double& into) {
    if (const auto node = parent.maybe(key)) into = node->number();
}
void take(const Node& parent, const char* key, bool& into) {
    if (const auto node = parent.maybe(key)) into = node->flag();
}
void take(const Node& parent, const char* key, int& into) {
    if (const auto node = parent.maybe(key)) into = node->integer<int>();
}
void take(const Node& parent, const char* key, std::int64_t& into) {
    if (const auto node = parent.maybe(key)) into = node->integer<std::int64_t>();
}
void take(const Node& parent, const char* key, std::optional<double>& into) {
    if (const auto node = parent.maybe(key)) into = node->number();
}
void take(const Node& parent, const char* key, std::vector<std::string>& into) {
    if (const auto node = parent.maybe(key)) node->eachElement([&into](const Node& e) { into.push_back(e.text()); });
}
void take(const Node& parent, const char* key, LocalizedText& into) {
    if (const auto node = parent.maybe(key)) {
        take(*node, "en", into.en);
        take(*node, "ko", into.ko);
    }
}
void takePicture(const Node& parent, const char* key, std::string& into) {
    if (const auto node = parent.maybe(key)) into = node->picture();
}

DriverInfo driverFrom(const Node& node) {
    DriverInfo driver;
    take(node, "name", driver.name);
    take(node, "vendor", driver.vendor);
    take(node, "renderer", driver.renderer);
    take(node, "version", driver.version);
    take(node, "mesa", driver.mesa);
    take(node, "llvm", driver.llvm);
    take(node, "processor", driver.processor);
    return driver;
}

ImageMeasure measureFrom(const Node& node) {
    ImageMeasure measure;
    take(node, "flip_mean", measure.flipMean);
    take(node, "flip_p99", measure.flipP99);
    take(node, "share_over", measure.shareOver);
    take(node, "largest_cluster", measure.largestCluster);
    take(node, "pixels_different", measure.pixelsDifferent);
    take(node, "largest_channel_difference", measure.largestChannelDifference);
    if (const auto box = node.maybe("cluster_box")) {
        take(*box, "x", measure.clusterBox.x);
        take(*box, "y", measure.clusterBox.y);
        take(*box, "width", measure.clusterBox.width);
        take(*box, "height", measure.clusterBox.height);
    }
    return measure;
}

CaptureResult captureFrom(const Node& node) {
    CaptureResult capture;
    capture.name = node.member("name").text();
    capture.verdict = node.member("verdict").verdict();
    take(node, "time", capture.time);
    take(node, "flaky", capture.flaky);
    take(node, "reasons", capture.reasons);
    takePicture(node, "actual", capture.actual);
    takePicture(node, "golden", capture.golden);
    takePicture(node, "diff", capture.diff);
    takePicture(node, "again", capture.again);
    take(node, "variant", capture.variant);
    take(node, "width", capture.width);
    take(node, "height", capture.height);
    if (node.maybe("flip_mean")) capture.measure = measureFrom(node);
    if (const auto limits = node.maybe("limits")) {
        capture.limits.emplace();
        take(*limits, "threshold", capture.limits->threshold);
        take(*limits, "flip_mean", capture.limits->flipMean);
        take(*limits, "share_over", capture.limits->shareOver);
        take(*limits, "largest_cluster", capture.limits->largestCluster);
    }
    if (const auto sweep = node.maybe("sweep")) {
        sweep->eachElement([&capture](const Node& element) {
            SweepPoint point;
            take(element, "threshold", point.threshold);
            take(element, "share_over", point.shareOver);
            take(element, "largest_cluster", point.largestCluster);
            point.verdict = element.member("verdict").verdict();
            capture.sweep.push_back(point);
        });
    }
    return capture;
}

ScenarioResult scenarioFrom(const Node& node) {
    ScenarioResult scenario;
    scenario.name = node.member("name").text();
    if (scenario.name.empty()) node.member("name").fail("must not be empty");
    scenario.verdict = node.member("verdict").verdict();
    take(node, "kind", scenario.kind);
    take(node, "file", scenario.file);
    take(node, "title", scenario.title);
    take(node, "caption", scenario.caption);
    take(node, "tags", scenario.tags);
    take(node, "flaky", scenario.flaky);
    take(node, "seconds", scenario.seconds);
    take(node, "reasons", scenario.reasons);
    take(node, "repeat", scenario.repeat);
    if (const auto driver = node.maybe("golden_driver")) scenario.goldenDriver = driverFrom(*driver);
    if (const auto driver = node.maybe("driver")) scenario.driver = driverFrom(*driver);
    if (const auto captures = node.maybe("captures")) {
        captures->eachElement([&scenario](const Node& e) { scenario.captures.push_back(captureFrom(e)); });
    }
    if (const auto metrics = node.maybe("metrics")) {
        metrics->eachMember(
            [&scenario](const std::string& name, const Node& value) { scenario.metrics[name].value = value.number(); });
    }
    if (const auto checks = node.maybe("metric_checks")) {
        checks->eachMember([&scenario](const std::string& name, const Node& check) {
            const auto metric = scenario.metrics.find(name);
            if (metric == scenario.metrics.end()) check.fail("checks a metric that \"metrics\" does not hold");
            take(check, "golden", metric->second.golden);
            take(check, "tolerance", metric->second.tolerance);
            take(check, "min", metric->second.min);
            take(check, "max", metric->second.max);
            metric->second.verdict = check.member("verdict").verdict();
        });
    }
    return scenario;
}

std::string lineAndColumn(std::string_view text, std::size_t byte) {
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++line;
            column = 1;
        } else {
            ++column;
        }
    }
    return std::to_string(line) + ":" + std::to_string(column);
}

} // namespace

std::string resultsToJson(const RunResults& run) {
    const Summary counts = summarize(run);
    Json json = {{"schema", kResultsSchema},
                 {"driver", driverJson(run.driver)},
                 {"commit", run.commit},
                 {"started", run.started},
                 {"seconds", run.seconds},
                 {"summary",
                  {{"pass", counts.pass},
                   {"fail", counts.fail},
                   {"new", counts.fresh},
                   {"error", counts.error},
                   {"skipped", counts.skipped},
                   {"flaky", counts.flaky}}}};
    json["scenarios"] = Json::array();
    for (const ScenarioResult& scenario : run.scenarios)
        json["scenarios"].push_back(scenarioJson(run, scenario));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunResults resultsFromJson(std::string_view text, const std::string& file) {
    Json document;
    try {
        document = Json::parse(text);
    } catch (const Json::parse_error& error) {
        throw HarnessError(kExitUsage, file + ": " + lineAndColumn(text, error.byte) +
                                           ": is not JSON; a report.json written by a run is needed");
    }
    const Node root(document, file, "");
    const int schema = root.member("schema").integer<int>();
    if (schema != kResultsSchema) {
        root.member("schema").fail("schema " + std::to_string(schema) + " is not known; this program reads schema " +
                                   std::to_string(kResultsSchema));
    }
    RunResults run;
    if (const auto driver = root.maybe("driver")) run.driver = driverFrom(*driver);
    take(root, "commit", run.commit);
    take(root, "started", run.started);
    take(root, "seconds", run.seconds);
    root.member("scenarios").eachElement([&run](const Node& e) { run.scenarios.push_back(scenarioFrom(e)); });
    return run;
}

RunResults readResults(const std::filesystem::path& file) {
    return resultsFromJson(readFile(file), file.string());
}

} // namespace rigproof
