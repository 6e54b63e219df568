#include "harness/compare/evidence.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

constexpr ImageLimits kLimits{.threshold = 0.1, .flipMean = 0.05, .shareOver = 0.002, .largestCluster = 12};

CaptureResult measured(const char* name, double mean, double share, std::int64_t cluster) {
    CaptureResult capture;
    capture.name = name;
    capture.limits = kLimits;
    capture.measure = ImageMeasure{};
    capture.measure->flipMean = mean;
    capture.measure->shareOver = share;
    capture.measure->largestCluster = cluster;
    return capture;
}

RunResults runOf(const char* driver, std::vector<CaptureResult> captures) {
    ScenarioResult scenario;
    scenario.name = "scene";
    scenario.captures = std::move(captures);
    RunResults run;
    run.driver.name = driver;
    run.scenarios.push_back(std::move(scenario));
    return run;
}

TEST(EvidenceTest, TakesTheWorstNoiseOfAllRunsAndSaysWhere) {
    const std::vector<RunResults> noise{runOf("zink", {measured("a", 0.001, 0.0, 1), measured("b", 0.0, 0.0001, 0)}),
                                        runOf("softpipe", {measured("a", 0.006, 0.0, 3)})};
    const std::vector<RuleEvidence> evidence = weighEvidence(noise, {});
    ASSERT_EQ(evidence.size(), 3u);
    EXPECT_EQ(evidence[0].noise, 0.006);
    EXPECT_EQ(evidence[0].noiseWhere, "scene a on softpipe");
    EXPECT_EQ(evidence[1].noise, 0.0001);
    EXPECT_EQ(evidence[1].noiseWhere, "scene b on zink");
    EXPECT_EQ(evidence[2].noise, 3.0);
    EXPECT_EQ(evidence[2].limit, 12.0);
    EXPECT_EQ(evidence[2].proposal(), 12.0) << "without a change there is nothing to lie in the middle of";
}

TEST(EvidenceTest, AsksOnlyTheRuleThatTellsAChangeBest) {
    const RunResults changes = runOf("llvmpipe", {measured("dark", 0.11, 0.0, 0), measured("dot", 0.0001, 0.0003, 27),
                                                  measured("line", 0.0001, 0.0003, 48)});
    const std::vector<RuleEvidence> evidence =
        weighEvidence(std::vector<RunResults>{runOf("zink", {measured("a", 0.0, 0.0, 3)})}, changes);
    EXPECT_EQ(evidence[0].change, 0.11);
    EXPECT_EQ(evidence[0].changeWhere, "dark");
    EXPECT_EQ(evidence[1].changes, 0);
    EXPECT_EQ(evidence[2].changes, 2);
    EXPECT_EQ(evidence[2].change, 27.0);
    EXPECT_EQ(evidence[2].changeWhere, "dot");
    EXPECT_DOUBLE_EQ(evidence[2].proposal(), 9.0);
}

TEST(EvidenceTest, LeavesOutWhatWasNotCompared) {
    CaptureResult fresh;
    fresh.name = "fresh";
    const std::vector<RuleEvidence> evidence = weighEvidence(std::vector<RunResults>{runOf("zink", {fresh})}, {});
    EXPECT_EQ(evidence[0].noise, 0.0);
    EXPECT_EQ(evidence[0].limit, 0.0);
}

TEST(EvidenceTest, CountsPixelsByTheirWorstChannel) {
    const Image golden(4, 1);
    Image actual = golden;
    actual.pixel(0, 0)[1] = 8;
    actual.pixel(1, 0)[0] = 9;
    actual.pixel(2, 0)[0] = 2;
    actual.pixel(2, 0)[2] = 33;
    const StepCounts counts = countSteps(golden, actual);
    EXPECT_EQ(counts.any, 3);
    EXPECT_EQ(counts.over8, 2);
    EXPECT_EQ(counts.over32, 1);
}

} // namespace
} // namespace rigproof
