#include "core/animation/clip.h"

#include <cmath>

namespace rigproof {

namespace {

std::size_t valuesPerKey(Interpolation interpolation) {
    return interpolation == Interpolation::kCubic ? 3 : 1;
}

bool finite(const vec3& v) {
    return isFinite(v);
}
bool finite(const quat& q) {
    return isFinite(vec3(q.x, q.y, q.z)) && (q.w - q.w) == 0.0f;
}

/// What every kind of track has to obey.
template <class Track>
ClipStatus checkTrack(const Track& track, std::size_t place, std::size_t jointCount) {
    const auto bad = [&](const char* rule, std::size_t key = kNoIndex) {
        return ClipStatus{refused(rule, track.joint), place, key};
    };
    if (track.joint >= jointCount) return bad("a track's joint must be one of the skeleton's");
    if (track.times.empty()) return bad("a track needs at least one key");
    const std::size_t perKey = valuesPerKey(track.interpolation);
    if (track.values.size() != track.times.size() * perKey) {
        return bad("a track needs one value a key (cubic: three)");
    }
    for (std::size_t k = 0; k < track.times.size(); ++k) {
        const float t = track.times[k];
        if (!(t >= 0.0f) || !((t - t) == 0.0f)) return bad("key times must be finite and >= 0", k);
        if (k > 0 && t == track.times[k - 1]) return bad("two keys of a track stand at the same time", k);
        if (k > 0 && t < track.times[k - 1]) return bad("key times must rise", k);
        for (std::size_t i = 0; i < perKey; ++i) {
            if (!finite(track.values[k * perKey + i])) return bad("key values must be finite", k);
        }
    }
    return {};
}

} // namespace

std::string ClipStatus::message(const AnimationClip& clip) const {
    if (ok()) return "ok";
    std::string text = "clip \"" + clip.name + "\": " + status.rule;
    if (track != kNoIndex) {
        text += " (joint " + std::to_string(status.index) + ", track " + std::to_string(track);
        if (key != kNoIndex) text += ", key " + std::to_string(key);
        text += ")";
    }
    return text;
}

ClipStatus validate(const AnimationClip& clip, std::size_t jointCount) {
    if (!(clip.duration > 0.0f) || !((clip.duration - clip.duration) == 0.0f)) {
        return {refused("a clip's duration must be finite and > 0"), kNoIndex, kNoIndex};
    }
    std::size_t place = 0;
    for (const VectorTrack& track : clip.translations) {
        if (ClipStatus s = checkTrack(track, place++, jointCount); !s.ok()) return s;
    }
    for (const RotationTrack& track : clip.rotations) {
        if (ClipStatus s = checkTrack(track, place, jointCount); !s.ok()) return s;
        const std::size_t perKey = valuesPerKey(track.interpolation);
        for (std::size_t k = 0; k < track.times.size(); ++k) {
            const quat& q = track.values[k * perKey + perKey / 2];
            const float length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
            if (!(std::fabs(length - 1.0f) <= kUnitTolerance)) {
                return {refused("rotation keys must be of unit length", track.joint), place, k};
            }
        }
        ++place;
    }
    for (const VectorTrack& track : clip.scales) {
        if (ClipStatus s = checkTrack(track, place, jointCount); !s.ok()) return s;
        const std::size_t perKey = valuesPerKey(track.interpolation);
        for (std::size_t k = 0; k < track.times.size(); ++k) {
            const vec3& v = track.values[k * perKey + perKey / 2];
            if (v.x == 0.0f || v.y == 0.0f || v.z == 0.0f) {
                return {refused("a scale of 0 flattens a joint for good", track.joint), place, k};
            }
        }
        ++place;
    }
    return {};
}

} // namespace rigproof
