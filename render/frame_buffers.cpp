#include "render/frame_buffers.h"

#include "render/shader_library.h"

namespace rigproof {

namespace {

/// Textures without mipmaps are complete only without filtering between them.
void fetchOnly() {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

} // namespace

void BigPicture::bind(int width, int height) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    if (width != width_ || height != height_) {
        glBindRenderbuffer(GL_RENDERBUFFER, color_.get());
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB10_A2, width, height);
        glBindRenderbuffer(GL_RENDERBUFFER, depth_.get());
        glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.get());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
        samples_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        width_ = width;
        height_ = height;
    }
    glViewport(0, 0, width, height);
}

const std::vector<std::uint32_t>& BigPicture::read() {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, samples_.data());
    return samples_;
}

void ShadowBuffer::bind(int size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    if (size != size_) {
        glActiveTexture(GL_TEXTURE0 + kShadowUnit);
        glBindTexture(GL_TEXTURE_2D, depth_.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
        fetchOnly();
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.get(), 0);
        const GLenum none = GL_NONE;
        glDrawBuffers(1, &none);
        glReadBuffer(GL_NONE);
        size_ = size;
    }
    glViewport(0, 0, size, size);
}

void ShadowBuffer::allocate(Target& target, int width, int height) {
    target.width = width;
    target.height = height;
    glActiveTexture(GL_TEXTURE0 + kTilesUnit);
    glBindTexture(GL_TEXTURE_2D, target.texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, width, height, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, nullptr);
    fetchOnly();
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture.get(), 0);
}

bool ShadowBuffer::makeTiles(ShaderLibrary& shaders, int margin, DrawCounter& counter, std::string& error) {
    const int tiles = (size_ + kTileSize - 1) / kTileSize;
    if (tileRows_.height != size_) {
        allocate(tileRows_, tiles, size_);
        allocate(tiles_, tiles, tiles);
    }
    glActiveTexture(GL_TEXTURE0 + kShadowUnit);
    glBindTexture(GL_TEXTURE_2D, depth_.get());
    glActiveTexture(GL_TEXTURE0 + kTilesUnit);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glBindVertexArray(emptyVertexArray_.get());
    for (const bool alongX : {true, false}) {
        Program* program = shaders.tiles(alongX, margin, error);
        if (program == nullptr) return false;
        Target& target = alongX ? tileRows_ : tiles_;
        // What is written must not be bound for reading.
        glBindTexture(GL_TEXTURE_2D, alongX ? 0 : tileRows_.texture.get());
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer.get());
        glViewport(0, 0, target.width, target.height);
        glUseProgram(program->name.get());
        glUniform2i(program->size, target.width, target.height);
        counter.arrays("shadow_tiles", GL_TRIANGLES, 3);
    }
    glBindTexture(GL_TEXTURE_2D, tiles_.texture.get());
    return true;
}

} // namespace rigproof
