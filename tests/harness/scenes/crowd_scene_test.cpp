#include "harness/scenes/crowd_scene.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

constexpr Viewport kSmall{640, 400, 1};

Metrics measured(const CrowdParameters& parameters, int steps = 0) {
    const auto scene = makeCrowdScene(parameters);
    for (int i = 0; i < steps; ++i)
        scene->step(1.0 / 60.0);
    Metrics metrics;
    scene->measure(metrics);
    return metrics;
}

std::size_t drawsOf(const Frame& frame, const char* pass) {
    std::size_t draws = 0;
    for (const Draw& draw : frame.draws)
        draws += draw.pass == pass ? 1u : 0u;
    for (const CrowdDraw& crowd : frame.crowds)
        draws += crowd.pass == pass ? 1u : 0u;
    return draws;
}

TEST(CrowdSceneTest, DrawsEverybodyAtOnceHoweverMany) {
    for (const int people : {0, 1, 200, 5000}) {
        const Frame frame = makeCrowdScene({.people = people})->frame(kSmall);
        ASSERT_TRUE(validate(frame).ok()) << validate(frame).message();
        EXPECT_EQ(drawsOf(frame, "crowd"), 1u);
        EXPECT_EQ(frame.crowds[0].people->size(), static_cast<std::size_t>(people));
    }
}

TEST(CrowdSceneTest, ComparesWithOneDrawAPersonAndCullsBodiesThatNobodySees) {
    CrowdParameters parameters{.people = 5000, .mode = CrowdMode::kCompare};
    EXPECT_EQ(drawsOf(makeCrowdScene(parameters)->frame(kSmall), "compare"), 1000u);
    parameters.culling = true;
    std::size_t seen = 0;
    const Frame culled = makeCrowdScene(parameters)->frame(kSmall);
    for (const Draw& draw : culled.draws)
        seen += draw.pass == "compare" && !draw.material.shadowOnly ? 1u : 0u;
    EXPECT_LT(seen, 1000u);
    EXPECT_GT(seen, 700u);
    EXPECT_EQ(drawsOf(culled, "compare"), 1000u); // every shadow is drawn
}

TEST(CrowdSceneTest, LevelsOfDetailKeepTheNumberOfDraws) {
    for (const int people : {10, 3000}) {
        CrowdParameters parameters{.people = people, .culling = true, .levelsOfDetail = true};
        const Frame frame = makeCrowdScene(parameters)->frame(kSmall);
        EXPECT_EQ(frame.crowds.size(), 2u);
        EXPECT_TRUE(validate(frame).ok());
    }
}

TEST(CrowdSceneTest, TheMarkerStaysWithinItsClip) {
    for (int clip = 0; clip < 3; ++clip) {
        for (int steps = 0; steps < 90; steps += 7) {
            Metrics m = measured({.people = 200, .watchedClip = clip}, steps);
            EXPECT_GE(m["vat.marker_row"], m["vat.marker_clip_first_row"]);
            EXPECT_LE(m["vat.marker_row"], m["vat.marker_clip_last_row"]);
        }
    }
}

TEST(CrowdSceneTest, MeasuresTheTextureAndThePeople) {
    Metrics m = measured({.people = 300});
    EXPECT_EQ(m["vat.width"], 44.0);
    EXPECT_EQ(m["vat.rows"], 84.0);
    EXPECT_EQ(m["vat.bytes"], 59136.0);
    EXPECT_EQ(m["people"], 300.0);
    EXPECT_GT(m["crowd.distinct_phases"], 290.0);
    EXPECT_LE(m["crowd.foot_slide_m"], 0.005 * 1.12);
}

TEST(CrowdSceneTest, AllInStepAndUnmatchedRatesMakeFeetSlide) {
    Metrics step = measured({.people = 300, .allInStep = true});
    EXPECT_EQ(step["crowd.distinct_phases"], 1.0);
    EXPECT_GT(step["crowd.foot_slide_m"], 0.05);
    EXPECT_GT(measured({.people = 300, .mistakes = {.rateNotMatched = true}})["crowd.foot_slide_m"], 0.05);
}

TEST(CrowdSceneTest, ANarrowViewHoldsFewerPeople) {
    EXPECT_EQ(measured({.viewport = {390, 700, 1}})["people"], kMostInNarrowView);
    EXPECT_EQ(measured({.viewport = {kNarrowWidth, 700, 1}})["people"], 5000.0);
}

TEST(CrowdSceneTest, AnEmptyPlazaHasNoMarker) {
    EXPECT_FALSE(measured({.people = 0, .textureView = true, .closeUp = true}).contains("vat.marker_row"));
}

TEST(CrowdSceneTest, ShadowsAtAttentionLeaveTheCrowdWithoutItsOwn) {
    const Frame frame = makeCrowdScene({.people = 50, .mistakes = {.shadowsAtAttention = true}})->frame(kSmall);
    EXPECT_FALSE(frame.crowds[0].material.castsShadow);
    ASSERT_EQ(frame.draws.back().pass, "crowd");
    EXPECT_TRUE(frame.draws.back().material.shadowOnly);
    EXPECT_EQ(frame.draws.back().instances->size(), 50u);
}

TEST(CrowdSceneTest, SameParametersGiveTheSameFrame) {
    const auto a = makeCrowdScene({.people = 100});
    const auto b = makeCrowdScene({.people = 100});
    for (int i = 0; i < 30; ++i) {
        a->step(1.0 / 60.0);
        b->step(1.0 / 60.0);
    }
    const Frame fa = a->frame(kSmall);
    const Frame fb = b->frame(kSmall);
    for (std::size_t i = 0; i < 100; ++i)
        EXPECT_EQ((*fa.crowds[0].people)[i].transform, (*fb.crowds[0].people)[i].transform);
}

} // namespace
} // namespace rigproof
