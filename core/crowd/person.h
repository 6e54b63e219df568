#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/animation/bake.h"
#include "core/mesh/mesh.h"

// One person of a crowd on the CPU: the oracle of the shader, and whether the feet stand still.

namespace rigproof {

/// What one person shows.
struct PersonMoment {
    std::size_t clip = 0; ///< index into BakedAnimation::clips
    double time = 0.0;    ///< seconds
    double rate = 1.0;
    double phase = 0.0;
};

/// The person's vertices as the crowd shader makes them: the two rows around the moment blended, four influences, then
/// the instance's transform; normals by its inverse transpose, so that mirrored and unevenly scaled people are lit
/// right. `palette` is working space of one matrix a joint; the outputs are as long as the mesh, `normals` may be
/// empty.
void skinPerson(const Mesh& mesh, const BakedAnimation& baked, const PersonMoment& moment, const mat4& transform,
                std::span<mat4> palette, std::span<vec3> positions, std::span<vec3> normals);

/// Where the corners of both soles are through a cycle of one clip.
struct SoleTrack {
    static constexpr std::size_t kCorners = 8; ///< four of the right sole, four of the left
    std::size_t samples = 0;
    std::vector<vec3> corners; ///< samples x kCorners, character space
};

/// Samples the clip between its rows too (`perFrame` moments a frame), as the shader shows it. Allocates.
SoleTrack trackSoles(const BakedAnimation& baked, std::size_t clip, std::size_t perFrame = 8);

/// How far the foot that carries the body moves over the ground in one step, metres: the length of the way of the
/// sole's lowest corner while it is on the ground (within 1 mm), for the foot that slides more. `cycleLength` is how
/// far the person really goes in one cycle of the clip; `scale` the person's.
double footSlide(const SoleTrack& track, double cycleLength, double scale = 1.0);

} // namespace rigproof
