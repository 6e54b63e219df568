#pragma once

#include <memory>
#include <string>

#include "harness/report/results.h"
#include "render/renderer.h"

namespace rigproof {

/// The renderer on the device that `--device` names. Throws HarnessError: kExitUsage for a word that names no device,
/// kExitCouldNotRun, with what to install, when there is none to be had.
std::unique_ptr<Renderer> openRenderer(const std::string& device);

/// What rendered, as the report records it.
DriverInfo driverInfo(const DriverDescription& driver);

/// Draws, or throws HarnessError (kExitCouldNotRun) with the reason and place that the renderer gives.
RenderResult drawOrThrow(Renderer& renderer, const Frame& frame);

} // namespace rigproof
