#include "render/frame_upload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>

#include <glm/geometric.hpp>

#include "render/animation_texture.h"
#include "render/mesh_cache.h"
#include "render/resolve.h"
#include "render/shader_library.h"
#include "render/srgb.h"

namespace rigproof {

namespace {

struct GpuInstance {
    mat4 transform;
    vec3 color; // linear
};
struct GpuPerson {
    mat4 transform;
    vec3 clip; // first row, frames, row within the clip
    std::array<std::uint32_t, 3> tints;
};

bool isMirrored(const mat4& m) {
    return glm::dot(vec3(m[0]), glm::cross(vec3(m[1]), vec3(m[2]))) < 0.0f;
}

/// A tint's channel as the shader reads it. A table, because 5,000 people have 45,000 of them.
std::uint32_t tintBits(float srgb) {
    constexpr std::size_t kSteps = 4096;
    static const std::vector<std::uint16_t> table = [] {
        std::vector<std::uint16_t> t(kSteps + 1);
        for (std::size_t i = 0; i <= kSteps; ++i) {
            t[i] = static_cast<std::uint16_t>(rootBits(linearFromSrgb(static_cast<float>(i) / kSteps)));
        }
        return t;
    }();
    return table[static_cast<std::size_t>(std::clamp(srgb, 0.0f, 1.0f) * kSteps + 0.5f)];
}

std::uint32_t packTint(const vec3& color) {
    return tintBits(color.x) | tintBits(color.y) << 10 | tintBits(color.z) << 20;
}

template <typename Packed>
Packed* room(std::vector<std::byte>& bytes, DrawData& data, std::size_t copies) {
    data.firstByte = bytes.size();
    data.copies = static_cast<GLsizei>(copies);
    bytes.resize(bytes.size() + copies * sizeof(Packed));
    return reinterpret_cast<Packed*>(bytes.data() + data.firstByte);
}

void pointAt(GLuint slot, GLint size, GLsizei stride, std::size_t offset) {
    glEnableVertexAttribArray(slot);
    glVertexAttribPointer(slot, size, GL_FLOAT, GL_FALSE, stride, reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(slot, 1);
}

void pointAtTransform(GLsizei stride, std::size_t offset) {
    for (GLuint column = 0; column < 4; ++column)
        pointAt(kTransformSlot + column, 4, stride, offset + column * sizeof(vec4));
}

} // namespace

float rowOf(const AnimationTextureView::Clip& clip, const CrowdInstance& person, double time) {
    const double cycles = time * static_cast<double>(person.rate) / static_cast<double>(clip.duration) +
                          static_cast<double>(person.phase);
    return static_cast<float>((cycles - std::floor(cycles)) * clip.frames);
}

mat4 relativeTo(const vec3& eye, const mat4& transform) {
    mat4 m = transform;
    m[3] -= vec4(eye, 0.0f);
    return m;
}

void FrameUpload::packPalettes(const Frame& frame) {
    palette_.clear();
    std::map<const void*, int> known; // two draws that share a skin share its palette
    for (std::size_t i = 0; i < frame.draws.size(); ++i) {
        const auto& skin = frame.draws[i].skin;
        if (!skin) continue;
        const auto [entry, isNew] = known.try_emplace(skin.get(), static_cast<int>(palette_.size() / 4));
        draws_[i].paletteBase = entry->second;
        if (!isNew) continue;
        for (const mat4& m : *skin)
            palette_.insert(palette_.end(), {m[0], m[1], m[2], m[3]});
    }
}

void FrameUpload::packInstances(const Frame& frame) {
    bytes_.clear();
    const vec3 eye = frame.camera.position;
    for (std::size_t i = 0; i < frame.draws.size(); ++i) {
        const Draw& draw = frame.draws[i];
        const bool mirrored = isMirrored(draw.transform);
        draws_[i].mirrored = mirrored;
        if (!draw.instances) continue;
        GpuInstance* out = room<GpuInstance>(bytes_, draws_[i], draw.instances->size());
        for (const Instance& instance : *draw.instances) {
            const mat4 transform = draw.transform * instance.transform;
            *out++ = {relativeTo(eye, transform), linearFromSrgb(instance.color)};
            draws_[i].mirrored = draws_[i].mirrored || isMirrored(transform);
        }
    }
    for (std::size_t i = 0; i < frame.crowds.size(); ++i) {
        const CrowdDraw& crowd = frame.crowds[i];
        GpuPerson* out = room<GpuPerson>(bytes_, crowds_[i], crowd.people->size());
        for (const CrowdInstance& person : *crowd.people) {
            const AnimationTextureView::Clip& clip = crowd.animation->clips[person.clip];
            out->transform = relativeTo(eye, person.transform);
            out->clip = {static_cast<float>(clip.firstRow), static_cast<float>(clip.frames),
                         rowOf(clip, person, crowd.time)};
            for (std::size_t k = 0; k < 3; ++k)
                out->tints[k] = packTint(person.tints[k]);
            ++out;
            crowds_[i].mirrored = crowds_[i].mirrored || isMirrored(person.transform);
        }
    }
}

bool FrameUpload::send(const Frame& frame, int maxTextureSize, std::string& error) {
    draws_.assign(frame.draws.size(), {});
    crowds_.assign(frame.crowds.size(), {});
    packPalettes(frame);
    packInstances(frame);
    if (!palette_.empty()) {
        const std::size_t rows = (palette_.size() + kPaletteWidth - 1) / kPaletteWidth;
        if (rows > static_cast<std::size_t>(maxTextureSize)) {
            error = "the skins of the frame have " + std::to_string(palette_.size() / 4) +
                    " joints, the driver's textures hold " + std::to_string(maxTextureSize * (kPaletteWidth / 4));
            return false;
        }
        palette_.resize(rows * kPaletteWidth);
        glActiveTexture(GL_TEXTURE0 + kPaletteUnit);
        uploadFloatTexture(paletteTexture_.get(), kPaletteWidth, static_cast<int>(rows), &palette_[0].x);
    }
    if (!bytes_.empty()) {
        glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes_.size()), bytes_.data(), GL_STREAM_DRAW);
    }
    return true;
}

void FrameUpload::bindPalette() {
    if (!paletteTexture_) return;
    glActiveTexture(GL_TEXTURE0 + kPaletteUnit);
    glBindTexture(GL_TEXTURE_2D, paletteTexture_.get());
}

void FrameUpload::pointAtInstances(const DrawData& data) {
    glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
    pointAtTransform(sizeof(GpuInstance), data.firstByte);
    pointAt(kInstanceColorSlot, 3, sizeof(GpuInstance), data.firstByte + offsetof(GpuInstance, color));
}

void FrameUpload::stopPointing() {
    for (GLuint slot = kTransformSlot; slot <= kTintsSlot; ++slot)
        glDisableVertexAttribArray(slot);
}

void FrameUpload::pointAtPeople(const DrawData& data) {
    glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
    pointAtTransform(sizeof(GpuPerson), data.firstByte);
    pointAt(kClipSlot, 3, sizeof(GpuPerson), data.firstByte + offsetof(GpuPerson, clip));
    glEnableVertexAttribArray(kTintsSlot);
    glVertexAttribIPointer(kTintsSlot, 3, GL_UNSIGNED_INT, sizeof(GpuPerson),
                           reinterpret_cast<const void*>(data.firstByte + offsetof(GpuPerson, tints)));
    glVertexAttribDivisor(kTintsSlot, 1);
}

} // namespace rigproof
