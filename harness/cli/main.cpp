// The program `rigproof`: reads the command line and hands over to one command.

#include <exception>
#include <functional>
#include <iostream>

#include <CLI/CLI.hpp>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/version.h"

namespace rigproof {
namespace {

void addPlaces(CLI::App* command, Places& places, bool golden, bool out) {
    command->add_option("--scenarios", places.scenarios, "folder of the scenarios")->capture_default_str();
    if (golden) command->add_option("--golden", places.golden, "folder of the goldens")->capture_default_str();
    if (out) command->add_option("--out", places.out, "folder for results and report")->capture_default_str();
}

void addDevice(CLI::App* command, std::string& device) {
    command->add_option("--device", device, "auto, software, or the number of a device (see `rigproof doctor`)")
        ->capture_default_str();
}

/// One sub-command with its example, and what it runs.
class Commands {
  public:
    explicit Commands(CLI::App& app) : app_(app) {}

    CLI::App* add(const char* name, const char* description, const char* example, std::function<int()> run) {
        return addTo(&app_, name, description, example, std::move(run));
    }
    CLI::App* addTo(CLI::App* parent, const char* name, const char* description, const char* example,
                    std::function<int()> run) {
        CLI::App* command = parent->add_subcommand(name, description);
        command->footer(std::string("Example:\n  ") + example);
        command->callback([this, run = std::move(run)] { chosen_ = run; });
        return command;
    }
    /// A word that stands before other commands: `rigproof report merge`.
    CLI::App* addGroup(const char* name, const char* description) {
        CLI::App* group = app_.add_subcommand(name, description);
        group->require_subcommand(1);
        return group;
    }
    int runChosen() const { return chosen_ ? chosen_() : kExitUsage; }

  private:
    CLI::App& app_;
    std::function<int()> chosen_;
};

void addRun(Commands& commands, RunOptions& o) {
    CLI::App* c = commands.add("run", "simulate, render and compare scenarios with their goldens",
                               "rigproof run 'tentacle*' --jobs 2", [&o] { return runCommand(o); });
    c->add_option("scenario", o.words, "names, 'globs*' or files; none: all");
    c->add_option("--filter", o.words, "the same as the plain words");
    c->add_option("--tag", o.tags, "only scenarios with this tag (all of them, when given more than once)");
    addPlaces(c, o.places, true, true);
    addDevice(c, o.device);
    c->add_option("-j,--jobs", o.jobs, "workers at once; 0: one a processor")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    c->add_option("--shard", o.shard,
                  "K/N: the K-th of N parts (also from TEST_SHARD_INDEX/TEST_TOTAL_SHARDS, "
                  "GTEST_SHARD_INDEX/GTEST_TOTAL_SHARDS, CI_NODE_INDEX/CI_NODE_TOTAL)");
    c->add_option("--durations", o.durations,
                  "report.json of an earlier run: shards are balanced by it, and each must be given the same one");
    c->add_option("--timeout", o.timeout, "seconds a scenario may take")
        ->check(CLI::Range(0.1, 86400.0))
        ->capture_default_str();
    c->add_option("--retries", o.retries, "run what fails again up to so often; what then passes is flaky, never green")
        ->check(CLI::Range(0, 10))
        ->capture_default_str();
    c->add_option("--pictures", o.pictures,
                  "which pictures the report holds: all, changed ones only, or auto: all while no more than 500 are "
                  "unchanged")
        ->check(CLI::IsMember({"auto", "all", "changed"}))
        ->capture_default_str();
    c->add_option("--json", o.json, "also write report.json here");
    c->add_option("--junit", o.junit, "write JUnit XML here");
    c->add_flag("--fail-fast", o.failFast, "stop at the first scenario that does not pass");
    c->add_flag("--update", o.update, "write goldens of what differs (look at them first: `rigproof review`)");
    c->add_flag("--allow-new", o.allowNew, "pictures without a golden do not fail the run");
    c->add_flag("-q,--quiet", o.quiet, "print only what is wrong");
}

void addWorker(Commands& commands, WorkerOptions& o) {
    CLI::App* c = commands.add("worker", "one scenario of a run", "rigproof worker FILE NAME FOLDER",
                               [&o] { return workerCommand(o); });
    c->group(""); // not for people
    c->add_option("file", o.file)->required();
    c->add_option("name", o.name)->required();
    c->add_option("folder", o.runFolder)->required();
    addPlaces(c, o.places, true, false);
    addDevice(c, o.device);
}

void addList(Commands& commands, ListOptions& o) {
    CLI::App* c = commands.add("list", "name the scenarios", "rigproof list --tag ik", [&o] { return listCommand(o); });
    c->add_option("scenario", o.words, "names, 'globs*' or files; none: all");
    c->add_option("--tag", o.tags, "only scenarios with this tag");
    c->add_flag("--json", o.json, "as JSON");
    addPlaces(c, o.places, false, false);
}

void addValidate(Commands& commands, ValidateOptions& o) {
    CLI::App* c =
        commands.add("validate", "check scenario files without running them",
                     "rigproof validate scenarios/tentacle/follow.json --print", [&o] { return validateCommand(o); });
    c->add_option("file", o.files, "scenario files")->required();
    c->add_flag("--print", o.print, "show the merged scenario and where each value comes from");
}

void addNew(Commands& commands, NewOptions& o) {
    CLI::App* c = commands.add("new", "write a commented starting scenario that runs at once",
                               "rigproof new tentacle my-arm", [&o] { return newCommand(o); });
    c->add_option("kind", o.kind, "what kind of scene")->required();
    c->add_option("name", o.name, "name of the scenario, and of its file")->required();
    addPlaces(c, o.places, false, false);
}

void addRender(Commands& commands, RenderOptions& o) {
    CLI::App* c =
        commands.add("render", "one picture, a sequence of pictures, or a film",
                     "rigproof render tentacle-follow --time 2.5 -o tentacle.png", [&o] { return renderCommand(o); });
    c->add_option("scenario", o.name, "a name or a file")->required();
    c->add_option("-o,--output", o.output, "x.png, a folder for a sequence, or x.mp4 (needs ffmpeg)")->required();
    c->add_option("--time", o.time, "seconds from the start; default: the first capture");
    c->add_option("--from", o.from, "a sequence starts here, seconds")->capture_default_str();
    c->add_option("--to", o.to, "a sequence ends here, seconds; default: the last capture");
    c->add_option("--fps", o.framesPerSecond, "pictures a second of a sequence")
        ->check(CLI::Range(1.0, 240.0))
        ->capture_default_str();
    c->add_flag("--annotate", o.annotate, "burn in title, caption, time and counters");
    addPlaces(c, o.places, false, false);
    addDevice(c, o.device);
}

void addCompare(Commands& commands, CompareOptions& o) {
    CLI::App* c =
        commands.add("compare", "compare two PNG files", "rigproof compare expected.png actual.png -o diff.png",
                     [&o] { return compareCommand(o); });
    c->add_option("expected", o.expected, "PNG file")->required();
    c->add_option("actual", o.actual, "PNG file")->required();
    c->add_option("-o,--output", o.diff, "write the difference map here");
    c->add_option("--metric", o.metric, "flip, yiq or exact")
        ->check(CLI::IsMember({"flip", "yiq", "exact"}))
        ->capture_default_str();
    c->add_option("--ppd", o.pixelsPerDegree, "pixels per degree of the viewer, for flip")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str();
    c->add_option("--threshold", o.threshold, "error from which a pixel counts, 0..1")->check(CLI::Range(0.0, 1.0));
    c->add_flag("--json", o.json, "numbers as JSON");
}

void addTolerances(Commands& commands, TolerancesOptions& o) {
    CLI::App* c =
        commands.add("tolerances", "show the noise of other drivers between the limits and small real changes",
                     "rigproof tolerances out/softpipe/report out/zink/report", [&o] { return tolerancesCommand(o); });
    c->add_option("report", o.reports, "report folders of runs against the same goldens")->required();
    c->add_option("--changes", o.changes, "report of changes that must fail");
    c->add_option("--top", o.top, "so many rows of the table, the worst first; 0: all")->capture_default_str();
}

void addAccept(Commands& commands, AcceptOptions& o) {
    CLI::App* c = commands.add("accept", "make the last run's pictures and numbers the new goldens",
                               "rigproof accept 'tentacle*' --dry-run", [&o] { return acceptCommand(o); });
    c->add_option("scenario", o.words, "names or 'globs*'; none: all that did not pass");
    c->add_flag("-n,--dry-run", o.dryRun, "only list what would be written");
    addPlaces(c, o.places, true, true);
}

void addReview(Commands& commands, ReviewOptions& o) {
    CLI::App* c = commands.add("review", "look at the last run in a browser, and accept or reject each difference",
                               "rigproof review --port 8000", [&o] { return reviewCommand(o); });
    c->add_option("--port", o.port, "port on 127.0.0.1; 0: any that is free")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    c->add_option("--golden", o.places.golden, "folder of the goldens")->capture_default_str();
    c->add_option("--out", o.places.out, "the run's --out folder, or a report")->capture_default_str();
}

void addReport(Commands& commands, MergeReportsOptions& o) {
    CLI::App* report = commands.addGroup("report", "work with reports");
    CLI::App* c =
        commands.addTo(report, "merge", "make one report of those of many shards; exits as one run would",
                       "rigproof report merge shard-1 shard-2 -o out/report", [&o] { return mergeReportsCommand(o); });
    c->add_option("report", o.shards, "reports, or the --out folders of runs")->required();
    c->add_option("-o,--output", o.output, "folder of the merged report")->required();
    c->add_option("--junit", o.junit, "also write JUnit XML here");
    c->add_flag("--all", o.all, "a scenario that is in no report is an error: a shard that got lost is noticed");
    c->add_flag("--allow-new", o.allowNew, "pictures without a golden do not fail");
    c->add_option("--scenarios", o.places.scenarios, "folder of the scenarios, for --all")->capture_default_str();
}

void addShrink(Commands& commands, ShrinkOptions& o) {
    CLI::App* c = commands.add("shrink", "find the smallest scenario that still fails as this one does",
                               "rigproof shrink crowd-5000", [&o] { return shrinkCommand(o); });
    c->add_option("scenario", o.name, "a name or a file")->required();
    c->add_option("-o,--output", o.output, "folder of the new scenario; default: shrunk in the --out folder");
    c->add_option("--tries", o.tries, "runs at most")->check(CLI::Range(1, 100000))->capture_default_str();
    c->add_option("--timeout", o.timeout, "seconds a run may take")
        ->check(CLI::Range(0.1, 86400.0))
        ->capture_default_str();
    c->add_flag("-q,--quiet", o.quiet, "say only where the new scenario lies");
    addPlaces(c, o.places, true, true);
    addDevice(c, o.device);
}

void addDoctor(Commands& commands, DoctorOptions& o) {
    CLI::App* c = commands.add("doctor", "say what would render here, and what is missing", "rigproof doctor",
                               [&o] { return doctorCommand(o); });
    addDevice(c, o.device);
    c->add_flag("--json", o.json, "as JSON");
}

void addBench(Commands& commands, BenchOptions& o) {
    CLI::App* c = commands.add("bench", "measure, and judge by the budgets or beside another commit",
                               "rigproof bench 'crowd*' --compare HEAD~1", [&o] { return benchCommand(o); });
    c->add_option("benchmark", o.words, "'globs*' of benchmarks, or names of budgets; none: all that have a budget");
    c->add_option("--filter", o.words, "the same as the plain words");
    c->add_flag("--all", o.all, "every benchmark, not only those with a budget");
    c->add_flag("--quick", o.quick, "fewer and shorter repetitions: about a minute");
    c->add_option("--repetitions", o.repetitions, "how often each is measured")->check(CLI::Range(1, 1000));
    c->add_option("--budgets", o.budgets, "the budgets")->capture_default_str();
    c->add_option("--program", o.program, "rigproof_bench, when it is not beside this program");
    c->add_flag("--force", o.force, "judge debug and sanitizer builds too");
    c->add_option("--pin", o.pin, "run on this processor only; benchmarks of several threads then tell little")
        ->check(CLI::Range(0, 4095));
    c->add_flag("--instructions", o.instructions, "count instructions beside the times (needs valgrind)");
    CLI::Option* record =
        c->add_option("--record", o.record, "add a line to this history: a file or notes:NAME; default: by the build")
            ->expected(0, 1);
    c->parse_complete_callback([&o, record] { o.recordAsked = record->count() > 0; });
    c->add_option("--out-json", o.outJson, "write Google Benchmark's own JSON here");
    CLI::Option* compare = c->add_option("--compare", o.compare, "build this revision too and measure both in turns");
    c->add_option("--against", o.against, "compare with this other rigproof_bench")->excludes(compare);
    c->add_option("--threshold", o.threshold, "change that counts when comparing, as a share")
        ->check(CLI::Range(0.0, 10.0))
        ->capture_default_str();
    c->add_option("--p", o.level, "chance that any benchmark is called different when none is")
        ->check(CLI::Range(1e-6, 0.5))
        ->capture_default_str();
    c->add_option("--rounds", o.rounds, "repetitions a side when comparing")
        ->check(CLI::Range(4, 1000))
        ->capture_default_str();
}

void addPerf(Commands& commands, PerfOptions& o) {
    CLI::App* c = commands.add("perf", "the recorded speed over commits: table, charts, and what changed when",
                               "rigproof perf --html out/perf.html", [&o] { return perfCommand(o); });
    c->add_option("history", o.history, "a file that `bench --record` wrote, or notes:NAME; default: by the build");
    c->add_option("--html", o.html, "write the page of charts here")->capture_default_str();
    c->add_option("--budgets", o.budgets, "budgets that the charts show")->capture_default_str();
    c->add_option("--commit-url", o.commitUrl, "where a commit can be seen, {} for the commit; default: from origin");
    c->add_option("--smallest", o.smallestShift, "smallest change that is named, as a share")
        ->check(CLI::Range(0.0, 10.0))
        ->capture_default_str();
    c->add_flag("-q,--quiet", o.quiet, "only write the page");
}

int run(int argc, char** argv) {
    CLI::App app("Proves on every commit that characters still deform, reach and march as before, and as fast.",
                 "rigproof");
    app.set_version_flag("--version", kVersion);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 all well, 1 something differs, 2 wrong usage or an invalid file, 3 could not run.\n"
        "`rigproof COMMAND --help` shows each command's options and an example.");
    Commands commands(app);
    RunOptions runOptions;
    WorkerOptions worker;
    ListOptions list;
    ValidateOptions validate;
    NewOptions fresh;
    RenderOptions render;
    CompareOptions compare;
    TolerancesOptions tolerances;
    AcceptOptions accept;
    ReviewOptions review;
    MergeReportsOptions mergeReports;
    ShrinkOptions shrink;
    DoctorOptions doctor;
    BenchOptions bench;
    PerfOptions perf;
    addRun(commands, runOptions);
    addList(commands, list);
    addValidate(commands, validate);
    addNew(commands, fresh);
    addRender(commands, render);
    addCompare(commands, compare);
    addTolerances(commands, tolerances);
    addAccept(commands, accept);
    addReview(commands, review);
    addReport(commands, mergeReports);
    addShrink(commands, shrink);
    addDoctor(commands, doctor);
    addBench(commands, bench);
    addPerf(commands, perf);
    addWorker(commands, worker);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        const int code = app.exit(e);
        return code == 0 ? kExitAllWell : kExitUsage;
    }
    return commands.runChosen();
}

} // namespace
} // namespace rigproof

int main(int argc, char** argv) {
    try {
        return rigproof::run(argc, argv);
    } catch (const rigproof::HarnessError& e) {
        std::cerr << e.what() << '\n';
        return e.exitCode;
    } catch (const std::exception& e) {
        std::cerr << "rigproof: " << e.what() << '\n';
        return rigproof::kExitCouldNotRun;
    }
}
