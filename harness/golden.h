#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/results.h"
#include "harness/scene.h"

namespace rigproof {

/// The expected numbers of a scenario and where they were made (golden/<scenario>/metrics.json).
struct GoldenNumbers {
    Metrics metrics;
    DriverInfo madeWith;
    std::string rigproof; ///< version of the program that wrote them
    int width = 0;        ///< of the pictures, pixels
    int height = 0;
};

/// The text of metrics.json: the same for the same numbers.
std::string numbersToJson(const GoldenNumbers& numbers);

/// The folder of goldens: golden/<scenario>/<capture>.png and metrics.json.
class GoldenStore {
  public:
    explicit GoldenStore(std::filesystem::path root) : root_(std::move(root)) {}

    std::filesystem::path folder(const std::string& scenario) const { return root_ / scenario; }

    /// The golden picture of a capture: "<capture>@<driver>.png" where that driver has its own, else "<capture>.png".
    /// Whether it exists is the caller's to see. `variant` is set to the driver, or emptied.
    std::filesystem::path picture(const std::string& scenario, const std::string& capture, const std::string& driver,
                                  std::string& variant) const;

    /// Nothing when there is no metrics.json; throws HarnessError when it is damaged.
    std::optional<GoldenNumbers> numbers(const std::string& scenario) const;

    /// Pictures in the scenario's folder that belong to none of `captures`: left behind by a renamed or removed
    /// capture.
    std::vector<std::filesystem::path> strayPictures(const std::string& scenario,
                                                     const std::vector<std::string>& captures) const;

    const std::filesystem::path& root() const { return root_; }

  private:
    std::filesystem::path root_;
};

/// One file that accepting would write.
struct Acceptance {
    std::string scenario;
    std::string capture; ///< empty: the numbers
    std::filesystem::path from;
    std::filesystem::path to;
    bool fresh = false; ///< there was no golden before
};

/// What accepting a scenario of the last run means: its pictures that failed or are new, and its numbers when one of
/// them failed or is new. What passed is never touched, and nothing is written here.
/// `resultFolder` holds the run's report.json, to which the results' file names are relative.
std::vector<Acceptance> planAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario,
                                       const std::filesystem::path& resultFolder);

/// What accepting this picture of the last run would write, whatever its verdict: a reviewer may renew a golden that
/// still passes but has drifted.
Acceptance pictureAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario, const CaptureResult& capture,
                             const std::filesystem::path& resultFolder);
/// What accepting the scenario's numbers would write.
Acceptance numbersAcceptance(const GoldenStore& goldens, const ScenarioResult& scenario);

/// The bytes of the golden that an acceptance makes. Throws HarnessError when the picture cannot be read.
std::string acceptedBytes(const Acceptance& acceptance, const ScenarioResult& scenario, const DriverInfo& driver);

/// Writes one planned acceptance, atomically. Throws HarnessError, and then the old golden stands.
void accept(const Acceptance& acceptance, const ScenarioResult& scenario, const DriverInfo& driver);

} // namespace rigproof
