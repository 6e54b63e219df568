#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The outcome of one run as plain data: filled in by the runner, written and read as report.json (results_json.h), and
// shown by the terminal, JUnit, GitHub and the web page. Vectors and ordered maps only, so that every output is stable.
//
//     RunResults run;
//     run.driver = {.name = "llvmpipe", .mesa = "22.3.6", .llvm = "15.0.6"};
//     run.scenarios.push_back({.name = "bear/wave", .kind = "bear", .verdict = Verdict::kPass});
//     const Summary counts = summarize(run);

namespace rigproof {

enum class Verdict : std::uint8_t {
    kPass,
    kFail,    ///< an image, metric or expectation differs; the reasons say which
    kNew,     ///< there is no golden yet
    kError,   ///< could not be judged: a crash, a timeout, a damaged file
    kSkipped, ///< not asked for, or not possible here; the reason says why
};

inline constexpr std::size_t kVerdictCount = 5;

/// "pass", "fail", "new", "error", "skipped": the word in every output.
std::string_view verdictName(Verdict verdict);
/// The verdict of that name; empty for any other word.
std::optional<Verdict> verdictFromName(std::string_view name);
/// The one that says more about a whole that holds both: error over fail over new over pass over skipped.
Verdict worse(Verdict a, Verdict b);

/// A sentence for people; `ko` may be empty, then `en` is shown.
struct LocalizedText {
    std::string en{};
    std::string ko{};

    bool operator==(const LocalizedText&) const = default;
};

/// What rendered the pictures. Two sides are compared field by field: a difference is shown, never judged.
struct DriverInfo {
    std::string name{};      ///< short: "llvmpipe", "softpipe", "zink", "nvidia"
    std::string vendor{};    ///< GL_VENDOR
    std::string renderer{};  ///< GL_RENDERER
    std::string version{};   ///< GL_VERSION
    std::string mesa{};      ///< "22.3.6"; empty when it is not Mesa
    std::string llvm{};      ///< "15.0.6"; empty when no LLVM compiles the shaders
    std::string processor{}; ///< as /proc/cpuinfo names it

    bool operator==(const DriverInfo&) const = default;
};

/// Pixels, origin top left.
struct PixelBox {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool operator==(const PixelBox&) const = default;
};

/// What the comparer measured between the golden and the actual picture.
struct ImageMeasure {
    double flipMean = 0.0;            ///< 0..1
    double flipP99 = 0.0;             ///< 0..1, 99th percentile of the perceptual error
    double shareOver = 0.0;           ///< 0..1, share of pixels whose error is over the threshold
    std::int64_t largestCluster = 0;  ///< pixels of the largest connected region over the threshold
    PixelBox clusterBox{};            ///< around that region; empty (0 x 0) when there is none
    std::int64_t pixelsDifferent = 0; ///< pixels with any differing byte
    int largestChannelDifference = 0; ///< 0..255

    bool operator==(const ImageMeasure&) const = default;
};

/// What the measures were held against; a measure at its limit passes.
struct ImageLimits {
    double threshold = 0.0;          ///< perceptual error, 0..1, from which a pixel counts
    double flipMean = 0.0;           ///< 0..1
    double shareOver = 0.0;          ///< 0..1
    std::int64_t largestCluster = 0; ///< pixels

    bool operator==(const ImageLimits&) const = default;
};

/// The verdict had the threshold been another one.
struct SweepPoint {
    double threshold = 0.0;
    double shareOver = 0.0;
    std::int64_t largestCluster = 0;
    Verdict verdict = Verdict::kPass;

    bool operator==(const SweepPoint&) const = default;
};

/// One picture of a scenario at one time. A file name is empty when there is no such picture. From the runner a name
/// may be absolute, or relative to its output folder; in a report folder (report_folder.h) and in report.json it is
/// relative to that folder, with '/' between folders, and never leaves it.
struct CaptureResult {
    std::string name{};
    double time = 0.0; ///< seconds from the scenario's start
    Verdict verdict = Verdict::kPass;
    bool flaky = false; ///< repetitions differed among themselves; `again` then holds the other picture
    std::vector<std::string> reasons{};
    std::string actual{};
    std::string golden{};
    std::string diff{};    ///< map of the perceptual error
    std::string again{};   ///< of a flaky capture: what another repetition rendered
    std::string variant{}; ///< driver whose own golden was used ("<capture>@<driver>.png"); empty for the common one
    int width = 0;         ///< of the actual picture, pixels
    int height = 0;
    std::optional<ImageMeasure> measure{}; ///< empty when nothing was compared
    std::optional<ImageLimits> limits{};
    std::vector<SweepPoint> sweep{}; ///< by rising threshold

    bool operator==(const CaptureResult&) const = default;
};

/// One number of a scenario, what it was before and what it must keep to. Bounds are inclusive.
struct MetricResult {
    double value = 0.0;
    std::optional<double> golden{};
    std::optional<double> tolerance{}; ///< how far from `golden` the value may be
    std::optional<double> min{};       ///< expectations of the scenario; `equals` is min == max
    std::optional<double> max{};
    Verdict verdict = Verdict::kPass;

    bool operator==(const MetricResult&) const = default;
};

struct ScenarioResult {
    std::string name{}; ///< unique in the run: "bear-wave", "tentacle-curl[joints=3]"
    std::string kind{}; ///< "bear", "tentacle", "crowd" ...
    std::string file{}; ///< the scenario's JSON as the user would name it; annotations point there
    LocalizedText title{};
    LocalizedText caption{};
    std::vector<std::string> tags{};
    Verdict verdict = Verdict::kPass;
    bool flaky = false; ///< never green, whatever the verdict
    double seconds = 0.0;
    std::vector<std::string> reasons{}; ///< in words: "draws.crowd is 5000, expected 1"
    std::vector<CaptureResult> captures{};
    std::map<std::string, MetricResult> metrics{};
    std::string repeat{};                     ///< the exact command that repeats it
    std::optional<DriverInfo> goldenDriver{}; ///< where the golden was made; empty when there is none
    std::optional<DriverInfo> driver{};       ///< of a merged run: what rendered this one, when not RunResults::driver

    bool operator==(const ScenarioResult&) const = default;
};

struct RunResults {
    DriverInfo driver{};
    std::string commit{};
    std::string started{}; ///< UTC, "2026-12-01T03:40:00Z"
    double seconds = 0.0;
    std::vector<ScenarioResult> scenarios{};

    bool operator==(const RunResults&) const = default;
};

/// How many scenarios ended how.
struct Summary {
    int pass = 0;
    int fail = 0;
    int fresh = 0; ///< verdict "new"
    int error = 0;
    int skipped = 0;
    int flaky = 0; ///< counted beside their verdict, not instead of it

    int total() const { return pass + fail + fresh + error + skipped; }
    bool allWell() const { return fail + fresh + error + flaky == 0; }
    bool operator==(const Summary&) const = default;
};

Summary summarize(const RunResults& run);

/// What rendered the actual pictures of this scenario.
const DriverInfo& driverOf(const RunResults& run, const ScenarioResult& scenario);

/// From this share of a limit on, a capture that passes is warned of: it has drifted towards failing.
inline constexpr double kDriftWarning = 0.8;

/// The largest measure as a share of its limit, 0 when nothing was compared; a limit of 0 is used up by any measure
/// over 0. Over 1 the capture fails.
double limitUse(const CaptureResult& capture);

/// Whether the capture passes but has used up kDriftWarning of a limit.
bool drifts(const CaptureResult& capture);

/// Whether the golden was made by another rasteriser, version or processor than this run used. False when there is no
/// golden or it does not say.
bool rasteriserChanged(const RunResults& run, const ScenarioResult& scenario);

/// Whether what fails looks like the work of another rasteriser: the rasteriser changed, every metric holds, and every
/// capture that fails is only a little over its limits (kRasteriserNoise). Such scenarios are shown as one event, so
/// that real changes stand out; they fail all the same.
bool blamesRasteriser(const RunResults& run, const ScenarioResult& scenario);

/// Up to this many times a limit a failing capture is taken for the work of another rasteriser.
inline constexpr double kRasteriserNoise = 3.0;

} // namespace rigproof
