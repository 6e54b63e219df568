#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

/// Who is whose neighbour, as compressed rows: the neighbours of vertex v are targets[offsets[v] .. offsets[v + 1]).
struct Adjacency {
    std::vector<std::uint32_t> offsets; ///< vertices + 1
    std::vector<std::uint32_t> targets;

    std::size_t vertexCount() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    std::span<const std::uint32_t> neighbours(std::size_t v) const {
        return {targets.data() + offsets[v], offsets[v + 1] - offsets[v]};
    }
};

/// Builds the adjacency over the surface: neighbours share a triangle's edge. Vertices at the same place to the bit (a
/// UV, normal or colour seam doubled them; -0 is 0) are one vertex: all copies have the same neighbours, in the same
/// order, each neighbour named by its lowest copy, so that smoothing moves both sides of a seam alike to the bit.
/// Order of a row: as the triangles name the neighbours. Edges of length 0 (degenerate triangles) count for nothing;
/// isolated vertices have an empty row.
///
/// The work is cut into units so that it can be spread over frames; buildSurfaceAdjacency does it at once.
class AdjacencyBuilder {
  public:
    /// Positions and indices must be valid (validateSurface) and outlive the builder. Allocates all it needs; memory is
    /// first touched in the units.
    AdjacencyBuilder(std::span<const vec3> positions, std::span<const std::uint32_t> indices);

    /// Does up to `items` vertices' or triangles' worth of the work; true when all is done.
    bool advance(std::size_t items);
    std::size_t workDone() const { return done_; }
    std::size_t workTotal() const { return total_; }

    Adjacency take() { return std::move(result_); }

  private:
    enum class Stage : std::uint8_t { kClear, kWeld, kCount, kOffsets, kFill, kCompact, kCopies, kDone };

    std::size_t stageLength(Stage stage) const;
    void run(Stage stage, std::size_t begin, std::size_t end);
    void clear(std::size_t begin, std::size_t end);
    void weld(std::size_t begin, std::size_t end);
    void count(std::size_t begin, std::size_t end);
    void sumOffsets(std::size_t begin, std::size_t end);
    void fill(std::size_t begin, std::size_t end);
    void compact(std::size_t begin, std::size_t end);
    void copyRows(std::size_t begin, std::size_t end);

    using Array = std::unique_ptr<std::uint32_t[]>;
    std::span<const vec3> positions_;
    std::span<const std::uint32_t> indices_;
    std::size_t slots_ = 0; // of the hash table, a power of two
    Array slot_;            // vertex + 1, or 0
    Array lowest_;          // of each vertex: its lowest copy
    Array start_;           // of each vertex: where its candidates start; one more at the end
    Array cursor_;          // of each vertex: the next free candidate
    Array candidates_;      // neighbours as the triangles name them, with repetitions
    Array seenBy_;          // of each vertex: the last row that named it, + 1
    Adjacency result_;
    Stage stage_ = Stage::kClear;
    std::size_t at_ = 0;
    std::size_t done_ = 0;
    std::size_t total_ = 0;
    std::uint32_t sum_ = 0;
};

/// All of it at once. Refuses what validateSurface refuses.
Status buildSurfaceAdjacency(std::span<const vec3> positions, std::span<const std::uint32_t> indices, Adjacency& out);

/// The mistake that this library warns of: neighbours are the vertices within `radius` metres in space, whatever
/// surface they stand on, so that two touching legs leak into each other. For comparison. `radius` must be finite and >
/// 0.
Status buildSpaceAdjacency(std::span<const vec3> positions, float radius, Adjacency& out);

/// Which connected piece of the surface each vertex belongs to: pieces are numbered from 0 in the order of their lowest
/// vertex; an isolated vertex is a piece of its own. Allocates.
std::vector<std::uint32_t> surfacePieces(const Adjacency& adjacency);

} // namespace rigproof
