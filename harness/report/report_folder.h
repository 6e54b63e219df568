#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "harness/report/results.h"

// The report as a folder that opens from disk: index.html with its scripts and style, data.js (the results as a script,
// because a page opened from disk may not fetch), report.json, and the pictures. It refers to nothing outside itself,
// so it can be zipped, uploaded as an artifact and merged.
//
//     writeReportFolder(run, out, out / "report");

namespace rigproof {

/// Which pictures of captures that pass come along. Those that differ from their golden at all always come with all of
/// theirs: they are what drift is seen in.
enum class PassingPictures : std::uint8_t {
    kWhenFew, ///< kOne up to kMostPassingPictures of them, else kNone: artifacts stay of a size that can be moved
    kNone,    ///< none of captures that equal their golden: the smallest report
    kOne,     ///< one picture of each, since it equals the golden
};
inline constexpr std::size_t kMostPassingPictures = 500;

struct ReportOptions {
    PassingPictures passing = PassingPictures::kWhenFew;
};

/// Writes the report into `folder`, aside first and then in one rename, and returns the results with the pictures'
/// names as they are there. `from` is what relative names of pictures in `run` start at; pictures inside it are
/// hard-linked where the file system can, others copied. A picture that cannot be read is left out with a reason in its
/// capture. Throws HarnessError: kExitUsage when `folder` holds something that is not a report, kExitCouldNotRun when
/// it cannot be written.
RunResults writeReportFolder(const RunResults& run, const std::filesystem::path& from,
                             const std::filesystem::path& folder, const ReportOptions& options = {});

/// The results of many shards as those of one run, their pictures under absolute names. The shards must be of one
/// commit and share no scenario. Scenarios are ordered by name, so that the order of the shards does not matter;
/// seconds are added up. Throws HarnessError (kExitUsage) naming both folders when two do not fit together.
RunResults mergeReports(const std::vector<std::filesystem::path>& shards);

/// mergeReports, written as one report.
RunResults mergeReportFolders(const std::vector<std::filesystem::path>& shards, const std::filesystem::path& folder,
                              const ReportOptions& options = {});

} // namespace rigproof
