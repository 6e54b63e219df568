#include "core/weights/quantize.h"

#include <array>
#include <cmath>
#include <limits>

namespace rigproof {
namespace {

template <typename Integer>
Status quantize(std::span<const vec4> weights, std::span<glm::vec<4, Integer>> out) {
    if (out.size() != weights.size()) {
        return refusedCount("quantised weights must be as many as the weights", out.size(), weights.size());
    }
    constexpr int kWhole = std::numeric_limits<Integer>::max();
    for (std::size_t v = 0; v < weights.size(); ++v) {
        double sum = 0.0;
        for (int k = 0; k < 4; ++k) {
            const float w = weights[v][k];
            if (!(w >= 0.0f && std::isfinite(w))) return refused("a weight must be finite and >= 0", v);
            sum += static_cast<double>(w);
        }
        if (!(sum > 0.0)) return refused("the weights of a vertex must not all be 0", v);

        std::array<int, 4> whole{};
        std::array<double, 4> rest{};
        int left = kWhole;
        for (int k = 0; k < 4; ++k) {
            const auto slot = static_cast<std::size_t>(k);
            const double exact = static_cast<double>(weights[v][k]) / sum * kWhole;
            whole[slot] = static_cast<int>(exact);
            rest[slot] = exact - whole[slot];
            left -= whole[slot];
        }
        for (; left > 0; --left) {
            std::size_t largest = 0;
            for (std::size_t k = 1; k < 4; ++k) {
                if (rest[k] > rest[largest]) largest = k;
            }
            ++whole[largest];
            rest[largest] = -1.0; // has had its turn
        }
        for (int k = 0; k < 4; ++k)
            out[v][k] = static_cast<Integer>(whole[static_cast<std::size_t>(k)]);
    }
    return accepted();
}

} // namespace

Status quantizeWeights(std::span<const vec4> weights, std::span<glm::u8vec4> out) {
    return quantize<std::uint8_t>(weights, out);
}

Status quantizeWeights(std::span<const vec4> weights, std::span<glm::u16vec4> out) {
    return quantize<std::uint16_t>(weights, out);
}

} // namespace rigproof
