#include "harness/report/results.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

const DriverInfo kOld{.name = "llvmpipe", .mesa = "21.3.9"};
const DriverInfo kNewer{.name = "llvmpipe", .mesa = "22.3.6"};

CaptureResult captureAt(double mean, double meanLimit) {
    CaptureResult capture;
    capture.verdict = mean <= meanLimit ? Verdict::kPass : Verdict::kFail;
    capture.measure = ImageMeasure{.flipMean = mean};
    capture.limits = ImageLimits{.threshold = 0.1, .flipMean = meanLimit, .shareOver = 0.01, .largestCluster = 10};
    return capture;
}

RunResults runWith(ScenarioResult scenario) {
    RunResults run;
    run.driver = kNewer;
    run.scenarios.push_back(std::move(scenario));
    return run;
}

TEST(ResultsTest, EveryVerdictIsReadBackFromItsName) {
    for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kNew, Verdict::kError, Verdict::kSkipped}) {
        EXPECT_EQ(verdictFromName(verdictName(verdict)), verdict);
    }
    EXPECT_EQ(verdictFromName("Pass"), std::nullopt);
    EXPECT_EQ(verdictFromName(""), std::nullopt);
}

TEST(ResultsTest, TheWorseOfTwoVerdictsSaysWhatMattersMore) {
    EXPECT_EQ(worse(Verdict::kPass, Verdict::kSkipped), Verdict::kPass);
    EXPECT_EQ(worse(Verdict::kNew, Verdict::kPass), Verdict::kNew);
    EXPECT_EQ(worse(Verdict::kNew, Verdict::kFail), Verdict::kFail);
    EXPECT_EQ(worse(Verdict::kError, Verdict::kFail), Verdict::kError);
}

TEST(ResultsTest, AFlakyScenarioThatPassesIsNotAllWell) {
    RunResults run = runWith({.name = "a", .verdict = Verdict::kPass});
    EXPECT_TRUE(summarize(run).allWell());
    run.scenarios[0].flaky = true;
    const Summary counts = summarize(run);
    EXPECT_EQ(counts.pass, 1);
    EXPECT_EQ(counts.flaky, 1);
    EXPECT_EQ(counts.total(), 1);
    EXPECT_FALSE(counts.allWell());
}

TEST(ResultsTest, TheTightestLimitDecidesHowMuchIsUsedUp) {
    CaptureResult capture = captureAt(0.002, 0.01);
    capture.measure->largestCluster = 9;
    EXPECT_DOUBLE_EQ(limitUse(capture), 0.9);
    EXPECT_TRUE(drifts(capture));
}

TEST(ResultsTest, ALimitOfZeroIsUsedUpByAnythingButZero) {
    EXPECT_EQ(limitUse(captureAt(0.0, 0.0)), 0.0);
    EXPECT_GT(limitUse(captureAt(1e-9, 0.0)), 1e6);
}

TEST(ResultsTest, DriftIsWarnedOfJustFromEightTenthsOfALimitAndNeverOfAFailure) {
    EXPECT_TRUE(drifts(captureAt(0.0095, 0.01))); // a shift of .95 % under a limit of 1 %
    EXPECT_FALSE(drifts(captureAt(0.0079, 0.01)));
    EXPECT_FALSE(drifts(captureAt(0.0101, 0.01)));
    CaptureResult uncompared;
    EXPECT_FALSE(drifts(uncompared));
}

TEST(ResultsTest, SlightDifferencesUnderAnotherRasteriserAreBlamedOnIt) {
    ScenarioResult scenario{.name = "a", .verdict = Verdict::kFail, .captures = {captureAt(0.012, 0.01)}};
    scenario.goldenDriver = kOld;
    EXPECT_TRUE(blamesRasteriser(runWith(scenario), scenario));
}

TEST(ResultsTest, ARealChangeUnderAnotherRasteriserStandsOut) {
    ScenarioResult scenario{.name = "a", .verdict = Verdict::kFail, .captures = {captureAt(0.012, 0.01)}};
    scenario.goldenDriver = kOld;
    ScenarioResult far = scenario;
    far.captures.push_back(captureAt(0.031, 0.01));
    EXPECT_FALSE(blamesRasteriser(runWith(far), far)) << "a picture is far over its limit";
    ScenarioResult number = scenario;
    number.metrics["draws.crowd"] = {.value = 5000, .golden = 1, .verdict = Verdict::kFail};
    EXPECT_FALSE(blamesRasteriser(runWith(number), number)) << "a number differs";
    ScenarioResult sameDriver = scenario;
    sameDriver.goldenDriver = kNewer;
    EXPECT_FALSE(blamesRasteriser(runWith(sameDriver), sameDriver)) << "nothing changed that could be blamed";
    ScenarioResult expectation = scenario;
    expectation.captures = {captureAt(0.001, 0.01)};
    EXPECT_FALSE(blamesRasteriser(runWith(expectation), expectation)) << "no picture fails, something else does";
}

TEST(ResultsTest, AnotherProcessorIsAnotherRasteriserButAnUnknownOneIsNot) {
    ScenarioResult scenario{.name = "a"};
    scenario.goldenDriver = kNewer;
    scenario.goldenDriver->processor = "AMD EPYC";
    EXPECT_TRUE(rasteriserChanged(runWith(scenario), scenario));
    scenario.goldenDriver = DriverInfo{};
    EXPECT_FALSE(rasteriserChanged(runWith(scenario), scenario));
    scenario.goldenDriver = kOld;
    scenario.driver = kOld; // merged from a shard that ran elsewhere
    EXPECT_FALSE(rasteriserChanged(runWith(scenario), scenario));
}

} // namespace
} // namespace rigproof
