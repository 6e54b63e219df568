#include "render/frame_buffers.h"

#include "render/shader_library.h"

namespace rigproof {

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
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.get(), 0);
        const GLenum none = GL_NONE;
        glDrawBuffers(1, &none);
        glReadBuffer(GL_NONE);
        size_ = size;
    }
    glViewport(0, 0, size, size);
}

} // namespace rigproof
