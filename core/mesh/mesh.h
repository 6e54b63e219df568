#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// A triangle mesh as a structure of arrays, in metres, Y up; triangles wind counter-clockwise seen from outside.
/// Every per-vertex array is either empty (the mesh has no such thing) or as long as `positions`.
struct Mesh {
    std::vector<vec3> positions;
    std::vector<vec3> normals; ///< unit length
    std::vector<vec3> colors;  ///< sRGB-encoded, 0..1; empty: white
    std::vector<JointIndices>
        joints;                ///< four influences a vertex, descending weight; unused ones are joint 0, weight 0
    std::vector<vec4> weights; ///< sum 1
    std::vector<std::uint32_t> indices; ///< three a triangle

    std::size_t vertexCount() const { return positions.size(); }
    std::size_t triangleCount() const { return indices.size() / 3; }
};

/// Checks the shape: array lengths, indices in range and a multiple of three, positions finite.
/// The index names the vertex, or the place in `indices`.
Status validate(const Mesh& mesh);

/// Smooth normals: the sum of each vertex's face normals weighted by area, normalised; a vertex without a face gets +Y.
/// `normals` has one entry a vertex.
void computeNormals(std::span<const vec3> positions, std::span<const std::uint32_t> indices, std::span<vec3> normals);

/// Appends `other`, moved by `transform` (normals by its inverse transpose). Arrays that only one side has are filled:
/// colours white, influences joint 0 with weight 1. Allocates.
void append(Mesh& mesh, const Mesh& other, const mat4& transform);

/// Gives every vertex the same colour (sRGB, 0..1) or the same single joint.
void paint(Mesh& mesh, const vec3& color);
void bindTo(Mesh& mesh, std::uint16_t joint);

/// An sRGB colour from 0xRRGGBB.
constexpr vec3 colorFromHex(std::uint32_t rgb) {
    return {static_cast<float>(rgb >> 16 & 255u) / 255.0f, static_cast<float>(rgb >> 8 & 255u) / 255.0f,
            static_cast<float>(rgb & 255u) / 255.0f};
}

} // namespace rigproof
