#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// An offscreen OpenGL ES 3 context; never needs a display server.
//
//     std::string error;
//     auto context = EglContext::create(*parseDeviceChoice("auto"), error);
//     if (!context) fail(error);

namespace rigproof {

/// Which of the machine's EGL devices draws.
struct DeviceChoice {
    enum class Kind : unsigned char {
        kAuto,     ///< the first device that gives a context (EGL lists hardware before software)
        kSoftware, ///< the first software rasteriser
        kIndex,    ///< the device with this index in listDevices()
    } kind = Kind::kAuto;
    int index = 0;
};

/// "auto", "software" or an index; nothing for anything else.
std::optional<DeviceChoice> parseDeviceChoice(std::string_view text);

/// One entry of EGL's device list. Strings are empty where the device does not say.
struct DeviceDescription {
    int index = 0;
    bool software = false;
    std::string extensions;
    std::string drmFile; ///< e.g. /dev/dri/card0
};

/// All devices that EGL_EXT_device_enumeration names; empty where the extension is missing.
std::vector<DeviceDescription> listDevices();

/// A context with its EGL display, current on the thread that made it. Use it on one thread at a time. Ways to a
/// context are tried in this order: EGL_EXT_platform_device, EGL_MESA_platform_surfaceless (not for an index), the
/// default display with a pbuffer (kAuto only).
class EglContext {
  public:
    /// Null on failure; then `error` says what was tried and which Debian package brings what is missing.
    static std::unique_ptr<EglContext> create(const DeviceChoice& choice, std::string& error);
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// Makes the context current on the calling thread; cheap when it already is.
    bool makeCurrent(std::string& error) const;

    /// "device 0", "surfaceless" or "pbuffer".
    const std::string& platform() const;

  private:
    struct Handles;
    explicit EglContext(std::unique_ptr<Handles> handles);
    std::unique_ptr<Handles> handles_;
};

} // namespace rigproof
