#include "core/animation/bake.h"

#include <algorithm>
#include <cmath>

#include "core/animation/sampling.h"

namespace rigproof {

namespace {

BakeStatus refusedBake(const char* rule) {
    return {{refused(rule), kNoIndex, kNoIndex}, kNoIndex};
}

AffineMatrix times(const AffineMatrix& a, const AffineMatrix& b) {
    return {a[0] * b[0].x + a[1] * b[0].y + a[2] * b[0].z, a[0] * b[1].x + a[1] * b[1].y + a[2] * b[1].z,
            a[0] * b[2].x + a[1] * b[2].y + a[2] * b[2].z, a[0] * b[3].x + a[1] * b[3].y + a[2] * b[3].z + a[3]};
}

/// composeTransform without the last row.
AffineMatrix matrixOf(const JointTransform& t) {
    const quat& q = t.rotation;
    const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return {vec3(1.0f - (yy + zz), xy + wz, xz - wy) * t.scale.x, vec3(xy - wz, 1.0f - (xx + zz), yz + wx) * t.scale.y,
            vec3(xz + wy, yz - wx, 1.0f - (xx + yy)) * t.scale.z, t.translation};
}

float timeOfFrame(const AnimationClip& clip, std::int32_t frame, std::int32_t frames) {
    if (clip.end == EndPolicy::kLoop) return static_cast<float>(frame) / static_cast<float>(frames) * clip.duration;
    if (frame + 1 == frames) return clip.duration;
    return static_cast<float>(frame) / static_cast<float>(frames - 1) * clip.duration;
}

} // namespace

std::string BakeStatus::message(std::span<const AnimationClip> clips) const {
    return clip == kNoIndex ? where.status.message() : where.message(clips[clip]);
}

std::int32_t frameCount(float duration, float framesPerSecond) {
    const double frames = std::floor(static_cast<double>(duration) * static_cast<double>(framesPerSecond) + 0.5);
    return static_cast<std::int32_t>(std::clamp(frames, 1.0, 2147483647.0));
}

BakeStatus bakeClips(const Skeleton& skeleton, std::span<const AnimationClip> clips, const BakeOptions& options,
                     BakedAnimation& out) {
    if (Status s = validate(skeleton); !s.ok()) return {{s, kNoIndex, kNoIndex}, kNoIndex};
    if (clips.empty()) return refusedBake("a bake needs at least one clip");
    const float rate = options.framesPerSecond;
    if (!(rate > 0.0f) || !((rate - rate) == 0.0f)) return refusedBake("the bake's frame rate must be finite and > 0");
    const std::size_t joints = skeleton.jointCount();
    std::size_t rows = 0;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        if (ClipStatus s = validate(clips[c], joints); !s.ok()) return {s, c};
        rows += static_cast<std::size_t>(frameCount(clips[c].duration, rate));
        if (rows > kMaxBakedRows) return refusedBake("a bake has at most 2^20 rows");
    }

    out.joints = joints;
    out.rows = rows;
    out.matrices.resize(rows * joints);
    out.clips.resize(clips.size());
    LocalPose pose;
    SampleCursor cursor;
    std::vector<AffineMatrix> model(joints);
    std::vector<AffineMatrix> inverseBind;
    for (const mat4& m : skeleton.inverseBind)
        inverseBind.emplace_back(m);
    AffineMatrix* to = out.matrices.data();
    std::int32_t firstRow = 0;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        const AnimationClip& clip = clips[c];
        const std::int32_t frames = frameCount(clip.duration, rate);
        out.clips[c] = {firstRow, frames, clip.duration, clip.end == EndPolicy::kLoop};
        firstRow += frames;
        pose.joints = skeleton.rest.joints; // what another clip moved and this one does not
        cursor.keys.assign(clip.trackCount(), 0);
        for (std::int32_t f = 0; f < frames; ++f, to += joints) {
            sampleClipAt(clip, timeOfFrame(clip, f, frames), cursor, pose);
            for (std::size_t j = 0; j < joints; ++j) {
                const AffineMatrix local = matrixOf(pose.joints[j]);
                const std::int32_t parent = skeleton.parents[j];
                model[j] = parent == kNoParent ? local : times(model[static_cast<std::size_t>(parent)], local);
                to[j] = options.withInverseBind ? times(model[j], inverseBind[j]) : model[j];
            }
        }
    }
    return {};
}

RowBlend rowsAt(const BakedClip& clip, double time, double rate, double phase) {
    const double cycles = time * rate / static_cast<double>(clip.duration) + phase;
    RowBlend rows;
    if (!clip.loops) {
        const double last = clip.frames - 1;
        const double at = std::clamp(cycles, 0.0, 1.0) * last;
        rows.before = static_cast<std::int32_t>(at);
        rows.after = std::min(rows.before + 1, clip.frames - 1);
        rows.blend = static_cast<float>(at - static_cast<double>(rows.before));
    } else {
        const double at = (cycles - std::floor(cycles)) * clip.frames;
        const std::int32_t whole = static_cast<std::int32_t>(at); // may be `frames` itself by rounding
        rows.before = whole % clip.frames;
        rows.after = (whole + 1) % clip.frames;
        rows.blend = static_cast<float>(at - static_cast<double>(whole));
    }
    rows.before += clip.firstRow;
    rows.after += clip.firstRow;
    return rows;
}

void blendRows(const BakedAnimation& baked, const RowBlend& rows, std::span<mat4> out) {
    const std::span<const AffineMatrix> a = baked.row(static_cast<std::size_t>(rows.before));
    const std::span<const AffineMatrix> b = baked.row(static_cast<std::size_t>(rows.after));
    for (std::size_t j = 0; j < baked.joints; ++j)
        out[j] = mat4(a[j] * (1.0f - rows.blend) + b[j] * rows.blend);
}

} // namespace rigproof
