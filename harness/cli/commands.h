#pragma once

#include <filesystem>
#include <string>
#include <vector>

// One function a command: options in, exit code out (harness/files.h names the codes). What goes wrong with the user's
// input is thrown as HarnessError and becomes one line on stderr in main.cpp.

namespace rigproof {

/// Where things lie; every command has these.
struct Places {
    std::filesystem::path scenarios = "scenarios";
    std::filesystem::path golden = "golden";
    std::filesystem::path out = "out";
};

struct RunOptions {
    Places places;
    std::vector<std::string> words; ///< names, globs or files; none: all
    std::vector<std::string> tags;
    std::string device = "auto";
    std::string shard;             ///< "K/N", K from 1; empty: from the CI system's variables, or all
    std::string durations;         ///< report.json of an earlier run that balances the shards; empty: equal shares
    std::string junit;             ///< file, or empty
    std::string json;              ///< file, or empty
    int jobs = 0;                  ///< workers at once; 0: one a processor
    double timeout = 120;          ///< seconds a scenario
    int retries = 0;               ///< how often a scenario that fails is run again; one that then passes is flaky
    std::string pictures = "auto"; ///< of what equals its golden, in the report: all, changed (none), auto
    bool failFast = false;
    bool update = false;   ///< write goldens of what differs
    bool allowNew = false; ///< a picture without a golden does not fail the run
    bool quiet = false;
};
int runCommand(const RunOptions& options);

/// What a worker process does: one scenario, its pictures and its result (workerResult) written under `runFolder`.
struct WorkerOptions {
    Places places;
    std::filesystem::path file;
    std::string name;
    std::filesystem::path runFolder;
    std::string device = "auto";
};
int workerCommand(const WorkerOptions& options);

struct ListOptions {
    Places places;
    std::vector<std::string> words;
    std::vector<std::string> tags;
    bool json = false;
};
int listCommand(const ListOptions& options);

struct ValidateOptions {
    std::vector<std::string> files;
    bool print = false;
};
int validateCommand(const ValidateOptions& options);

struct NewOptions {
    Places places;
    std::string kind;
    std::string name;
};
int newCommand(const NewOptions& options);

struct RenderOptions {
    Places places;
    std::string name;
    std::string output; ///< .png: one picture; .mp4, .webm or .gif: a film; a folder: a sequence
    std::string device = "auto";
    double time = -1; ///< seconds; below 0: the scenario's first capture
    double from = 0;
    double to = -1; ///< a sequence or film ends here; below 0: at the last capture
    double framesPerSecond = 30;
    bool annotate = false;
};
int renderCommand(const RenderOptions& options);

struct CompareOptions {
    std::string expected;
    std::string actual;
    std::string diff;
    std::string metric = "flip";
    double pixelsPerDegree = 67;
    double threshold = -1; ///< below 0: the metric's default
    bool json = false;
};
int compareCommand(const CompareOptions& options);

/// What `rigproof run` on several drivers, and the small real changes, say about the tolerances.
struct TolerancesOptions {
    std::vector<std::string> reports; ///< report folders of runs that should have passed
    std::string changes;              ///< report of changes that should have failed, or empty
    std::size_t top = 0;              ///< rows of the table, the worst first; 0: all
};
int tolerancesCommand(const TolerancesOptions& options);

struct AcceptOptions {
    Places places;
    std::vector<std::string> words;
    bool dryRun = false;
};
int acceptCommand(const AcceptOptions& options);

struct ReviewOptions {
    Places places; ///< `out` may also be a report's folder
    int port = 0;  ///< 0: any that is free
};
int reviewCommand(const ReviewOptions& options);

struct MergeReportsOptions {
    Places places;
    std::vector<std::filesystem::path> shards; ///< reports, or the --out folders of runs
    std::filesystem::path output;              ///< folder of the one report
    std::string junit;                         ///< file, or empty
    bool all = false;                          ///< a scenario of places.scenarios that no shard has is an error
    bool allowNew = false;
};
int mergeReportsCommand(const MergeReportsOptions& options);

struct ShrinkOptions {
    Places places;
    std::string name;
    std::filesystem::path output; ///< folder of the new scenario; empty: <out>/shrunk
    std::string device = "auto";
    double timeout = 120; ///< seconds a try
    int tries = 200;
    bool quiet = false;
};
int shrinkCommand(const ShrinkOptions& options);

struct DoctorOptions {
    std::string device = "auto";
    bool json = false;
};
int doctorCommand(const DoctorOptions& options);

struct BenchOptions {
    std::filesystem::path budgets = "bench/budgets.json";
    std::string program;            ///< rigproof_bench; empty: beside this program
    std::vector<std::string> words; ///< globs of benchmarks or names of budgets; none: what budgets speak of
    bool all = false;               ///< every benchmark, not only those with a budget
    bool quick = false;             ///< fewer and shorter repetitions
    bool force = false;             ///< judge builds whose times mean nothing, too
    bool instructions = false;      ///< counted by callgrind beside the times
    int repetitions = 0;            ///< 0: as `quick` says
    int pin = -1;                   ///< the one processor to run on; below 0: any
    bool recordAsked = false;
    std::string record;      ///< a file or "notes:NAME"; empty: beside the build
    std::string outJson;     ///< Google Benchmark's own JSON, or empty
    std::string compare;     ///< a revision, or empty
    std::string against;     ///< another rigproof_bench to compare with, or empty
    double threshold = 0.05; ///< change that counts when comparing, as a share
    double level = 0.01;     ///< chance of any false alarm when comparing
    int rounds = 15;         ///< repetitions a side when comparing
};
int benchCommand(const BenchOptions& options);

struct PerfOptions {
    std::string history; ///< a file or "notes:NAME"; empty: beside the build
    std::filesystem::path html = "out/perf.html";
    std::filesystem::path budgets = "bench/budgets.json";
    std::string commitUrl;       ///< with {} for the commit; empty: from the remote "origin"
    double smallestShift = 0.05; ///< of a change that is named, as a share
    bool quiet = false;
};
int perfCommand(const PerfOptions& options);

} // namespace rigproof
