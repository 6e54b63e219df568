#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"

// Who walks over the plaza, drawn from random streams of their own. See crowd.h for how they move.

namespace rigproof {

/// How many people there are, and what they do.
struct PeopleOptions {
    std::size_t count = 5000;     ///< 0 is an empty plaza; at most kMaxPeople
    float runShare = 0.2f;        ///< of all people, 0..1
    float waveShare = 0.15f;      ///< 0..1; when both are over 1 together, each is divided by their sum
    bool allInStep = false;       ///< everybody starts a cycle at the same moment and goes at the clip's own rate
    bool matchRateToSpeed = true; ///< false: every clip at rate 1 whatever the speed, the mistake that makes feet slide
    std::uint32_t seed = 7;
};

inline constexpr std::size_t kMaxPeople = std::size_t{1} << 24;

// The plaza, metres.
inline constexpr float kFountainClearance = 4.4f; ///< nobody starts nearer to the middle
inline constexpr float kTurnAwayRadius = 4.6f;    ///< nearer than this people turn away from the middle
/// Where n people have 1.1 square metres each around a fountain of radius 4.2.
float plazaRadius(std::size_t people);

/// What a clip is to a crowd: its length and the ground that one cycle covers at scale 1.
struct ClipMotion {
    float duration = 1.0f; ///< seconds
    float stride = 0.0f;   ///< metres
};

/// Everything that stays with a person, as a structure of arrays, one entry each.
/// Streams: from one seed, purpose k reads the generator from draw k * 2^26 on, so that no two ever meet. Draws a
/// person, in this order:
///   0 place    radius, angle              4 mix        one
///   1 heading  one                        5 gait       one
///   2 scale    one                        6 wobble     frequency, phase
///   3 phase    one                        7 colours    shirt, hue, lightness, trousers, hair
struct People {
    std::vector<std::uint8_t> clip;         ///< PersonClip
    std::vector<float> phase;               ///< of a cycle, 0..1
    std::vector<float> rate;                ///< clip seconds a second
    std::vector<float> speed;               ///< m/s
    std::vector<float> scale;               ///< .9 .. 1.12
    std::vector<float> wobbleFrequency;     ///< rad/s
    std::vector<std::array<vec3, 3>> tints; ///< shirt, trousers, hair; sRGB
    // Where each starts:
    std::vector<float> x, z, heading, wobblePhase;

    std::size_t count() const { return clip.size(); }
};

/// Draws the people. `clips` holds the motion of walk, run and wave, in PersonClip's order. Refused: shares that are
/// not finite or not within 0..1, more than kMaxPeople, durations not > 0, strides of walk and run not > 0. Allocates.
Status makePeople(const PeopleOptions& options, const std::array<ClipMotion, 3>& clips, People& out);

/// How many different phases there are among the people: 1 when all are in step, 0 when there is nobody.
std::size_t distinctPhases(const People& people);

} // namespace rigproof
