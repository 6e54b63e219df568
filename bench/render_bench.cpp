// Whole frames as the harness draws them, and the two parts of a frame that run on the CPU.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "render/overlay.h"
#include "render/renderer.h"
#include "render/resolve.h"
#include "tests/render/demo_frames.h"

namespace {

using namespace rigproof;

void drawFrame(benchmark::State& state, const Frame& frame) {
    std::string error;
    const auto renderer = Renderer::create({}, error);
    if (!renderer) {
        state.SkipWithError(error.c_str());
        return;
    }
    state.SetLabel(renderer->driver().renderer);
    for (auto _ : state)
        benchmark::DoNotOptimize(renderer->draw(frame).image.rgba.data());
}

void BM_RenderClay(benchmark::State& state) {
    drawFrame(state, demo::clay(960, 600));
}
BENCHMARK(BM_RenderClay)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_RenderTentacle(benchmark::State& state) {
    drawFrame(state, demo::tentacle(960, 600));
}
BENCHMARK(BM_RenderTentacle)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_RenderPlaza(benchmark::State& state) {
    drawFrame(state, demo::plaza(static_cast<int>(state.range(0)), 960, 600));
}
BENCHMARK(BM_RenderPlaza)->Arg(200)->Arg(5000)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_RenderContextStart(benchmark::State& state) {
    for (auto _ : state) {
        std::string error;
        benchmark::DoNotOptimize(Renderer::create({}, error).get());
    }
}
BENCHMARK(BM_RenderContextStart)->Unit(benchmark::kMillisecond);

void BM_Resolve(benchmark::State& state) {
    std::vector<std::uint32_t> big(1920 * 1200);
    for (std::size_t i = 0; i < big.size(); ++i)
        big[i] = static_cast<std::uint32_t>(i * 2654435761u) & 0x3fffffffu;
    Image image(960, 600);
    for (auto _ : state) {
        resolve(big, 2, image);
        benchmark::DoNotOptimize(image.rgba.data());
    }
}
BENCHMARK(BM_Resolve)->Unit(benchmark::kMillisecond);

void BM_Captions(benchmark::State& state) {
    const Frame frame = demo::captions(960, 600);
    Image image(960, 600);
    for (auto _ : state) {
        drawOverlays(frame.overlays, image);
        benchmark::DoNotOptimize(image.rgba.data());
    }
}
BENCHMARK(BM_Captions)->Unit(benchmark::kMillisecond);

} // namespace
