#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "core/weights/bake.h"

namespace rigproof {

/// Names a bake by its content: mesh, bones, parameters, and the version of the method. 128 bits; equal inputs have
/// equal keys on every machine.
struct WeightKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    auto operator<=>(const WeightKey&) const = default;
    std::string hex() const; ///< 32 digits, usable as a file name
};
WeightKey weightKey(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                    std::span<const BoneSegment> bones, const WeightParameters& parameters);

/// Finished bakes, shared by every character with the same mesh, bones and parameters. May be used by several threads.
class WeightCache {
  public:
    std::shared_ptr<const BakedWeights> find(const WeightKey& key) const; ///< null when there is none
    /// Keeps `weights`; when another thread was faster, theirs is kept and returned, so that all share one.
    std::shared_ptr<const BakedWeights> keep(const WeightKey& key, BakedWeights weights);
    std::size_t size() const;

  private:
    mutable std::mutex mutex_;
    std::map<WeightKey, std::shared_ptr<const BakedWeights>> held_;
};

/// A bake as bytes for a file: "RPWB", version, key, counts, then joints and weights, little-endian, and a 64-bit
/// checksum of all before it. What is written is the same on every machine.
std::string serializeWeights(const WeightKey& key, const BakedWeights& weights);

/// Reads it back. Refuses, in this order: no such file kind, another version, a length that does not fit the counts, a
/// wrong checksum (damaged), another bake's key, and influences out of range (joint >= `bones`). `out` is then
/// untouched.
Status deserializeWeights(std::string_view bytes, const WeightKey& key, std::size_t vertices, std::size_t bones,
                          BakedWeights& out);

} // namespace rigproof
