#include "harness/offscreen.h"

#include "harness/files.h"
#include "harness/machine.h"

namespace rigproof {

std::unique_ptr<Renderer> openRenderer(const std::string& device) {
    const std::optional<DeviceChoice> choice = parseDeviceChoice(device);
    if (!choice) {
        throw HarnessError(
            kExitUsage, "--device " + device + ": names no device; auto, software, or a number from `rigproof doctor`");
    }
    std::string error;
    std::unique_ptr<Renderer> renderer = Renderer::create(*choice, error);
    if (!renderer) throw HarnessError(kExitCouldNotRun, error);
    return renderer;
}

DriverInfo driverInfo(const DriverDescription& driver) {
    return {driver.rasteriser,  driver.vendor,      driver.renderer, driver.version,
            driver.mesaVersion, driver.llvmVersion, processorName()};
}

RenderResult drawOrThrow(Renderer& renderer, const Frame& frame) {
    RenderResult result = renderer.draw(frame);
    if (!result.ok()) throw HarnessError(kExitCouldNotRun, result.error);
    return result;
}

} // namespace rigproof
