// Skin weights by stage and size, the bake in slices beside the bake at once, each fast path beside its plain version,
// and skinning on the CPU. Argument 0 is the number of vertices asked for (thousands).
#include <algorithm>
#include <ctime>
#include <map>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/characters/bear.h"
#include "core/skinning/dual_quaternion.h"
#include "core/skinning/linear_blend.h"
#include "core/weights/bake.h"

namespace rigproof {
namespace {

constexpr double kSliceMs = 2.0; // the frame's allowance for a bake, see skin weights in docs

// About 12,086, 36,370 and 1,000,000 vertices: the sizes of the figures that this library is measured against.
const Bear& bearOf(std::int64_t thousands) {
    static std::map<std::int64_t, Bear> bears;
    const auto it = bears.find(thousands);
    if (it != bears.end()) return it->second;
    const float cell = thousands >= 1000 ? 0.0031f : (thousands >= 36 ? 0.0163f : 0.0283f);
    return bears.emplace(thousands, makeBear({.cell = cell})).first->second;
}

struct Stages {
    explicit Stages(std::int64_t thousands)
        : bear(bearOf(thousands)), n(bear.body.vertexCount()), columns(bear.bones, {}) {
        (void)buildSurfaceAdjacency(bear.body.positions, bear.body.indices, adjacency);
        from.resize(n, bear.bones.size());
        to.resize(n, bear.bones.size());
        distanceWeights(bear.body.positions, columns, 0, n, from);
        joints.resize(n);
        weights.resize(n);
    }
    const Bear& bear;
    std::size_t n;
    BoneColumns columns;
    Adjacency adjacency;
    WeightTable from;
    WeightTable to;
    std::vector<JointIndices> joints;
    std::vector<vec4> weights;
};

void countVertices(benchmark::State& state, std::size_t n) {
    state.counters["vertices"] = static_cast<double>(n);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

void weightsAdjacency(benchmark::State& state) {
    const Mesh& body = bearOf(state.range(0)).body;
    Adjacency adjacency;
    for (auto _ : state) {
        (void)buildSurfaceAdjacency(body.positions, body.indices, adjacency);
        benchmark::DoNotOptimize(adjacency.targets.data());
    }
    countVertices(state, body.vertexCount());
}

void weightsDistance(benchmark::State& state, bool plain) {
    Stages s(state.range(0));
    for (auto _ : state) {
        (plain ? distanceWeightsPlain : distanceWeights)(s.bear.body.positions, s.columns, 0, s.n, s.from);
        benchmark::ClobberMemory();
    }
    countVertices(state, s.n);
}

// Ten passes. Bytes: what must come and go if every row is fetched once a pass, and the adjacency with it.
void weightsDiffusion(benchmark::State& state, bool plain) {
    Stages s(state.range(0));
    const DiffusionParameters p;
    for (auto _ : state) {
        for (int pass = 0; pass < p.passes; ++pass) {
            (plain ? diffusePlain : diffuse)(s.adjacency, p.share, 0, s.n, s.from, s.to);
            std::swap(s.from, s.to);
        }
        benchmark::ClobberMemory();
    }
    countVertices(state, s.n);
    const std::size_t bytes = static_cast<std::size_t>(p.passes) *
                              (2 * s.n * s.from.stride() * sizeof(float) +
                               (s.adjacency.offsets.size() + s.adjacency.targets.size()) * sizeof(std::uint32_t));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// The machine's memory speed over arrays of the same size, to hold the diffusion against: a[i] = b[i] + 3 c[i].
void memoryTriad(benchmark::State& state) {
    const std::size_t count = static_cast<std::size_t>(state.range(0)) * 1000 * WeightTable::kBlock * 2 / 3;
    std::vector<float> a(count);
    std::vector<float> b(count, 1.0f);
    std::vector<float> c(count, 2.0f);
    for (auto _ : state) {
        for (std::size_t i = 0; i < count; ++i)
            a[i] = b[i] + 3.0f * c[i];
        benchmark::DoNotOptimize(a.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(3 * count * sizeof(float)));
}

void weightsTop4(benchmark::State& state, bool plain) {
    Stages s(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            (plain ? topInfluencesPlain : topInfluences)(s.from, kVertexInfluences, 0, s.n, s.joints, s.weights));
    }
    countVertices(state, s.n);
}

// Argument 1: threads. Everything, adjacency and allocations too.
void weightsBake(benchmark::State& state) {
    const Bear& bear = bearOf(state.range(0));
    BakedWeights out;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            bakeWeights(bear.body.positions, bear.body.indices, bear.bones, {}, static_cast<int>(state.range(1)), out));
    }
    countVertices(state, bear.body.vertexCount());
}

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// Slices by the thread's own processor time, so that a neighbour on the same core does not count.
void weightsSlices(benchmark::State& state) {
    const Bear& bear = bearOf(state.range(0));
    std::vector<double> slices;
    double sliced = 0.0;
    double whole = 0.0;
    for (auto _ : state) {
        WeightBake bake(bear.body.positions, bear.body.indices, bear.bones, {});
        for (bool done = false; !done;) {
            const double start = threadMilliseconds();
            done = bake.step(SliceBudget::milliseconds(kSliceMs));
            slices.push_back(threadMilliseconds() - start);
            sliced += slices.back();
        }
        state.PauseTiming();
        WeightBake atOnce(bear.body.positions, bear.body.indices, bear.bones, {});
        const double start = threadMilliseconds();
        atOnce.step(SliceBudget::unlimited());
        whole += threadMilliseconds() - start;
        state.ResumeTiming();
    }
    std::sort(slices.begin(), slices.end());
    state.counters["slice_median_ms"] = slices[slices.size() / 2];
    state.counters["slice_p99_ms"] = slices[(slices.size() * 99 + 99) / 100 - 1];
    state.counters["slice_worst_ms"] = slices.back();
    state.counters["slicing_overhead"] = sliced / whole - 1.0;
    countVertices(state, bear.body.vertexCount());
}

void skinning(benchmark::State& state, bool dualQuaternion) {
    const Bear& bear = bearOf(state.range(0));
    const Mesh& body = bear.body;
    BakedWeights w;
    (void)bakeWeights(body.positions, body.indices, bear.bones, {}, 1, w);
    LocalPose local;
    ModelPose model;
    SkinningMatrices pose;
    poseBear(bear, 2.2, 1.0f, local);
    localToModel(bear.skeleton.parents, local, model);
    modelToSkinning(model, bear.skeleton.inverseBind, pose);
    std::vector<DualQuaternion> motions;
    std::vector<vec3> positions(body.vertexCount());
    std::vector<vec3> normals(body.vertexCount());
    for (auto _ : state) {
        if (dualQuaternion) {
            dualQuaternionsOf(pose, motions);
            skinDualQuaternion(body.positions, body.normals, w.joints, w.weights, motions, positions, normals);
        } else {
            skinLinearBlend(body.positions, body.normals, w.joints, w.weights, pose, positions, normals);
        }
        benchmark::ClobberMemory();
    }
    countVertices(state, body.vertexCount());
}

BENCHMARK(weightsAdjacency)->Name("weights_adjacency")->Arg(12)->Arg(36)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsDistance, simd, false)
    ->Name("weights_distance/simd")
    ->Arg(12)
    ->Arg(36)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsDistance, plain, true)->Name("weights_distance/plain")->Arg(36)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsDiffusion, simd, false)
    ->Name("weights_diffusion/simd")
    ->Arg(12)
    ->Arg(36)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsDiffusion, plain, true)
    ->Name("weights_diffusion/plain")
    ->Arg(36)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(memoryTriad)->Name("memory_triad")->Arg(36)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsTop4, simd, false)
    ->Name("weights_top4/simd")
    ->Arg(12)
    ->Arg(36)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(weightsTop4, plain, true)->Name("weights_top4/plain")->Arg(36)->Unit(benchmark::kMillisecond);
BENCHMARK(weightsBake)
    ->Name("weights_bake")
    ->ArgsProduct({{12, 36, 1000}, {1, 2}})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(weightsSlices)->Name("weights_slices")->Arg(36)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skinning, linear, false)->Name("skinning/linear")->Arg(36)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skinning, dual_quaternion, true)
    ->Name("skinning/dual_quaternion")
    ->Arg(36)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace rigproof
