#pragma once

#include <vector>

#include "harness/compare/flip.h"

namespace rigproof {

/// LDR-FLIP as the paper writes it down, to be read beside it and to test the fast version against: double precision,
/// every filter a square of weights applied in two dimensions, one pixel at a time. Thousands of operations a pixel:
/// for small pictures. `options.threads` is not looked at. Nothing is shared with the fast version but the constants.
std::vector<double> flipMapPlain(const Image& golden, const Image& actual, const FlipOptions& options = {});

} // namespace rigproof
