// Draws the demo frames, writes them as PNG and says how long each took: `dump_frames DIR`. To look at the renderer,
// and to compare drivers (GALLIUM_DRIVER=softpipe dump_frames DIR2).
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include "render/renderer.h"
#include "tests/render/demo_frames.h"

namespace {

bool dump(rigproof::Renderer& renderer, const rigproof::Frame& frame, const std::filesystem::path& file) {
    rigproof::RenderResult result = renderer.draw(frame);
    if (!result.ok()) {
        std::fprintf(stderr, "%s: %s\n", file.c_str(), result.error.c_str());
        return false;
    }
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const rigproof::RenderResult again = renderer.draw(frame);
        best =
            std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        if (!(again.image == result.image)) std::fprintf(stderr, "%s: drawn again, it differs\n", file.c_str());
    }
    std::printf("%-14s %7.1f ms  ", file.stem().c_str(), best);
    for (const auto& [pass, count] : result.draws)
        std::printf(" %s=%d", pass.c_str(), count);
    std::printf("\n");
    return stbi_write_png(file.c_str(), result.image.width, result.image.height, 4, result.image.rgba.data(), 0) != 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "use: dump_frames DIR\n");
        return 2;
    }
    std::string error;
    const auto renderer = rigproof::Renderer::create({}, error);
    if (!renderer) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 3;
    }
    std::printf("%s, %s\n", renderer->driver().renderer.c_str(), renderer->driver().version.c_str());
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    namespace demo = rigproof::demo;
    bool good = dump(*renderer, demo::clay(960, 600), folder / "clay.png");
    good = dump(*renderer, demo::tentacle(960, 600), folder / "tentacle.png") && good;
    good = dump(*renderer, demo::plaza(200, 960, 600), folder / "plaza200.png") && good;
    good = dump(*renderer, demo::captions(), folder / "captions.png") && good;
    return good ? 0 : 1;
}
