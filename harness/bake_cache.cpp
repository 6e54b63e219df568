#include "harness/bake_cache.h"

#include <cstdlib>
#include <iostream>

#include "harness/files.h"

namespace rigproof {

std::optional<BakedWeights> BakeCache::find(const WeightKey& key, std::size_t vertices, std::size_t bones) const {
    const std::filesystem::path file = fileOf(key);
    std::error_code none;
    if (!std::filesystem::exists(file, none)) return std::nullopt;
    try {
        BakedWeights weights;
        const Status status = deserializeWeights(readFile(file), key, vertices, bones, weights);
        if (status.ok()) return weights;
        report_(file.string() + ": " + status.message() + "; baked again");
    } catch (const HarnessError& error) {
        report_(std::string(error.what()) + "; baked again");
    }
    return std::nullopt;
}

void BakeCache::keep(const WeightKey& key, const BakedWeights& weights) const {
    try {
        writeFileAtomically(fileOf(key), serializeWeights(key, weights));
    } catch (const HarnessError& error) {
        report_(std::string(error.what()) + "; the bake is not kept");
    }
}

std::optional<BakeCache> bakeCacheOfEnvironment() {
    const char* folder = std::getenv("RIGPROOF_CACHE");
    if (folder == nullptr || *folder == '\0') return std::nullopt;
    return BakeCache(folder, [](const std::string& line) { std::cerr << line << '\n'; });
}

} // namespace rigproof
