#include "render/egl_context.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <mutex>
#include <utility>

#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace rigproof {

namespace {

constexpr const char* kInstallHint = "install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri for Mesa's software driver";

/// EGL displays are shared by the process and eglTerminate ends them for everybody, so the last user ends them.
class DisplayUsers {
  public:
    static DisplayUsers& instance() {
        static DisplayUsers users;
        return users;
    }
    bool open(EGLDisplay display) {
        const std::scoped_lock lock(mutex_);
        int& count = users_[display];
        if (count == 0 && eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return false;
        ++count;
        return true;
    }
    void close(EGLDisplay display) {
        const std::scoped_lock lock(mutex_);
        if (--users_[display] > 0) return;
        users_.erase(display);
        eglTerminate(display);
    }

  private:
    std::mutex mutex_;
    std::map<EGLDisplay, int> users_;
};

/// Whole-word search in a space-separated list.
bool has(const char* list, std::string_view name) {
    if (list == nullptr) return false;
    const std::string_view all(list);
    for (std::size_t at = all.find(name); at != std::string_view::npos; at = all.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || all[at - 1] == ' ') && (end == all.size() || all[end] == ' ')) return true;
    }
    return false;
}

template <typename Function>
Function procedure(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> queryDevices() {
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!has(client, "EGL_EXT_device_enumeration") && !has(client, "EGL_EXT_device_base")) return {};
    const auto query = procedure<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (query == nullptr || query(0, nullptr, &count) != EGL_TRUE || count <= 0) return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (query(count, devices.data(), &count) != EGL_TRUE) return {};
    devices.resize(static_cast<std::size_t>(count));
    return devices;
}

EGLDisplay platformDisplay(EGLenum platform, void* native) {
    const auto get = procedure<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get == nullptr ? EGL_NO_DISPLAY : get(platform, native, nullptr);
}

std::string eglErrorName(EGLint code) {
    switch (code) {
        case EGL_SUCCESS:
            return "no EGL error";
        case EGL_NOT_INITIALIZED:
            return "EGL_NOT_INITIALIZED";
        case EGL_BAD_ALLOC:
            return "EGL_BAD_ALLOC";
        case EGL_BAD_ATTRIBUTE:
            return "EGL_BAD_ATTRIBUTE";
        case EGL_BAD_CONFIG:
            return "EGL_BAD_CONFIG";
        case EGL_BAD_CONTEXT:
            return "EGL_BAD_CONTEXT";
        case EGL_BAD_DISPLAY:
            return "EGL_BAD_DISPLAY";
        case EGL_BAD_MATCH:
            return "EGL_BAD_MATCH";
        default:
            break;
    }
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
    return "EGL error 0x" + std::string(digits.data(), end);
}

} // namespace

struct EglContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE; // only where surfaceless contexts are missing
    std::string platform;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    ~Handles() {
        if (display == EGL_NO_DISPLAY) return;
        if (eglGetCurrentContext() == context && context != EGL_NO_CONTEXT) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
        DisplayUsers::instance().close(display);
        eglReleaseThread();
    }

    /// Takes a display up to a current context; adds why not to `tried` on failure.
    static std::unique_ptr<Handles> open(EGLDisplay display, std::string platform, std::string& tried) {
        const auto fail = [&](const char* step) {
            tried += "; " + platform + ": " + step + " (" + eglErrorName(eglGetError()) + ")";
            return nullptr;
        };
        if (display == EGL_NO_DISPLAY) return fail("no display");
        if (!DisplayUsers::instance().open(display)) return fail("eglInitialize failed");
        auto handles = std::make_unique<Handles>();
        handles->display = display;
        handles->platform = platform;

        const bool surfaceless = has(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context");
        const std::array<EGLint, 13> wanted = {EGL_SURFACE_TYPE,
                                               surfaceless ? 0 : EGL_PBUFFER_BIT,
                                               EGL_RENDERABLE_TYPE,
                                               EGL_OPENGL_ES3_BIT,
                                               EGL_RED_SIZE,
                                               8,
                                               EGL_GREEN_SIZE,
                                               8,
                                               EGL_BLUE_SIZE,
                                               8,
                                               EGL_NONE};
        EGLConfig config = nullptr;
        EGLint found = 0;
        if (eglChooseConfig(display, wanted.data(), &config, 1, &found) != EGL_TRUE || found < 1) {
            return fail("no OpenGL ES 3 config");
        }
        if (eglBindAPI(EGL_OPENGL_ES_API) != EGL_TRUE) return fail("no OpenGL ES");
            // Debug output costs a little in some drivers; optimised builds check glGetError after each pass instead.
#ifdef NDEBUG
        constexpr EGLint kDebug = EGL_FALSE;
#else
        constexpr EGLint kDebug = EGL_TRUE;
#endif
        std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0};
        if (kDebug == EGL_TRUE && has(eglQueryString(display, EGL_VERSION), "1.5")) {
            attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_DEBUG, kDebug});
        }
        attributes.push_back(EGL_NONE);
        handles->context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
        if (handles->context == EGL_NO_CONTEXT) return fail("eglCreateContext failed");
        if (!surfaceless) {
            const std::array<EGLint, 5> size = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
            handles->surface = eglCreatePbufferSurface(display, config, size.data());
            if (handles->surface == EGL_NO_SURFACE) return fail("no pbuffer");
        }
        if (eglMakeCurrent(display, handles->surface, handles->surface, handles->context) != EGL_TRUE) {
            return fail("eglMakeCurrent failed");
        }
        return handles;
    }
};

std::optional<DeviceChoice> parseDeviceChoice(std::string_view text) {
    if (text == "auto") return DeviceChoice{};
    if (text == "software") return DeviceChoice{DeviceChoice::Kind::kSoftware, 0};
    int index = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (status != std::errc() || end != text.data() + text.size() || index < 0) return std::nullopt;
    return DeviceChoice{DeviceChoice::Kind::kIndex, index};
}

std::vector<DeviceDescription> listDevices() {
    const auto query = procedure<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    std::vector<DeviceDescription> list;
    for (EGLDeviceEXT device : queryDevices()) {
        DeviceDescription description;
        description.index = static_cast<int>(list.size());
        const auto text = [&](EGLint name) {
            const char* value = query == nullptr ? nullptr : query(device, name);
            return value == nullptr ? std::string() : std::string(value);
        };
        description.extensions = text(EGL_EXTENSIONS);
        description.software = has(description.extensions.c_str(), "EGL_MESA_device_software");
        // Asking a device for a file it does not have raises an EGL error, so only those that announce one are asked.
        if (has(description.extensions.c_str(), "EGL_EXT_device_drm"))
            description.drmFile = text(EGL_DRM_DEVICE_FILE_EXT);
        list.push_back(std::move(description));
    }
    return list;
}

EglContext::EglContext(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
EglContext::~EglContext() = default;

std::unique_ptr<EglContext> EglContext::create(const DeviceChoice& choice, std::string& error) {
    using Kind = DeviceChoice::Kind;
    const std::vector<EGLDeviceEXT> devices = queryDevices();
    const std::vector<DeviceDescription> descriptions = listDevices();
    if (choice.kind == Kind::kIndex && static_cast<std::size_t>(choice.index) >= devices.size()) {
        error = "there is no EGL device " + std::to_string(choice.index) + ": " + std::to_string(devices.size()) +
                " found; use auto, software or a smaller index";
        return nullptr;
    }
    std::string tried;
    const auto finish = [](std::unique_ptr<Handles> handles) {
        return std::unique_ptr<EglContext>(new EglContext(std::move(handles)));
    };
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const bool wanted = choice.kind == Kind::kAuto ||
                            (choice.kind == Kind::kSoftware && descriptions[i].software) ||
                            (choice.kind == Kind::kIndex && static_cast<std::size_t>(choice.index) == i);
        if (!wanted) continue;
        EGLDisplay display = platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i]);
        if (auto handles = Handles::open(display, "device " + std::to_string(i), tried)) {
            return finish(std::move(handles));
        }
    }
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (choice.kind != Kind::kIndex && has(client, "EGL_MESA_platform_surfaceless")) {
        EGLDisplay display = platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr);
        if (auto handles = Handles::open(display, "surfaceless", tried)) return finish(std::move(handles));
    }
    if (choice.kind == Kind::kAuto) {
        if (auto handles = Handles::open(eglGetDisplay(EGL_DEFAULT_DISPLAY), "pbuffer", tried)) {
            return finish(std::move(handles));
        }
    }
    error = "no offscreen OpenGL ES 3 context: " + (tried.empty() ? "no EGL device" : tried.substr(2)) + "; " +
            kInstallHint;
    return nullptr;
}

bool EglContext::makeCurrent(std::string& error) const {
    if (eglGetCurrentContext() == handles_->context) return true;
    if (eglMakeCurrent(handles_->display, handles_->surface, handles_->surface, handles_->context) == EGL_TRUE)
        return true;
    error = "eglMakeCurrent failed (" + eglErrorName(eglGetError()) + "): is the renderer in use on another thread?";
    return false;
}

const std::string& EglContext::platform() const {
    return handles_->platform;
}

} // namespace rigproof
