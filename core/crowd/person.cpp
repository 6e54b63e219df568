#include "core/crowd/person.h"

#include <algorithm>
#include <cmath>

#include "core/characters/block_person.h"
#include "core/skinning/linear_blend.h"

namespace rigproof {

namespace {

/// The inverse transpose times the determinant's size: cofactors, the sign keeping a mirrored copy's normals outside.
mat3 normalMatrix(const mat4& transform) {
    const vec3 x(transform[0]), y(transform[1]), z(transform[2]);
    const mat3 cofactor(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
    return glm::dot(x, cofactor[0]) < 0.0f ? -cofactor : cofactor;
}

} // namespace

void skinPerson(const Mesh& mesh, const BakedAnimation& baked, const PersonMoment& moment, const mat4& transform,
                std::span<mat4> palette, std::span<vec3> positions, std::span<vec3> normals) {
    blendRows(baked, rowsAt(baked.clips[moment.clip], moment.time, moment.rate, moment.phase), palette);
    const mat3 turn = normalMatrix(transform);
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
        const mat4 bones = blendMatrix(mesh.joints[v], mesh.weights[v], palette);
        positions[v] = vec3(transform * vec4(vec3(bones * vec4(mesh.positions[v], 1.0f)), 1.0f));
        if (!normals.empty()) normals[v] = glm::normalize(turn * (mat3(bones) * mesh.normals[v]));
    }
}

SoleTrack trackSoles(const BakedAnimation& baked, std::size_t clip, std::size_t perFrame) {
    using namespace person;
    const BakedClip& rows = baked.clips[clip];
    SoleTrack track;
    track.samples = static_cast<std::size_t>(rows.frames) * perFrame;
    std::vector<mat4> palette(baked.joints);
    for (std::size_t k = 0; k < track.samples; ++k) {
        const double phase = static_cast<double>(k) / static_cast<double>(track.samples);
        blendRows(baked, rowsAt(rows, 0.0, 1.0, phase), palette);
        for (const std::size_t shin : {kRightShin, kLeftShin}) {
            const float middle = shin == kRightShin ? -kHipOut : kHipOut;
            for (const float x : {middle - kSoleHalfWidth, middle + kSoleHalfWidth}) {
                for (const float z : {kHeelZ, kToeZ})
                    track.corners.emplace_back(palette[shin] * vec4(x, 0.0f, z, 1.0f));
            }
        }
    }
    return track;
}

double footSlide(const SoleTrack& track, double cycleLength, double scale) {
    constexpr float kOnGround = 0.001f; // metres: higher, a foot carries nobody
    double slides[2] = {0.0, 0.0};
    const double advance = cycleLength / static_cast<double>(std::max<std::size_t>(track.samples, 1));
    for (std::size_t k = 0; k < track.samples; ++k) {
        const vec3* now = track.corners.data() + k * SoleTrack::kCorners;
        const vec3* next = track.corners.data() + (k + 1) % track.samples * SoleTrack::kCorners;
        std::size_t lowest = 0;
        for (std::size_t c = 1; c < SoleTrack::kCorners; ++c) {
            if (now[c].y + next[c].y < now[lowest].y + next[lowest].y) lowest = c;
        }
        if (std::max(now[lowest].y, next[lowest].y) > kOnGround) continue; // in flight
        const vec3 moved = next[lowest] - now[lowest];
        const double across = static_cast<double>(moved.x) * scale;
        const double along = static_cast<double>(moved.z) * scale + advance;
        slides[lowest / (SoleTrack::kCorners / 2)] += std::sqrt(across * across + along * along);
    }
    return std::max(slides[0], slides[1]);
}

} // namespace rigproof
