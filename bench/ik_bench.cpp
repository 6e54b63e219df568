// Chain IK. The path is the reference demo's: its target wish followed for 10,000 frames at 60 Hz, bones included, as
// the three.js baseline measures it. One iteration of a benchmark is the whole path; "us_a_solve" is what one costs.
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>

#include "core/ik/ccd.h"
#include "core/ik/fabrik.h"
#include "core/ik/fabrik_batch.h"
#include "core/ik/fabrik_improved.h"
#include "core/ik/joint_rotations.h"
#include "core/ik/two_bone.h"
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

BENCHMARK_CAPTURE(followPath, improved, solveFabrikImproved)
    ->Name("fabrik_improved")
    ->Unit(benchmark::kMicrosecond)
    ->Arg(12)
    ->Arg(24);

/// Many chains of the reference demo, each elsewhere on the path; "per_chain" is the time of one solve (goals set too,
/// no bones). Argument: links.
void followPathInBatch(benchmark::State& state) {
    constexpr std::size_t kChains = 1024;
    const std::vector<vec3> path = referencePath();
    const PathChain chain(static_cast<std::size_t>(state.range(0)));
    FabrikBatch batch(kChains, chain.lengths.size());
    for (std::size_t c = 0; c < kChains; ++c)
        batch.setChain(c, chain.lengths, chain.start);
    std::size_t step = 0;
    for (auto _ : state) {
        for (std::size_t c = 0; c < kChains; ++c)
            batch.setGoal(c, kBase, path[(step + 97 * c) % path.size()]);
        benchmark::DoNotOptimize(solveFabrikBatch({.maxAngle = radians(32.0f)}, batch));
        ++step;
    }
    state.counters["per_chain"] = benchmark::Counter(
        static_cast<double>(kChains), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(followPathInBatch)->Name("fabrik_batch")->Unit(benchmark::kMicrosecond)->Arg(3)->Arg(12)->Arg(24);

// Aristidou and Lasenby 2011, Table 1: FABRIK beside CCD, ten unlimited joints. The paper does not print its set-up in
// full; this is ours: ten links of 10 cm that start straight up, targets uniform in the ball of radius 0.9 m
// (reachable) or at 1.2 m (unreachable), 1,000 runs, within 1 mm. An unreachable target is iterated until a pass moves
// the tip by less than 0.01 mm. The paper's means: reachable 15.461 and 26.308 iterations, unreachable 67.564 and
// 390.135. Order and unreachable ratio come out as printed; with our set-up CCD falls farther behind on reachable
// targets (about 8 times) than the paper's 1.7, whatever tolerance or start pose was tried.
constexpr int kTableRuns = 1000;
constexpr int kTableMostIterations = 2000;

vec3 insideUnitBall(RandomStream& random) {
    for (;;) {
        const vec3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
        if (glm::dot(v, v) <= 1.0f && glm::dot(v, v) > 1e-4f) return v;
    }
}

int iterationsToSettle(Solver solve, std::span<const float> lengths, std::span<vec3> joints, const vec3& target) {
    for (int i = 1; i <= kTableMostIterations; ++i) {
        const vec3 before = joints.back();
        if (solve({.target = target, .maxIterations = 1}, lengths, joints).reached) return i;
        if (i > 1 && glm::length(joints.back() - before) < 1e-5f) return i;
    }
    return kTableMostIterations;
}

void paperTable(benchmark::State& state, Solver solve) {
    const bool reachable = state.range(0) == 1;
    const std::vector<float> lengths(10, 0.1f);
    double iterations = 0.0, runs = 0.0;
    for (auto _ : state) {
        RandomStream random(2011);
        iterations = runs = 0.0;
        for (int run = 0; run < kTableRuns; ++run) {
            const vec3 place = insideUnitBall(random);
            const vec3 target = reachable ? place * 0.9f : place * (1.2f / glm::length(place));
            std::vector<vec3> joints;
            for (int i = 0; i <= 10; ++i)
                joints.emplace_back(0.0f, 0.1f * static_cast<float>(i), 0.0f);
            iterations += iterationsToSettle(solve, lengths, joints, target);
            runs += 1.0;
        }
    }
    state.counters["iterations"] = iterations / runs;
    state.SetItemsProcessed(state.iterations() * kTableRuns);
}
BENCHMARK_CAPTURE(paperTable, fabrik, solveFabrik)->Name("paper_table1_fabrik")->ArgName("reachable")->Arg(1)->Arg(0);
BENCHMARK_CAPTURE(paperTable, ccd, solveCcd)->Name("paper_table1_ccd")->ArgName("reachable")->Arg(1)->Arg(0);

void twoBone(benchmark::State& state) {
    const std::vector<vec3> path = referencePath();
    std::size_t step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(solveTwoBone({.root = kBase, .target = path[step], .upper = 1.1f, .lower = 0.9f}));
        step = step + 1 == path.size() ? 0 : step + 1;
    }
}
BENCHMARK(twoBone)->Name("two_bone");

} // namespace
} // namespace rigproof
