#pragma once

#include <string>

#include "harness/report/results.h"

namespace rigproof {

/// The results as JUnit XML, as Jenkins, GitLab and others read it: one suite a kind, one case a scenario. What
/// differs, is new or flaky is a <failure>, an error an <error>. Each failing capture's pictures are named on lines of
/// their own as [[ATTACHMENT|path]] (the form that Jenkins' and GitLab's attachment readers know). `pictureRoot` stands
/// before their names, e.g. "out/report/"; readers want it relative to the folder they run in. Characters that XML 1.0
/// cannot hold are left out; the same bytes for the same results.
std::string junitXml(const RunResults& run, const std::string& pictureRoot);

} // namespace rigproof
