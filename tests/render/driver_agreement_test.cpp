#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

#include "tests/render/demo_frames.h"
#include "tests/render/test_renderer.h"

using namespace rigproof;

namespace {

/// Sets environment variables for as long as it lives; Mesa reads them when a display is opened.
class Environment {
  public:
    explicit Environment(std::initializer_list<std::pair<const char*, const char*>> values) {
        for (const auto& [name, value] : values) {
            const char* old = std::getenv(name);
            old_.emplace_back(name, old == nullptr ? std::nullopt : std::optional<std::string>(old));
            setenv(name, value, 1);
        }
    }
    ~Environment() {
        for (const auto& [name, value] : old_) {
            if (value) {
                setenv(name.c_str(), value->c_str(), 1);
            } else {
                unsetenv(name.c_str());
            }
        }
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    std::vector<std::pair<std::string, std::optional<std::string>>> old_;
};

/// Draws one frame with a renderer of its own; nothing when that is not the driver asked for.
std::optional<Image> drawnBy(const char* rasteriser, const Frame& frame) {
    std::string error;
    const auto renderer = Renderer::create({DeviceChoice::Kind::kSoftware, 0}, error);
    if (!renderer || renderer->driver().rasteriser != rasteriser) return std::nullopt;
    RenderResult result = renderer->draw(frame);
    EXPECT_EQ(result.error, "");
    return std::move(result.image);
}

const std::vector<Frame>& frames() {
    static const std::vector<Frame> all = {demo::clay(192, 120), demo::tentacle(192, 120), demo::plaza(40, 192, 120),
                                           demo::captions(320, 200)};
    return all;
}

} // namespace

// Shadows are what drivers disagree on elsewhere: with sampler2DShadow 3,048 of 576,000 pixels differ by more than 8
// between llvmpipe and softpipe, without shadows 8. Ours stay near the second figure with shadows.
TEST(DriverAgreementTest, SoftpipeDrawsWhatLlvmpipeDraws) {
    for (const Frame& frame : frames()) {
        std::optional<Image> ours, theirs;
        {
            const Environment environment({{"GALLIUM_DRIVER", "llvmpipe"}});
            ours = drawnBy("llvmpipe", frame);
        }
        {
            const Environment environment({{"GALLIUM_DRIVER", "softpipe"}});
            theirs = drawnBy("softpipe", frame);
        }
        if (!ours || !theirs) GTEST_SKIP() << "needs Mesa with llvmpipe and softpipe";
        const demo::ImageDifference d = demo::differenceOf(*ours, *theirs);
        EXPECT_LE(d.over8, 6);
        EXPECT_LE(d.over32, 2);
    }
}

TEST(DriverAgreementTest, TheNumberOfThreadsChangesNoByte) {
    for (const Frame& frame : frames()) {
        std::optional<Image> first;
        for (const char* threads : {"0", "1", "2"}) {
            const Environment environment({{"GALLIUM_DRIVER", "llvmpipe"}, {"LP_NUM_THREADS", threads}});
            const std::optional<Image> image = drawnBy("llvmpipe", frame);
            if (!image) GTEST_SKIP() << "needs Mesa with llvmpipe";
            if (!first) first = image;
            EXPECT_TRUE(*image == *first) << threads << " threads";
        }
    }
}
