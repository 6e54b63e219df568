#include "harness/shrink.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/run.h"
#include "harness/scenario.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

/// Runs versions of one scenario in workers. Each is a file of the scenario's own name, so that its goldens are found.
class Bench {
  public:
    Bench(const ShrinkOptions& options, std::string name) : name_(std::move(name)) {
        plan_.golden = options.places.golden;
        plan_.runFolder = options.places.out / "shrink";
        plan_.device = options.device;
        plan_.timeout = options.timeout;
        fs::remove_all(plan_.runFolder);
    }
    ~Bench() {
        std::error_code ignored;
        fs::remove_all(plan_.runFolder, ignored);
    }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    /// Throws HarnessError for a text that is no valid scenario.
    ScenarioResult run(const std::string& text, bool withGoldens) {
        class Silent : public RunWatcher {
            void finished(const ScenarioResult&, std::size_t, std::size_t) override {}
        } silent;
        const fs::path file = plan_.runFolder / (name_ + ".json");
        writeFileAtomically(file, text);
        WorkerPlan plan = plan_;
        if (!withGoldens) plan.golden = plan_.runFolder / "no-golden";
        DriverInfo driver;
        return runInWorkers(loadScenario(file), plan, silent, driver).front();
    }

  private:
    std::string name_;
    WorkerPlan plan_;
};

Complaint complaintOf(Bench& bench, const std::string& whole, const std::string& name) {
    const ScenarioResult judged = bench.run(whole, true);
    const std::optional<Complaint> complaint = findComplaint(judged, bench.run(whole, false));
    if (complaint) return *complaint;
    throw HarnessError(
        kExitUsage,
        name +
            (judged.verdict == Verdict::kNew ? ": has no golden yet, and all that it expects holds; " : ": passes; ") +
            "there is no failure to shrink");
}

/// The text with a title and a caption that say where it comes from.
std::string labelled(const std::string& text, const std::string& name, const Complaint& complaint) {
    auto value = nlohmann::ordered_json::parse(text);
    value["title"] = {{"en", "Shrunk from " + name}, {"ko", name + "에서 축소"}};
    value["caption"] = {{"en", "Fails with: " + complaint.reason}};
    return value.dump(2) + "\n";
}

/// What only a golden shows to fail needs that golden under its new name.
void copyGoldens(const fs::path& from, const fs::path& to) {
    fs::remove_all(to);
    fs::create_directories(to.parent_path());
    fs::copy(from, to);
}

std::string quoted(const fs::path& path) {
    return "'" + path.string() + "'";
}

} // namespace

int shrinkCommand(const ShrinkOptions& options) {
    const Scenario scenario = pickOne(options.places.scenarios, options.name);
    const std::string whole = wholeScenario(scenario.file, scenario.name);
    Bench bench(options, scenario.name);
    const Complaint complaint = complaintOf(bench, whole, scenario.name);
    const auto say = [&options](const std::string& line) {
        if (!options.quiet) std::cerr << line << std::endl;
    };
    say(scenario.name + ": " + std::string(verdictName(complaint.verdict)) + ": " + complaint.reason);
    if (complaint.needsGolden)
        say("  only its golden shows it, and a golden fits no other picture: only captures are reduced");

    const auto stillFails = [&](const std::string& text) {
        try {
            return complainsAgain(complaint, bench.run(text, complaint.needsGolden));
        } catch (const HarnessError&) {
            return false; // no valid scenario any more
        }
    };
    const Shrunk small = shrink(whole, reachOf(complaint), stillFails, options.tries,
                                [&say](const std::string& step) { say("  " + step); });

    const fs::path folder = options.output.empty() ? options.places.out / "shrunk" : options.output;
    const std::string name = scenario.name + "-shrunk";
    const fs::path file = folder / (name + ".json");
    writeFileAtomically(file, labelled(small.text, scenario.name, complaint));
    std::string repeat = "rigproof run " + quoted(file);
    if (complaint.needsGolden) {
        copyGoldens(options.places.golden / scenario.name, folder / "golden" / name);
        repeat += " --golden " + quoted(folder / "golden");
    }
    if (options.device != "auto") repeat += " --device " + options.device;
    std::cout << file.string() << "\nrepeat: " << repeat << '\n';
    say("runs tried: " + std::to_string(small.tries));
    return kExitAllWell;
}

} // namespace rigproof
