#include "core/weights/top_influences.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/weights/kernels.h"

namespace rigproof {
namespace {

constexpr const char* kNoWeight = "a vertex must have weights whose sum is finite and > 0";

} // namespace

Status topInfluencesPlain(const WeightTable& table, int kept, std::size_t begin, std::size_t end,
                          std::span<JointIndices> joints, std::span<vec4> weights) {
    if (kept < 1 || kept > kMaxKept) return refused("influences must be 1..8");
    Status status = accepted();
    const auto count = static_cast<std::size_t>(kept);
    for (std::size_t v = begin; v < end; ++v) {
        std::array<float, kMaxKept> best{};
        std::array<std::uint16_t, kMaxKept> bone{};
        for (std::size_t c = 0; c < table.columns(); ++c) {
            const float w = table.row(v)[c];
            // Strictly greater: an equal weight stays behind the lower bone. NaN never gets in.
            std::size_t place = count;
            while (place > 0 && w > best[place - 1])
                --place;
            for (std::size_t k = count - 1; k > place && k < count; --k) {
                best[k] = best[k - 1];
                bone[k] = bone[k - 1];
            }
            if (place < count) {
                best[place] = w;
                bone[place] = static_cast<std::uint16_t>(c + 1);
            }
        }
        float sum = 0.0f;
        for (std::size_t k = 0; k < count; ++k)
            sum += best[k];
        const float scale = 1.0f / sum;
        const bool usable =
            sum > 0.0f && sum <= std::numeric_limits<float>::max() && scale <= std::numeric_limits<float>::max();
        if (!usable && status.ok()) status = refused(kNoWeight, v);
        for (int k = 0; k < kVertexInfluences; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const bool used = usable && k < kept;
            joints[v][k] = used ? bone[i] : std::uint16_t{0};
            weights[v][k] = used ? best[i] * scale : 0.0f;
        }
    }
    return status;
}

Status topInfluences(const WeightTable& table, int kept, std::size_t begin, std::size_t end,
                     std::span<JointIndices> joints, std::span<vec4> weights) {
    if (kept != kVertexInfluences) return topInfluencesPlain(table, kept, begin, end, joints, weights);
    const std::size_t bad =
        kernels::topFourRows(table.data(), table.stride(), begin, end, joints.data(), weights.data());
    return bad == kNoIndex ? accepted() : refused(kNoWeight, bad);
}

} // namespace rigproof
