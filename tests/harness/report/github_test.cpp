#include "harness/report/github.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace rigproof {
namespace {

RunResults runOf(std::vector<ScenarioResult> scenarios) {
    RunResults run;
    run.driver = {.name = "llvmpipe", .mesa = "22.3.6", .llvm = "15.0.6", .processor = "Intel"};
    run.scenarios = std::move(scenarios);
    return run;
}

ScenarioResult blamed(const std::string& name) {
    ScenarioResult scenario{.name = name, .verdict = Verdict::kFail};
    scenario.goldenDriver = DriverInfo{.name = "llvmpipe", .mesa = "21.3.9"};
    CaptureResult capture{.name = "t0", .verdict = Verdict::kFail};
    capture.measure = ImageMeasure{.flipMean = 0.012};
    capture.limits = ImageLimits{.threshold = 0.1, .flipMean = 0.01, .shareOver = 0.1, .largestCluster = 10};
    scenario.captures.push_back(capture);
    return scenario;
}

TEST(GithubTest, WhatEndsACommandOrAPropertyIsEscaped) {
    const std::string text = githubAnnotations(runOf({{.name = "a[b=1,2]: 50%",
                                                       .file = "scenarios/a,b.json",
                                                       .verdict = Verdict::kFail,
                                                       .reasons = {"100% off: really,\nvery"},
                                                       .repeat = "rigproof run a"}}));
    EXPECT_EQ(text,
              "::error file=scenarios/a%2Cb.json,line=1,title=a[b=1%2C2]%3A 50%25%3A fail::"
              "100%25 off: really,%0Avery%0Arepeat: rigproof run a\n");
}

TEST(GithubTest, NewAndFlakyAndDriftingAreWarnings) {
    ScenarioResult drifting = blamed("drifting");
    drifting.verdict = drifting.captures[0].verdict = Verdict::kPass;
    drifting.captures[0].measure->flipMean = 0.0095;
    const std::string text = githubAnnotations(runOf({{.name = "fresh", .verdict = Verdict::kNew},
                                                      {.name = "unsteady", .verdict = Verdict::kPass, .flaky = true},
                                                      {.name = "well", .verdict = Verdict::kPass},
                                                      drifting}));
    EXPECT_EQ(text.find("::error"), std::string::npos) << text;
    EXPECT_NE(text.find("title=fresh%3A new"), std::string::npos) << text;
    EXPECT_NE(text.find("title=unsteady%3A flaky"), std::string::npos) << text;
    EXPECT_NE(text.find("title=drifting%3A drifts towards a limit"), std::string::npos) << text;
    EXPECT_EQ(text.find("well"), std::string::npos) << text;
}

TEST(GithubTest, AnotherRasteriserIsOneEventAndARealChangeStandsBesideIt) {
    const std::string text =
        githubAnnotations(runOf({blamed("a"), {.name = "real", .verdict = Verdict::kFail}, blamed("b"), blamed("c")}));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
    EXPECT_NE(text.find("title=the rasteriser changed%3A 3 scenarios::golden: llvmpipe, Mesa 21.3.9; this run: "
                        "llvmpipe, Mesa 22.3.6, LLVM 15.0.6, Intel"),
              std::string::npos)
        << text;
}

TEST(GithubTest, MoreThanGithubShowsAreCounted) {
    const std::string text =
        githubAnnotations(runOf(std::vector<ScenarioResult>(30, {.name = "a", .verdict = Verdict::kError})));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kMostAnnotations + 1);
    EXPECT_NE(text.find("::error title=Rigproof::21 more; see the report"), std::string::npos) << text;
}

TEST(GithubTest, TheSummaryShowsTextAsItIs) {
    const std::string text = githubSummary(
        runOf({{.name = "a|b_*c*", .verdict = Verdict::kFail, .reasons = {"x < y\n| z"}}, blamed("noise")}));
    EXPECT_NE(text.find("| 0 | 2 | 0 | 0 | 0 | 0 |"), std::string::npos) << text;
    EXPECT_NE(text.find("| a\\|b\\_\\*c\\* | fail | x &lt; y \\| z |"), std::string::npos) << text;
    EXPECT_NE(text.find("### The rasteriser changed"), std::string::npos) << text;
    EXPECT_NE(text.find("- noise\n"), std::string::npos) << text;
}

} // namespace
} // namespace rigproof
