#pragma once

#include <cstddef>

#include "core/status.h"
#include "core/weights/adjacency.h"
#include "core/weights/weight_table.h"

namespace rigproof {

/// Smoothing of the weights over the surface by Jacobi passes: w' = (1 - share) w + share * mean of the neighbours' w.
/// The result spreads over about sqrt(passes * share) edges, so it depends on the mesh's resolution (see scale.h).
struct DiffusionParameters {
    int passes = 10;    ///< 0..1000
    float share = 0.6f; ///< 0..1, how much of a vertex comes from its neighbours
};

Status validate(const DiffusionParameters& parameters);

/// One pass over rows [begin, end): reads `from`, writes `to`. Neighbours are added in the order of the adjacency. A
/// vertex without neighbours keeps its row. Ranges may be done in any order and by several threads.
void diffuse(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const WeightTable& from,
             WeightTable& to);

/// The same bits, one float at a time: the oracle of the tests.
void diffusePlain(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const WeightTable& from,
                  WeightTable& to);

} // namespace rigproof
