// The comparer: each metric on pairs of two sizes, PNG in and out. A "local" pair differs in a disc and a band of
// lines, as a failed capture does; in a "noisy" one nearly every pixel differs, the most work there can be. Pictures
// are made in code; processor times are those of all threads together.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include "harness/compare/compare.h"
#include "harness/compare/png.h"
#include "harness/compare/yiq.h"
#include "tests/harness/compare/pictures.h"

namespace rigproof {
namespace {

struct Pair {
    Image golden;
    Image local;
    Image noisy;
};

Pair makePair(int width, int height) {
    Pair p{test::studioPicture(width, height), {}, {}};
    test::addNoise(p.golden, 1, 3);
    p.local = p.golden;
    test::fillDisc(p.local, width * 3, height * 4 / 3, height / 2, {30, 160, 220});
    for (int y = 0; y < height; y += 3)
        test::shift(p.local, width / 8, y, width / 16, 1, 12);
    p.noisy = p.golden;
    test::addNoise(p.noisy, 9, 40);
    return p;
}

const Pair& pairOf(std::int64_t width) {
    static const Pair small = makePair(960, 600);
    static const Pair large = makePair(3840, 2160);
    return width == 960 ? small : large;
}

/// Arguments: width (960 or 3840), 0 local or 1 noisy.
void eachPair(benchmark::internal::Benchmark* b) {
    b->ArgNames({"width", "noisy"})
        ->ArgsProduct({{960, 3840}, {0, 1}})
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
}

const Image& actualOf(const benchmark::State& state) {
    const Pair& p = pairOf(state.range(0));
    return state.range(1) != 0 ? p.noisy : p.local;
}

void flipMapOfPair(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(flipMap(pairOf(state.range(0)).golden, actualOf(state)));
}
BENCHMARK(flipMapOfPair)->Name("flip_map")->Apply(eachPair);

void yiqCountOfPair(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(compareYiq(pairOf(state.range(0)).golden, actualOf(state)).pixels);
}
BENCHMARK(yiqCountOfPair)->Name("yiq_count")->Apply(eachPair);

/// The whole verdict: counts, map, statistics, clusters, sweep.
void verdict(benchmark::State& state, ImageMetric metric) {
    const ImageTolerance tolerance = defaultTolerance(metric);
    for (auto _ : state)
        benchmark::DoNotOptimize(compareImages(pairOf(state.range(0)).golden, actualOf(state), tolerance).verdict);
}
BENCHMARK_CAPTURE(verdict, flip, ImageMetric::kFlip)->Name("verdict/flip")->Apply(eachPair);
BENCHMARK_CAPTURE(verdict, yiq, ImageMetric::kYiq)->Name("verdict/yiq")->Apply(eachPair);
BENCHMARK_CAPTURE(verdict, exact, ImageMetric::kExact)->Name("verdict/exact")->Apply(eachPair);

void verdictOfEqualPictures(benchmark::State& state) {
    const Image copy = pairOf(state.range(0)).golden;
    for (auto _ : state)
        benchmark::DoNotOptimize(compareImages(pairOf(state.range(0)).golden, copy, {}).identical);
}
BENCHMARK(verdictOfEqualPictures)->Name("verdict/equal")->Arg(960)->Arg(3840)->Unit(benchmark::kMillisecond);

void readPngOf(benchmark::State& state) {
    const std::string bytes = encodePng(pairOf(state.range(0)).golden, PngEffort::kFast);
    for (auto _ : state)
        benchmark::DoNotOptimize(decodePng(bytes, "bench.png").rgba.data());
    state.counters["bytes"] = static_cast<double>(bytes.size());
}
BENCHMARK(readPngOf)->Name("read_png")->Arg(960)->Arg(3840)->Unit(benchmark::kMillisecond);

void writePngOf(benchmark::State& state, PngEffort effort) {
    std::size_t size = 0;
    for (auto _ : state)
        size = encodePng(pairOf(960).golden, effort).size();
    state.counters["bytes"] = static_cast<double>(size);
}
BENCHMARK_CAPTURE(writePngOf, fast, PngEffort::kFast)->Name("write_png/fast")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(writePngOf, smallest, PngEffort::kSmallest)
    ->Name("write_png/smallest")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace rigproof
