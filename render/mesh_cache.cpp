#include "render/mesh_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "render/srgb.h"

namespace rigproof {

namespace {

struct GpuVertex {
    vec3 position;
    vec3 normal;
    std::array<std::uint16_t, 4> color; // linear; 16 bits hold what 8 sRGB bits mean down to black
    JointIndices joints;
    vec4 weights;
};

std::uint16_t unit16(float value) {
    return static_cast<std::uint16_t>(std::clamp(value, 0.0f, 1.0f) * 65535.0f + 0.5f);
}

/// Gives every triangle its own three vertices and its face's normal. `source` receives the vertex each one came from.
Mesh facetted(const Mesh& mesh, std::vector<std::uint32_t>& source) {
    Mesh out;
    source.assign(mesh.indices.begin(), mesh.indices.end());
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::uint32_t vertex = source[i];
        out.positions.push_back(mesh.positions[vertex]);
        if (!mesh.colors.empty()) out.colors.push_back(mesh.colors[vertex]);
        if (!mesh.joints.empty()) {
            out.joints.push_back(mesh.joints[vertex]);
            out.weights.push_back(mesh.weights[vertex]);
        }
        out.indices.push_back(static_cast<std::uint32_t>(i));
    }
    return out;
}

/// Neighbouring vertices mostly share their colour, and a linear colour costs three powers: the last one is remembered.
class ColorPacker {
  public:
    std::array<std::uint16_t, 4> operator()(const vec3& color) {
        if (color != last_) {
            last_ = color;
            const vec3 linear = linearFromSrgb(color);
            packed_ = {unit16(linear.x), unit16(linear.y), unit16(linear.z), 65535};
        }
        return packed_;
    }

  private:
    vec3 last_{1.0f};
    std::array<std::uint16_t, 4> packed_{65535, 65535, 65535, 65535};
};

int influencesOf(const Mesh& mesh) {
    int most = 1;
    for (const vec4& w : mesh.weights) {
        for (int k = 3; k >= most; --k) {
            if (w[k] != 0.0f) most = k + 1;
        }
    }
    return most;
}

void attribute(GLuint slot, GLint size, GLenum type, GLboolean normalized, std::size_t offset) {
    glEnableVertexAttribArray(slot);
    glVertexAttribPointer(slot, size, type, normalized, sizeof(GpuVertex), reinterpret_cast<const void*>(offset));
}

void upload(const Mesh& mesh, GpuMesh& gpu) {
    std::vector<vec3> normals = mesh.normals;
    if (normals.empty()) {
        normals.resize(mesh.vertexCount());
        computeNormals(mesh.positions, mesh.indices, normals);
    }
    std::vector<GpuVertex> vertices(mesh.vertexCount());
    ColorPacker pack;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        GpuVertex& v = vertices[i];
        v.position = mesh.positions[i];
        v.normal = normals[i];
        v.color = pack(mesh.colors.empty() ? vec3(1.0f) : mesh.colors[i]);
        v.joints = mesh.joints.empty() ? JointIndices(0) : mesh.joints[i];
        v.weights = mesh.weights.empty() ? vec4(0.0f) : mesh.weights[i];
    }
    gpu.indexCount = static_cast<GLsizei>(mesh.indices.size());
    gpu.influences = influencesOf(mesh);
    for (const JointIndices& j : mesh.joints)
        gpu.jointCount = std::max<std::size_t>(gpu.jointCount, std::max({j.x, j.y, j.z, j.w}) + std::size_t{1});

    glBindVertexArray(gpu.vertexArray.get());
    glBindBuffer(GL_ARRAY_BUFFER, gpu.vertices.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(GpuVertex)), vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu.indices.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint32_t)),
                 mesh.indices.data(), GL_STATIC_DRAW);
    attribute(kPositionSlot, 3, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, position));
    attribute(kNormalSlot, 3, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, normal));
    attribute(kColorSlot, 3, GL_UNSIGNED_SHORT, GL_TRUE, offsetof(GpuVertex, color));
    attribute(kWeightsSlot, 4, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, weights));
    glEnableVertexAttribArray(kJointsSlot);
    glVertexAttribIPointer(kJointsSlot, 4, GL_UNSIGNED_SHORT, sizeof(GpuVertex),
                           reinterpret_cast<const void*>(offsetof(GpuVertex, joints)));
}

void uploadTints(const std::vector<std::uint8_t>& tintOf, GpuMesh& gpu) {
    glBindVertexArray(gpu.vertexArray.get());
    glBindBuffer(GL_ARRAY_BUFFER, gpu.tintOf.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(tintOf.size()), tintOf.data(), GL_STATIC_DRAW);
    glEnableVertexAttribArray(kTintOfSlot);
    glVertexAttribIPointer(kTintOfSlot, 1, GL_UNSIGNED_BYTE, 1, nullptr);
}

} // namespace

GpuMesh* MeshCache::get(const std::shared_ptr<const Mesh>& mesh, bool flat,
                        const std::shared_ptr<const std::vector<std::uint8_t>>& tintOf, std::string& error) {
    Entry& entry = entries_[{mesh.get(), tintOf.get(), flat}];
    // A new mesh may live where an old one died.
    if (entry.gpu.vertexArray && !entry.expired()) return &entry.gpu;
    if (const Status status = validate(*mesh); !status.ok()) {
        error = "mesh: " + status.message();
        return nullptr;
    }
    entry = {};
    entry.mesh = mesh;
    entry.tintOf = tintOf;
    entry.tinted = tintOf != nullptr;
    std::vector<std::uint32_t> source;
    if (flat) {
        upload(facetted(*mesh, source), entry.gpu);
    } else {
        upload(*mesh, entry.gpu);
    }
    if (tintOf && flat) {
        std::vector<std::uint8_t> spread(source.size());
        for (std::size_t i = 0; i < source.size(); ++i)
            spread[i] = (*tintOf)[source[i]];
        uploadTints(spread, entry.gpu);
    } else if (tintOf) {
        uploadTints(*tintOf, entry.gpu);
    }
    return &entry.gpu;
}

void MeshCache::sweep() {
    std::erase_if(entries_, [](const auto& item) { return item.second.expired(); });
}

} // namespace rigproof
