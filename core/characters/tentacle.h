#pragma once

#include <vector>

#include "core/math/types.h"
#include "core/mesh/mesh.h"
#include "core/skeleton/skeleton.h"

// A tentacle in a flower pot, made in code: metres, Y up, belly and suckers towards +Z. Its bones are `joints` equal
// links along +Y from the origin; the pot stands on the ground, the tentacle grows from kTentacleBase.
// Every constant: docs/techniques.md, "FABRIK".

namespace rigproof {

inline constexpr float kTentacleLength = 2.0f;          ///< all links together, metres
inline constexpr vec3 kTentacleBase{0.0f, 0.34f, 0.0f}; ///< where joint 0 is held
inline constexpr int kTentacleFewestJoints = 3;
inline constexpr int kTentacleMostJoints = 24;

/// Radius of the flesh at `s` of the length, 0 at the base to 1 at the tip.
float tentacleRadius(float s);

/// `joints` bones in a row, each a link long, bound straight up.
Skeleton makeTentacleSkeleton(int joints);

/// The skin: a tube that is closed at the tip, blended over two bones a vertex, coloured from back to belly.
Mesh makeTentacleBody(int joints);

/// Two suckers a bone on the belly side, each riding on its bone alone.
Mesh makeTentacleSuckers(int joints);

/// The pot and the disc of soil in it.
Mesh makePot();
Mesh makePotSoil();

/// The pose that the solver starts from: a gentle arc, joints + 1 points.
std::vector<vec3> tentacleStartPose(int joints);

} // namespace rigproof
