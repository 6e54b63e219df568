#pragma once

#include <string>

#include "harness/report/results.h"

// What GitHub Actions shows of a run. The syntax is that of "Workflow commands for GitHub Actions" in GitHub's manual.
//
//     if (std::getenv("GITHUB_ACTIONS")) std::cout << githubAnnotations(run);
//     append(std::getenv("GITHUB_STEP_SUMMARY"), githubSummary(run));

namespace rigproof {

/// GitHub shows ten annotations of a kind a step and drops the rest; ours are fewer, and the last one says how many
/// more.
inline constexpr int kMostAnnotations = 9;

/// One ::error line for each scenario that differs or failed, one ::warning for each that is new, flaky or drifts; the
/// scenarios under "the rasteriser changed" share one.
std::string githubAnnotations(const RunResults& run);

/// The step summary in GitHub's Markdown: counts, then a table of what needs a look.
std::string githubSummary(const RunResults& run);

} // namespace rigproof
