#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/math/rotation.h"
#include "harness/compare/compare.h"
#include "harness/files.h"
#include "harness/report/results_json.h"
#include "harness/scenes/bear_scene.h"
#include "harness/scenes/crowd_scene.h"
#include "harness/scenes/tentacle_scene.h"
#include "render/camera.h"
#include "render/renderer.h"

// Small things that go wrong in a scene, each made by changing the Frame of a real one: at the default tolerances every
// one of them must be seen. Each test prints its values against the limits. With RIGPROOF_CHANGES_OUT set they are also
// written to that file as a report, from which `rigproof tolerances` makes its tables.

namespace rigproof {
namespace {

constexpr Viewport kPicture{.width = 480, .height = 300};

class SmallRealChangeTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::string error;
        renderer_ = Renderer::create(DeviceChoice{}, error);
        seen_ = ScenarioResult{.name = "small-real-changes"};
    }
    static void TearDownTestSuite() {
        const char* file = std::getenv("RIGPROOF_CHANGES_OUT");
        if (file != nullptr) writeFileAtomically(file, resultsToJson({.scenarios = {seen_}}));
        renderer_.reset();
    }
    void SetUp() override {
        if (!renderer_) GTEST_SKIP() << "no OpenGL ES 3 context";
    }

    static Image draw(const Frame& frame) {
        RenderResult result = renderer_->draw(frame);
        EXPECT_TRUE(result.ok()) << result.error;
        return std::move(result.image);
    }

    static void expectSeen(const std::string& what, const Frame& right, const Frame& wrong) {
        const ImageComparison c = compareImages(draw(right), draw(wrong), {});
        ASSERT_FALSE(c.identical) << what << " changed nothing: the test is wrong";
        std::string values;
        for (const ImageRule& rule : c.rules) {
            char text[128];
            std::snprintf(text, sizeof text, "  %s %.5g (limit %g)", rule.name.c_str(), rule.value, rule.limit);
            values += text;
        }
        std::printf("%s:%s\n", what.c_str(), values.c_str());
        EXPECT_EQ(c.verdict, Verdict::kFail) << what << values;
        seen_.captures.push_back(
            {.name = what, .verdict = c.verdict, .reasons = c.reasons, .measure = c.measure, .limits = c.limits});
    }

  private:
    static inline std::unique_ptr<Renderer> renderer_;
    static inline ScenarioResult seen_;
};

void advance(Scene& scene, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 60.0 + 0.5); ++i)
        scene.step(1.0 / 60.0);
}

Frame tentacleAt(double seconds, bool helpers) {
    const auto scene = makeTentacleScene({.showJoints = helpers, .showLinks = helpers, .viewport = kPicture});
    advance(*scene, seconds);
    return scene->frame(kPicture);
}

Frame crowdAt(const CrowdParameters& parameters, double seconds) {
    const auto scene = makeCrowdScene(parameters);
    advance(*scene, seconds);
    return scene->frame(kPicture);
}

Draw& drawOf(Frame& frame, const std::string& pass) {
    return *std::find_if(frame.draws.begin(), frame.draws.end(), [&pass](const Draw& d) { return d.pass == pass; });
}

void dropInstance(Draw& draw, std::size_t index) {
    auto fewer = std::make_shared<std::vector<Instance>>(*draw.instances);
    fewer->erase(fewer->begin() + static_cast<std::ptrdiff_t>(index));
    draw.instances = std::move(fewer);
}

TEST_F(SmallRealChangeTest, OneJointSphereMissing) {
    const Frame right = tentacleAt(2.0, true);
    for (const std::size_t joint : {std::size_t{1}, std::size_t{6}, std::size_t{12}}) {
        Frame wrong = right;
        dropInstance(drawOf(wrong, "joints"), joint);
        expectSeen("joint sphere " + std::to_string(joint) + " of 13 missing", right, wrong);
    }
}

TEST_F(SmallRealChangeTest, OneLinkMissing) {
    const Frame right = tentacleAt(2.0, true);
    Frame wrong = right;
    dropInstance(drawOf(wrong, "links"), 5);
    expectSeen("one link of 12 missing, a line 2 pixels wide", right, wrong);
}

TEST_F(SmallRealChangeTest, TheTentaclesTipTwoPixelsOff) {
    const Frame right = tentacleAt(2.0, false);
    for (const vec2 way : {vec2(1.0f, 0.0f), vec2(0.0f, 1.0f)}) {
        Frame wrong = right;
        for (const char* pass : {"tentacle", "suckers"}) {
            Draw& draw = drawOf(wrong, pass);
            auto skin = std::make_shared<std::vector<mat4>>(*draw.skin);
            const vec3 place(skin->back()[3]);
            const vec2 from = *pixelOf(right, place);
            const mat3 axes = cameraAxes(right.camera);
            const vec3 direction = axes[0] * way.x + axes[1] * way.y;
            const float pixelsPerMetre = glm::length(*pixelOf(right, place + direction * 0.01f) - from) / 0.01f;
            skin->back()[3] += vec4(direction * (2.0f / pixelsPerMetre), 0.0f);
            draw.skin = std::move(skin);
        }
        expectSeen(way.x > 0.0f ? "tentacle tip 2 pixels to the right" : "tentacle tip 2 pixels up", right, wrong);
    }
}

TEST_F(SmallRealChangeTest, AColourThreePercentOff) {
    const Frame right = tentacleAt(2.0, true);
    Frame wrong = right;
    drawOf(wrong, "tentacle").material.color *= 0.97f;
    expectSeen("tentacle's colour 3 % darker", right, wrong);
    wrong = right;
    drawOf(wrong, "pot").material.color *= 0.97f;
    expectSeen("pot's colour 3 % darker", right, wrong);
}

TEST_F(SmallRealChangeTest, OnePersonOfFiveThousandMissing) {
    const Frame right = crowdAt({.people = 5000}, 0.5);
    const auto& people = *right.crowds[0].people;
    // Those who stand in the picture's nearer half and are not hidden behind others.
    int tried = 0;
    for (std::size_t i = 0; i < people.size() && tried < 3; i += 613) {
        const std::optional<vec2> at = pixelOf(right, vec3(people[i].transform[3]) + vec3(0.0f, 0.6f, 0.0f));
        if (!at || at->x < 0.0f || at->y < 0.0f || at->x >= 480.0f || at->y >= 300.0f) continue;
        Frame wrong = right;
        auto fewer = std::make_shared<std::vector<CrowdInstance>>(people);
        fewer->erase(fewer->begin() + static_cast<std::ptrdiff_t>(i));
        wrong.crowds[0].people = std::move(fewer);
        expectSeen("person " + std::to_string(i) + " of 5,000 missing", right, wrong);
        ++tried;
    }
    EXPECT_EQ(tried, 3);
}

TEST_F(SmallRealChangeTest, ShadowsAtAttention) {
    CrowdParameters parameters{.people = 5000, .counters = false};
    const Frame right = crowdAt(parameters, 0.5);
    parameters.mistakes.shadowsAtAttention = true;
    expectSeen("the shadows of 5,000 people at attention", right, crowdAt(parameters, 0.5));
}

TEST_F(SmallRealChangeTest, OneGlyphOfAnOverlayChanged) {
    const Frame right = crowdAt({.people = 200}, 0.5);
    Frame wrong = right;
    const auto counter = std::find_if(wrong.overlays.begin(), wrong.overlays.end(), [](const Overlay& o) {
        return o.kind == Overlay::Kind::kText && o.text.text == "200 people";
    });
    ASSERT_NE(counter, wrong.overlays.end());
    counter->text.text = "208 people";
    expectSeen("one glyph of an overlay: 200 reads 208", right, wrong);
}

TEST_F(SmallRealChangeTest, AOnePixelLineGone) {
    const Frame right = crowdAt({.people = 50, .textureView = true}, 0.5);
    Frame wrong = right;
    const auto line = std::find_if(wrong.overlays.begin(), wrong.overlays.end(), [](const Overlay& o) {
        return o.kind == Overlay::Kind::kRect && o.rect.max.y - o.rect.min.y == 1.0f;
    });
    ASSERT_NE(line, wrong.overlays.end());
    wrong.overlays.erase(line);
    expectSeen("a line 1 pixel high gone", right, wrong);
}

TEST_F(SmallRealChangeTest, AHeatMapShiftedByOneBone) {
    BearParameters parameters;
    parameters.heat = true;
    parameters.bone = 9;
    parameters.cell = 0.03f;
    const Frame right = makeBearScene(parameters)->frame(kPicture);
    ++parameters.bone;
    Frame wrong = makeBearScene(parameters)->frame(kPicture);
    wrong.overlays = right.overlays; // the bone's name stays: the colours alone must tell
    expectSeen("heat map of the next bone", right, wrong);
}

} // namespace
} // namespace rigproof
