#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/mesh/mesh.h"
#include "render/gl_objects.h"

namespace rigproof {

/// Attribute slots, the same in every program; GLES 3.0 promises 16.
enum AttributeSlot : GLuint {
    kPositionSlot = 0,
    kNormalSlot = 1,
    kColorSlot = 2,
    kJointsSlot = 3,
    kWeightsSlot = 4,
    kTransformSlot = 5, // and 6, 7, 8
    kInstanceColorSlot = 9,
    kClipSlot = 9, // a crowd has no instance colour
    kTintsSlot = 10,
    kTintOfSlot = 11,
    kAttributeSlots = 12,
};

/// A mesh on the GPU.
struct GpuMesh {
    GlVertexArray vertexArray;
    GlBuffer vertices;
    GlBuffer indices;
    GlBuffer tintOf; // crowds only
    GLsizei indexCount = 0;
    int influences = 1;         // the most that any vertex has
    std::size_t jointCount = 0; // one more than the highest joint that a vertex names
};

/// Uploads meshes once and keeps them while somebody else holds the same object (the mesh itself is not kept alive).
/// A mesh must not change once it was drawn.
class MeshCache {
  public:
    /// `flat`: one normal a face, made here by giving every triangle its own vertices. `tintOf`: null, or a crowd's
    /// tints, one a vertex. Null when the mesh is not valid (see validate(Mesh)); then `error` says why.
    GpuMesh* get(const std::shared_ptr<const Mesh>& mesh, bool flat,
                 const std::shared_ptr<const std::vector<std::uint8_t>>& tintOf, std::string& error);
    /// Forgets what nobody holds any more.
    void sweep();

  private:
    struct Key {
        const void* mesh;
        const void* tintOf;
        bool flat;
        auto operator<=>(const Key&) const = default;
    };
    struct Entry {
        std::weak_ptr<const Mesh> mesh;
        std::weak_ptr<const std::vector<std::uint8_t>> tintOf;
        bool tinted = false;
        GpuMesh gpu;
        bool expired() const { return mesh.expired() || (tinted && tintOf.expired()); }
    };
    std::map<Key, Entry> entries_; // only looked up and swept: the order of addresses decides nothing
};

} // namespace rigproof
