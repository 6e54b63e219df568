#pragma once

#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "core/ik/fabrik.h"
#include "core/math/random.h"

// Chains, targets and limits of every kind that has ever made a solver stumble, drawn from one stream.

namespace rigproof {

inline vec3 randomDirection(RandomStream& random) {
    for (;;) {
        const vec3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
        const float d = glm::dot(v, v);
        if (d > 0.01f && d < 1.0f) return v / std::sqrt(d);
    }
}

inline std::vector<vec3> randomDirections(int count) {
    RandomStream random(5);
    std::vector<vec3> directions{vec3(1, 0, 0),  vec3(-1, 0, 0), vec3(0, 1, 0),
                                 vec3(0, -1, 0), vec3(0, 0, 1),  vec3(0, 0, -1)};
    while (static_cast<int>(directions.size()) < count)
        directions.push_back(randomDirection(random));
    return directions;
}

struct RandomChain {
    FabrikGoal goal;
    std::vector<float> lengths;
    std::vector<vec3> joints;
    float reach = 0.0f;
};

/// `spread`: how far apart the lengths of one chain may be, as a factor.
inline RandomChain randomChain(RandomStream& random, float spread) {
    RandomChain c;
    const std::uint32_t size = random.next() % 100;
    const std::size_t links = size == 0 ? 500 : size < 10 ? 1 : 2 + random.next() % 14;
    const float scale = std::exp2(random.between(-13.2f, 13.2f)); // 1e-4 .. 1e4
    for (std::size_t i = 0; i < links; ++i)
        c.lengths.push_back(scale * std::exp2(random.between(0.0f, 1.0f) * std::log2(spread)));
    for (const float l : c.lengths)
        c.reach += l;

    c.goal.tolerance = 1e-4f * c.reach;
    c.goal.firstAxis = random.next() % 2 == 0 ? vec3(0, 1, 0) : randomDirection(random);
    switch (random.next() % 5) {
        case 0:
            c.goal.maxAngle = 0.0f;
            break;
        case 1:
            c.goal.maxAngle = kPi;
            break;
        default:
            c.goal.maxAngle = random.between(0.0f, kPi);
            break;
    }
    c.goal.base = random.next() % 2 == 0 ? vec3(0.0f) : randomDirection(random) * c.lengths[0];

    const vec3 line = randomDirection(random);
    const std::uint32_t shape = random.next() % 5;
    vec3 p = c.goal.base;
    c.joints.push_back(p);
    for (std::size_t i = 0; i < links; ++i) {
        switch (shape) {
            case 0:
                p += line * c.lengths[i];
                break; // straight
            case 1:
                p += line * (i % 2 == 0 ? c.lengths[i] : -c.lengths[i]);
                break; // folded flat
            case 2:
                break; // all in one point
            case 3:
                p += randomDirection(random) * c.lengths[i];
                break;
            default:
                p += randomDirection(random) * (c.lengths[i] * random.between(0.0f, 3.0f));
                break; // wrong lengths
        }
        c.joints.push_back(p);
    }
    switch (random.next() % 8) {
        case 0:
            c.goal.target = c.goal.base;
            break;
        case 1:
            c.goal.target = c.joints.back();
            break;
        case 2:
            c.goal.target = c.goal.base - c.goal.firstAxis * (0.5f * c.reach);
            break; // straight behind
        case 3:
            c.goal.target = c.goal.base + randomDirection(random) * (3.0f * c.reach);
            break;
        case 4:
            c.goal.target = c.goal.base + line * (random.between(-1.0f, 1.0f) * c.reach);
            break;
        case 5:
            c.goal.target = c.joints[random.next() % c.joints.size()];
            break;
        default:
            c.goal.target = c.goal.base + randomDirection(random) * (random.between(0.0f, 1.1f) * c.reach);
            break;
    }
    return c;
}

} // namespace rigproof
