#include "core/crowd/crowd.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/crowd/step_constants.h"
#include "core/crowd/step_kernel.h"

namespace rigproof {

using namespace crowd;

namespace {

float sineOfHalfTurn(float x) {
    const float squared = x * x;
    float sum = kSine7 + squared * kSine9;
    sum = kSine5 + squared * sum;
    sum = kSine3 + squared * sum;
    return x + x * squared * sum;
}

float wrapped(float angle) {
    if (angle > kPi) return angle - kTwoPi;
    if (angle < -kPi) return angle + kTwoPi;
    return angle;
}

StepNumbers numbersOf(const Crowd& crowd, float seconds) {
    return {.seconds = seconds,
            .wobbleTurn = kWobbleTurn * seconds,
            .turn = kTurnRate * seconds,
            .fastTurn = kFastTurnRate * seconds,
            .radiusSquared = crowd.radius * crowd.radius,
            .innerSquared = kTurnAwayRadius * kTurnAwayRadius};
}

Status checkStep(float seconds) {
    if (seconds >= 0.0f && seconds <= kMaxStepSeconds) return accepted();
    return refused("a crowd's step must be within 0..0.1 s");
}

void placePerson(Crowd& crowd, std::size_t i) {
    const float s = crowdSine(crowd.heading[i]) * crowd.scale[i];
    const float c = crowdCosine(crowd.heading[i]) * crowd.scale[i];
    mat4& m = crowd.transforms[i];
    m[0] = {c, 0.0f, -s, 0.0f};
    m[1] = {0.0f, crowd.scale[i], 0.0f, 0.0f};
    m[2] = {s, 0.0f, c, 0.0f};
    m[3] = {crowd.x[i], 0.0f, crowd.z[i], 1.0f};
}

/// How far a person who looks along `heading` turns towards (wantX, wantZ), `distance` long; at most `most`.
float turnTowards(float wantX, float wantZ, float distance, float heading, float most) {
    const float s = crowdSine(heading);
    const float c = crowdCosine(heading);
    const float cross = wantX * c - wantZ * s;
    if (!(wantX * s + wantZ * c > 0.0f)) return std::copysign(most, cross); // it lies behind: as fast as may be
    const float off = cross / std::max(distance, kShortestDistance);
    const float angle = off + off * (off * off) * (kArcSine3 + off * off * kArcSine5);
    return std::clamp(angle, -most, most);
}

void movePerson(Crowd& crowd, const StepNumbers& n, std::size_t i) {
    const float v = crowd.speed[i];
    const float x = crowd.x[i];
    const float z = crowd.z[i];
    crowd.wobble[i] = wrapped(crowd.wobble[i] + crowd.wobbleFrequency[i] * n.seconds);
    if (v > 0.0f) {
        float heading = wrapped(crowd.heading[i] + n.wobbleTurn * crowdSine(crowd.wobble[i]));
        const float squared = x * x + z * z;
        const float most = v > kFastSpeed ? n.fastTurn : n.turn;
        if (squared > n.radiusSquared) {
            heading = wrapped(heading + turnTowards(-x, -z, std::sqrt(squared), heading, most));
        } else if (squared < n.innerSquared) {
            heading = wrapped(heading + turnTowards(x, z, std::sqrt(squared), heading, most));
        }
        crowd.heading[i] = heading;
        const float way = v * n.seconds;
        crowd.x[i] = x + crowdSine(heading) * way;
        crowd.z[i] = z + crowdCosine(heading) * way;
    }
    placePerson(crowd, i);
}

} // namespace

float crowdSine(float angle) {
    const float a = std::fabs(angle);
    return std::copysign(sineOfHalfTurn(std::min(a, kPi - a)), angle);
}
float crowdCosine(float angle) {
    return sineOfHalfTurn(kHalfPi - std::fabs(angle));
}

void startCrowd(const People& people, Crowd& crowd) {
    const std::size_t n = people.count();
    const std::size_t padded = (n + Crowd::kBlock - 1) / Crowd::kBlock * Crowd::kBlock;
    crowd.count = n;
    crowd.radius = plazaRadius(n);
    crowd.time = 0.0;
    const auto column = [&](const std::vector<float>& from, std::vector<float>& to) {
        to = from;
        to.resize(padded, 0.0f);
    };
    column(people.x, crowd.x);
    column(people.z, crowd.z);
    column(people.heading, crowd.heading);
    column(people.speed, crowd.speed);
    column(people.scale, crowd.scale);
    column(people.wobblePhase, crowd.wobble);
    column(people.wobbleFrequency, crowd.wobbleFrequency);
    crowd.transforms.assign(padded, mat4(0.0f));
    for (std::size_t i = 0; i < padded; ++i)
        placePerson(crowd, i);
}

Status step(Crowd& crowd, float seconds, int threads) {
    if (Status s = checkStep(seconds); !s.ok()) return s;
    const StepNumbers numbers = numbersOf(crowd, seconds);
    const std::size_t blocks = crowd.x.size() / Crowd::kBlock;
    std::size_t parts = threads > 0 ? static_cast<std::size_t>(threads) : (crowd.count >= kThreadedCount ? 2 : 1);
    parts = std::clamp<std::size_t>(parts, 1, std::max<std::size_t>(blocks, 1));
    const auto part = [&](std::size_t p) {
        stepBlocks(crowd, numbers, blocks * p / parts * Crowd::kBlock, blocks * (p + 1) / parts * Crowd::kBlock);
    };
    std::vector<std::thread> others;
    for (std::size_t p = 1; p < parts; ++p)
        others.emplace_back(part, p);
    part(0);
    for (std::thread& other : others)
        other.join();
    crowd.time += static_cast<double>(seconds);
    return accepted();
}

Status stepPlain(Crowd& crowd, float seconds) {
    if (Status s = checkStep(seconds); !s.ok()) return s;
    const StepNumbers numbers = numbersOf(crowd, seconds);
    for (std::size_t i = 0; i < crowd.x.size(); ++i)
        movePerson(crowd, numbers, i);
    crowd.time += static_cast<double>(seconds);
    return accepted();
}

} // namespace rigproof
