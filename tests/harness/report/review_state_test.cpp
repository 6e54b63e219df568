#include "harness/report/review_state.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/files.h"

namespace rigproof {
namespace fs = std::filesystem;
namespace {

class ReviewStateTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(dir_);
        writeFileAtomically(dir_ / "arm" / "t0.png", "old");
        ScenarioResult arm{.name = "arm", .verdict = Verdict::kFail};
        arm.captures = {{.name = "t0", .verdict = Verdict::kFail, .actual = "a0"},
                        {.name = "t1", .verdict = Verdict::kNew, .actual = "a1"},
                        {.name = "same", .verdict = Verdict::kPass, .actual = "a2"},
                        {.name = "lost", .verdict = Verdict::kFail}};
        arm.metrics["draws.total"] = {.value = 2, .golden = 1, .verdict = Verdict::kFail};
        run_.scenarios = {arm, {.name = "well"}};
    }
    void TearDown() override { fs::remove_all(dir_); }

    ReviewState state() {
        return ReviewState(run_, [this](const ScenarioResult& scenario, const CaptureResult* capture) {
            if (capture != nullptr && capture->name == broken_) throw HarnessError(kExitCouldNotRun, "disk full");
            return replaceFile(dir_ / scenario.name / (capture ? capture->name + ".png" : "metrics.json"), "new");
        });
    }
    static std::string refusal(const std::function<void()>& what) {
        try {
            what();
        } catch (const HarnessError& error) {
            return error.what();
        }
        return "accepted";
    }

    const fs::path dir_ = fs::path(testing::TempDir()) / ("rigproof_review_state_test_" + std::to_string(::getpid()));
    RunResults run_;
    std::string broken_;
};

TEST_F(ReviewStateTest, AcceptingWritesTheGoldenAndUndoBringsTheOldOneBack) {
    ReviewState review = state();
    review.accept({{"arm", "t0"}});
    EXPECT_EQ(readFile(dir_ / "arm" / "t0.png"), "new");
    EXPECT_EQ(review.decisions().at({"arm", "t0"}), Decision::kAccepted);
    EXPECT_TRUE(review.undo());
    EXPECT_EQ(readFile(dir_ / "arm" / "t0.png"), "old");
    EXPECT_TRUE(review.decisions().empty());
    EXPECT_FALSE(review.undo());
}

TEST_F(ReviewStateTest, UndoRemovesAGoldenThatWasNotThere) {
    ReviewState review = state();
    review.accept({{"arm", "t1"}, {"arm", ""}});
    EXPECT_TRUE(fs::exists(dir_ / "arm" / "t1.png"));
    EXPECT_TRUE(fs::exists(dir_ / "arm" / "metrics.json"));
    review.undo();
    EXPECT_FALSE(fs::exists(dir_ / "arm" / "t1.png")) << "several accepted at once are one step";
    EXPECT_FALSE(fs::exists(dir_ / "arm" / "metrics.json"));
}

TEST_F(ReviewStateTest, WhenOneCannotBeWrittenNoneIs) {
    broken_ = "t1";
    ReviewState review = state();
    EXPECT_EQ(refusal([&] { review.accept({{"arm", "t0"}, {"arm", "t1"}}); }), "disk full");
    EXPECT_EQ(readFile(dir_ / "arm" / "t0.png"), "old");
    EXPECT_TRUE(review.decisions().empty());
    EXPECT_FALSE(review.canUndo());
}

TEST_F(ReviewStateTest, OnlyWhatAsksForADecisionGetsOne) {
    ReviewState review = state();
    EXPECT_EQ(refusal([&] { review.accept({{"arm", "same"}}); }), "arm/same: has nothing to decide about");
    EXPECT_EQ(refusal([&] { review.accept({{"arm", "lost"}}); }), "arm/lost: has nothing to decide about");
    EXPECT_EQ(refusal([&] { review.accept({{"arm", "../../x"}}); }), "arm/../../x: is not in this run");
    EXPECT_EQ(refusal([&] { review.reject({{"leg", "t0"}}); }), "leg/t0: is not in this run");
    EXPECT_EQ(refusal([&] { review.accept({{"well", ""}}); }), "well: has no numbers to decide about");
    review.reject({{"arm", "t0"}});
    EXPECT_EQ(refusal([&] { review.accept({{"arm", "t0"}}); }), "arm/t0: is decided already; undo that first");
}

TEST_F(ReviewStateTest, RejectingWritesNothingAndCanBeUndone) {
    ReviewState review = state();
    review.reject({{"arm", "t0"}, {"arm", "t1"}});
    EXPECT_EQ(readFile(dir_ / "arm" / "t0.png"), "old");
    EXPECT_FALSE(fs::exists(dir_ / "arm" / "t1.png"));
    EXPECT_EQ(review.decisions().size(), 2u);
    review.undo();
    EXPECT_TRUE(review.decisions().empty());
}

TEST_F(ReviewStateTest, AFileThatHoldsTheseBytesAlreadyIsNotTouched) {
    const auto before = fs::last_write_time(dir_ / "arm" / "t0.png") - std::chrono::hours(1);
    fs::last_write_time(dir_ / "arm" / "t0.png", before);
    replaceFile(dir_ / "arm" / "t0.png", "old")();
    EXPECT_EQ(fs::last_write_time(dir_ / "arm" / "t0.png"), before);
    EXPECT_EQ(readFile(dir_ / "arm" / "t0.png"), "old");
}

} // namespace
} // namespace rigproof
