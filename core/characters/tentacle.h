#pragma once

#include <cstddef>
#include <vector>

#include "core/mesh/mesh.h"
#include "core/skeleton/skeleton.h"

// A tentacle that grows out of a flower pot: the character of the chain-IK scenes. In the bind pose it stands straight
// up from kTentacleBase; its belly with the suckers looks to +Z. Character space is the scene's space, metres.

namespace rigproof {

inline const vec3 kTentacleBase(0.0f, 0.34f, 0.0f); ///< on the soil
inline constexpr float kTentacleLength = 2.0f;      ///< metres, whatever the number of links

struct Tentacle {
    Skeleton skeleton; ///< a chain of bones that point along +Y, each kTentacleLength / links long, bound at rest
    Mesh skin;         ///< coloured tube, closed at both ends (the root is in the soil), two influences a vertex
    Mesh suckers;      ///< rings on the belly, each bound to one bone
};

/// Makes the tentacle with 1..65535 links (3..24 look as intended). Allocates.
Tentacle makeTentacle(std::size_t links);

/// Radius of the tube at a share of its length, 0 (base) .. 1 (tip).
float tentacleRadius(float share);

/// The pose that the simulation starts from: links + 1 joints on a gentle bow. Their distances are not the links'
/// lengths yet: the first solve gives them.
std::vector<vec3> tentacleStartPose(std::size_t links);

/// The pot, standing on y = 0, and the soil in it; coloured by their materials, not by vertex.
Mesh makePot();
Mesh makeSoil();

} // namespace rigproof
