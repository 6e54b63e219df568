#pragma once

#include <cstdint>
#include <vector>

#include "render/gl_objects.h"
#include "render/image.h"

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

/// A 32-bit float depth texture, fetched and never compared by the sampler.
class ShadowBuffer {
  public:
    void bind(int size);
    GLuint texture() { return depth_.get(); }

  private:
    GlFramebuffer framebuffer_;
    GlTexture depth_;
    int size_ = 0;
};

} // namespace rigproof
