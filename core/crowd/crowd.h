#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/crowd/people.h"
#include "core/math/types.h"
#include "core/status.h"

// The crowd's walk: a step moves everybody and writes the instance matrices. It neither looks at the clips nor at the
// texture: what a person shows follows from time, rate and phase alone (rowsAt in core/animation/bake.h).
//
//     Crowd crowd;
//     startCrowd(people, crowd);
//     step(crowd, 1.0f / 60.0f);
//     upload(crowd.transforms);

namespace rigproof {

/// One entry a person, padded at the end to whole blocks; 92 bytes a person with the matrix.
struct Crowd {
    /// Columns are padded to a multiple of this with people who stand still, so that no vector needs a tail.
    static constexpr std::size_t kBlock = 16;

    std::size_t count = 0;
    float radius = 0.0f;        ///< of the plaza
    double time = 0.0;          ///< seconds since the start
    std::vector<float> x, z;    ///< metres
    std::vector<float> heading; ///< radians about Y, -pi..pi; 0 looks along +Z
    std::vector<float> speed;   ///< m/s; 0 stands still
    std::vector<float> scale;
    std::vector<float> wobble;          ///< radians, -pi..pi: time * frequency + phase, wrapped so that it stays exact
    std::vector<float> wobbleFrequency; ///< rad/s
    std::vector<mat4> transforms;       ///< T * Ry(heading) * scale; as long as the columns

    std::span<const mat4> people() const { return {transforms.data(), count}; }
};

inline constexpr float kMaxStepSeconds = 0.1f; ///< the longest step; the turn of one step must stay a small angle

/// Puts everybody where they start. Allocates.
void startCrowd(const People& people, Crowd& crowd);

/// Everybody who moves turns by dt * .35 sin(wobble); those outside the plaza turn towards its middle and those close
/// to the fountain away from it, at most 1.4 rad/s (2.2 if faster than 2 m/s); then goes ahead. Refused: a step that is
/// not within 0..kMaxStepSeconds. Vector registers of any width and any number of threads give the same bits as
/// stepPlain(). `threads` 0: two from kThreadedCount people on, else one.
Status step(Crowd& crowd, float seconds, int threads = 0);
inline constexpr std::size_t kThreadedCount = 40000; ///< below, starting a thread costs more than it saves

/// The same, one person after another: to read, and to test step() against.
Status stepPlain(Crowd& crowd, float seconds);

/// sin and cos of an angle within -pi..pi as the step computes them: polynomial of degree 9, absolute error
/// under 1.2e-7.
float crowdSine(float angle);
float crowdCosine(float angle);

} // namespace rigproof
