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

void renderClay(benchmark::State& state) {
    drawFrame(state, demo::clay(960, 600));
}
BENCHMARK(renderClay)->Name("render_clay")->Unit(benchmark::kMillisecond)->UseRealTime();

void renderTentacle(benchmark::State& state) {
    drawFrame(state, demo::tentacle(960, 600));
}
BENCHMARK(renderTentacle)->Name("render_tentacle")->Unit(benchmark::kMillisecond)->UseRealTime();

void renderPlaza(benchmark::State& state) {
    drawFrame(state, demo::plaza(static_cast<int>(state.range(0)), 960, 600));
}
BENCHMARK(renderPlaza)->Name("render_plaza")->Arg(200)->Arg(5000)->Unit(benchmark::kMillisecond)->UseRealTime();

void renderContextStart(benchmark::State& state) {
    for (auto _ : state) {
        std::string error;
        benchmark::DoNotOptimize(Renderer::create({}, error).get());
    }
}
BENCHMARK(renderContextStart)->Name("render_context_start")->Unit(benchmark::kMillisecond);

void resolveFrame(benchmark::State& state) {
    std::vector<std::uint32_t> big(1920 * 1200);
    for (std::size_t i = 0; i < big.size(); ++i)
        big[i] = static_cast<std::uint32_t>(i * 2654435761u) & 0x3fffffffu;
    Image image(960, 600);
    for (auto _ : state) {
        resolve(big, 2, image);
        benchmark::DoNotOptimize(image.rgba.data());
    }
}
BENCHMARK(resolveFrame)->Name("resolve")->Unit(benchmark::kMillisecond);

void captions(benchmark::State& state) {
    const Frame frame = demo::captions(960, 600);
    Image image(960, 600);
    for (auto _ : state) {
        drawOverlays(frame.overlays, image);
        benchmark::DoNotOptimize(image.rgba.data());
    }
}
BENCHMARK(captions)->Name("captions")->Unit(benchmark::kMillisecond);

} // namespace
