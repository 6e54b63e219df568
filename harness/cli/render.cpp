#include <cstdio>
#include <iostream>
#include <memory>

#include "harness/annotate.h"
#include "harness/cli/commands.h"
#include "harness/compare/png.h"
#include "harness/files.h"
#include "harness/offscreen.h"
#include "harness/process.h"
#include "harness/simulation.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

/// Draws a scenario's moments one after another.
class Studio {
  public:
    Studio(const Scenario& scenario, const RenderOptions& options)
        : scenario_(scenario),
          annotate_(options.annotate),
          renderer_(openRenderer(options.device)),
          simulation_(scenario) {}

    Image pictureAt(double time) {
        simulation_.advanceTo(time);
        Frame frame = simulation_.scene().frame(scenario_.viewport);
        if (annotate_) {
            Metrics counters;
            simulation_.scene().measure(counters);
            annotate(frame, scenario_, simulation_.time(), counters);
        }
        return drawOrThrow(*renderer_, frame).image;
    }

  private:
    const Scenario& scenario_;
    bool annotate_;
    std::unique_ptr<Renderer> renderer_;
    Simulation simulation_;
};

/// A film through ffmpeg, written aside and renamed when it is whole.
class Film {
  public:
    Film(const fs::path& file, const Viewport& size, double framesPerSecond) : file_(file), aside_(file) {
        aside_.replace_extension(".part" + file.extension().string());
        if (file.has_parent_path()) fs::create_directories(file.parent_path());
        // yuv420p wants even sides: an odd one loses its last line.
        char command[256];
        std::snprintf(command, sizeof command,
                      "ffmpeg -loglevel error -y -f rawvideo -pixel_format rgba -video_size %dx%d -framerate %g -i - "
                      "-vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p ",
                      size.width, size.height, framesPerSecond);
        pipe_ = popen((command + shellQuoted(aside_.string())).c_str(), "w");
        if (pipe_ == nullptr) throw HarnessError(kExitCouldNotRun, "ffmpeg cannot be started; apt-get install ffmpeg");
    }
    ~Film() {
        if (pipe_ != nullptr) pclose(pipe_);
        std::error_code ignored;
        fs::remove(aside_, ignored);
    }
    Film(const Film&) = delete;
    Film& operator=(const Film&) = delete;

    void add(const Image& picture) {
        if (std::fwrite(picture.rgba.data(), 1, picture.rgba.size(), pipe_) != picture.rgba.size()) {
            throw HarnessError(kExitCouldNotRun,
                               file_.string() + ": ffmpeg stopped reading; what it said stands above");
        }
    }
    void finish() {
        const int status = pclose(pipe_);
        pipe_ = nullptr;
        if (status != 0)
            throw HarnessError(kExitCouldNotRun, file_.string() + ": ffmpeg failed; what it said stands above");
        fs::rename(aside_, file_);
    }

  private:
    fs::path file_;
    fs::path aside_;
    FILE* pipe_ = nullptr;
};

bool isFilm(const fs::path& output) {
    const std::string extension = output.extension().string();
    return extension == ".mp4" || extension == ".webm" || extension == ".gif";
}

void renderSequence(Studio& studio, const Scenario& scenario, const RenderOptions& options) {
    const double end = options.to >= 0 ? options.to : scenario.captures.back().time;
    if (end < options.from)
        throw HarnessError(kExitUsage, "the sequence ends before it begins; --to must not be before --from");
    const auto count = static_cast<int>((end - options.from) * options.framesPerSecond + 0.5) + 1;
    std::unique_ptr<Film> film;
    if (isFilm(options.output)) {
        if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) { // NOLINT(concurrency-mt-unsafe)
            throw HarnessError(kExitCouldNotRun,
                               "ffmpeg is not installed; apt-get install ffmpeg, or give -o a folder");
        }
        film = std::make_unique<Film>(options.output, scenario.viewport, options.framesPerSecond);
    }
    for (int i = 0; i < count; ++i) {
        const Image picture = studio.pictureAt(options.from + i / options.framesPerSecond);
        if (film) {
            film->add(picture);
        } else {
            char name[32];
            std::snprintf(name, sizeof name, "%05d.png", i);
            writePng(fs::path(options.output) / name, picture, PngEffort::kFast);
        }
    }
    if (film) film->finish();
    std::cout << options.output << ": " << count << " pictures\n";
}

} // namespace

int renderCommand(const RenderOptions& options) {
    const Scenario scenario = pickOne(options.places.scenarios, options.name);
    const fs::path output = options.output;
    Studio studio(scenario, options);
    if (output.extension() != ".png") {
        if (!output.extension().empty() && !isFilm(output)) {
            throw HarnessError(kExitUsage,
                               options.output + ": neither a picture (.png), a film (.mp4, .webm, .gif) nor a folder");
        }
        renderSequence(studio, scenario, options);
        return kExitAllWell;
    }
    const double time = options.time >= 0 ? options.time : scenario.captures.front().time;
    writePng(output, studio.pictureAt(time), PngEffort::kSmallest);
    std::cout << options.output << '\n';
    return kExitAllWell;
}

} // namespace rigproof
