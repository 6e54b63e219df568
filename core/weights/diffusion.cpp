#include "core/weights/diffusion.h"

#include "core/weights/kernels.h"

namespace rigproof {

Status validate(const DiffusionParameters& p) {
    if (p.passes < 0 || p.passes > 1000) return refused("passes must be 0..1000");
    if (!(p.share >= 0.0f && p.share <= 1.0f)) return refused("share must be 0..1");
    return accepted();
}

void diffuse(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const WeightTable& from,
             WeightTable& to) {
    kernels::diffuseRows(adjacency, share, begin, end, from.data(), to.data(), from.stride());
}

void diffusePlain(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const WeightTable& from,
                  WeightTable& to) {
    for (std::size_t v = begin; v < end; ++v) {
        const auto neighbours = adjacency.neighbours(v);
        const float ofMean = share / static_cast<float>(neighbours.size());
        for (std::size_t c = 0; c < from.stride(); ++c) {
            const float own = from.row(v)[c];
            float sum = 0.0f;
            for (const std::uint32_t n : neighbours)
                sum += from.row(n)[c];
            to.row(v)[c] = neighbours.empty() ? own : (1.0f - share) * own + ofMean * sum;
        }
    }
}

} // namespace rigproof
