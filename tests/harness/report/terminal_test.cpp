#include "harness/report/terminal.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace rigproof {
namespace {

TEST(TerminalTest, SaysWhatDiffersWhyAndHowToRepeatIt) {
    RunResults run;
    run.seconds = 12.34;
    run.scenarios = {{.name = "well"},
                     {.name = "crowd-5000",
                      .verdict = Verdict::kFail,
                      .reasons = {"t0: cluster of 63 pixels, at most 40", "draws.crowd is 5000, expected 1"},
                      .repeat = "rigproof run crowd-5000"},
                     {.name = "unsteady", .flaky = true}};
    EXPECT_EQ(terminalSummary(run, false),
              "fail  crowd-5000\n"
              "    t0: cluster of 63 pixels, at most 40\n"
              "    draws.crowd is 5000, expected 1\n"
              "    repeat: rigproof run crowd-5000\n"
              "flaky  unsteady\n"
              "2 pass, 1 fail, 1 flaky in 12.3 s\n");
}

TEST(TerminalTest, HundredsOfReasonsDoNotDrownTheOthers) {
    RunResults run;
    run.scenarios = {{.name = "film", .verdict = Verdict::kFail, .reasons = std::vector<std::string>(100, "differs")}};
    const std::string text = terminalSummary(run, false);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 8 + 1 + 1);
    EXPECT_NE(text.find("    and 92 more; the report has all\n"), std::string::npos) << text;
}

TEST(TerminalTest, AllWellIsOneLine) {
    RunResults run;
    run.scenarios = {{.name = "a"}, {.name = "b", .verdict = Verdict::kSkipped}};
    EXPECT_EQ(terminalSummary(run, false), "1 pass, 1 skipped in 0.0 s\n");
    EXPECT_EQ(terminalSummary(run, true), "\x1b[32m1 pass, 1 skipped\x1b[0m in 0.0 s\n");
}

TEST(TerminalTest, WhatWouldMoveTheCursorIsNotPrinted) {
    RunResults run;
    run.scenarios = {{.name = "evil\x1b[2J\r", .verdict = Verdict::kError}};
    EXPECT_EQ(terminalSummary(run, false).find_first_of("\x1b\r"), std::string::npos);
}

TEST(TerminalTest, AnotherRasteriserIsOneLine) {
    RunResults run;
    run.driver.mesa = "22.3.6";
    for (const char* name : {"a", "b"}) {
        ScenarioResult scenario{.name = name, .verdict = Verdict::kFail};
        scenario.goldenDriver = DriverInfo{.mesa = "21.3.9"};
        scenario.captures = {{.name = "t0", .verdict = Verdict::kFail}};
        scenario.captures[0].measure = ImageMeasure{.flipMean = 0.02};
        scenario.captures[0].limits = ImageLimits{.flipMean = 0.01, .shareOver = 0.1, .largestCluster = 1};
        run.scenarios.push_back(scenario);
    }
    EXPECT_EQ(terminalSummary(run, false),
              "fail  the rasteriser changed; only slight differences in: a, b\n0 pass, 2 fail in 0.0 s\n");
}

TEST(ProgressTest, IsPlainLinesInALog) {
    std::ostringstream out;
    {
        Progress progress(out, ProgressStyle::kLines, 2);
        progress.finished("a", "pass");
        progress.finished("b", "fail");
    }
    EXPECT_EQ(out.str(), "[1/2] a: pass\n[2/2] b: fail\n");
}

TEST(ProgressTest, IsNothingWhenQuiet) {
    std::ostringstream out;
    { Progress(out, progressStyle(2, true), 1).finished("a", "pass"); }
    EXPECT_EQ(out.str(), "");
}

TEST(ProgressTest, TheBarStaysWithinItsLineAndIsClearedAtTheEnd) {
    std::ostringstream out;
    {
        Progress progress(out, ProgressStyle::kBar, 2, 60);
        progress.finished(std::string(200, 'x'), "pass");
    }
    const std::string text = out.str();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_LT(std::count(text.begin(), text.end(), 'x'), 60 - 24 - 5);
    EXPECT_EQ(text.substr(text.size() - 4), "\r\x1b[K");
}

TEST(ProgressTest, ACutNameDoesNotEndInsideACharacter) {
    std::ostringstream out;
    {
        Progress progress(out, ProgressStyle::kBar, 1, 40);
        progress.finished("곰곰곰곰곰곰곰곰곰곰곰", "pass");
    }
    // What is left of the name is whole characters of three bytes each.
    const std::string text = out.str();
    const std::size_t start = text.find("] ") + 2;
    EXPECT_EQ((text.find("\x1b[K", start) - start) % 3, 0u) << text;
}

} // namespace
} // namespace rigproof
