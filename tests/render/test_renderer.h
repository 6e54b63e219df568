#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "render/renderer.h"

namespace rigproof::demo {

/// Tests that draw share one renderer; without any EGL they are skipped with the reason.
class DrawingTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!renderer_) renderer_ = Renderer::create({}, error_);
        if (!renderer_) GTEST_SKIP() << error_;
    }
    static void TearDownTestSuite() { renderer_.reset(); }

    static Renderer& renderer() { return *renderer_; }
    /// Draws a frame that must succeed.
    static RenderResult drawn(const Frame& frame) {
        RenderResult result = renderer().draw(frame);
        EXPECT_EQ(result.error, "");
        if (!result.ok()) result.image = Image(frame.width, frame.height);
        return result;
    }
    static std::string refusal(const Frame& frame) {
        const RenderResult result = renderer().draw(frame);
        EXPECT_TRUE(result.image.empty());
        return result.error;
    }

  private:
    static inline std::unique_ptr<Renderer> renderer_;
    static inline std::string error_;
};

/// How far two pictures of one size are apart.
struct ImageDifference {
    int any = 0;     ///< pixels with any difference
    int over8 = 0;   ///< pixels with a channel off by more than 8 of 255
    int over32 = 0;  ///< ... by more than 32
    int largest = 0; ///< of any channel
};
inline ImageDifference differenceOf(const Image& a, const Image& b) {
    ImageDifference difference;
    for (std::size_t i = 0; i + 3 < std::min(a.rgba.size(), b.rgba.size()); i += 4) {
        int most = 0;
        for (std::size_t k = 0; k < 4; ++k)
            most = std::max(most, std::abs(int{a.rgba[i + k]} - int{b.rgba[i + k]}));
        difference.any += most > 0;
        difference.over8 += most > 8;
        difference.over32 += most > 32;
        difference.largest = std::max(difference.largest, most);
    }
    return difference;
}

} // namespace rigproof::demo
