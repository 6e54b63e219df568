#pragma once

#include <cstddef>

#include "core/math/types.h"
#include "core/weights/adjacency.h"
#include "core/weights/distance.h"

// The inner loops of the bake in vector registers, chosen for the processor at run time. Each does exactly the
// additions and multiplications of its plain version in the same order (no fused operations, no approximate
// reciprocals), so that SSE2, AVX2 and AVX-512 give the same bits. To be called through distance.h, diffusion.h and
// top_influences.h, which say what they do.
namespace rigproof::kernels {

void distanceRows(const vec3* positions, const BoneColumns& bones, std::size_t begin, std::size_t end, float* table);

void diffuseRows(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const float* from,
                 float* to, std::size_t stride);

/// Returns the first vertex without a usable sum, or kNoIndex.
std::size_t topFourRows(const float* table, std::size_t stride, std::size_t begin, std::size_t end,
                        JointIndices* joints, vec4* weights);

} // namespace rigproof::kernels
