#pragma once

#include "harness/report/results.h"

namespace rigproof {

/// Says how a run ended: on standard output, and in GitHub's own words where it is GitHub that asks. With `quiet`
/// nothing is said of a run that is all well.
void tellOutcome(const RunResults& run, bool quiet);

/// The verdict of a whole run as an exit code.
int exitCodeOf(const Summary& summary, bool allowNew);

} // namespace rigproof
