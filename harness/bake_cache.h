#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/weights/cache.h"

namespace rigproof {

/// Finished bakes in a folder, one file a bake, named by its key. Several processes may use the folder at once: files
/// are replaced whole (writeFileAtomically), and equal keys have equal bytes, so it does not matter who is last.
///
///     BakeCache cache(folder, [](const std::string& line) { std::cerr << line << '\n'; });
///     std::optional<BakedWeights> held = cache.find(key, vertices, bones);
///     if (!held) cache.keep(key, weights);
///
/// A cache never makes a run fail: a file that is damaged, of another version or of another bake is reported in one
/// line and counts as absent (the bake that follows replaces it), and so is one that cannot be read or written.
class BakeCache {
  public:
    using Report = std::function<void(const std::string& line)>;
    BakeCache(std::filesystem::path folder, Report report) : folder_(std::move(folder)), report_(std::move(report)) {}

    std::optional<BakedWeights> find(const WeightKey& key, std::size_t vertices, std::size_t bones) const;
    void keep(const WeightKey& key, const BakedWeights& weights) const;
    std::filesystem::path fileOf(const WeightKey& key) const { return folder_ / (key.hex() + ".rpwb"); }

  private:
    std::filesystem::path folder_;
    Report report_;
};

/// The cache in the folder that the environment variable RIGPROOF_CACHE names, which reports to stderr; none when it is
/// not set.
std::optional<BakeCache> bakeCacheOfEnvironment();

} // namespace rigproof
