#pragma once

#include <string>

#include "harness/scenario.h"

namespace rigproof {

/// Burns title, caption, time and the given counters into the frame, as overlays along the lower edge. The built-in
/// font has printable ASCII only: other characters of a caption become '?'.
void annotate(Frame& frame, const Scenario& scenario, double time, const Metrics& counters);

} // namespace rigproof
