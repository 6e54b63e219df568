#include "harness/report/report_folder.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <system_error>

#include <unistd.h>

#include "harness/files.h"
#include "harness/report/base64.h"
#include "harness/report/results_json.h"
#include "harness/report/web_files.h"

namespace rigproof {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPictureFolder = "pictures";

/// A name of a scenario or capture as one part of a path that every file system and URL takes.
std::string asFileName(const std::string& name) {
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '_' || (c == '.' && !safe.empty());
        safe += plain ? c : '_';
    }
    return safe.empty() ? "_" : safe;
}

/// Brings pictures into the folder under names of its own.
class PictureGatherer {
  public:
    PictureGatherer(fs::path from, fs::path folder) : from_(std::move(from)), folder_(std::move(folder)) {}

    /// The name under which `source` now lies in the folder, empty when it could not be brought; the reason is then
    /// added to the capture.
    std::string bring(const std::string& source, const std::string& scenario, const CaptureResult& capture,
                      const char* role, std::vector<std::string>& reasons) {
        if (source.empty()) return {};
        const fs::path path = fs::path(source).is_absolute() ? fs::path(source) : from_ / source;
        std::error_code error;
        if (!fs::is_regular_file(path, error)) {
            reasons.push_back("the " + std::string(role) + " picture is missing: " + source);
            return {};
        }
        const std::string name = freeName(asFileName(scenario) + "/" + asFileName(capture.name) + "." + role);
        fs::create_directories((folder_ / name).parent_path(), error);
        const bool ours =
            !fs::path(source).is_absolute() && fs::path(source).lexically_normal().begin()->string() != "..";
        if (ours) fs::create_hard_link(path, folder_ / name, error);
        // A golden is copied: whoever edits a report must not edit what it is judged by.
        if (!ours || error) fs::copy_file(path, folder_ / name, fs::copy_options::overwrite_existing, error);
        if (error) {
            throw HarnessError(kExitCouldNotRun, (folder_ / name).string() + ": cannot be written: " + error.message());
        }
        return name;
    }

    /// The picture once more as a script: a page opened from disk may show a picture but not read its pixels, unless
    /// they come inside a script. Only pictures that are compared pixel by pixel get one.
    void addPixels(const std::string& name) const {
        if (name.empty()) return;
        std::string script = "Rigproof.pixels(\"" + name + "\",\"data:image/png;base64,";
        appendBase64(readFile(folder_ / name), script);
        script += "\")\n";
        writeFileAtomically(folder_ / (name + ".js"), script);
    }

  private:
    std::string freeName(const std::string& stem) {
        std::string name = stem;
        for (int n = 2; !taken_.insert(name).second; ++n)
            name = stem + "-" + std::to_string(n);
        return std::string(kPictureFolder) + "/" + name + ".png";
    }

    fs::path from_;
    fs::path folder_;
    std::set<std::string> taken_;
};

bool equalsGolden(const CaptureResult& capture) {
    return capture.verdict == Verdict::kPass && !capture.flaky &&
           (!capture.measure || capture.measure->pixelsDifferent == 0);
}

void bringPictures(CaptureResult& capture, const std::string& scenario, PictureGatherer& gatherer, bool withPassing) {
    const CaptureResult source = capture;
    const auto bring = [&](const std::string& picture, const char* role) {
        return gatherer.bring(picture, scenario, source, role, capture.reasons);
    };
    if (equalsGolden(source)) {
        capture.golden = capture.actual = capture.diff = capture.again = "";
        if (!withPassing) return;
        capture.actual = bring(source.actual.empty() ? source.golden : source.actual, "actual");
        capture.golden = capture.actual;
        return;
    }
    capture.actual = bring(source.actual, "actual");
    capture.golden = source.golden == source.actual ? capture.actual : bring(source.golden, "golden");
    capture.diff = bring(source.diff, "diff");
    capture.again = bring(source.again, "again");
    gatherer.addPixels(capture.actual);
    if (capture.golden != capture.actual) gatherer.addPixels(capture.golden);
    gatherer.addPixels(capture.again);
}

bool takesPassing(const RunResults& run, PassingPictures which) {
    if (which != PassingPictures::kWhenFew) return which == PassingPictures::kOne;
    std::size_t passing = 0;
    for (const ScenarioResult& scenario : run.scenarios) {
        passing +=
            static_cast<std::size_t>(std::count_if(scenario.captures.begin(), scenario.captures.end(), equalsGolden));
    }
    return passing <= kMostPassingPictures;
}

/// Puts the finished folder in the place of the old one.
void replaceFolder(const fs::path& finished, const fs::path& folder) {
    std::error_code error;
    const fs::path old = folder.string() + ".old-" + std::to_string(::getpid());
    fs::rename(folder, old, error); // fails when there is none yet, which is fine
    fs::rename(finished, folder, error);
    if (error) {
        const std::string why = error.message();
        fs::rename(old, folder, error);
        throw HarnessError(kExitCouldNotRun, folder.string() + ": cannot be written: " + why);
    }
    fs::remove_all(old, error);
}

} // namespace

RunResults writeReportFolder(const RunResults& run, const fs::path& from, const fs::path& target,
                             const ReportOptions& options) {
    const fs::path folder = fs::absolute(target / "").parent_path();
    std::error_code error;
    if (fs::exists(folder, error) && !fs::exists(folder / "report.json", error) &&
        !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
        throw HarnessError(kExitUsage,
                           target.string() +
                               ": is in use by something else; a new or empty folder, or that of an earlier "
                               "report, is needed");
    }
    const fs::path aside = folder.string() + ".part-" + std::to_string(::getpid());
    fs::remove_all(aside, error);
    try {
        RunResults placed = run;
        PictureGatherer gatherer(from, aside);
        const bool withPassing = takesPassing(run, options.passing);
        for (ScenarioResult& scenario : placed.scenarios) {
            for (CaptureResult& capture : scenario.captures)
                bringPictures(capture, scenario.name, gatherer, withPassing);
        }
        const std::string json = resultsToJson(placed);
        writeFileAtomically(aside / "report.json", json);
        writeFileAtomically(aside / "data.js", "Rigproof.results = " + json);
        for (const WebFile& file : webFiles())
            writeFileAtomically(aside / file.name, file.text);
        replaceFolder(aside, folder);
        return placed;
    } catch (...) {
        fs::remove_all(aside, error);
        throw;
    }
}

RunResults mergeReports(const std::vector<fs::path>& shards) {
    RunResults merged;
    std::map<std::string, fs::path> ownerOf;
    for (const fs::path& shard : shards) {
        RunResults run = readResults(shard / "report.json");
        if (&shard == &shards.front()) {
            merged.commit = run.commit;
            merged.started = run.started;
        } else if (run.commit != merged.commit) {
            throw HarnessError(kExitUsage, shard.string() + ": is of commit " + run.commit + ", but " +
                                               shards.front().string() + " is of " + merged.commit +
                                               "; shards of one commit are needed");
        }
        // A shard that had nothing to run, or could run nothing, does not know its driver.
        if (merged.driver == DriverInfo{}) merged.driver = run.driver;
        // The text of a UTC time sorts as the time does.
        merged.started = std::min(merged.started, run.started);
        merged.seconds += run.seconds;
        for (ScenarioResult& scenario : run.scenarios) {
            const auto [owner, isNew] = ownerOf.emplace(scenario.name, shard);
            if (!isNew) {
                throw HarnessError(kExitUsage, shard.string() + ": holds " + scenario.name + ", which " +
                                                   owner->second.string() + " holds too; each scenario may come once");
            }
            if (!scenario.driver && run.driver != merged.driver) scenario.driver = run.driver;
            for (CaptureResult& capture : scenario.captures) {
                for (std::string* name : {&capture.actual, &capture.golden, &capture.diff, &capture.again}) {
                    if (!name->empty()) *name = (fs::absolute(shard) / *name).string();
                }
            }
            merged.scenarios.push_back(std::move(scenario));
        }
    }
    std::sort(merged.scenarios.begin(), merged.scenarios.end(),
              [](const ScenarioResult& a, const ScenarioResult& b) { return a.name < b.name; });
    return merged;
}

RunResults mergeReportFolders(const std::vector<fs::path>& shards, const fs::path& folder,
                              const ReportOptions& options) {
    return writeReportFolder(mergeReports(shards), fs::absolute(folder), folder, options);
}

} // namespace rigproof
