#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/report/results.h"

// report.json: the results of a run for scripts and for our own accept, review and merge.
//
//     writeFileAtomically(out / "report.json", resultsToJson(run));
//     const RunResults back = readResults(out / "report.json");
//
// Schema 1. Keys that scripts may rely on:
//
//     {"schema": 1, "driver": {"name", "vendor", "renderer", "version", "mesa", "llvm", "processor"},
//      "summary": {"pass", "fail", "new", "error", "skipped", "flaky"},
//      "scenarios": [{"name", "kind", "verdict", "seconds", "reasons": [..],
//        "captures": [{"name", "time", "verdict", "actual", "golden", "diff",
//                      "flip_mean", "flip_p99", "share_over", "largest_cluster", "pixels_different"}],
//        "metrics": {"<name>": number}, "metric_checks": {"<name>": {"golden", "tolerance", "min", "max",
//        "verdict"}}}]}
//
// Pictures and measures that do not exist are null, and so is a number that is not finite. Further keys may come.

namespace rigproof {

inline constexpr int kResultsSchema = 1;

/// The same bytes for the same results: keys in a fixed order, indented by two, ends with a newline. Bytes that are not
/// UTF-8 (a driver may say anything) become U+FFFD.
std::string resultsToJson(const RunResults& run);

/// Reads what resultsToJson wrote; unknown keys are ignored, null numbers of metrics come back as NaN.
/// Throws HarnessError (kExitUsage) naming `file`, the place (line:column or JSON pointer), what is wrong and what
/// would be right; also for a picture whose name leaves the report's folder.
RunResults resultsFromJson(std::string_view text, const std::string& file);

/// resultsFromJson of a file.
RunResults readResults(const std::filesystem::path& file);

} // namespace rigproof
