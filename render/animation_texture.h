#pragma once

#include <map>
#include <memory>
#include <string>

#include "render/frame.h"
#include "render/gl_objects.h"

namespace rigproof {

/// Why an animation texture cannot be drawn on a driver with this limit: sizes that do not agree, clips outside the
/// rows, or more texels than the limit (both numbers are named). Empty when it can.
std::string refusalOf(const AnimationTextureView& view, int maxTextureSize);

/// Animation textures on the GPU: RGBA32F, nearest, uploaded once while somebody holds the same object.
class AnimationTextureCache {
  public:
    GLuint get(const std::shared_ptr<const AnimationTextureView>& view);
    void sweep();

  private:
    struct Entry {
        std::weak_ptr<const AnimationTextureView> view;
        GlTexture texture;
    };
    std::map<const AnimationTextureView*, Entry> entries_;
};

/// Makes an RGBA32F texture with nearest filtering and no mipmaps, bound to the active unit.
void uploadFloatTexture(GLuint texture, int width, int height, const float* texels);

} // namespace rigproof
