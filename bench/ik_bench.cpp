// Chain IK. The path is the reference demo's: its target wish followed for 10,000 frames at 60 Hz, bones included, as
// the three.js baseline measures it. One iteration of a benchmark is the whole path; "us_a_solve" is what one costs.
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>

#include "core/ik/fabrik.h"
#include "core/ik/joint_rotations.h"
#include "core/math/random.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

constexpr int kSteps = 10'000;
constexpr float kReach = 2.0f;
const vec3 kBase(0.0f, 0.34f, 0.0f);

std::vector<vec3> referencePath() {
    std::vector<vec3> path;
    const double dt = 1.0 / 60.0;
    const double follow = 1.0 - det::exp(-dt / 0.18);
    glm::dvec3 target(0.5, 1.6, 0.3);
    double t = 0.0;
    for (int k = 0; k < kSteps; ++k) {
        t += dt;
        const glm::dvec3 wish(1.3 * det::sin(0.8 * t), 1.35 + 0.95 * det::sin(1.27 * t + 1.0),
                              0.55 * det::sin(0.6 * t));
        target += (wish - target) * follow;
        path.emplace_back(target);
    }
    return path;
}

std::vector<vec3> startPose(std::size_t links) {
    std::vector<vec3> joints;
    for (std::size_t i = 0; i <= links; ++i) {
        const float s = static_cast<float>(i) / static_cast<float>(links);
        joints.emplace_back(0.25f * s * det::sin(3.0f * s), kBase.y + 0.9f * kReach * s, 0.0f);
    }
    return joints;
}

using Solver = FabrikResult (*)(const FabrikGoal&, std::span<const float>, std::span<vec3>);

/// The chain of the reference demo and one solve of it, bones included.
struct PathChain {
    std::vector<vec3> start, joints;
    std::vector<float> lengths;
    std::vector<quat> bones;

    explicit PathChain(std::size_t links)
        : start(startPose(links)), joints(start), lengths(links, kReach / static_cast<float>(links)), bones(links) {}

    FabrikResult follow(Solver solve, const vec3& target) {
        const FabrikResult r = solve({.base = kBase, .target = target, .maxAngle = radians(32.0f)}, lengths, joints);
        benchmark::DoNotOptimize(jointRotations(joints, bones));
        return r;
    }
};

/// Time: one solve with its bones. Counters: over the whole path, once, outside the timing.
void followPath(benchmark::State& state, Solver solve) {
    const std::vector<vec3> path = referencePath();
    PathChain chain(static_cast<std::size_t>(state.range(0)));
    std::size_t step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(chain.follow(solve, path[step]));
        if (++step == path.size()) {
            step = 0;
            chain.joints = chain.start;
        }
    }
    double iterations = 0.0, gap = 0.0, reached = 0.0;
    chain.joints = chain.start;
    for (const vec3& target : path) {
        const FabrikResult r = chain.follow(solve, target);
        iterations += r.iterations;
        gap += r.gap;
        reached += r.reached ? 1.0 : 0.0;
    }
    state.counters["iterations"] = iterations / kSteps;
    state.counters["reached"] = reached / kSteps;
    state.counters["mean_gap_m"] = gap / kSteps;
    state.counters["tip_x"] = static_cast<double>(chain.joints.back().x);
    state.counters["tip_y"] = static_cast<double>(chain.joints.back().y);
    state.counters["tip_z"] = static_cast<double>(chain.joints.back().z);
}
BENCHMARK_CAPTURE(followPath, fabrik, solveFabrik)
    ->Name("fabrik")
    ->Unit(benchmark::kMicrosecond)
    ->Arg(3)
    ->Arg(12)
    ->Arg(24)
    ->Arg(100);
BENCHMARK_CAPTURE(followPath, plain, static_cast<Solver>(solveFabrikPlain))
    ->Name("fabrik_plain")
    ->Unit(benchmark::kMicrosecond)
    ->Arg(3)
    ->Arg(12)
    ->Arg(24)
    ->Arg(100);

} // namespace
} // namespace rigproof
