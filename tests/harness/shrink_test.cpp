#include "harness/shrink.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "harness/files.h"
#include "harness/scenario.h"

namespace rigproof {
namespace {

using nlohmann::json;

TEST(WithoutNumbersTest, NumbersGoAndTheDigitsOfNamesStay) {
    EXPECT_EQ(withoutNumbers("t2: mean error is 0.0806, limit 5e-02"), "t2: mean error is #, limit #");
    EXPECT_EQ(withoutNumbers("a.b_2@t10 is -1.5 (+3e-7), expected 4 +- 1"), "a.b_2@t10 is # (#), expected # +- #");
    EXPECT_EQ(withoutNumbers("ended with signal 11. Then 3."), "ended with signal #. Then #.");
    EXPECT_EQ(withoutNumbers(""), "");
}

ScenarioResult failing(std::vector<std::string> reasons, Verdict verdict = Verdict::kFail) {
    return {.name = "s", .verdict = verdict, .reasons = std::move(reasons)};
}

TEST(ComplaintTest, WhatFailsWithoutGoldensComesFirst) {
    const auto complaint = findComplaint(failing({"t0: mean error is 1", "people is 3, expected 4"}),
                                         failing({"no golden picture yet of t0", "people is 3, expected 4"}));
    ASSERT_TRUE(complaint);
    EXPECT_EQ(complaint->reason, "people is 3, expected 4");
    EXPECT_EQ(reachOf(*complaint), ShrinkReach::kEverything);
    EXPECT_TRUE(complainsAgain(*complaint, failing({"other", "people is 1, expected 4"})));
    EXPECT_FALSE(complainsAgain(*complaint, failing({"people is expected but was not measured"})));
    EXPECT_FALSE(complainsAgain(*complaint, failing({"people is 1, expected 4"}, Verdict::kError)));
}

TEST(ComplaintTest, APictureNeedsItsGolden) {
    const auto complaint =
        findComplaint(failing({"t0: mean error is 1"}), failing({"no golden picture yet of t0"}, Verdict::kNew));
    ASSERT_TRUE(complaint);
    EXPECT_EQ(reachOf(*complaint), ShrinkReach::kCaptures);
}

TEST(ComplaintTest, AMissingGoldenIsNoFailure) {
    const ScenarioResult fresh = failing({"no golden picture yet of t0", "no golden numbers yet"}, Verdict::kNew);
    EXPECT_FALSE(findComplaint(fresh, fresh));
}

class ShrinkTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto file = std::filesystem::path(testing::TempDir()) / "rigproof_shrink.json";
        writeFileAtomically(file, R"({
          "kind": "crowd", "title": {"en": "many"}, "tags": ["a"], "seed": 3,
          "captures": [{"name": "t0"}, {"name": "t1", "time": 1}, {"name": "t2", "time": 2}],
          "crowd": {"people": 5000, "run_share": 0.4, "culling": true, "mistakes": {"rate_not_matched": true}},
          "expect": {"people": {"equals": 1}, "draws.total": {"max": 2}}})");
        whole_ = wholeScenario(file, "rigproof_shrink");
        std::filesystem::remove(file);
    }
    std::string whole_;
};

TEST_F(ShrinkTest, WhateverFailsBecomesTheSmallestScenarioOfItsKind) {
    const Shrunk small = shrink(whole_, ShrinkReach::kEverything, [](const std::string&) { return true; });
    EXPECT_EQ(json::parse(small.text), json::parse(R"({
        "kind": "crowd", "title": {"en": "many", "ko": ""}, "viewport": {"width": 16, "height": 16}, "supersample": 1,
        "crowd": {"people": 0}, "captures": [{"name": "t0", "time": 0.0}]})"));
}

TEST_F(ShrinkTest, FindsTheSmallestThatStillFails) {
    const auto stillFails = [](const std::string& text) {
        const json s = json::parse(text);
        return s["crowd"]["people"] >= 37 && s["captures"].back()["time"] >= 0.5 && s["expect"].contains("people") &&
               s["crowd"]["mistakes"]["rate_not_matched"] == true &&
               s["viewport"] != json{{"width", 16}, {"height", 16}};
    };
    const Shrunk small = shrink(whole_, ShrinkReach::kEverything, stillFails);
    const json s = json::parse(small.text);
    EXPECT_EQ(s["crowd"]["people"], 37);
    EXPECT_EQ(s["crowd"]["mistakes"]["rate_not_matched"], true);
    EXPECT_FALSE(s["crowd"].contains("run_share"));
    EXPECT_FALSE(s["crowd"].contains("culling"));
    ASSERT_EQ(s["captures"].size(), 1u);
    EXPECT_DOUBLE_EQ(s["captures"][0]["time"].get<double>(), 0.5);
    EXPECT_EQ(s["expect"].size(), 1u);
    EXPECT_EQ(s["viewport"], (json{{"width", 30}, {"height", 18}}));
}

TEST_F(ShrinkTest, GoldensFitNothingButTheCapturesThatAreLeft) {
    const auto stillFails = [](const std::string& text) { return text.find("\"t1\"") != std::string::npos; };
    const json before = json::parse(whole_);
    const json s = json::parse(shrink(whole_, ShrinkReach::kCaptures, stillFails).text);
    ASSERT_EQ(s["captures"].size(), 1u);
    EXPECT_EQ(s["captures"][0]["name"], "t1");
    EXPECT_EQ(s["crowd"]["run_share"], before["crowd"]["run_share"]);
    EXPECT_EQ(s["expect"], before["expect"]);
    EXPECT_FALSE(s.contains("viewport"));
}

TEST_F(ShrinkTest, StopsAfterTheTriesItIsGivenAndHearsOfEachStep) {
    int asked = 0;
    std::vector<std::string> steps;
    const Shrunk small = shrink(
        whole_, ShrinkReach::kEverything, [&asked](const std::string&) { return ++asked > 0; }, 2,
        [&steps](const std::string& step) { steps.push_back(step); });
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(small.tries, 2);
    EXPECT_EQ(steps, (std::vector<std::string>{"captures 3 -> 1", "expects nothing any more"}));
}

TEST_F(ShrinkTest, WhatIsLeftIsAValidScenario) {
    const auto file = std::filesystem::path(testing::TempDir()) / "rigproof_shrunk.json";
    writeFileAtomically(file, shrink(whole_, ShrinkReach::kEverything, [](const std::string&) { return true; }).text);
    EXPECT_EQ(loadScenario(file).at(0).viewport.width, 16);
    std::filesystem::remove(file);
}

} // namespace
} // namespace rigproof
