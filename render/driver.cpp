#include "render/driver.h"

#include <GLES3/gl3.h>

namespace rigproof {

namespace {

/// The word after `marker`, up to a space, comma or bracket; empty without the marker.
std::string wordAfter(std::string_view text, std::string_view marker) {
    const std::size_t at = text.find(marker);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = text.substr(at + marker.size());
    return std::string(rest.substr(0, rest.find_first_of(" ,()")));
}

std::string glString(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

int glLimit(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

} // namespace

void parseDriver(DriverDescription& description) {
    const std::string_view renderer = description.renderer;
    const std::size_t end = renderer.find_first_of(" (/");
    description.rasteriser = renderer.empty() ? "unknown" : std::string(renderer.substr(0, end));
    description.mesaVersion = wordAfter(description.version, "Mesa ");
    description.llvmVersion = wordAfter(renderer, "LLVM ");
}

DriverDescription describeCurrentDriver(std::string_view platform) {
    DriverDescription description;
    description.platform = platform;
    description.vendor = glString(GL_VENDOR);
    description.renderer = glString(GL_RENDERER);
    description.version = glString(GL_VERSION);
    description.shadingLanguage = glString(GL_SHADING_LANGUAGE_VERSION);
    description.maxTextureSize = glLimit(GL_MAX_TEXTURE_SIZE);
    description.maxVertexAttributes = glLimit(GL_MAX_VERTEX_ATTRIBS);
    description.maxVertexTextureUnits = glLimit(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS);
    description.maxUniformBlockBytes = glLimit(GL_MAX_UNIFORM_BLOCK_SIZE);
    parseDriver(description);
    return description;
}

} // namespace rigproof
