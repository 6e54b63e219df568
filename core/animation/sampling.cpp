#include "core/animation/sampling.h"

#include <algorithm>
#include <cmath>

#include "core/math/rotation.h"

namespace rigproof {

namespace {

/// The last key at or before `time` (0 when all come later), found from where the track was read last.
std::size_t keyBefore(const std::vector<float>& times, float time, std::size_t hint) {
    const std::size_t last = times.size() - 1;
    if (hint > last || times[hint] > time) {
        const auto after = std::upper_bound(times.begin(), times.end(), time);
        return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
    }
    // Reading on, the key is this one or the next; a jump is rare and still ends.
    while (hint < last && times[hint + 1] <= time)
        ++hint;
    return hint;
}

quat blendShortest(const quat& a, const quat& b, float t) {
    const float dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    const float wb = dot < 0.0f ? -t : t;
    const float wa = 1.0f - t;
    return {wa * a.w + wb * b.w, wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z};
}

quat unit(const quat& q) {
    const float squared = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(squared > 0.0f)) return {1.0f, 0.0f, 0.0f, 0.0f}; // opposite keys half way: no direction is better
    const float inverse = 1.0f / std::sqrt(squared);
    return {q.w * inverse, q.x * inverse, q.y * inverse, q.z * inverse};
}

/// Cubic Hermite on a span of `width` seconds, tangents per second (glTF 2.0, appendix C.5).
template <class T>
T hermite(const T& p0, const T& m0, const T& p1, const T& m1, float t, float width) {
    const float t2 = t * t;
    const float t3 = t2 * t;
    return p0 * (2.0f * t3 - 3.0f * t2 + 1.0f) + m0 * ((t3 - 2.0f * t2 + t) * width) + p1 * (3.0f * t2 - 2.0f * t3) +
           m1 * ((t3 - t2) * width);
}

/// A cubic span's second value on the first one's side of the sphere, its tangents with it.
void alignSigns(const quat& from, quat& value, quat& tangent) {
    if (from.w * value.w + from.x * value.x + from.y * value.y + from.z * value.z >= 0.0f) return;
    value = -value;
    tangent = -tangent;
}

vec3 blended(const VectorTrack& track, std::size_t k, float t, float width) {
    const vec3* v = track.values.data();
    if (track.interpolation == Interpolation::kCubic) {
        return hermite(v[3 * k + 1], v[3 * k + 2], v[3 * k + 4], v[3 * k + 3], t, width);
    }
    return v[k] * (1.0f - t) + v[k + 1] * t;
}

quat blended(const RotationTrack& track, std::size_t k, float t, float width) {
    const quat* v = track.values.data();
    if (track.interpolation == Interpolation::kCubic) {
        quat end = v[3 * k + 4];
        quat tangent = v[3 * k + 3];
        alignSigns(v[3 * k + 1], end, tangent);
        return hermite(v[3 * k + 1], v[3 * k + 2], end, tangent, t, width);
    }
    if (track.interpolation == Interpolation::kSpherical) return slerp(unit(v[k]), unit(v[k + 1]), t);
    return blendShortest(v[k], v[k + 1], t);
}

template <class Track>
auto valueAt(const Track& track, float time, std::size_t& key) {
    key = keyBefore(track.times, time, key);
    const std::size_t perKey = track.interpolation == Interpolation::kCubic ? 3 : 1;
    const auto& own = track.values[key * perKey + perKey / 2];
    const float start = track.times[key];
    if (key + 1 == track.times.size() || time <= start || track.interpolation == Interpolation::kStep) return own;
    const float width = track.times[key + 1] - start;
    return blended(track, key, (time - start) / width, width);
}

} // namespace

double clipTime(const AnimationClip& clip, double seconds) {
    const double duration = static_cast<double>(clip.duration);
    if (clip.end == EndPolicy::kClamp) return std::clamp(seconds, 0.0, duration);
    const double wrapped = seconds - std::floor(seconds / duration) * duration;
    return wrapped >= 0.0 && wrapped < duration ? wrapped : 0.0; // rounding may reach either edge
}

void sampleClipAt(const AnimationClip& clip, float time, SampleCursor& cursor, LocalPose& pose) {
    if (cursor.keys.size() != clip.trackCount()) cursor.keys.assign(clip.trackCount(), 0);
    std::size_t* key = cursor.keys.data();
    for (const VectorTrack& track : clip.translations)
        pose.joints[track.joint].translation = valueAt(track, time, *key++);
    for (const RotationTrack& track : clip.rotations)
        pose.joints[track.joint].rotation = unit(valueAt(track, time, *key++));
    for (const VectorTrack& track : clip.scales)
        pose.joints[track.joint].scale = valueAt(track, time, *key++);
}

void sampleClip(const AnimationClip& clip, double seconds, SampleCursor& cursor, LocalPose& pose) {
    sampleClipAt(clip, static_cast<float>(clipTime(clip, seconds)), cursor, pose);
}

} // namespace rigproof
