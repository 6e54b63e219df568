#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/report/results.h"
#include "harness/scene.h"

namespace rigproof {

/// A moment to make a picture of.
struct Capture {
    std::string name;
    double time = 0.0; ///< seconds; taken after the step nearest to it
};

/// So many times another metric.
struct ShareOf {
    double times = 1.0;
    std::string metric{};
};

/// What a metric has to be at the end of the run; "name@capture" means at that capture.
struct Expectation {
    std::string metric;
    std::optional<double> equals = {};
    std::optional<double> min = {};
    std::optional<double> max = {};
    std::optional<double> near = {};
    double tolerance = 0.0; ///< of `near`
    std::optional<ShareOf> atMost = {};
    std::optional<ShareOf> atLeast = {};
};

/// A rectangle of the picture, pixels from the top left.
struct MaskRect {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// How far a picture may be from its golden (harness/compare explains each limit). Unset: the comparer's default.
struct PictureTolerance {
    std::string metric = "flip"; ///< flip, yiq, exact
    std::optional<double> mean;
    std::optional<double> pixelThreshold;
    std::optional<double> shareOver;
    std::optional<int> largestCluster;
    std::vector<MaskRect> ignore;
    std::vector<MaskRect> only;
};

/// One run of one scene: a scenario file, or one point of its sweep.
struct Scenario {
    std::string name; ///< the file's stem; with a sweep "stem[joints=3]"
    std::filesystem::path file;
    std::string kind;
    LocalizedText title;
    LocalizedText caption;
    std::vector<std::string> tags;
    std::uint32_t seed = 1;
    Viewport viewport;
    double step = 1.0 / 60.0; ///< seconds
    std::vector<Capture> captures;
    std::vector<Expectation> expectations;
    PictureTolerance image;
    double metricTolerance = 0.0;                   ///< relative; of metrics without their own
    std::map<std::string, double> metricTolerances; ///< relative, by metric
    std::function<std::unique_ptr<Scene>()> makeScene;
};

/// Reads, merges (`extends`), checks and expands (`sweep`) one scenario file.
/// Throws HarnessError (kExitUsage) "file:line:column: pointer: what is wrong; what would be right".
std::vector<Scenario> loadScenario(const std::filesystem::path& file);

/// The merged scenario as text, each value with where it comes from (the file, a preset, the schema's default).
std::string explainScenario(const std::filesystem::path& file);

/// One scenario of a file as the text of a file of its own: merged, its point of the sweep chosen, every default
/// written out. A file of that text under the scenario's name is the same scenario.
std::string wholeScenario(const std::filesystem::path& file, const std::string& name);

/// Every scenario file under `folder` (not presets), sorted by path.
std::vector<std::filesystem::path> scenarioFiles(const std::filesystem::path& folder);

/// Picks by name, glob (`tentacle*`), file or tag; no words pick all. A file is loaded from where it is; a name or glob
/// that picks nothing throws HarnessError with the nearest name. Sorted by name; a name that stands twice is an error.
std::vector<Scenario> pickScenarios(const std::filesystem::path& folder, std::span<const std::string> words,
                                    std::span<const std::string> tags);

/// The one scenario that `word` picks; throws HarnessError when it picks several.
Scenario pickOne(const std::filesystem::path& folder, const std::string& word);

/// Whether `text` matches a glob of * and ?. Brackets are taken as they are: they stand in the names of sweeps.
bool matchesGlob(const std::string& text, const std::string& glob);

} // namespace rigproof
