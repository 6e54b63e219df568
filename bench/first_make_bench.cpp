// What a user waits for when a program shows its first crowd: character, clips, bake, encoding, 5,000 people. Cold: no
// page touched, no code run before. Counters are processor time, so that a busy machine does not count.
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/first_make.h"
#include "core/animation/bake.h"
#include "core/characters/block_person.h"
#include "core/crowd/animation_texture.h"
#include "core/crowd/crowd.h"

namespace rigproof {

namespace {

double processMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

void firstMake(benchmark::State& state) {
    const std::string command =
        "'" + std::filesystem::read_symlink("/proc/self/exe").string() + "' " + std::string(kFirstMakeOption);
    double bake = 0.0;
    double all = 0.0;
    for (auto _ : state) {
        const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
        double bakeMs = 0.0;
        double allMs = 0.0;
        if (!pipe || std::fscanf(pipe.get(), "%lf %lf", &bakeMs, &allMs) != 2) {
            state.SkipWithError("the program could not be started anew");
            break;
        }
        bake += bakeMs;
        all += allMs;
        state.SetIterationTime(allMs * 1e-3);
    }
    const double runs = static_cast<double>(state.iterations());
    state.counters["bake_ms"] = bake / runs;
    state.counters["make_ms"] = all / runs;
}
BENCHMARK(firstMake)->Name("first_crowd_make")->UseManualTime()->Iterations(5)->Unit(benchmark::kMillisecond);

} // namespace

int printFirstMake() {
    const double start = processMilliseconds();
    const BlockPerson person = makeBlockPerson();
    const PersonClips clips = makePersonClips();
    const double bakeStart = processMilliseconds();
    BakedAnimation baked;
    AnimationTexture texture;
    if (!bakeClips(person.skeleton, clips.clips, {}, baked).ok() || !encode(baked, {}, texture).ok()) return 1;
    const double bakeEnd = processMilliseconds();
    std::array<ClipMotion, 3> motions{};
    for (std::size_t c = 0; c < motions.size(); ++c)
        motions[c] = {clips.clips[c].duration, clips.strides[c]};
    People people;
    Crowd crowd;
    if (!makePeople({}, motions, people).ok()) return 1;
    startCrowd(people, crowd);
    if (!step(crowd, 1.0f / 60.0f).ok()) return 1;
    std::printf("%.6f %.6f\n", bakeEnd - bakeStart, processMilliseconds() - start);
    return 0;
}

} // namespace rigproof
