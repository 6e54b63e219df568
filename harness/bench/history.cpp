#include "harness/bench/history.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "harness/bench/shell.h"
#include "harness/bench/statistics.h"
#include "harness/files.h"
#include "harness/machine.h"
#include "harness/process.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kNotes = "notes:";

HistoryLine lineOf(const json& value) {
    HistoryLine line;
    line.commit = value.at("commit");
    line.time = value.at("time");
    line.machine = value.at("machine");
    line.load = value.value("load", 0.0);
    for (const auto& [name, entry] : value.at("benchmarks").items()) {
        HistoryValue& to = line.benchmarks[name];
        to.cpu = entry.at("cpu_s");
        to.real = entry.at("real_s");
        to.noise = entry.value("noise", 0.0);
        to.counters = entry.value("counters", std::map<std::string, double>());
    }
    return line;
}

/// Lines of text, the last only when it ends as a line does.
std::vector<HistoryLine> parseLines(const std::string& file, const std::string& text) {
    std::vector<HistoryLine> lines;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) break;
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.empty()) continue;
        try {
            lines.push_back(lineOf(json::parse(line)));
        } catch (const json::exception& e) {
            throw HarnessError(kExitUsage, file + ":" + std::to_string(number) +
                                               ": is no line of a speed history; remove it (" + e.what() + ")");
        }
    }
    return lines;
}

void appendLine(const fs::path& file, std::string text) {
    const auto fail = [&file] {
        throw HarnessError(kExitCouldNotRun, file.string() + ": cannot be written: " + std::strerror(errno));
    };
    std::error_code ignored;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), ignored);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor < 0) fail();
    // A torn last line must not swallow this one.
    const bool locked = ::flock(descriptor, LOCK_EX) == 0;
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n') {
        const off_t whole = static_cast<off_t>(readFile(file).rfind('\n') + 1);
        if (::ftruncate(descriptor, whole) != 0) text.insert(0, "\n");
    }
    const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (locked) ::flock(descriptor, LOCK_UN);
    ::close(descriptor);
    if (!written) fail();
}

ShellResult git(const fs::path& repository, const std::vector<std::string>& words, const std::string& input = "") {
    std::vector<std::string> command = {"git", "-C", repository.string()};
    command.insert(command.end(), words.begin(), words.end());
    return shell(command, input);
}

std::vector<HistoryLine> readNotes(const std::string& name, const fs::path& repository) {
    std::vector<HistoryLine> lines;
    std::istringstream notes(git(repository, {"notes", "--ref=" + name, "list"}).output);
    for (std::string note, commit; notes >> note >> commit;) {
        const std::string text = git(repository, {"cat-file", "blob", note}).output;
        const std::vector<HistoryLine> more = parseLines("notes:" + name + " of " + commit, text + "\n");
        lines.insert(lines.end(), more.begin(), more.end());
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const HistoryLine& a, const HistoryLine& b) { return a.time < b.time; });
    return lines;
}

} // namespace

HistoryLine historyLineOf(const Measurements& measurements, const fs::path& repository) {
    HistoryLine line;
    line.commit = currentCommit(repository.string());
    line.time = timestampUtc();
    line.machine = processorName() + " x " + std::to_string(measurements.processors) + ", " + measurements.compiler;
    line.load = measurements.load;
    for (const Measurement& m : measurements.benchmarks) {
        if (!m.error.empty()) continue;
        HistoryValue& value = line.benchmarks[m.name];
        value.cpu = median(m.cpu);
        value.real = median(m.real);
        value.noise = noiseOf(m.cpu);
        for (const auto& [name, values] : m.counters)
            value.counters[name] = median(values);
    }
    return line;
}

std::string historyJson(const HistoryLine& line) {
    json benchmarks = json::object();
    for (const auto& [name, value] : line.benchmarks) {
        benchmarks[name] = {{"cpu_s", value.cpu}, {"real_s", value.real}, {"noise", value.noise}};
        if (!value.counters.empty()) benchmarks[name]["counters"] = value.counters;
    }
    return json{{"schema", 1},       {"commit", line.commit},   {"time", line.time}, {"machine", line.machine},
                {"load", line.load}, {"benchmarks", benchmarks}}
        .dump();
}

void appendHistory(const std::string& target, const HistoryLine& line, const fs::path& repository) {
    const std::string text = historyJson(line) + "\n";
    if (!target.starts_with(kNotes)) {
        appendLine(target, text);
        return;
    }
    const ShellResult result =
        git(repository, {"notes", "--ref=" + target.substr(kNotes.size()), "append", "-F", "-", "HEAD"}, text);
    if (result.exitCode != 0) throw HarnessError(kExitCouldNotRun, target + ": git notes: " + result.output);
}

std::vector<HistoryLine> readHistory(const std::string& target, const fs::path& repository) {
    if (target.starts_with(kNotes)) return readNotes(target.substr(kNotes.size()), repository);
    return parseLines(target, readFile(target));
}

fs::path historyBesideBuild() {
    return ownProgram().parent_path().parent_path() / "perf-history.jsonl";
}

std::vector<std::string> machinesOf(const std::vector<HistoryLine>& history) {
    std::vector<std::string> machines;
    for (auto line = history.rbegin(); line != history.rend(); ++line) {
        if (std::find(machines.begin(), machines.end(), line->machine) == machines.end())
            machines.push_back(line->machine);
    }
    return machines;
}

std::vector<Series> seriesOf(const std::vector<HistoryLine>& history, const std::string& machine,
                             const ChangePointOptions& options) {
    std::map<std::string, Series> all;
    for (std::size_t run = 0; run < history.size(); ++run) {
        if (history[run].machine != machine) continue;
        for (const auto& [name, value] : history[run].benchmarks) {
            Series& series = all[name];
            series.benchmark = name;
            series.runs.push_back(run);
            series.values.push_back(name.find("/manual_time") == std::string::npos ? value.cpu : value.real);
        }
    }
    std::vector<Series> list;
    for (auto& [name, series] : all) {
        series.changes = changePoints(series.values, options);
        list.push_back(std::move(series));
    }
    return list;
}

} // namespace rigproof
