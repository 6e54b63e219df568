#include "render/animation_texture.h"

#include <algorithm>

#include "render/shader_library.h"

namespace rigproof {

std::string refusalOf(const AnimationTextureView& view, int maxTextureSize) {
    if (view.width < 1 || view.height < 1 || view.joints < 1) return "an animation texture needs texels and joints";
    if (view.texelsPerJoint != 3 && view.texelsPerJoint != 4) {
        return "an animation texture has 3 or 4 texels a joint, not " + std::to_string(view.texelsPerJoint);
    }
    if (view.width > maxTextureSize || view.height > maxTextureSize) {
        return "an animation texture of " + std::to_string(view.width) + " x " + std::to_string(view.height) +
               " texels is over the driver's limit of " + std::to_string(maxTextureSize) + ": fold it when baking";
    }
    const std::size_t floats = static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height) * 4;
    if (view.texels.size() != floats) {
        return "an animation texture has " + std::to_string(view.texels.size()) + " floats where its size needs " +
               std::to_string(floats);
    }
    const int rowWidth = view.joints * view.texelsPerJoint;
    if (rowWidth > view.width) {
        return "an animation texture's joints need " + std::to_string(rowWidth) + " texels across, it has " +
               std::to_string(view.width);
    }
    const int folds = view.rowsPerFold > 0 ? view.width / rowWidth : 1;
    const int rows = view.rowsPerFold > 0 ? std::min(view.rowsPerFold, view.height) * folds : view.height;
    for (std::size_t i = 0; i < view.clips.size(); ++i) {
        const AnimationTextureView::Clip& clip = view.clips[i];
        if (clip.firstRow < 0 || clip.frames < 1 || clip.firstRow > rows - clip.frames || !(clip.duration > 0.0f)) {
            return "clip " + std::to_string(i) + " of an animation texture lies outside its " + std::to_string(rows) +
                   " rows or has no frames or duration";
        }
    }
    return {};
}

void uploadFloatTexture(GLuint texture, int width, int height, const float* texels) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

GLuint AnimationTextureCache::get(const std::shared_ptr<const AnimationTextureView>& view) {
    Entry& entry = entries_[view.get()];
    if (entry.texture && !entry.view.expired()) return entry.texture.get();
    entry.view = view;
    glActiveTexture(GL_TEXTURE0 + kAnimationUnit);
    uploadFloatTexture(entry.texture.get(), view->width, view->height, view->texels.data());
    return entry.texture.get();
}

void AnimationTextureCache::sweep() {
    std::erase_if(entries_, [](const auto& item) { return item.second.view.expired(); });
}

} // namespace rigproof
