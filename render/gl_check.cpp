#include "render/gl_check.h"

#include <EGL/egl.h>
#include <GLES3/gl3.h>
// Declares the KHR_debug entry points' types.
#include <cstring>

#include <GLES2/gl2ext.h>

namespace rigproof {

namespace {

void GL_APIENTRY onMessage(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* message, const void* user) {
    // Drivers also chat about performance; only errors fail a draw.
    if (type != GL_DEBUG_TYPE_ERROR_KHR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR) return;
    static_cast<GlCheck*>(const_cast<void*>(user))->report(message);
}

const char* nameOf(GLenum code) {
    switch (code) {
        case GL_INVALID_ENUM:
            return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE:
            return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION:
            return "GL_INVALID_OPERATION";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "GL_INVALID_FRAMEBUFFER_OPERATION";
        case GL_OUT_OF_MEMORY:
            return "GL_OUT_OF_MEMORY";
        default:
            return "an unknown GL error";
    }
}

} // namespace

void GlCheck::listen() {
    const auto* extensions = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
    if (extensions == nullptr || std::strstr(extensions, "GL_KHR_debug") == nullptr) return;
    const auto callback =
        reinterpret_cast<PFNGLDEBUGMESSAGECALLBACKKHRPROC>(eglGetProcAddress("glDebugMessageCallbackKHR"));
    if (callback == nullptr) return;
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR);
    callback(&onMessage, this);
}

void GlCheck::report(const char* message) {
    if (complaint_.empty()) complaint_ = message;
}

bool GlCheck::passed(const char* place, std::string& error) {
    const GLenum code = glGetError();
    // One complaint is enough to fail, but all flags must be cleared or they would be blamed on the next pass.
    for (int i = 0; i < 8 && glGetError() != GL_NO_ERROR; ++i) {
    }
    if (code == GL_NO_ERROR && complaint_.empty()) return true;
    error = std::string(place) + ": " + (code == GL_NO_ERROR ? "GL debug message" : nameOf(code));
    if (!complaint_.empty()) error += ": " + complaint_;
    complaint_.clear();
    return false;
}

} // namespace rigproof
