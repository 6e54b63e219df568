// Counts the GL draw calls of a process from outside: preloaded (LD_PRELOAD) it stands between the program and its
// OpenGL ES library, whether a function was linked or asked of eglGetProcAddress. When the process ends, one line with
// the number of draw calls is appended to the file that RIGPROOF_DRAW_COUNT_FILE names, if there were any.
//
// It shares nothing with the renderer, so that it can disagree with the renderer's own counts (draw_counter.h).

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <dlfcn.h>

namespace {

std::atomic<long> g_draws{0}; // global because a preloaded library has nobody to hold it

template <typename Function>
Function next(const char* name) {
    auto* const function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
    if (function == nullptr) {
        std::fprintf(stderr, "draw_interposer: %s is nowhere to be found\n", name);
        std::abort();
    }
    return function;
}

__attribute__((destructor)) void tell() {
    const char* name = std::getenv("RIGPROOF_DRAW_COUNT_FILE");
    if (name == nullptr || g_draws == 0) return;
    std::FILE* file = std::fopen(name, "a");
    if (file == nullptr) return;
    std::fprintf(file, "%ld\n", g_draws.load());
    std::fclose(file);
}

} // namespace

extern "C" {

void glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    static const auto real = next<decltype(&glDrawArrays)>("glDrawArrays");
    ++g_draws;
    real(mode, first, count);
}

void glDrawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
    static const auto real = next<decltype(&glDrawElements)>("glDrawElements");
    ++g_draws;
    real(mode, count, type, indices);
}

void glDrawRangeElements(GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices) {
    static const auto real = next<decltype(&glDrawRangeElements)>("glDrawRangeElements");
    ++g_draws;
    real(mode, start, end, count, type, indices);
}

void glDrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instances) {
    static const auto real = next<decltype(&glDrawArraysInstanced)>("glDrawArraysInstanced");
    ++g_draws;
    real(mode, first, count, instances);
}

void glDrawElementsInstanced(GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instances) {
    static const auto real = next<decltype(&glDrawElementsInstanced)>("glDrawElementsInstanced");
    ++g_draws;
    real(mode, count, type, indices, instances);
}

// A program that asks for the address of a draw call gets the counting one.
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* name) {
    using Address = __eglMustCastToProperFunctionPointerType;
    const std::string_view wanted(name);
    if (wanted == "glDrawArrays") return reinterpret_cast<Address>(&glDrawArrays);
    if (wanted == "glDrawElements") return reinterpret_cast<Address>(&glDrawElements);
    if (wanted == "glDrawRangeElements") return reinterpret_cast<Address>(&glDrawRangeElements);
    if (wanted == "glDrawArraysInstanced") return reinterpret_cast<Address>(&glDrawArraysInstanced);
    if (wanted == "glDrawElementsInstanced") return reinterpret_cast<Address>(&glDrawElementsInstanced);
    static const auto real = next<decltype(&eglGetProcAddress)>("eglGetProcAddress");
    return real(name);
}

} // extern "C"
