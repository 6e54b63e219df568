#include "harness/golden.h"

#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

class GoldenTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(root_);
        fs::create_directories(root_ / "report" / "images");
    }
    fs::path root_ = fs::path(testing::TempDir()) / ("rigproof_golden_" + std::to_string(::getpid()));
    GoldenStore store_{root_ / "golden"};
};

TEST_F(GoldenTest, NumbersComeBackToTheLastBit) {
    GoldenNumbers numbers;
    numbers.metrics = {{"a.b_m", 0.1}, {"tiny", 1.0 / 3.0 * 1e-300}, {"whole", 5000}};
    numbers.madeWith = {.name = "llvmpipe", .mesa = "22.3.6", .llvm = "15.0.6"};
    numbers.width = 640;
    numbers.height = 400;
    writeFileAtomically(store_.folder("s[joints=3]") / "metrics.json", numbersToJson(numbers));
    const auto back = store_.numbers("s[joints=3]");
    ASSERT_TRUE(back);
    EXPECT_EQ(back->metrics, numbers.metrics);
    EXPECT_EQ(back->madeWith, numbers.madeWith);
    EXPECT_EQ(back->width, 640);
}

TEST_F(GoldenTest, NoNumbersIsNotAnErrorButDamagedOnesAre) {
    EXPECT_FALSE(store_.numbers("nothing"));
    writeFileAtomically(store_.folder("bad") / "metrics.json", "{\"metrics\": {\"a\": \"x\"}}");
    try {
        store_.numbers("bad");
        FAIL();
    } catch (const HarnessError& e) {
        EXPECT_NE(std::string(e.what()).find("metrics.json:1:19: /metrics/a: is not a number"), std::string::npos)
            << e.what();
    }
}

TEST_F(GoldenTest, ADriversOwnPictureIsTakenOnlyForThatDriver) {
    writeFileAtomically(store_.folder("s") / "t0.png", "common");
    writeFileAtomically(store_.folder("s") / "t0@softpipe.png", "own");
    std::string variant;
    EXPECT_EQ(store_.picture("s", "t0", "llvmpipe", variant).filename(), "t0.png");
    EXPECT_EQ(variant, "");
    EXPECT_EQ(store_.picture("s", "t0", "softpipe", variant).filename(), "t0@softpipe.png");
    EXPECT_EQ(variant, "softpipe");
    EXPECT_EQ(store_.strayPictures("s", {"t1"}).size(), 2u);
    EXPECT_TRUE(store_.strayPictures("s", {"t0"}).empty());
}

ScenarioResult result(Verdict picture, double value, double golden) {
    ScenarioResult r;
    r.name = "s";
    CaptureResult c;
    c.name = "t0";
    c.verdict = picture;
    c.actual = "images/t0.png";
    r.captures.push_back(c);
    r.metrics["m"].value = value;
    r.metrics["m"].golden = golden;
    r.metrics["m"].verdict = value == golden ? Verdict::kPass : Verdict::kFail;
    return r;
}

TEST_F(GoldenTest, OnlyWhatFailedIsAccepted) {
    writeFileAtomically(store_.folder("s") / "metrics.json", "{\"metrics\": {}}");
    EXPECT_TRUE(planAcceptance(store_, result(Verdict::kPass, 1, 1), root_ / "report").empty());
    const auto pictureOnly = planAcceptance(store_, result(Verdict::kFail, 1, 1), root_ / "report");
    ASSERT_EQ(pictureOnly.size(), 1u);
    EXPECT_EQ(pictureOnly.front().capture, "t0");
    const auto numbersOnly = planAcceptance(store_, result(Verdict::kPass, 2, 1), root_ / "report");
    ASSERT_EQ(numbersOnly.size(), 1u);
    EXPECT_EQ(numbersOnly.front().capture, "");
}

TEST_F(GoldenTest, NumbersThatMovedWithinTheirToleranceAreNotTouched) {
    writeFileAtomically(store_.folder("s") / "metrics.json", "{\"metrics\": {}}");
    ScenarioResult moved = result(Verdict::kFail, 2, 1);
    moved.metrics["m"].verdict = Verdict::kPass;
    const auto plan = planAcceptance(store_, moved, root_ / "report");
    ASSERT_EQ(plan.size(), 1u);
    EXPECT_EQ(plan.front().capture, "t0");
}

TEST_F(GoldenTest, AGoldenOfANumberThatIsNoLongerMeasuredIsAcceptedAway) {
    writeFileAtomically(store_.folder("s") / "metrics.json", "{\"metrics\": {\"gone\": 3, \"m\": 1}}");
    ScenarioResult r = result(Verdict::kPass, 1, 1);
    r.metrics["gone"] = {.value = std::numeric_limits<double>::quiet_NaN(), .golden = 3, .verdict = Verdict::kFail};
    const auto plan = planAcceptance(store_, r, root_ / "report");
    ASSERT_EQ(plan.size(), 1u);
    accept(plan.front(), r, {});
    EXPECT_EQ(store_.numbers("s")->metrics, (Metrics{{"m", 1}}));
}

TEST_F(GoldenTest, AcceptingWritesThePictureAndTheNumbers) {
    writeFileAtomically(root_ / "report" / "images" / "t0.png", "new picture");
    const ScenarioResult r = result(Verdict::kNew, 2, 1);
    for (const Acceptance& a : planAcceptance(store_, r, root_ / "report"))
        accept(a, r, {.name = "llvmpipe"});
    EXPECT_EQ(readFile(store_.folder("s") / "t0.png"), "new picture");
    EXPECT_EQ(store_.numbers("s")->metrics.at("m"), 2);
}

TEST_F(GoldenTest, APictureThatIsGoneLosesNoGolden) {
    writeFileAtomically(store_.folder("s") / "t0.png", "old");
    const ScenarioResult r = result(Verdict::kFail, 1, 1);
    for (const Acceptance& a : planAcceptance(store_, r, root_ / "report")) {
        if (a.capture.empty()) continue;
        EXPECT_THROW(accept(a, r, {}), HarnessError);
    }
    EXPECT_EQ(readFile(store_.folder("s") / "t0.png"), "old");
}

} // namespace
} // namespace rigproof
