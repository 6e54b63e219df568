#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/jobs/sliced_job.h"
#include "core/math/types.h"
#include "core/status.h"
#include "core/weights/adjacency.h"
#include "core/weights/bones.h"
#include "core/weights/diffusion.h"
#include "core/weights/distance.h"
#include "core/weights/top_influences.h"

namespace rigproof {

enum class WeightMethod : std::uint8_t {
    kNearest,  ///< one bone a vertex, the nearest; no smoothing
    kDistance, ///< distance to segments, smoothed over the surface
    kBoneHeat, ///< heat equilibrium, see bone_heat.h; no smoothing of its own needed
};

enum class Neighbours : std::uint8_t {
    kSurface,
    kSpace, ///< the mistake to compare with: touching limbs leak into each other
};

/// Everything that the weights of a mesh and its bones depend on.
struct WeightParameters {
    WeightMethod method = WeightMethod::kDistance;
    DistanceParameters distance{};
    DiffusionParameters diffusion{};
    Neighbours neighbours = Neighbours::kSurface;
    float spaceRadius = 0.045f;         ///< metres, for Neighbours::kSpace
    int influences = kVertexInfluences; ///< 1..8, see top_influences.h
};

Status validate(const WeightParameters& parameters);

/// What a bake gives: four influences a vertex, descending, sum 1.
struct BakedWeights {
    std::vector<JointIndices> joints;
    std::vector<vec4> weights;
    /// Pieces of the surface that bone heat could not reach and that took distance weights instead, each by its lowest
    /// vertex; one line for a log is made by fallbackMessage().
    std::vector<std::uint32_t> fallbackPieces;

    std::string fallbackMessage() const; ///< empty when there is none
    bool operator==(const BakedWeights&) const = default;
};

/// The bake cut into slices for use beside frames:
///
///     WeightBake bake(mesh.positions, mesh.indices, bones, {});
///     while (!bake.step(SliceBudget::milliseconds(2))) drawProgress(bake.progress());
///     if (!bake.status().ok()) return report(bake.status().message());
///     use(bake.result());
///
/// The budget is looked at every SliceBudget::kItemsPerLook vertices (or triangles, or table slots). The result is
/// bit-identical to bakeWeights() whatever the slices. Building the adjacency is part of the sliced work; bone heat and
/// space adjacency, which are for comparison, are done in one piece. Inputs must outlive the bake; memory is allocated
/// by the constructor and touched in the slices.
class WeightBake final : public SlicedJob {
  public:
    WeightBake(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
               std::span<const BoneSegment> bones, const WeightParameters& parameters);

    /// True when finished, be it with a result or, when an input was refused, with a status that is not ok.
    bool step(SliceBudget budget) override;
    float progress() const override;
    /// Not to step is to pause; to step again is to resume. cancel() gives the memory back; the next step starts over.
    void cancel();

    const Status& status() const { return status_; }
    std::size_t slices() const { return slices_; } ///< steps taken so far
    const BakedWeights& result() const { return result_; }
    BakedWeights takeResult() { return std::move(result_); }
    /// The weights of all bones before the choice of the strongest; empty for WeightMethod::kNearest.
    const WeightTable& table() const { return from_; }
    const Adjacency& adjacency() const { return adjacency_; }

  private:
    enum class Stage : std::uint8_t {
        kAdjacency,
        kDistance,
        kDiffusion,
        kTop,
        kNearest,
        kHeat,
        kSpace,
        kCancelled,
        kDone
    };

    void prepare();
    void enter(Stage stage);
    std::size_t stageLength() const;
    void work(std::size_t begin, std::size_t end);
    void finishStage();

    std::span<const vec3> positions_;
    std::span<const std::uint32_t> indices_;
    std::span<const BoneSegment> bones_;
    WeightParameters parameters_;
    Status status_; // before columns_, which are only made of bones that were accepted
    BoneColumns columns_;
    std::optional<AdjacencyBuilder> builder_;
    Adjacency adjacency_;
    WeightTable from_;
    WeightTable to_;
    BakedWeights result_;
    Stage stage_ = Stage::kDone;
    std::size_t at_ = 0;
    int pass_ = 0;
    std::size_t slices_ = 0;
    std::size_t unitsDone_ = 0;
    std::size_t unitsTotal_ = 1;
};

/// The whole bake at once on `threads` (>= 1) threads; the same bits for any number. Allocates; errors as WeightBake.
Status bakeWeights(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                   std::span<const BoneSegment> bones, const WeightParameters& parameters, int threads,
                   BakedWeights& out);

} // namespace rigproof
