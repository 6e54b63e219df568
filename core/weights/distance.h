#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"
#include "core/weights/bones.h"
#include "core/weights/weight_table.h"

namespace rigproof {

/// What the distance to a bone is measured to. Only the segment is right; the others show what goes wrong.
enum class BoneShape : std::uint8_t {
    kSegment,
    kPoint, ///< the head only: the far half of a long bone is lost to its neighbours
    kLine,  ///< the line without ends: a bone reaches through the whole body
};

/// Weight of a bone at a vertex: 1 / d^power with d = max(distance - radiusShare * radius, 0) + contactDistance.
struct DistanceParameters {
    float power = 4.0f;             ///< 0.5..16; 1 and 2 let far bones pull the flesh
    float radiusShare = 0.85f;      ///< 0..1 of the flesh radius is taken off the distance; 0: flesh ignored
    float contactDistance = 0.025f; ///< metres, > 0: what is left of the distance inside the flesh (see scale.h)
    BoneShape shape = BoneShape::kSegment;
};

/// Ranges of the members above; the rule names the member.
Status validate(const DistanceParameters& parameters);

/// The d of the formula above, metres. The readable statement of the rule; `distanceWeights` gives its bits.
float boneDistance(const vec3& position, const BoneSegment& bone, const DistanceParameters& parameters);

/// Bones laid out for vector registers, one array a coordinate, padded to whole blocks of the weight table.
struct BoneColumns {
    explicit BoneColumns(const DistanceParameters& p) : parameters(p) {}                   ///< of no bones
    BoneColumns(std::span<const BoneSegment> bones, const DistanceParameters& parameters); ///< allocates

    DistanceParameters parameters;
    std::size_t stride = 0;
    /// Nine arrays of `stride` floats one after the other: head x y z, head to tail x y z, 1 / length^2 (0 for a
    /// point), flesh taken off, 1 for a bone and 0 for padding.
    std::vector<float> values;
    const float* array(std::size_t k) const { return values.data() + k * stride; }
};

/// Fills rows [begin, end) of `table` with the falloff of every bone, normalised to sum 1. Rows do not depend on each
/// other, so ranges may be done in any order and by several threads. Bones and positions must be valid.
///
/// Order of the sum (so that every vector width gives the same bits): lane l of 16 adds columns l, l + 16, ... in turn;
/// then lanes are folded in halves, 16 -> 8 -> 4 -> 2 -> 1. A sum of 0 or not finite leaves NaN in the row, which the
/// choice of the strongest few refuses by the vertex's name.
void distanceWeights(std::span<const vec3> positions, const BoneColumns& bones, std::size_t begin, std::size_t end,
                     WeightTable& table);

/// The same bits, one float at a time: the oracle of the tests, and what runs for powers other than 1, 2 and 4.
void distanceWeightsPlain(std::span<const vec3> positions, const BoneColumns& bones, std::size_t begin, std::size_t end,
                          WeightTable& table);

/// For each vertex of [begin, end) the bone with the smallest d (ties: the lower index), weight 1: the "before"
/// picture.
void nearestBone(std::span<const vec3> positions, std::span<const BoneSegment> bones,
                 const DistanceParameters& parameters, std::size_t begin, std::size_t end,
                 std::span<JointIndices> joints, std::span<vec4> weights);

} // namespace rigproof
