#include "harness/scenes/tentacle_scene.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace rigproof {
namespace {

constexpr Viewport kSmall{320, 200, 1};

std::unique_ptr<Scene> after(double seconds, const TentacleParameters& parameters) {
    auto scene = makeTentacleScene(parameters);
    const int steps = static_cast<int>(seconds * 60.0 + 0.5);
    for (int i = 0; i < steps; ++i)
        scene->step(1.0 / 60.0);
    return scene;
}

Metrics metricsOf(const Scene& scene) {
    Metrics metrics;
    scene.measure(metrics);
    return metrics;
}

const Draw* drawOf(const Frame& frame, std::string_view pass) {
    const auto found =
        std::find_if(frame.draws.begin(), frame.draws.end(), [&](const Draw& d) { return d.pass == pass; });
    return found == frame.draws.end() ? nullptr : &*found;
}

TEST(TentacleSceneTest, FramesAreValidFromTheFirstMomentOnInEveryViewport) {
    for (const double time : {0.0, 1.0}) {
        const auto scene = after(time, {});
        for (const Viewport v : {Viewport{960, 600, 2}, Viewport{844, 390, 2}, Viewport{390, 844, 2}}) {
            const Status status = validate(scene->frame(v));
            EXPECT_TRUE(status.ok()) << status.message();
        }
    }
}

TEST(TentacleSceneTest, KeepsLengthsAndLimitOverTheWholeRun) {
    for (const float limit : {5.0f, 32.0f, 90.0f}) {
        const Metrics m = metricsOf(*after(8.0, {.angleLimitDegrees = limit}));
        EXPECT_LT(m.at("ik.link_length_error"), 1e-5);
        EXPECT_LE(m.at("ik.max_angle_deg"), static_cast<double>(limit) + 0.01);
        EXPECT_LE(m.at("ik.mean_iterations"), 8.0);
    }
}

TEST(TentacleSceneTest, AStiffTentacleCannotReachAndShowsTheLine) {
    const auto scene = after(4.0, {.angleLimitDegrees = 5.0f});
    EXPECT_EQ(metricsOf(*scene).at("ik.reach_line_visible"), 1.0);
    EXPECT_GT(metricsOf(*scene).at("ik.tip_gap_m"), 0.5);
    EXPECT_NE(drawOf(scene->frame(kSmall), "reach_line"), nullptr);
    const auto without = after(4.0, {.angleLimitDegrees = 5.0f, .showReachLine = false});
    EXPECT_EQ(drawOf(without->frame(kSmall), "reach_line"), nullptr);
}

TEST(TentacleSceneTest, TheTipIsWhereTheBonesEnd) {
    // The last helper sphere stands on the end of the last bone; the gap is measured from the solver's last joint.
    const auto scene = after(2.5, {});
    const Frame frame = scene->frame(kSmall);
    const Draw* joints = drawOf(frame, "joints");
    const Draw* firefly = drawOf(frame, "firefly");
    ASSERT_NE(joints, nullptr);
    ASSERT_NE(firefly, nullptr);
    ASSERT_EQ(joints->instances->size(), 13u);
    const vec3 tip(joints->instances->back().transform[3]);
    const vec3 d = tip - vec3(firefly->transform[3]);
    EXPECT_NEAR(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), metricsOf(*scene).at("ik.tip_gap_m"), 1e-4);
}

TEST(TentacleSceneTest, HelpersCanBeHidden) {
    const Frame frame = after(1.0, {.showJoints = false, .showLinks = false})->frame(kSmall);
    EXPECT_EQ(drawOf(frame, "joints"), nullptr);
    EXPECT_EQ(drawOf(frame, "links"), nullptr);
    EXPECT_NE(drawOf(frame, "tentacle"), nullptr);
}

TEST(TentacleSceneTest, TheFireflyGoesWhereThePointerIsButStaysAboveTheGround) {
    TentacleParameters p;
    p.pointer = {{0.0, 0.2f, 0.3f}, {3.0, 0.8f, 1.0f}};
    const auto at = [&](double time) { return vec3(drawOf(after(time, p)->frame(kSmall), "firefly")->transform[3]); };
    EXPECT_LT(at(2.9).x, -0.8f);
    EXPECT_NEAR(at(2.9).z, 0.2f, 1e-3f);
    EXPECT_GT(at(6.0).x, 0.8f);
    EXPECT_NEAR(at(6.0).y, 0.25f, 1e-3f);
}

TEST(TentacleSceneTest, NarrowPicturesPullTheCameraBack) {
    const auto scene = after(0.0, {});
    const auto distance = [](const Camera& c) {
        const vec3 d = c.position - c.target;
        return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    };
    const Camera wide = scene->frame({960, 600, 1}).camera;
    const Camera narrow = scene->frame({390, 844, 1}).camera;
    EXPECT_EQ(wide.position, vec3(0.4f, 1.75f, 4.7f));
    EXPECT_NEAR(std::tan(narrow.verticalFov / 2.0f) * distance(narrow) * 390.0f / 844.0f, 1.9f, 1e-3f);
}

TEST(TentacleSceneTest, TheSameStepsGiveTheSameBits) {
    const Metrics a = metricsOf(*after(3.0, {.joints = 24}));
    const Metrics b = metricsOf(*after(3.0, {.joints = 24}));
    EXPECT_EQ(a, b);
    EXPECT_NE(a, metricsOf(*after(3.0, {.joints = 12})));
}

TEST(TentacleSceneTest, ALongStepIsCappedAsInTheReference) {
    const auto a = makeTentacleScene({});
    const auto b = makeTentacleScene({});
    a->step(10.0);
    b->step(0.05);
    EXPECT_EQ(metricsOf(*a), metricsOf(*b));
}

} // namespace
} // namespace rigproof
