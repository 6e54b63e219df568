#include "harness/report/results_json.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/files.h"
#include "tests/harness/report/sample_report.h"

namespace rigproof {
namespace {

const RunResults& sample() {
    static const RunResults results = makeSampleResults(
        std::filesystem::path(testing::TempDir()) / ("rigproof_results_json_test_" + std::to_string(::getpid())), 0);
    return results;
}

std::string refusal(const std::string& text) {
    try {
        resultsFromJson(text, "report.json");
    } catch (const HarnessError& error) {
        EXPECT_EQ(error.exitCode, kExitUsage);
        return error.what();
    }
    return "accepted";
}

TEST(ResultsJsonTest, WhatIsWrittenIsReadBackWhole) {
    EXPECT_EQ(resultsFromJson(resultsToJson(sample()), "report.json"), sample());
}

TEST(ResultsJsonTest, TheSameResultsGiveTheSameBytes) {
    const std::string once = resultsToJson(sample());
    EXPECT_EQ(resultsToJson(resultsFromJson(once, "report.json")), once);
}

TEST(ResultsJsonTest, ScriptsFindTheKeysTheyRelyOn) {
    const auto json = nlohmann::json::parse(resultsToJson(sample()));
    EXPECT_EQ(json.at("schema"), 1);
    for (const char* key : {"name", "vendor", "renderer", "version"})
        EXPECT_TRUE(json.at("driver").at(key).is_string());
    const nlohmann::json summary = json.at("summary");
    EXPECT_EQ(summary.at("fail"), 4);
    EXPECT_EQ(summary.at("new"), 1);
    EXPECT_EQ(summary.at("error"), 1);
    EXPECT_EQ(summary.at("skipped"), 1);
    const auto& scenario = json.at("scenarios").at(0);
    EXPECT_EQ(scenario.at("name"), "bear-wave");
    EXPECT_EQ(scenario.at("kind"), "bear");
    EXPECT_EQ(scenario.at("verdict"), "fail");
    EXPECT_EQ(scenario.at("reasons").size(), 2u);
    EXPECT_EQ(scenario.at("metrics").at("left.worst_crease_deg"), 58.92);
    const auto& capture = scenario.at("captures").at(5);
    for (const char* key : {"time", "flip_mean", "flip_p99", "share_over", "largest_cluster", "pixels_different"}) {
        EXPECT_TRUE(capture.at(key).is_number()) << key;
    }
    for (const char* key : {"name", "verdict", "actual", "golden", "diff"})
        EXPECT_TRUE(capture.at(key).is_string()) << key;
    EXPECT_TRUE(json.at("scenarios").at(3).at("captures").at(0).at("golden").is_null());
}

TEST(ResultsJsonTest, ANumberThatIsNotFiniteBecomesNullAndComesBackAsNotANumber) {
    RunResults run;
    run.scenarios.push_back({.name = "a"});
    run.scenarios[0].metrics["ik.tip_gap_m"].value = std::numeric_limits<double>::quiet_NaN();
    const std::string json = resultsToJson(run);
    EXPECT_NE(json.find("\"ik.tip_gap_m\": null"), std::string::npos) << json;
    EXPECT_TRUE(std::isnan(resultsFromJson(json, "x").scenarios[0].metrics["ik.tip_gap_m"].value));
}

TEST(ResultsJsonTest, ADriverThatSaysSomethingThatIsNoTextStillGivesAReport) {
    RunResults run;
    run.driver.renderer = "broken \xff\xfe name";
    EXPECT_EQ(resultsFromJson(resultsToJson(run), "x").driver.renderer, "broken \xef\xbf\xbd\xef\xbf\xbd name");
}

TEST(ResultsJsonTest, BrokenJsonIsRefusedWithLineAndColumn) {
    const std::string said = refusal("{\n  \"schema\": 1,\n  \"scenarios\": [}\n");
    EXPECT_EQ(said.rfind("report.json: 3:17: ", 0), 0u) << said;
}

TEST(ResultsJsonTest, AWrongValueIsRefusedWithItsPlace) {
    EXPECT_EQ(refusal("[]"), "report.json: /: must be an object");
    EXPECT_EQ(refusal("{}"), "report.json: /: \"schema\" is missing");
    EXPECT_EQ(refusal(R"({"schema": 2, "scenarios": []})"),
              "report.json: /schema: schema 2 is not known; this program reads schema 1");
    EXPECT_EQ(refusal(R"({"schema": 1, "scenarios": {}})"), "report.json: /scenarios: must be a list");
    EXPECT_EQ(refusal(R"({"schema": 1, "scenarios": [{"name": "a", "verdict": "fine"}]})"),
              "report.json: /scenarios/0/verdict: \"fine\" is no verdict; one of pass, fail, new, error, skipped is");
    EXPECT_EQ(refusal(R"({"schema": 1, "scenarios": [{"name": "a", "verdict": "pass", "metrics": {"a/b": "1"}}]})"),
              "report.json: /scenarios/0/metrics/a~1b: must be a number");
    EXPECT_EQ(refusal(R"({"schema": 1, "scenarios": [{"name": "a", "verdict": "pass",
                         "captures": [{"name": "c", "verdict": "pass", "width": 1e30}]}]})"),
              "report.json: /scenarios/0/captures/0/width: must be a whole number from 0 to 2147483647");
}

TEST(ResultsJsonTest, APictureThatLeavesTheFolderIsRefused) {
    for (const char* name : {"../a.png", "/etc/passwd", "a/../../b.png", "..\\\\a.png", "a\\u0000.png"}) {
        const std::string said = refusal(std::string(R"({"schema": 1, "scenarios": [{"name": "a", "verdict": "pass",
            "captures": [{"name": "c", "verdict": "pass", "actual": ")") +
                                         name + "\"}]}]}");
        EXPECT_NE(said.find("/scenarios/0/captures/0/actual"), std::string::npos) << name << ": " << said;
    }
}

TEST(ResultsJsonTest, KeysOfALaterProgramAreIgnored) {
    const RunResults run = resultsFromJson(
        R"({"schema": 1, "mood": "good", "scenarios": [{"name": "a", "verdict": "new", "x": 1}]})", "x");
    ASSERT_EQ(run.scenarios.size(), 1u);
    EXPECT_EQ(run.scenarios[0].verdict, Verdict::kNew);
}

} // namespace
} // namespace rigproof
