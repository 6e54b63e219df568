#pragma once

#include <utility>

#include <GLES3/gl3.h>

// Owners of GL names: made when needed, deleted with the owner (the context must be current then).

namespace rigproof {

/// `Traits` has create() and destroy(name).
template <typename Traits>
class GlObject {
  public:
    GlObject() = default;
    ~GlObject() { reset(); }
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0);
        }
        return *this;
    }
    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;

    /// The name, made on first use.
    GLuint get() {
        if (name_ == 0) name_ = Traits::create();
        return name_;
    }
    explicit operator bool() const { return name_ != 0; }
    void reset() {
        if (name_ != 0) Traits::destroy(name_);
        name_ = 0;
    }

  private:
    GLuint name_ = 0;
};

struct GlBufferTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlTextureTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlVertexArrayTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlFramebufferTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct GlRenderbufferTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct GlProgramTraits {
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlObject<GlBufferTraits>;
using GlTexture = GlObject<GlTextureTraits>;
using GlVertexArray = GlObject<GlVertexArrayTraits>;
using GlFramebuffer = GlObject<GlFramebufferTraits>;
using GlRenderbuffer = GlObject<GlRenderbufferTraits>;
using GlProgram = GlObject<GlProgramTraits>;

} // namespace rigproof
