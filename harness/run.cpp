#include "harness/run.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <deque>
#include <numeric>
#include <thread>

#include "harness/files.h"
#include "harness/process.h"
#include "harness/report/results_json.h"

namespace rigproof {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLogTail = 400; ///< characters of a dead worker's last words

std::string lastWords(const fs::path& log) {
    std::string text;
    try {
        text = readFile(log);
    } catch (const HarnessError&) {
        return "";
    }
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    if (text.size() > kLogTail) text = "..." + text.substr(text.size() - kLogTail);
    return text;
}

ScenarioResult couldNotRun(const Scenario& scenario, double seconds, const std::string& reason) {
    ScenarioResult result = emptyResult(scenario);
    result.verdict = Verdict::kError;
    result.seconds = seconds;
    result.reasons.push_back(reason);
    return result;
}

/// One worker that is running.
struct Running {
    std::size_t index;
    ChildProcess child;
    fs::path folder;
};

class WorkerPool {
  public:
    WorkerPool(const std::vector<Scenario>& scenarios, const WorkerPlan& plan, RunWatcher& watcher, DriverInfo& driver)
        : scenarios_(scenarios), plan_(plan), watcher_(watcher), driver_(driver), results_(scenarios.size()) {}

    std::vector<ScenarioResult> run() {
        std::size_t next = 0;
        bool stopped = false;
        while ((next < scenarios_.size() && !stopped) || !running_.empty()) {
            while (next < scenarios_.size() && !stopped && running_.size() < static_cast<std::size_t>(plan_.jobs)) {
                start(next++);
            }
            stopped |= waitForOne() && plan_.failFast;
        }
        for (; next < scenarios_.size(); ++next) {
            results_[next] = emptyResult(scenarios_[next]);
            results_[next].verdict = Verdict::kSkipped;
            results_[next].reasons.emplace_back("not started: --fail-fast, and an earlier scenario did not pass");
        }
        return std::move(results_);
    }

  private:
    void start(std::size_t index) {
        const Scenario& s = scenarios_[index];
        const fs::path folder = workerResult(plan_.runFolder, s.name).parent_path();
        fs::remove_all(folder);
        fs::create_directories(folder);
        running_.push_back(
            {index,
             ChildProcess({ownProgram().string(), "worker", s.file.string(), s.name, plan_.runFolder.string(),
                           "--golden", plan_.golden.string(), "--device", plan_.device},
                          folder / "log.txt"),
             folder});
    }

    /// Waits for any worker to end or to overrun; true when its scenario did not pass.
    bool waitForOne() {
        for (;;) {
            for (auto it = running_.begin(); it != running_.end(); ++it) {
                const double seconds = it->child.secondsRunning();
                ChildProcess::Ending ending;
                const bool ended = it->child.waitFor(std::chrono::milliseconds(0), ending);
                if (!ended && seconds <= plan_.timeout) continue;
                ScenarioResult result = ended ? collect(*it, ending, seconds) : overrun(*it, seconds);
                fs::remove_all(it->folder);
                const std::size_t index = it->index;
                running_.erase(it); // kills one that overran
                results_[index] = result;
                watcher_.finished(result, ++done_, scenarios_.size());
                return result.verdict != Verdict::kPass;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    ScenarioResult overrun(const Running& worker, double seconds) {
        const std::string words = lastWords(worker.folder / "log.txt");
        char limit[32];
        std::snprintf(limit, sizeof limit, "%g", plan_.timeout);
        return couldNotRun(scenarios_[worker.index], seconds,
                           std::string("took longer than ") + limit + " s and was ended; --timeout allows more" +
                               (words.empty() ? "" : "; it last said: " + words));
    }

    ScenarioResult collect(const Running& worker, const ChildProcess::Ending& ending, double seconds) {
        const Scenario& scenario = scenarios_[worker.index];
        const fs::path file = worker.folder / "report.json";
        if (ending.exitCode != 0 || ending.signal != 0 || !fs::exists(file)) {
            const std::string words = lastWords(worker.folder / "log.txt");
            return couldNotRun(scenario, seconds,
                               words.empty() || ending.signal != 0
                                   ? "the worker ended with " + ending.words() + (words.empty() ? "" : ": " + words)
                                   : words);
        }
        RunResults told = readResults(file);
        if (driver_.renderer.empty()) driver_ = told.driver;
        told.scenarios.front().seconds = seconds;
        return told.scenarios.front();
    }

    const std::vector<Scenario>& scenarios_;
    const WorkerPlan& plan_;
    RunWatcher& watcher_;
    DriverInfo& driver_;
    std::deque<Running> running_;
    std::vector<ScenarioResult> results_;
    std::size_t done_ = 0;
};

std::optional<int> wholeNumber(const char* text) {
    if (text == nullptr) return {};
    int value = 0;
    const std::string_view word(text);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return {};
    return value;
}

} // namespace

fs::path reportFolder(const fs::path& out) {
    return out / "report";
}

fs::path findReport(const fs::path& folder) {
    for (const fs::path& place : {reportFolder(folder), folder}) {
        if (fs::exists(place / "report.json")) return place;
    }
    throw HarnessError(kExitUsage,
                       folder.string() + ": holds no report; `rigproof run --out " + folder.string() + "` makes one");
}

fs::path runFolder(const fs::path& out) {
    return out / "run";
}

fs::path workerResult(const fs::path& folder, const std::string& scenario) {
    return folder / "workers" / scenario / "report.json";
}

Shard shardFrom(const std::string& text) {
    Shard shard;
    std::string where = "--shard " + text;
    if (!text.empty()) {
        const std::size_t slash = text.find('/');
        const auto index = wholeNumber(text.substr(0, slash).c_str());
        const auto count = slash == std::string::npos ? std::nullopt : wholeNumber(text.c_str() + slash + 1);
        shard = {index.value_or(0), count.value_or(0)};
    } else {
        struct Variables {
            const char* index;
            const char* total;
            int first;
        };
        static constexpr Variables kKnown[] = {{"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
                                               {"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},
                                               {"CI_NODE_INDEX", "CI_NODE_TOTAL", 1}};
        for (const Variables& v : kKnown) {
            if (std::getenv(v.index) == nullptr || std::getenv(v.total) == nullptr) continue;
            where = std::string(v.index) + " of " + v.total;
            shard = {wholeNumber(std::getenv(v.index)).value_or(-1) + 1 - v.first,
                     wholeNumber(std::getenv(v.total)).value_or(0)};
            break;
        }
    }
    if (shard.count < 1 || shard.index < 1 || shard.index > shard.count) {
        throw HarnessError(kExitUsage, where + ": is not a shard; K/N with 1 <= K <= N is wanted, e.g. --shard 1/4");
    }
    return shard;
}

std::vector<Scenario> shardOf(const std::vector<Scenario>& scenarios, const Shard& shard,
                              const std::map<std::string, double>& seconds) {
    double sum = 0.0;
    for (const auto& [name, s] : seconds)
        sum += s;
    const double usual = seconds.empty() ? 1.0 : sum / static_cast<double>(seconds.size());
    const auto cost = [&](std::size_t i) {
        const auto found = seconds.find(scenarios[i].name);
        return found == seconds.end() ? usual : found->second;
    };
    // Longest first, each to the shard with the least so far; ties by place, so that every machine deals alike.
    std::vector<std::size_t> order(scenarios.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&cost](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
    std::vector<double> load(static_cast<std::size_t>(shard.count));
    std::vector<std::size_t> mine;
    for (const std::size_t i : order) {
        const auto lightest = std::min_element(load.begin(), load.end());
        *lightest += cost(i);
        if (lightest - load.begin() == shard.index - 1) mine.push_back(i);
    }
    std::sort(mine.begin(), mine.end());
    std::vector<Scenario> part;
    for (const std::size_t i : mine)
        part.push_back(scenarios[i]);
    return part;
}

std::vector<ScenarioResult> runInWorkers(const std::vector<Scenario>& scenarios, const WorkerPlan& plan,
                                         RunWatcher& watcher, DriverInfo& driver) {
    return WorkerPool(scenarios, plan, watcher, driver).run();
}

} // namespace rigproof
