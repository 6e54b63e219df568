#include "core/weights/distance.h"

#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "core/math/trigonometry.h"
#include "core/weights/kernels.h"

namespace rigproof {
namespace {

// A power that is a product of a few squares needs no pow, and gives the same bits in every register width.
float falloff(float d, float power) {
    if (power == 4.0f) {
        const float square = d * d;
        return 1.0f / (square * square);
    }
    if (power == 2.0f) return 1.0f / (d * d);
    if (power == 1.0f) return 1.0f / d;
    return static_cast<float>(1.0 / det::pow(static_cast<double>(d), static_cast<double>(power)));
}

} // namespace

Status validate(const DistanceParameters& p) {
    if (!(p.power >= 0.5f && p.power <= 16.0f)) return refused("power must be 0.5..16");
    if (!(p.radiusShare >= 0.0f && p.radiusShare <= 1.0f)) return refused("radiusShare must be 0..1");
    if (!(p.contactDistance > 0.0f && p.contactDistance < 1e6f)) return refused("contactDistance must be > 0 m");
    return accepted();
}

BoneColumns::BoneColumns(std::span<const BoneSegment> bones, const DistanceParameters& p) : parameters(p) {
    const std::size_t columns = bones.size() - 1;
    stride = (columns + WeightTable::kBlock - 1) / WeightTable::kBlock * WeightTable::kBlock;
    values.assign(9 * stride, 0.0f);
    for (std::size_t c = 0; c < columns; ++c) {
        const BoneSegment& bone = bones[c + 1];
        const vec3 along = p.shape == BoneShape::kPoint ? vec3(0.0f) : bone.tail - bone.head;
        const float squared = glm::dot(along, along);
        const std::array<float, 9> column{bone.head.x,
                                          bone.head.y,
                                          bone.head.z,
                                          along.x,
                                          along.y,
                                          along.z,
                                          squared > 0.0f ? 1.0f / squared : 0.0f,
                                          p.radiusShare * bone.radius,
                                          1.0f};
        for (std::size_t k = 0; k < column.size(); ++k)
            values[k * stride + c] = column[k];
    }
}

float boneDistance(const vec3& position, const BoneSegment& bone, const DistanceParameters& p) {
    const vec3 along = p.shape == BoneShape::kPoint ? vec3(0.0f) : bone.tail - bone.head;
    const vec3 fromHead = position - bone.head;
    const float squared = glm::dot(along, along);
    float t = glm::dot(fromHead, along) * (squared > 0.0f ? 1.0f / squared : 0.0f);
    if (p.shape != BoneShape::kLine) t = t < 0.0f ? 0.0f : (t > 1.0f ? 1.0f : t);
    const vec3 off = fromHead - along * t;
    const float outside = std::sqrt(glm::dot(off, off)) - p.radiusShare * bone.radius;
    return (outside > 0.0f ? outside : 0.0f) + p.contactDistance;
}

void distanceWeightsPlain(std::span<const vec3> positions, const BoneColumns& bones, std::size_t begin, std::size_t end,
                          WeightTable& table) {
    constexpr std::size_t kLanes = WeightTable::kBlock;
    BoneSegment bone;
    DistanceParameters p = bones.parameters;
    p.radiusShare = 1.0f; // the columns hold the share already
    for (std::size_t v = begin; v < end; ++v) {
        const std::span<float> row = table.row(v);
        std::array<float, kLanes> lanes{};
        for (std::size_t c = 0; c < row.size(); ++c) {
            bone.head = {bones.array(0)[c], bones.array(1)[c], bones.array(2)[c]};
            const vec3 along(bones.array(3)[c], bones.array(4)[c], bones.array(5)[c]);
            const vec3 fromHead = positions[v] - bone.head;
            float t = glm::dot(fromHead, along) * bones.array(6)[c];
            if (p.shape != BoneShape::kLine) t = t < 0.0f ? 0.0f : (t > 1.0f ? 1.0f : t);
            const vec3 off = fromHead - along * t;
            const float outside = std::sqrt(glm::dot(off, off)) - bones.array(7)[c];
            const float d = (outside > 0.0f ? outside : 0.0f) + p.contactDistance;
            row[c] = falloff(d, p.power) * bones.array(8)[c];
            lanes[c % kLanes] += row[c];
        }
        for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
            for (std::size_t l = 0; l < half; ++l)
                lanes[l] += lanes[l + half];
        }
        const float scale = 1.0f / lanes[0];
        for (float& w : row)
            w *= scale;
    }
}

void distanceWeights(std::span<const vec3> positions, const BoneColumns& bones, std::size_t begin, std::size_t end,
                     WeightTable& table) {
    const float power = bones.parameters.power;
    if (power == 1.0f || power == 2.0f || power == 4.0f) {
        kernels::distanceRows(positions.data(), bones, begin, end, table.data());
    } else {
        distanceWeightsPlain(positions, bones, begin, end, table);
    }
}

void nearestBone(std::span<const vec3> positions, std::span<const BoneSegment> bones,
                 const DistanceParameters& parameters, std::size_t begin, std::size_t end,
                 std::span<JointIndices> joints, std::span<vec4> weights) {
    for (std::size_t v = begin; v < end; ++v) {
        std::size_t nearest = 1;
        float smallest = std::numeric_limits<float>::infinity();
        for (std::size_t b = 1; b < bones.size(); ++b) {
            const float d = boneDistance(positions[v], bones[b], parameters);
            if (d < smallest) {
                smallest = d;
                nearest = b;
            }
        }
        joints[v] = JointIndices(static_cast<std::uint16_t>(nearest), 0, 0, 0);
        weights[v] = vec4(1.0f, 0.0f, 0.0f, 0.0f);
    }
}

} // namespace rigproof
