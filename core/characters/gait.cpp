#include "core/characters/gait.h"

#include <algorithm>
#include <cmath>

#include "core/characters/block_person.h"
#include "core/math/trigonometry.h"

namespace rigproof {

namespace {

using namespace person;

constexpr float kThighLength = kHipHeight - kKneeHeight;

/// From hip to an edge of the sole at forward offset `z`, with the thigh straight down: (forward, up).
vec2 edgeFromHip(float z, float flexion) {
    const float s = det::sin(flexion);
    const float c = det::cos(flexion);
    // The knee turns (z, -kKneeHeight) back by the flexion.
    return {z * c - kKneeHeight * s, -kThighLength - kKneeHeight * c - z * s};
}

StanceLeg standOnEdge(float z, float ahead, float flexion) {
    const vec2 edge = edgeFromHip(z, flexion);
    const float reach = std::sqrt(edge.x * edge.x + edge.y * edge.y);
    const float forward = z - ahead; // where the edge stands, from the hip
    const float height = std::sqrt(std::max(reach * reach - forward * forward, 0.0f));
    const float thigh = det::atan2(forward, height) - det::atan2(edge.x, -edge.y);
    return {{thigh, flexion}, height, z == kToeZ};
}

} // namespace

StanceLeg standOn(float ahead, float flexion) {
    const StanceLeg heel = standOnEdge(kHeelZ, ahead, flexion);
    if (heel.angles.thigh - flexion > 0.0f) return heel;
    return standOnEdge(kToeZ, ahead, flexion);
}

float flexionOnHeel(float ahead, float hipHeight) {
    // The hip sinks as the knee bends: halving finds the one flexion.
    float straight = 0.0f;
    float bent = 1.5f;
    if (standOnEdge(kHeelZ, ahead, straight).hipHeight <= hipHeight) return 0.0f;
    for (int i = 0; i < 30; ++i) {
        const float middle = 0.5f * (straight + bent);
        (standOnEdge(kHeelZ, ahead, middle).hipHeight > hipHeight ? straight : bent) = middle;
    }
    return 0.5f * (straight + bent);
}

vec2 hipOverFlatFoot(float thigh) {
    return {-kThighLength * det::sin(thigh), kKneeHeight + kThighLength * det::cos(thigh)};
}

} // namespace rigproof
