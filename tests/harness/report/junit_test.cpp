#include "harness/report/junit.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

RunResults mixedRun() {
    RunResults run;
    run.started = "2026-12-01T03:40:12Z";
    run.driver = {.renderer = "llvmpipe (LLVM 15.0.6)", .version = "OpenGL ES 3.2", .processor = "Intel"};
    run.scenarios = {{.name = "wave", .kind = "bear", .verdict = Verdict::kPass, .seconds = 0.25},
                     {.name = "sit", .kind = "bear", .verdict = Verdict::kFail, .seconds = 0.5},
                     {.name = "curl", .kind = "tentacle", .verdict = Verdict::kError},
                     {.name = "reach", .kind = "tentacle", .verdict = Verdict::kPass, .flaky = true},
                     {.name = "own", .kind = "model", .verdict = Verdict::kSkipped}};
    return run;
}

TEST(JunitTest, CountsEachOutcomeInItsSuiteAndInAll) {
    const std::string xml = junitXml(mixedRun(), "");
    EXPECT_NE(
        xml.find("<testsuites name=\"rigproof\" tests=\"5\" failures=\"2\" errors=\"1\" skipped=\"1\" time=\"0.750\">"),
        std::string::npos)
        << xml;
    EXPECT_NE(
        xml.find("<testsuite name=\"tentacle\" tests=\"2\" failures=\"1\" errors=\"1\" skipped=\"0\" time=\"0.000\" "
                 "timestamp=\"2026-12-01T03:40:12\">"),
        std::string::npos)
        << xml;
}

TEST(JunitTest, AFlakyScenarioIsAFailureAlthoughItPassed) {
    EXPECT_NE(junitXml(mixedRun(), "").find("<failure type=\"flaky\""), std::string::npos);
}

TEST(JunitTest, WhatXmlCannotHoldIsEscapedOrLeftOut) {
    RunResults run = mixedRun();
    run.scenarios[1].name = "a<b>&\"c\"'d'\x01\x1b";
    run.scenarios[1].reasons = {"first\nsecond ]]>"};
    const std::string xml = junitXml(run, "");
    EXPECT_NE(xml.find("name=\"a&lt;b&gt;&amp;&quot;c&quot;&apos;d&apos;\""), std::string::npos) << xml;
    EXPECT_NE(xml.find("message=\"first&#10;second ]]&gt;\""), std::string::npos) << xml;
}

TEST(JunitTest, NamesThePicturesOfFailingCapturesOnLinesOfTheirOwn) {
    RunResults run = mixedRun();
    run.scenarios[1].captures = {
        {.name = "t0", .verdict = Verdict::kPass, .actual = "pictures/sit/t0.png"},
        {.name = "t1", .verdict = Verdict::kFail, .actual = "pictures/sit/t1.png", .diff = "pictures/sit/t1.diff.png"}};
    const std::string xml = junitXml(run, "out/report/");
    EXPECT_NE(xml.find("<system-out>[[ATTACHMENT|out/report/pictures/sit/t1.png]]\n"
                       "[[ATTACHMENT|out/report/pictures/sit/t1.diff.png]]\n</system-out>"),
              std::string::npos)
        << xml;
    EXPECT_EQ(xml.find("t0.png"), std::string::npos);
}

TEST(JunitTest, AFailureSaysHowToRepeatItAndWhatRenderedBothSides) {
    RunResults run = mixedRun();
    run.scenarios[1].repeat = "rigproof run sit";
    run.scenarios[1].goldenDriver = DriverInfo{.renderer = "softpipe", .version = "OpenGL ES 3.1", .processor = "AMD"};
    const std::string xml = junitXml(run, "");
    EXPECT_NE(xml.find("repeat: rigproof run sit"), std::string::npos);
    EXPECT_NE(xml.find("rendered by: llvmpipe (LLVM 15.0.6), OpenGL ES 3.2, Intel"), std::string::npos);
    EXPECT_NE(xml.find("golden by: softpipe, OpenGL ES 3.1, AMD"), std::string::npos);
}

} // namespace
} // namespace rigproof
