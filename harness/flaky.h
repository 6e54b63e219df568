#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/run.h"

namespace rigproof {

/// Runs what failed or erred again, up to `retries` times each. What then comes out otherwise in any way (verdict,
/// reasons, a number, a pixel) is flaky: marked in `run`, with a reason that says which run differed in what, and each
/// picture that differed kept beside the first (CaptureResult::again). It stays what it was and never becomes a pass.
void retryFailures(const std::vector<Scenario>& scenarios, const WorkerPlan& plan, int retries, RunResults& run);

/// Marks `first` as flaky where `again`, the run of that number, differs from it; true when it does. The results' file
/// names are relative to `runFolder`. When `first` has no pictures (a crash) it takes those of `again`.
bool markFlaky(ScenarioResult& first, const ScenarioResult& again, int number, const std::filesystem::path& runFolder);

} // namespace rigproof
