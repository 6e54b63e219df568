#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ik/fabrik.h"

// Many chains with equally many links, solved side by side: one chain a lane of a vector register. For crowds with
// tails, fields of grass, a thousand tentacles.
//
//     FabrikBatch batch(1000, 12);
//     for (std::size_t c = 0; c < 1000; ++c) batch.setChain(c, lengths, startPose);
//     ... every frame:
//     for (std::size_t c = 0; c < 1000; ++c) batch.setGoal(c, base[c], target[c]);
//     const Status ok = solveFabrikBatch({.maxAngle = radians(32.0f)}, batch);
//     batch.joints(c, pose); // and batch.gap(c), batch.iterations(c)

namespace rigproof {

/// The chains, in blocks of kLanes: within a block, row (3 joint + axis) holds that coordinate of all its chains.
class FabrikBatch {
  public:
    static constexpr std::size_t kLanes = 16;

    /// `chains` >= 0 of `links` >= 1, all straight up from the origin with links of length 1. Allocates; nothing else
    /// here does.
    FabrikBatch(std::size_t chains, std::size_t links);

    std::size_t chains() const { return chains_; }
    std::size_t links() const { return links_; }

    /// links() lengths and links() + 1 joints.
    void setChain(std::size_t chain, std::span<const float> lengths, std::span<const vec3> joints);
    void setGoal(std::size_t chain, const vec3& base, const vec3& target);
    void joints(std::size_t chain, std::span<vec3> out) const;

    /// Of the last solve.
    int iterations(std::size_t chain) const { return iterations_[chain]; }
    float gap(std::size_t chain) const { return gaps_[chain]; }

  private:
    friend Status solveFabrikBatch(const FabrikGoal& shared, FabrikBatch& batch);

    std::size_t rows() const { return 3 * (links_ + 1); }

    std::size_t chains_ = 0, links_ = 0;
    std::vector<float> coordinates_, lengths_, bases_, targets_, gaps_;
    std::vector<std::int32_t> iterations_;
};

/// One solve of every chain, warm-started, as solveFabrik() does it, with two things left out: of `shared`, base and
/// target are not looked at (each chain has its own), and joints nearer than 1e-15 count as one on top of the other.
/// A chain that is there stands still while its neighbours go on. Every chain gets the bits that solveFabrikLane()
/// gives it, whatever its neighbours and however wide the registers are.
///
/// Beside solveFabrik() the same method in another order of arithmetic: after one iteration from links of the right
/// lengths, gaps within 2e-3 of the chain's length (as solveFabrikPlain()).
///
/// Refused, with the chain as index and nothing moved: coordinates, lengths and goals that solveFabrik() refuses.
Status solveFabrikBatch(const FabrikGoal& shared, FabrikBatch& batch);

/// One chain by exactly the batch's arithmetic, written to be read: its definition and the oracle of its tests.
FabrikResult solveFabrikLane(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints);

} // namespace rigproof
