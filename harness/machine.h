#pragma once

#include <string>

namespace rigproof {

/// The processor as the kernel names it ("AMD EPYC 9B14"), or "unknown processor".
std::string processorName();

/// The commit of the source tree that holds `folder`, 12 hex digits, with "+" when it has uncommitted changes; from the
/// CI system's variables (GITHUB_SHA, CI_COMMIT_SHA) where there is no git. Empty when nobody knows.
std::string currentCommit(const std::string& folder);

/// Now, in UTC: "2026-12-01T03:40:00Z".
std::string timestampUtc();

} // namespace rigproof
