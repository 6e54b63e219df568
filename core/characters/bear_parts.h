#pragma once

#include <vector>

#include "core/characters/bear.h"
#include "core/characters/clay.h"

// How the bear is put together; bear.h is what others use.
namespace rigproof {

/// The places on the left (+X) that shape and joints agree on, metres in bind pose; the right mirrors them.
struct BearPlan {
    vec3 shoulder{0.31f, 1.215f, 0.0f};
    vec3 elbow{0.5526f, 1.0856f, 0.0f}; ///< the arm is straight: AD = (15, -8) / 17
    vec3 wrist{0.7952f, 0.9562f, 0.0f};
    vec3 hip{0.215f, 0.7f, 0.0f};
    vec3 knee{0.2275f, 0.42f, 0.02f}; ///< straight before the middle of hip and ankle: it bends forward
    vec3 ankle{0.24f, 0.14f, 0.0f};
    vec3 ear{0.335f, 1.98f, 0.0f};
};

BearPlan planOf(const BearShape& shape);

std::vector<ClayBlob> bearBlobs(const BearPlan& plan);

/// Eyes with highlights, nose and mouth, set on the surface of `blobs` and bound to the head.
Mesh bearDetails(const std::vector<ClayBlob>& blobs);

} // namespace rigproof
