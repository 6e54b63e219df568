#include "render/shader_library.h"

#include <array>
#include <utility>
#include <vector>

#include "embedded_shaders.h"

namespace rigproof {

namespace {

std::string define(const char* name, int value) {
    return std::string("#define ") + name + " " + std::to_string(value) + "\n";
}

/// `#line` gives each part its own source number, so that a driver's message can be followed to a file.
std::string assemble(const std::string& defines, std::initializer_list<const char*> parts) {
    std::string source = "#version 300 es\n" + defines;
    int number = 1;
    for (const char* part : parts)
        source += "#line 1 " + std::to_string(number++) + "\n" + part;
    return source;
}

std::string infoLog(GLuint name, bool program) {
    std::array<GLchar, 2048> text{};
    if (program) {
        glGetProgramInfoLog(name, static_cast<GLsizei>(text.size()), nullptr, text.data());
    } else {
        glGetShaderInfoLog(name, static_cast<GLsizei>(text.size()), nullptr, text.data());
    }
    return text.data();
}

bool compile(GLuint program, GLenum stage, const std::string& source, const char* what, std::string& error) {
    const GLuint shader = glCreateShader(stage);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) {
        glAttachShader(program, shader);
    } else {
        error = std::string(what) + " does not compile: " + infoLog(shader, false);
    }
    glDeleteShader(shader); // lives on with the program
    return good == GL_TRUE;
}

void sampler(GLuint program, const char* name, TextureUnit unit) {
    const GLint place = glGetUniformLocation(program, name);
    if (place >= 0) glUniform1i(place, unit);
}

bool build(Program& out, const std::string& vertex, const std::string& fragment, const char* what, std::string& error) {
    GlProgram program;
    const GLuint name = program.get();
    if (!compile(name, GL_VERTEX_SHADER, vertex, what, error)) return false;
    if (!compile(name, GL_FRAGMENT_SHADER, fragment, what, error)) return false;
    glLinkProgram(name);
    GLint good = GL_FALSE;
    glGetProgramiv(name, GL_LINK_STATUS, &good);
    if (good != GL_TRUE) {
        error = std::string(what) + " does not link: " + infoLog(name, true);
        return false;
    }
    const GLuint block = glGetUniformBlockIndex(name, "Scene");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(name, block, kSceneBinding);
    glUseProgram(name);
    sampler(name, "uPalette", kPaletteUnit);
    sampler(name, "uAnimation", kAnimationUnit);
    sampler(name, "uShadowMap", kShadowUnit);
    sampler(name, "uGradient", kGradientUnit);
    sampler(name, "uTiles", kTilesUnit);
    const auto place = [name](const char* uniform) { return glGetUniformLocation(name, uniform); };
    out.transform = place("uTransform");
    out.color = place("uColor");
    out.surface = place("uSurface");
    out.emissive = place("uEmissive");
    out.paletteBase = place("uPaletteBase");
    out.animationShape = place("uAnimationShape");
    out.place = place("uPlace");
    out.facesCamera = place("uFacesCamera");
    out.tint = place("uTint");
    out.size = place("uSize");
    out.name = std::move(program);
    return true;
}

std::string definesOf(const SurfaceFeatures& f) {
    return define("SHADOW_PASS", f.shadowPass) + define("SKINNED", f.skinned) + define("CROWD", f.crowd) +
           define("INSTANCED", f.instanced) + define("INFLUENCES", f.influences) +
           define("TEXELS_PER_JOINT", f.texelsPerJoint) + define("PALETTE_WIDTH", kPaletteWidth) +
           define("UNLIT", f.unlit) + define("DOUBLE_SIDED", f.doubleSided) + define("CLEARCOAT", f.clearcoat) +
           define("SHEEN", f.sheen) + define("FOG", f.fog) + define("DIRECTIONALS", f.directionals) +
           define("POINTS", f.points) + define("SHADOWS", f.shadowTaps > 0) + define("SHADOW_TAPS", f.shadowTaps) +
           define("TILE_SIZE", kTileSize);
}

} // namespace

Program* ShaderLibrary::surface(const SurfaceFeatures& features, std::string& error) {
    const auto [entry, isNew] = surfaces_.try_emplace(features);
    if (!isNew) return &entry->second;
    using namespace shader_text;
    const std::string defines = definesOf(features);
    const char* fragment = features.shadowPass ? shadow_frag : surface_frag;
    if (build(entry->second, assemble(defines, {scene_block, skinning, surface_vert}),
              assemble(defines, {scene_block, fragment}), "the surface shader", error)) {
        return &entry->second;
    }
    surfaces_.erase(entry);
    return nullptr;
}

Program* ShaderLibrary::background(std::string& error) {
    using namespace shader_text;
    if (!background_.name && !build(background_, assemble("", {scene_block, background_vert}),
                                    assemble("", {scene_block, background_frag}), "the background shader", error)) {
        return nullptr;
    }
    return &background_;
}

Program* ShaderLibrary::disc(std::string& error) {
    using namespace shader_text;
    if (!disc_.name && !build(disc_, assemble("", {scene_block, disc_vert}), assemble("", {scene_block, disc_frag}),
                              "the disc shader", error)) {
        return nullptr;
    }
    return &disc_;
}

Program* ShaderLibrary::tiles(bool alongX, int margin, std::string& error) {
    using namespace shader_text;
    Program& program = tiles_[{alongX, margin}];
    const std::string defines =
        define("ALONG_X", alongX) + define("TILE_SIZE", kTileSize) + define("TILE_MARGIN", margin);
    if (!program.name && !build(program, assemble(defines, {scene_block, tiles_vert}),
                                assemble(defines, {scene_block, tiles_frag}), "the shadow tiles' shader", error)) {
        return nullptr;
    }
    return &program;
}

} // namespace rigproof
