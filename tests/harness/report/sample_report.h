#pragma once

#include <cstddef>
#include <filesystem>

#include "harness/report/results.h"

namespace rigproof {

/// Results that hold one scenario of every kind of outcome (differs, error, new, flaky, drifting, another rasteriser,
/// skipped, passed), with pictures written below `folder`; and `plainCaptures` more captures that pass, in scenarios of
/// ten. For tests of the report and its page.
RunResults makeSampleResults(const std::filesystem::path& folder, std::size_t plainCaptures);

} // namespace rigproof
