#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/draw_counter.h"
#include "render/gl_objects.h"
#include "render/image.h"
#include "render/shader_library.h"

// The two buffers that are drawn into.

namespace rigproof {

/// The supersampled picture: RGB10_A2 that holds square roots of linear light, and depth. Re-made when the size
/// changes.
class BigPicture {
  public:
    /// Binds it for drawing, at `width` x `height` samples.
    void bind(int width, int height);
    /// Reads the samples back, rows from the bottom.
    const std::vector<std::uint32_t>& read();

  private:
    GlFramebuffer framebuffer_;
    GlRenderbuffer color_;
    GlRenderbuffer depth_;
    int width_ = 0;
    int height_ = 0;
    std::vector<std::uint32_t> samples_;
};

/// A 32-bit float depth texture, fetched and never compared by the sampler, and the range of depths around each of its
/// tiles, by which most places need not look at the map at all.
class ShadowBuffer {
  public:
    /// Binds the map for drawing.
    void bind(int size);
    /// Fills the tiles from the finished map (two draws, counted as "shadow_tiles") and leaves map and tiles bound to
    /// their units. `margin`: texels that the filter reaches beyond a tile.
    bool makeTiles(ShaderLibrary& shaders, int margin, DrawCounter& counter, std::string& error);

  private:
    struct Target {
        GlFramebuffer framebuffer;
        GlTexture texture;
        int width = 0;
        int height = 0;
    };
    static void allocate(Target& target, int width, int height);

    GlFramebuffer framebuffer_;
    GlTexture depth_;
    Target tileRows_; // gathered along x: one row of tiles a row of texels
    Target tiles_;
    GlVertexArray emptyVertexArray_;
    int size_ = 0;
};

} // namespace rigproof
