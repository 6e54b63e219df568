#include <cstdlib>
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/machine.h"
#include "harness/offscreen.h"
#include "harness/version.h"
#include "render/egl_context.h"

namespace rigproof {
namespace {

void line(const char* name, const std::string& value) {
    std::cout << "  " << name << std::string(std::max<std::size_t>(1, 22 - std::char_traits<char>::length(name)), ' ')
              << value << '\n';
}

std::string nameOf(const DeviceDescription& device) {
    if (device.software) return "software rasteriser";
    return device.drmFile.empty() ? "hardware" : "hardware, " + device.drmFile;
}

bool isInstalled(const char* program) {
    return std::system((std::string("command -v ") + program + " >/dev/null 2>&1").c_str()) ==
           0; // NOLINT(concurrency-mt-unsafe)
}

nlohmann::json asJson(const std::vector<DeviceDescription>& devices, const DriverDescription& d) {
    nlohmann::json list = nlohmann::json::array();
    for (const DeviceDescription& device : devices) {
        list.push_back({{"index", device.index},
                        {"software", device.software},
                        {"drm_file", device.drmFile},
                        {"extensions", device.extensions}});
    }
    return {{"rigproof", kVersion},
            {"processor", processorName()},
            {"devices", list},
            {"chosen",
             {{"platform", d.platform},
              {"rasteriser", d.rasteriser},
              {"vendor", d.vendor},
              {"renderer", d.renderer},
              {"version", d.version},
              {"shading_language", d.shadingLanguage},
              {"mesa", d.mesaVersion},
              {"llvm", d.llvmVersion},
              {"max_texture_size", d.maxTextureSize},
              {"max_vertex_attributes", d.maxVertexAttributes},
              {"max_vertex_texture_units", d.maxVertexTextureUnits}}}};
}

} // namespace

int doctorCommand(const DoctorOptions& options) {
    const std::vector<DeviceDescription> devices = listDevices();
    const std::unique_ptr<Renderer> renderer = openRenderer(options.device); // what is missing is in its error
    const DriverDescription& d = renderer->driver();
    if (options.json) {
        std::cout << asJson(devices, d).dump(2) << '\n';
        return kExitAllWell;
    }
    std::cout << kVersion << " on " << processorName() << "\n\nEGL devices\n";
    if (devices.empty()) std::cout << "  none are listed (EGL_EXT_device_enumeration is missing)\n";
    for (const DeviceDescription& device : devices)
        line(("--device " + std::to_string(device.index)).c_str(), nameOf(device));
    std::cout << "\nWhat --device " << options.device << " would use\n";
    line("context", d.platform);
    line("rasteriser", d.rasteriser);
    line("renderer", d.renderer);
    line("vendor", d.vendor);
    line("version", d.version);
    line("shading language", d.shadingLanguage);
    line("Mesa", d.mesaVersion.empty() ? "-" : d.mesaVersion);
    line("LLVM", d.llvmVersion.empty() ? "-" : d.llvmVersion);
    line("texture side", std::to_string(d.maxTextureSize) + " texels");
    line("vertex attributes", std::to_string(d.maxVertexAttributes));
    line("vertex textures", std::to_string(d.maxVertexTextureUnits));
    std::cout << "\nOptional\n";
    line("films (ffmpeg)", isInstalled("ffmpeg") ? "yes" : "no; apt-get install ffmpeg");
    return kExitAllWell;
}

} // namespace rigproof
