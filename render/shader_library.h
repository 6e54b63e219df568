#pragma once

#include <compare>
#include <map>
#include <string>
#include <utility>

#include "render/gl_objects.h"

namespace rigproof {

/// What a surface program must be able to do. Every feature that a draw does not need is compiled out: on a software
/// rasteriser the fragment shader is the frame.
struct SurfaceFeatures {
    bool shadowPass = false;
    bool skinned = false;
    bool crowd = false;
    bool instanced = false;
    int influences = 0; ///< 1..4 where skinned or crowd
    int texelsPerJoint = 4;

    bool unlit = false;
    bool doubleSided = false;
    bool clearcoat = false;
    bool sheen = false;
    bool fog = false;
    int directionals = 0;
    int points = 0;
    int shadowTaps = 0; ///< 0: no shadow received

    auto operator<=>(const SurfaceFeatures&) const = default;
};

/// A linked program and the places of its uniforms (-1 where it has no such uniform).
struct Program {
    GlProgram name;
    GLint transform = -1, color = -1, surface = -1, emissive = -1;
    GLint paletteBase = -1, animationShape = -1;
    GLint place = -1, facesCamera = -1, tint = -1, size = -1;
};

/// Texture units, fixed per purpose.
enum TextureUnit : GLint { kPaletteUnit = 0, kAnimationUnit = 1, kShadowUnit = 2, kGradientUnit = 3, kTilesUnit = 4 };
/// Texels a side of a shadow tile.
inline constexpr int kTileSize = 8;
inline constexpr GLuint kSceneBinding = 0; ///< of the uniform block Scene
inline constexpr int kPaletteWidth = 4096; ///< texels across the palette texture: a power of two, 1,024 joints

/// Compiles programs on first use and keeps them.
class ShaderLibrary {
  public:
    /// Null when the driver refuses; then `error` holds its log.
    Program* surface(const SurfaceFeatures& features, std::string& error);
    Program* background(std::string& error);
    Program* disc(std::string& error);
    /// Gathers the shadow tiles' depths along x from the map, or along y from the first gathering. `margin`: how many
    /// texels the filter reaches beyond a tile.
    Program* tiles(bool alongX, int margin, std::string& error);

  private:
    std::map<SurfaceFeatures, Program> surfaces_;
    Program background_;
    Program disc_;
    std::map<std::pair<bool, int>, Program> tiles_;
};

} // namespace rigproof
