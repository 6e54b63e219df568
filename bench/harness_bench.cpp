// The harness: scenarios read and checked, a scene's step, and whole frames of each scene with their draws counted. The
// label names what drew; GALLIUM_DRIVER=softpipe (or llvmpipe, zink) chooses another of Mesa's drivers.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "harness/scenario.h"
#include "harness/scenes/bear_scene.h"
#include "harness/scenes/crowd_scene.h"
#include "harness/scenes/tentacle_scene.h"
#include "render/renderer.h"

namespace rigproof {
namespace {

std::unique_ptr<Scene> bear() {
    return makeBearScene({});
}
std::unique_ptr<Scene> tentacle() {
    return makeTentacleScene({});
}
std::unique_ptr<Scene> crowd(int people) {
    CrowdParameters p;
    p.people = people;
    return makeCrowdScene(p);
}
std::unique_ptr<Scene> crowd5000() {
    return crowd(5000);
}
std::unique_ptr<Scene> crowd20000() {
    return crowd(20000);
}

void loadScenarioFile(benchmark::State& state, const char* file) {
    std::size_t runs = 0;
    for (auto _ : state)
        runs = loadScenario(std::string(RIGPROOF_SCENARIOS) + "/" + file).size();
    state.counters["runs"] = static_cast<double>(runs);
}
BENCHMARK_CAPTURE(loadScenarioFile, plain, "tentacle/tentacle-follow.json")
    ->Name("scenario_load/plain")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(loadScenarioFile, sweep, "tentacle/tentacle-joints.json")
    ->Name("scenario_load/sweep")
    ->Unit(benchmark::kMicrosecond);

void stepScene(benchmark::State& state, std::unique_ptr<Scene> (*make)()) {
    const std::unique_ptr<Scene> scene = make();
    for (auto _ : state)
        scene->step(1.0 / 60.0);
}
BENCHMARK_CAPTURE(stepScene, bear, bear)->Name("scene_step/bear")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(stepScene, tentacle, tentacle)->Name("scene_step/tentacle")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(stepScene, crowd, crowd5000)->Name("scene_step/crowd/5000")->Unit(benchmark::kMicrosecond);

/// Description, upload of what moves, drawing and reading back; 960 x 600 as the scenarios have it. Processor time of
/// all threads, because software rasterisers use several.
void drawScene(benchmark::State& state, std::unique_ptr<Scene> (*make)()) {
    std::string error;
    const std::unique_ptr<Renderer> renderer = Renderer::create({}, error);
    if (!renderer) {
        state.SkipWithError(error.c_str());
        return;
    }
    state.SetLabel(renderer->driver().renderer);
    const std::unique_ptr<Scene> scene = make();
    scene->step(1.0 / 60.0);
    RenderResult result = renderer->draw(scene->frame({})); // what is uploaded and compiled once is not counted
    for (auto _ : state) {
        result = renderer->draw(scene->frame({}));
        if (!result.ok()) {
            state.SkipWithError(result.error.c_str());
            return;
        }
    }
    double total = 0.0;
    double crowdDraws = 0.0;
    for (const auto& [pass, draws] : result.draws) {
        total += draws;
        if (pass.starts_with("crowd")) crowdDraws += draws;
    }
    state.counters["draws"] = total;
    if (crowdDraws > 0.0) state.counters["crowd_draws"] = crowdDraws;
}
BENCHMARK_CAPTURE(drawScene, bear, bear)->Name("frame/bear")->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drawScene, tentacle, tentacle)
    ->Name("frame/tentacle")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drawScene, crowd5000, crowd5000)
    ->Name("frame/crowd/5000")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drawScene, crowd20000, crowd20000)
    ->Name("frame/crowd/20000")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace rigproof
