#include "core/mesh/mesh.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace rigproof {

Status validate(const Mesh& mesh) {
    const std::size_t n = mesh.positions.size();
    const auto wrongLength = [n](std::size_t length) { return length != 0 && length != n; };
    if (wrongLength(mesh.normals.size()))
        return refusedCount("normals must be as many as positions", mesh.normals.size(), n);
    if (wrongLength(mesh.colors.size()))
        return refusedCount("colors must be as many as positions", mesh.colors.size(), n);
    if (wrongLength(mesh.joints.size()))
        return refusedCount("joints must be as many as positions", mesh.joints.size(), n);
    if (mesh.joints.size() != mesh.weights.size()) {
        return refusedCount("weights must be as many as joints", mesh.weights.size(), mesh.joints.size());
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (!isFinite(mesh.positions[i])) return refused("a vertex position must be finite", i);
    }
    if (mesh.indices.size() % 3 != 0) {
        return refusedCount("indices must come in threes", mesh.indices.size(), mesh.indices.size() / 3 * 3);
    }
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        if (mesh.indices[i] >= n) return refused("a triangle names a vertex that does not exist", i);
    }
    return accepted();
}

void computeNormals(std::span<const vec3> positions, std::span<const std::uint32_t> indices, std::span<vec3> normals) {
    for (vec3& n : normals)
        n = vec3(0.0f);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const vec3& a = positions[indices[i]];
        // The cross product's length is twice the area: the weighting comes for free.
        const vec3 face = glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a);
        for (std::size_t k = 0; k < 3; ++k)
            normals[indices[i + k]] += face;
    }
    for (vec3& n : normals) {
        const float length = std::sqrt(glm::dot(n, n));
        n = length > 0.0f ? n / length : vec3(0.0f, 1.0f, 0.0f);
    }
}

void append(Mesh& mesh, const Mesh& other, const mat4& transform) {
    const std::size_t before = mesh.vertexCount();
    const std::size_t total = before + other.vertexCount();
    const auto base = static_cast<std::uint32_t>(before);

    const mat3 turn = glm::transpose(glm::inverse(mat3(transform)));
    for (const vec3& p : other.positions)
        mesh.positions.emplace_back(transform * vec4(p, 1.0f));
    if (!other.normals.empty() || !mesh.normals.empty()) {
        mesh.normals.resize(before, vec3(0.0f, 1.0f, 0.0f));
        for (const vec3& n : other.normals)
            mesh.normals.push_back(glm::normalize(turn * n));
        mesh.normals.resize(total, vec3(0.0f, 1.0f, 0.0f));
    }
    if (!other.colors.empty() || !mesh.colors.empty()) {
        mesh.colors.resize(before, vec3(1.0f));
        mesh.colors.insert(mesh.colors.end(), other.colors.begin(), other.colors.end());
        mesh.colors.resize(total, vec3(1.0f));
    }
    if (!other.joints.empty() || !mesh.joints.empty()) {
        const vec4 whole(1.0f, 0.0f, 0.0f, 0.0f);
        mesh.joints.resize(before, JointIndices(0));
        mesh.weights.resize(before, whole);
        mesh.joints.insert(mesh.joints.end(), other.joints.begin(), other.joints.end());
        mesh.weights.insert(mesh.weights.end(), other.weights.begin(), other.weights.end());
        mesh.joints.resize(total, JointIndices(0));
        mesh.weights.resize(total, whole);
    }
    // A mirroring transform turns triangles inside out; their winding is turned back.
    const bool mirrored = glm::determinant(mat3(transform)) < 0.0f;
    for (std::size_t i = 0; i + 2 < other.indices.size(); i += 3) {
        mesh.indices.push_back(base + other.indices[i]);
        mesh.indices.push_back(base + other.indices[i + (mirrored ? 2 : 1)]);
        mesh.indices.push_back(base + other.indices[i + (mirrored ? 1 : 2)]);
    }
}

void paint(Mesh& mesh, const vec3& color) {
    mesh.colors.assign(mesh.vertexCount(), color);
}

void bindTo(Mesh& mesh, std::uint16_t joint) {
    mesh.joints.assign(mesh.vertexCount(), JointIndices(joint, 0, 0, 0));
    mesh.weights.assign(mesh.vertexCount(), vec4(1.0f, 0.0f, 0.0f, 0.0f));
}

} // namespace rigproof
