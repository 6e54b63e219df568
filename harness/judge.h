#pragma once

#include <optional>

#include "harness/golden.h"
#include "harness/report/results.h"
#include "harness/scenario.h"

namespace rigproof {

/// Holds each metric against the scenario's expectations and its golden numbers; fills in `result.metrics`, adds a
/// reason in words for each that does not hold, and worsens the verdict. Without golden numbers the metrics are new.
void judgeMetrics(const Scenario& scenario, const Metrics& measured, const std::optional<GoldenNumbers>& golden,
                  ScenarioResult& result);

/// A number as people read it: whole ones without a point, others with up to 6 significant digits.
std::string numberInWords(double value);

} // namespace rigproof
