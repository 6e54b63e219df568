#include "harness/bench/measurement.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "harness/files.h"

namespace rigproof {
namespace {

using nlohmann::json;

/// Numbers that Google Benchmark writes of every run; the other numbers are counters.
const std::set<std::string> kOwnNumbers = {"family_index", "per_family_instance_index",
                                           "repetitions",  "repetition_index",
                                           "threads",      "iterations",
                                           "real_time",    "cpu_time"};

double secondsOf(const std::string& unit) {
    if (unit == "s") return 1.0;
    if (unit == "ms") return 1e-3;
    if (unit == "us") return 1e-6;
    return 1e-9;
}

/// Google Benchmark writes numbers that are none (the spread of a counter that is 0, say) as NaN and Infinity, which
/// JSON does not know; they become null.
std::string asJson(const std::string& text) {
    std::string valid;
    valid.reserve(text.size());
    bool inString = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"' && (at == 0 || text[at - 1] != '\\')) inString = !inString;
        const std::string_view rest = std::string_view(text).substr(at);
        const std::size_t sign = rest.starts_with('-') ? 1 : 0;
        const bool isNan = !inString && rest.substr(sign).starts_with("NaN");
        const bool isInfinity = !inString && rest.substr(sign).starts_with("Infinity");
        if (isNan || isInfinity) {
            valid += "null";
            at += sign + (isNan ? 3 : 8) - 1;
        } else {
            valid += text[at];
        }
    }
    return valid;
}

void addRun(Measurement& measurement, const json& run) {
    if (run.value("error_occurred", false)) {
        measurement.error = run.value("error_message", "it failed without a word");
        return;
    }
    const double unit = secondsOf(run.value("time_unit", "ns"));
    measurement.cpu.push_back(run.at("cpu_time").get<double>() * unit);
    measurement.real.push_back(run.at("real_time").get<double>() * unit);
    measurement.label = run.value("label", "");
    for (const auto& [key, value] : run.items()) {
        if (value.is_number() && !kOwnNumbers.contains(key)) measurement.counters[key].push_back(value.get<double>());
    }
}

void append(std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

Measurement& entryOf(std::vector<Measurement>& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&name](const Measurement& m) { return m.name == name; });
    if (found != list.end()) return *found;
    list.emplace_back().name = name;
    return list.back();
}

} // namespace

const std::vector<double>& Measurement::valuesOf(const std::string& measure) const {
    static const std::vector<double> kNone;
    if (measure == "cpu_time") return cpu;
    if (measure == "real_time") return real;
    const auto found = counters.find(measure);
    return found == counters.end() ? kNone : found->second;
}

const Measurement* Measurements::find(const std::string& name) const {
    const auto found =
        std::find_if(benchmarks.begin(), benchmarks.end(), [&name](const Measurement& m) { return m.name == name; });
    return found == benchmarks.end() ? nullptr : &*found;
}

void Measurements::add(const Measurements& other) {
    for (const Measurement& more : other.benchmarks) {
        Measurement& mine = entryOf(benchmarks, more.name);
        append(mine.cpu, more.cpu);
        append(mine.real, more.real);
        for (const auto& [name, values] : more.counters)
            append(mine.counters[name], values);
        mine.label = more.label;
        if (mine.error.empty()) mine.error = more.error;
    }
    if (build.empty()) {
        build = other.build;
        compiler = other.compiler;
        host = other.host;
        processors = other.processors;
    }
    load = std::max(load, other.load);
}

Measurements parseMeasurements(const std::string& file, const std::string& text) {
    Measurements all;
    try {
        const json document = json::parse(asJson(text));
        const json& context = document.at("context");
        all.build = context.value("rigproof_build", "unknown");
        all.compiler = context.value("rigproof_compiler", "");
        all.host = context.value("host_name", "");
        all.processors = context.value("num_cpus", 0);
        if (const json load = context.value("load_avg", json::array()); !load.empty()) all.load = load[0].get<double>();
        for (const json& run : document.at("benchmarks")) {
            if (run.value("run_type", "iteration") != "iteration") continue;
            addRun(entryOf(all.benchmarks, run.value("run_name", run.at("name").get<std::string>())), run);
        }
    } catch (const json::exception& e) {
        throw HarnessError(kExitCouldNotRun, file + ": is not what Google Benchmark writes: " + e.what());
    }
    return all;
}

} // namespace rigproof
