#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "render/frame.h"
#include "render/gl_objects.h"

// What changes with every frame and is sent in few large pieces before anything is drawn: all skins in one palette
// texture, all copies and people in one buffer. (Sending between draws would make a driver wait for the draws before.)

namespace rigproof {

/// Where a draw finds its part of the frame's data.
struct DrawData {
    int paletteBase = 0;       ///< its first joint in the palette
    std::size_t firstByte = 0; ///< its first copy in the instance buffer
    GLsizei copies = 1;
    bool mirrored = false; ///< a copy (or the single transform) turns triangles inside out
};

class FrameUpload {
  public:
    /// Packs and uploads; false when the skins do not fit the driver's textures (the error names both numbers).
    bool send(const Frame& frame, int maxTextureSize, std::string& error);

    const std::vector<DrawData>& draws() const { return draws_; }
    const std::vector<DrawData>& crowds() const { return crowds_; }
    GLuint instanceBuffer() { return instances_.get(); }
    /// Binds the palette to its unit; nothing to bind without a skinned draw.
    void bindPalette();

    /// Points the bound vertex array's per-copy attributes at a draw's part of the buffer.
    void pointAtInstances(const DrawData& data);
    void pointAtPeople(const DrawData& data);
    /// Leaves the vertex array as the mesh cache made it: the next draw of the mesh may have no copies.
    static void stopPointing();

  private:
    void packPalettes(const Frame& frame);
    void packInstances(const Frame& frame);

    std::vector<DrawData> draws_;
    std::vector<DrawData> crowds_;
    std::vector<vec4> palette_;
    std::vector<std::byte> bytes_;
    GlTexture paletteTexture_;
    GlBuffer instances_;
};

/// The animation row a person shows: fract(time * rate / duration + phase) * frames, reckoned in double because after
/// days of running a float no longer tells one frame from the next. 0 <= row <= frames.
float rowOf(const AnimationTextureView::Clip& clip, const CrowdInstance& person, double time);

/// A matrix for the shader: the same, with the place relative to the camera.
mat4 relativeTo(const vec3& eye, const mat4& transform);

} // namespace rigproof
