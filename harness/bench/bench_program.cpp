#include "harness/bench/bench_program.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <sched.h>

#include "harness/bench/temporary_folder.h"
#include "harness/files.h"
#include "harness/process.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestRun = 3600.0; ///< seconds after which a run is taken to hang

std::string lastLineOf(const std::string& text) {
    std::string last;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) last = line;
    return last.empty() ? "it wrote nothing" : last;
}

/// Runs to the end and returns what was written; anything but exit code 0 is an error.
std::string outputOf(const std::vector<std::string>& command, const fs::path& log) {
    ChildProcess child(command, log);
    ChildProcess::Ending ending;
    while (!child.waitFor(std::chrono::milliseconds(200), ending)) {
        if (child.secondsRunning() > kLongestRun) {
            throw HarnessError(kExitCouldNotRun, command.front() + ": did not end within an hour");
        }
    }
    const std::string output = readFile(log);
    if (ending.exitCode != 0 || ending.signal != 0) {
        throw HarnessError(kExitCouldNotRun, command.front() + ": " + ending.words() + ": " + lastLineOf(output));
    }
    return output;
}

fs::path programInPath(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::error_code ignored;
        if (fs::is_regular_file(fs::path(folder) / name, ignored)) return fs::path(folder) / name;
    }
    return {};
}

/// The number after "totals:" of a callgrind file that was written where a benchmark's loop ends; 0 of other files.
double loopTotalOf(const std::string& dump) {
    double total = 0.0;
    bool ofLoop = false;
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("desc: Trigger:")) ofLoop = line.find("FinishKeepRunning") != std::string::npos;
        if (line.starts_with("totals:")) total = std::strtod(line.c_str() + 7, nullptr);
    }
    return ofLoop ? total : 0.0;
}

} // namespace

std::string exactFilter(const std::vector<std::string>& names) {
    std::string filter = "^(";
    for (const std::string& name : names) {
        if (filter.size() > 2) filter += '|';
        for (const char c : name) {
            if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) filter += '\\';
            filter += c;
        }
    }
    return filter + ")$";
}

fs::path findBenchProgram(const std::string& given) {
    if (!given.empty()) {
        if (!fs::exists(given)) throw HarnessError(kExitCouldNotRun, given + ": there is no such program");
        return fs::absolute(given);
    }
    const fs::path here = ownProgram().parent_path();
    for (const fs::path& folder : {here, here.parent_path() / "bench"}) {
        if (fs::exists(folder / "rigproof_bench")) return folder / "rigproof_bench";
    }
    throw HarnessError(kExitCouldNotRun,
                       "rigproof_bench is neither beside this program nor in ../bench; build it "
                       "(cmake --build --preset release --target rigproof_bench) or name it: "
                       "--program FILE");
}

std::vector<std::string> BenchProgram::list() const {
    const TemporaryFolder folder;
    std::vector<std::string> names;
    std::istringstream lines(outputOf({path_.string(), "--benchmark_list_tests=true"}, folder.path() / "log"));
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) names.push_back(line);
    return names;
}

Measurements BenchProgram::measure(const std::vector<std::string>& benchmarks, const Effort& effort,
                                   const fs::path& json) const {
    if (benchmarks.empty()) return {};
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "benchmarks.json";
    outputOf(
        {path_.string(), "--benchmark_filter=" + exactFilter(benchmarks),
         "--benchmark_repetitions=" + std::to_string(effort.repetitions),
         "--benchmark_min_time=" + std::to_string(effort.secondsEach), "--benchmark_enable_random_interleaving=true",
         "--benchmark_out=" + file.string(), "--benchmark_out_format=json"},
        folder.path() / "log");
    const std::string text = readFile(file);
    if (!json.empty()) writeFileAtomically(json, text);
    return parseMeasurements(path_.string(), text);
}

// Callgrind sets its counts to 0 where a benchmark's loop begins and writes them out where it ends, so that only the
// loop is counted. With next to no least time the loop runs once.
std::map<std::string, double> BenchProgram::instructions(const std::vector<std::string>& benchmarks) const {
    const fs::path valgrind = programInPath("valgrind");
    if (valgrind.empty()) throw HarnessError(kExitCouldNotRun, "valgrind is not installed; apt-get install valgrind");
    std::map<std::string, double> counts;
    for (const std::string& name : benchmarks) {
        const TemporaryFolder folder;
        outputOf({valgrind.string(), "--tool=callgrind", "--zero-before=benchmark::State::StartKeepRunning()",
                  "--dump-before=benchmark::State::FinishKeepRunning()",
                  "--callgrind-out-file=" + (folder.path() / "counts").string(), path_.string(),
                  "--benchmark_filter=" + exactFilter({name}), "--benchmark_min_time=0.000000001"},
                 folder.path() / "log");
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            if (entry.path().filename() == "log") continue;
            if (const double total = loopTotalOf(readFile(entry.path())); total > 0.0) counts[name] = total;
        }
    }
    return counts;
}

bool valgrindIsInstalled() {
    return !programInPath("valgrind").empty();
}

Pinned::Pinned(int processor) {
    if (processor < 0) return;
    cpu_set_t old;
    CPU_ZERO(&old);
    cpu_set_t one;
    CPU_ZERO(&one);
    if (processor < CPU_SETSIZE) CPU_SET(static_cast<unsigned>(processor), &one);
    if (sched_getaffinity(0, sizeof old, &old) != 0 || sched_setaffinity(0, sizeof one, &one) != 0) {
        throw HarnessError(kExitUsage, "--pin " + std::to_string(processor) + ": this process may not run there");
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(&old);
    before_.assign(bytes, bytes + sizeof old);
    pinned_ = true;
}

Pinned::~Pinned() {
    if (!pinned_) return;
    cpu_set_t old;
    std::copy(before_.begin(), before_.end(), reinterpret_cast<unsigned char*>(&old));
    sched_setaffinity(0, sizeof old, &old);
}

} // namespace rigproof
