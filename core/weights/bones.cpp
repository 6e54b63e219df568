#include "core/weights/bones.h"

#include <cmath>

#include "core/skeleton/skeleton.h"

namespace rigproof {
namespace {

bool placed(const vec3& p) {
    return std::fabs(p.x) <= kLargestCoordinate && std::fabs(p.y) <= kLargestCoordinate &&
           std::fabs(p.z) <= kLargestCoordinate; // false for NaN
}

} // namespace

Status validateBones(std::span<const BoneSegment> bones) {
    if (bones.size() < 2) return refusedCount("weights need a bone beside the root", bones.size(), 2);
    if (bones.size() > kMaxJoints) {
        return refusedCount("a vertex can name at most 65535 bones", bones.size(), kMaxJoints);
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (!placed(bones[b].head) || !placed(bones[b].tail)) {
            return refused("a bone's ends must be finite and within 1e9 m", b);
        }
        if (!(bones[b].radius >= 0.0f) || !isFinite(vec3(bones[b].radius))) {
            return refused("a bone's flesh radius must be finite and >= 0", b);
        }
    }
    return accepted();
}

Status validateSurface(std::span<const vec3> positions, std::span<const std::uint32_t> indices) {
    if (positions.empty()) return refused("a mesh needs a vertex to be weighted");
    for (std::size_t v = 0; v < positions.size(); ++v) {
        if (!placed(positions[v])) return refused("a vertex position must be finite and within 1e9 m", v);
    }
    if (indices.size() % 3 != 0) {
        return refusedCount("indices must come in threes", indices.size(), indices.size() / 3 * 3);
    }
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] >= positions.size()) return refused("a triangle names a vertex that does not exist", i);
    }
    return accepted();
}

} // namespace rigproof
