#include "harness/scenes/bear_scene.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

constexpr double kFullPose = 2.2; // seconds into the motion

BearParameters small() {
    BearParameters p;
    p.cell = 0.03f;
    return p;
}

Metrics measured(const BearParameters& p, double at = kFullPose) {
    const auto scene = makeBearScene(p);
    scene->step(at);
    Metrics metrics;
    scene->measure(metrics);
    return metrics;
}

TEST(BearSceneTest, TheSmoothBearKeepsItsPromisesBesideTheNearestBoneOne) {
    const Metrics m = measured({});
    EXPECT_NEAR(m.at("weights.vertices"), 30'000.0, 1'500.0);
    EXPECT_LE(m.at("weights.max_sum_error"), 1e-6);
    EXPECT_LE(m.at("weights.max_influences"), 4.0);
    EXPECT_EQ(m.at("weights.leak"), 0.0);
    EXPECT_LE(m.at("right.worst_edge_stretch"), 0.5 * m.at("left.worst_edge_stretch"));
    EXPECT_LT(m.at("right.worst_crease_deg"), 0.5 * m.at("left.worst_crease_deg"));
    EXPECT_LT(m.at("right.inverted_triangles"), 0.2 * m.at("left.inverted_triangles"));
    EXPECT_EQ(m.at("bake.progress"), 1.0);
}

TEST(BearSceneTest, DualQuaternionsKeepMoreOfTheSpaceThanEitherLinearBear) {
    BearParameters p = small();
    const Metrics linear = measured(p);
    p.right.skinning = BearSkinning::kDualQuaternion;
    const Metrics dual = measured(p);
    EXPECT_GT(dual.at("right.solid_ratio"), linear.at("right.solid_ratio"));
    EXPECT_GT(dual.at("right.solid_ratio"), dual.at("left.solid_ratio"));
}

TEST(BearSceneTest, EveryMistakeOfTheReferenceShowsInANumber) {
    const Metrics right = measured(small());
    const auto mistaken = [](auto change) {
        BearParameters p = small();
        change(p);
        return measured(p);
    };
    const Metrics space = mistaken([](BearParameters& p) {
        p.touchingLegs = true;
        p.weights.neighbours = Neighbours::kSpace;
        p.weights.spaceRadius = 0.06f;
    });
    EXPECT_GT(space.at("weights.leak"), 0.02);
    EXPECT_EQ(mistaken([](BearParameters& p) { p.touchingLegs = true; }).at("weights.leak"), 0.0);
    const Metrics eight = mistaken([](BearParameters& p) { p.weights.influences = 8; });
    EXPECT_GT(eight.at("weights.max_sum_error"), 0.01);
    const Metrics one = mistaken([](BearParameters& p) { p.weights.influences = 1; });
    EXPECT_EQ(one.at("weights.max_influences"), 1.0);
    EXPECT_GT(one.at("right.worst_edge_stretch"), 2.0 * right.at("right.worst_edge_stretch"));
    for (const float power : {1.0f, 2.0f}) {
        const Metrics jelly = mistaken([power](BearParameters& p) { p.weights.distance.power = power; });
        EXPECT_LT(jelly.at("right.volume_ratio"), right.at("right.volume_ratio")) << power;
    }
    const Metrics point = mistaken([](BearParameters& p) { p.weights.distance.shape = BoneShape::kPoint; });
    EXPECT_LT(point.at("right.solid_ratio"), right.at("right.solid_ratio"));
}

TEST(BearSceneTest, ABakeInProgressShowsItsIndicatorAndStandsStill) {
    BearParameters p = small();
    p.bakeShare = 0.5f;
    p.looksPerSlice = 4;
    const auto scene = makeBearScene(p);
    scene->step(kFullPose);
    Metrics m;
    scene->measure(m);
    EXPECT_GE(m.at("bake.progress"), 0.5);
    EXPECT_LT(m.at("bake.progress"), 0.52);
    EXPECT_GT(m.at("bake.slices"), 10.0);
    EXPECT_FALSE(m.contains("right.worst_edge_stretch"));
    const Frame frame = scene->frame({});
    EXPECT_TRUE(validate(frame).ok());
    bool indicator = false;
    for (const Overlay& overlay : frame.overlays)
        indicator = indicator || overlay.text.text.starts_with("baking skin weights 5");
    EXPECT_TRUE(indicator);
    p.bakeShare = 0.0f;
    EXPECT_EQ(measured(p).at("bake.slices"), 0.0);
}

TEST(BearSceneTest, TheHeatBoneChangesEveryFourSecondsUnlessOneIsPicked) {
    BearParameters p = small();
    p.heat = true;
    const auto caption = [](const Scene& scene) { return scene.frame({}).overlays.back().text.text; };
    const auto automatic = makeBearScene(p);
    for (const char* name : {"foreArm.L", "upperArm.L", "shin.L", "thigh.L", "chest", "head", "foreArm.L"}) {
        EXPECT_EQ(caption(*automatic), std::string("heat: ") + name);
        automatic->step(4.0);
    }
    p.bone = 6;
    EXPECT_EQ(caption(*makeBearScene(p)), "heat: tail");
}

TEST(BearSceneTest, NarrowPicturesPullBackUntilBothBearsAreInView) {
    const auto scene = makeBearScene(small());
    const auto distance = [&](int width, int height) {
        const Frame f = scene->frame({width, height, 1});
        return glm::length(f.camera.position - f.camera.target);
    };
    EXPECT_NEAR(distance(960, 600), distance(1600, 600), 1e-5f);
    EXPECT_GT(distance(390, 844), 2.0f * distance(960, 600));
}

TEST(BearSceneTest, AParameterOutOfRangeIsNamed) {
    const auto refusal = [](auto change) -> std::string {
        BearParameters p = small();
        change(p);
        try {
            makeBearScene(p);
        } catch (const HarnessError& error) {
            EXPECT_EQ(error.exitCode, kExitUsage);
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refusal([](BearParameters& p) { p.bend = 2.0f; }), "bear: bend must be 0.3..1.15");
    EXPECT_EQ(refusal([](BearParameters& p) { p.bone = 17; }), "bear: bone must be 0 (automatic) or 1..16");
    EXPECT_EQ(refusal([](BearParameters& p) { p.bakeShare = -1.0f; }), "bear: bakeShare must be 0..1");
    EXPECT_EQ(refusal([](BearParameters& p) { p.cell = 1.0f; }), "bear: the bear's cell must be 0.003..0.045 m");
    EXPECT_EQ(refusal([](BearParameters& p) { p.weights.distance.power = 99.0f; }), "bear: power must be 0.5..16");
}

} // namespace
} // namespace rigproof
