#include "harness/flaky.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/files.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

class FlakyTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(folder_);
        writeFileAtomically(folder_ / "images" / "t0.png", "a picture");
        writeFileAtomically(folder_ / "again-1" / "images" / "t0.png", "a picture");
    }
    void TearDown() override { fs::remove_all(folder_); }

    static ScenarioResult result(const std::string& picture) {
        ScenarioResult r{.name = "s", .verdict = Verdict::kFail, .reasons = {"t0: differs"}};
        r.captures = {{.name = "t0", .verdict = Verdict::kFail, .actual = picture}};
        r.metrics["m"].value = 1;
        return r;
    }

    const fs::path folder_ = fs::path(testing::TempDir()) / ("rigproof_flaky_" + std::to_string(::getpid()));
    ScenarioResult first_ = result("images/t0.png");
    ScenarioResult again_ = result("again-1/images/t0.png");
};

TEST_F(FlakyTest, TheSameAgainIsNotFlaky) {
    EXPECT_FALSE(markFlaky(first_, again_, 2, folder_));
    EXPECT_FALSE(first_.flaky);
    EXPECT_EQ(first_.reasons, (std::vector<std::string>{"t0: differs"}));
}

TEST_F(FlakyTest, AnotherPictureIsKeptBesideTheFirst) {
    writeFileAtomically(folder_ / "again-1" / "images" / "t0.png", "another picture");
    again_.verdict = again_.captures[0].verdict = Verdict::kPass;
    EXPECT_TRUE(markFlaky(first_, again_, 2, folder_));
    EXPECT_EQ(first_.verdict, Verdict::kFail) << "a pass on the second try made it green";
    EXPECT_TRUE(first_.captures[0].flaky);
    EXPECT_EQ(first_.captures[0].actual, "images/t0.png");
    EXPECT_EQ(first_.captures[0].again, "again-1/images/t0.png");
    EXPECT_EQ(first_.reasons.back(), "flaky: run 2 ended with pass, drew another picture of t0");
}

TEST_F(FlakyTest, AnotherNumberIsFlakyThoughTheVerdictIsTheSame) {
    again_.metrics["m"].value = 2;
    EXPECT_TRUE(markFlaky(first_, again_, 3, folder_));
    EXPECT_FALSE(first_.captures[0].flaky);
    EXPECT_EQ(first_.reasons.back(), "flaky: run 3 gave m 2 instead of 1");
}

TEST_F(FlakyTest, ACrashTakesThePicturesOfTheRunThatGotFurther) {
    first_ = {.name = "s", .verdict = Verdict::kError, .reasons = {"the worker ended with signal 11"}};
    again_.verdict = Verdict::kPass;
    EXPECT_TRUE(markFlaky(first_, again_, 2, folder_));
    EXPECT_EQ(first_.verdict, Verdict::kError);
    ASSERT_EQ(first_.captures.size(), 1u);
    EXPECT_EQ(first_.captures[0].actual, "again-1/images/t0.png");
}

} // namespace
} // namespace rigproof
