#include "harness/scenario.h"

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

class ScenarioTest : public testing::Test {
  protected:
    void SetUp() override { fs::remove_all(root_); }

    fs::path write(const std::string& name, const std::string& text) {
        writeFileAtomically(root_ / name, text);
        return root_ / name;
    }
    /// What is said of a scenario with this text in place of the parameters, after the file's name.
    std::string complaint(const std::string& rest) {
        const fs::path file = write("a.json", "{\"kind\": \"tentacle\", \"title\": {\"en\": \"A\"},\n " + rest + "}");
        try {
            loadScenario(file);
        } catch (const HarnessError& e) {
            EXPECT_EQ(e.exitCode, kExitUsage);
            const std::string text = e.what();
            return text.substr(std::min(text.size(), file.string().size() + 1));
        }
        return "accepted";
    }
    fs::path root_ = fs::path(testing::TempDir()) / ("rigproof_scenario_" + std::to_string(::getpid()));
};

const char* const kCaptures = R"("captures": [{"name": "t0"}])";

TEST_F(ScenarioTest, FillsInWhatIsNotSaid) {
    const auto list =
        loadScenario(write("a.json", std::string("{\"kind\": \"tentacle\", \"title\": {}, ") + kCaptures + "}"));
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].name, "a");
    EXPECT_EQ(list[0].viewport.width, 960);
    EXPECT_EQ(list[0].viewport.height, 600);
    EXPECT_EQ(list[0].viewport.supersample, 2);
    EXPECT_EQ(list[0].step, 1.0 / 60.0);
    EXPECT_EQ(list[0].captures[0].time, 0.0);
    EXPECT_TRUE(list[0].makeScene());
}

TEST_F(ScenarioTest, NamesPlaceMistakeAndRemedy) {
    EXPECT_EQ(complaint("\"tentacle\": {\"joints\": 99}, " + std::string(kCaptures)),
              "2:25: /tentacle/joints: is 99; a whole number 3..24 is wanted");
    EXPECT_EQ(complaint("\"tentacle\": {\"jionts\": 9}, " + std::string(kCaptures)),
              "2:25: /tentacle/jionts: unknown key; did you mean \"joints\"?");
    EXPECT_EQ(complaint("\"captures\": []"), "2:14: /captures: has 0 entries; 1..200 are wanted");
    EXPECT_EQ(complaint("\"captures\": [{\"name\": \"a\"}, {\"name\": \"a\"}]"),
              "2:39: /captures/1/name: two captures have this name; each needs its own");
    EXPECT_EQ(complaint("\"captures\": [{\"name\": \"../a\"}]"),
              "2:24: /captures/0/name: is \"../a\"; text like ^[a-z0-9][a-z0-9._-]*$ is wanted");
    EXPECT_EQ(complaint("\"expect\": {\"draws.total\": {}}, " + std::string(kCaptures)),
              "2:28: /expect/draws.total: says nothing; one of equals, min, max, near, at_most, at_least is wanted");
    EXPECT_EQ(complaint("\"extends\": \"smal\", " + std::string(kCaptures)),
              "2:13: /extends: there is no presets folder beside or above this file");
}

TEST_F(ScenarioTest, APresetIsMergedUnderTheFileAndNamedWhenItIsWrong) {
    write("presets/small.json",
          "{\"viewport\": {\"width\": 64, \"height\": 40}, \"tentacle\": {\"joints\": 5, \"limit_deg\": 10}}");
    const fs::path file =
        write("ik/a.json", std::string("{\"extends\": \"small\", \"kind\": \"tentacle\", \"title\": {}, "
                                       "\"tentacle\": {\"limit_deg\": 20}, ") +
                               kCaptures + "}");
    EXPECT_EQ(loadScenario(file)[0].viewport.width, 64);
    const std::string text = explainScenario(file);
    EXPECT_NE(text.find("/tentacle/joints = 5   (" + (root_ / "presets/small.json").string() + ":1)"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("/tentacle/limit_deg = 20   (" + file.string() + ":1)"), std::string::npos) << text;
    EXPECT_NE(text.find("/supersample = 2   (default)"), std::string::npos) << text;

    write("presets/small.json", "{\n\"viewport\": {\"width\": 1, \"height\": 40}}");
    try {
        loadScenario(file);
        FAIL();
    } catch (const HarnessError& e) {
        EXPECT_NE(std::string(e.what()).find("small.json:2:23: /viewport/width"), std::string::npos) << e.what();
    }
}

TEST_F(ScenarioTest, ASweepMakesEveryCombination) {
    const fs::path file =
        write("s.json", std::string("{\"kind\": \"tentacle\", \"title\": {}, \"sweep\": {\"joints\": [3, 24], "
                                    "\"viewport\": [\"desktop\", \"phone-portrait\"]}, ") +
                            kCaptures + "}");
    const auto list = loadScenario(file);
    ASSERT_EQ(list.size(), 4u);
    EXPECT_EQ(list[0].name, "s[joints=3,viewport=desktop]");
    EXPECT_EQ(list[3].name, "s[joints=24,viewport=phone-portrait]");
    EXPECT_EQ(list[3].viewport.width, 390);
}

TEST_F(ScenarioTest, ASweepOfAWrongValueSaysWhere) {
    const std::string text = complaint("\"sweep\": {\"joints\": [3, 99]}, " + std::string(kCaptures));
    EXPECT_NE(text.find("/tentacle/joints: is 99"), std::string::npos) << text;
    EXPECT_NE(text.find("(in the sweep at joints=99)"), std::string::npos) << text;
    EXPECT_NE(complaint("\"sweep\": {\"jointz\": [3]}, " + std::string(kCaptures)).find("is neither a parameter"),
              std::string::npos);
}

TEST_F(ScenarioTest, PicksByNameGlobTagAndFile) {
    write("x/one.json", std::string("{\"kind\": \"tentacle\", \"title\": {}, \"tags\": [\"a\"], ") + kCaptures + "}");
    write("x/two.json",
          std::string("{\"kind\": \"tentacle\", \"title\": {}, \"sweep\": {\"joints\": [3, 4]}, ") + kCaptures + "}");
    const auto names = [this](std::vector<std::string> words, std::vector<std::string> tags = {}) {
        std::string all;
        for (const Scenario& s : pickScenarios(root_, words, tags))
            all += s.name + " ";
        return all;
    };
    EXPECT_EQ(names({}), "one two[joints=3] two[joints=4] ");
    EXPECT_EQ(names({"two"}), "two[joints=3] two[joints=4] ");
    EXPECT_EQ(names({"two[joints=4]"}), "two[joints=4] ");
    EXPECT_EQ(names({"*=3]", "o?e"}), "one two[joints=3] ");
    EXPECT_EQ(names({}, {"a"}), "one ");
    EXPECT_EQ(names({(root_ / "x/one.json").string()}), "one ");
    try {
        names({"onee"});
        FAIL();
    } catch (const HarnessError& e) {
        EXPECT_STREQ(e.what(), "no scenario is named \"onee\"; did you mean \"one\"?");
    }
}

TEST_F(ScenarioTest, TwoScenariosOfOneNameAreAnError) {
    write("x/one.json", std::string("{\"kind\": \"tentacle\", \"title\": {}, ") + kCaptures + "}");
    write("y/one.json", std::string("{\"kind\": \"tentacle\", \"title\": {}, ") + kCaptures + "}");
    EXPECT_THROW(pickScenarios(root_, {}, {}), HarnessError);
}

TEST(GlobTest, StarsAndQuestionMarks) {
    EXPECT_TRUE(matchesGlob("tentacle-follow", "tentacle*"));
    EXPECT_TRUE(matchesGlob("a[b=1]", "a[b=1]"));
    EXPECT_TRUE(matchesGlob("abcabd", "*ab?"));
    EXPECT_FALSE(matchesGlob("abc", "ab"));
    EXPECT_FALSE(matchesGlob("", "?"));
    EXPECT_TRUE(matchesGlob("", "**"));
}

} // namespace
} // namespace rigproof
