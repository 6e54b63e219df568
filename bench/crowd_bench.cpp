// The crowd: baking (first time and again, each encoding), sampling, and the step from a thousand people to a million
// beside its plain version. The three.js figures for the same work come from an AnimationMixer bake of 84 x 11 matrices
// and a loop over typed arrays.
#include <array>

#include <benchmark/benchmark.h>

#include "core/animation/bake.h"
#include "core/animation/sampling.h"
#include "core/characters/block_person.h"
#include "core/crowd/animation_texture.h"
#include "core/crowd/crowd.h"

namespace rigproof {
namespace {

/// Nothing kept from one iteration to the next: what the first bake of a program costs, but for the cold caches.
void bakeFirst(benchmark::State& state) {
    const BlockPerson person = makeBlockPerson();
    const PersonClips clips = makePersonClips();
    for (auto _ : state) {
        BakedAnimation baked;
        AnimationTexture texture;
        if (!bakeClips(person.skeleton, clips.clips, {}, baked).ok() || !encode(baked, {}, texture).ok()) {
            state.SkipWithError("refused");
        }
        benchmark::DoNotOptimize(texture.texels.data());
    }
}
BENCHMARK(bakeFirst)->Name("clip_bake/first")->Unit(benchmark::kMillisecond);

/// Baked again into the same memory, as when a clip is edited.
void bakeAgain(benchmark::State& state) {
    const BlockPerson person = makeBlockPerson();
    const PersonClips clips = makePersonClips();
    BakedAnimation baked;
    AnimationTexture texture;
    const Encoding encoding = kAllEncodings[state.range(0)];
    for (auto _ : state) {
        if (!bakeClips(person.skeleton, clips.clips, {}, baked).ok() ||
            !encode(baked, {.encoding = encoding}, texture).ok()) {
            state.SkipWithError("refused");
        }
        benchmark::DoNotOptimize(texture.texels.data());
    }
    state.SetLabel(nameOf(encoding));
    state.counters["bytes"] = static_cast<double>(texture.bytes());
    state.counters["worst_mm"] = 1000.0 * worstVertexError(baked, texture, person.mesh);
}
BENCHMARK(bakeAgain)->Name("clip_bake/again")->DenseRange(0, 4)->Unit(benchmark::kMillisecond);

void makeContent(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(makeBlockPerson());
        benchmark::DoNotOptimize(makePersonClips());
    }
}
BENCHMARK(makeContent)->Name("make_person_and_clips")->Unit(benchmark::kMillisecond);

void sampleWalk(benchmark::State& state) {
    const BlockPerson person = makeBlockPerson();
    const PersonClips clips = makePersonClips();
    LocalPose pose = person.skeleton.rest;
    SampleCursor cursor;
    double time = 0.0;
    for (auto _ : state) {
        time += 1.0 / 97.0;
        sampleClip(clips.clips[kWalk], time, cursor, pose);
        benchmark::DoNotOptimize(pose.joints.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pose.joints.size()));
}
BENCHMARK(sampleWalk)->Name("sample_clip");

Crowd crowdOf(std::size_t count) {
    const PersonClips clips = makePersonClips();
    std::array<ClipMotion, 3> motions{};
    for (std::size_t c = 0; c < motions.size(); ++c)
        motions[c] = {clips.clips[c].duration, clips.strides[c]};
    People people;
    Crowd crowd;
    if (makePeople({.count = count}, motions, people).ok()) startCrowd(people, crowd);
    return crowd;
}

void countPeople(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * state.range(0));
    // Seven columns read, four of them written, and six of a matrix's sixteen numbers written (a whole line each).
    state.SetBytesProcessed(state.iterations() * state.range(0) * (7 * 4 + 4 * 4 + 64));
    state.SetComplexityN(state.range(0));
}

void crowdStep(benchmark::State& state) {
    Crowd crowd = crowdOf(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        if (!step(crowd, 1.0f / 60.0f).ok()) state.SkipWithError("refused");
    countPeople(state);
}
BENCHMARK(crowdStep)
    ->Name("crowd_step")
    ->Arg(1000)
    ->Arg(5000)
    ->Arg(20000)
    ->Arg(100000)
    ->Arg(1000000)
    ->Complexity(benchmark::oN)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void crowdStepPlain(benchmark::State& state) {
    Crowd crowd = crowdOf(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        if (!stepPlain(crowd, 1.0f / 60.0f).ok()) state.SkipWithError("refused");
    countPeople(state);
}
BENCHMARK(crowdStepPlain)
    ->Name("crowd_step_plain")
    ->Arg(5000)
    ->Arg(100000)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace rigproof
