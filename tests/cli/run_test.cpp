#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace rigproof {
namespace {

using nlohmann::json;

class RunTest : public ProgramTest {
  protected:
    json report() const { return json::parse(read("out/report/report.json")); }
    std::string firstReason() const { return report()["scenarios"][0]["reasons"].at(0); }
};

TEST_F(RunTest, NewThenAcceptedThenPassed) {
    const Outcome first = rigproof({"run"});
    EXPECT_EQ(first.exitCode, 1) << first.err;
    EXPECT_EQ(report()["summary"]["new"], 1);
    EXPECT_FALSE(exists("golden"));

    const Outcome dry = rigproof({"accept", "--dry-run"});
    EXPECT_EQ(dry.exitCode, 0) << dry.err;
    EXPECT_NE(dry.out.find("would write golden/small/t0.png (new)"), std::string::npos) << dry.out;
    EXPECT_FALSE(exists("golden"));

    EXPECT_EQ(rigproof({"accept"}).exitCode, 0);
    EXPECT_TRUE(exists("golden/small/t0.png"));
    EXPECT_TRUE(exists("golden/small/metrics.json"));

    const Outcome again = rigproof({"run"});
    EXPECT_EQ(again.exitCode, 0) << again.out << again.err;
    EXPECT_EQ(report()["summary"]["pass"], 1);
    EXPECT_TRUE(exists("out/report/index.html"));

    const auto before = snapshot("golden");
    EXPECT_NE(rigproof({"accept"}).out.find("nothing to accept"), std::string::npos);
    EXPECT_EQ(snapshot("golden"), before);
}

TEST_F(RunTest, TheSameBytesRunAfterRunWhateverTheJobs) {
    rigproof({"run", "--update"});
    const auto first = snapshot("golden");
    ASSERT_EQ(first.size(), 3u);
    std::filesystem::remove_all(folder_ / "golden");
    rigproof({"run", "--update", "--jobs", "4"});
    EXPECT_EQ(snapshot("golden"), first);
}

TEST_F(RunTest, AChangedPictureAndAChangedNumberEachFailWithAReason) {
    rigproof({"run", "--update"});
    write("scenarios/tentacle/small.json", smallScenario(R"("tentacle": {"joints": 5})"));
    const Outcome changed = rigproof({"run"});
    EXPECT_EQ(changed.exitCode, 1);
    const json scenario = report()["scenarios"][0];
    EXPECT_EQ(scenario["verdict"], "fail");
    EXPECT_EQ(scenario["captures"][0]["verdict"], "fail");
    EXPECT_TRUE(exists("out/report/" + scenario["captures"][0]["diff"].get<std::string>()));
    const std::string reasons = scenario["reasons"].dump();
    EXPECT_NE(reasons.find("t0: "), std::string::npos) << reasons;
    EXPECT_NE(reasons.find("ik."), std::string::npos) << reasons;
}

TEST_F(RunTest, AnExpectationThatDoesNotHoldFailsWhateverTheGoldenSays) {
    write("scenarios/tentacle/small.json", smallScenario(R"("expect": {"draws.total": {"max": 0}})"));
    rigproof({"run", "--update"});
    EXPECT_EQ(rigproof({"run"}).exitCode, 1);
    EXPECT_NE(firstReason().find("expected at most 0"), std::string::npos) << firstReason();
}

TEST_F(RunTest, AMetricAtACaptureCanBeExpected) {
    write("scenarios/tentacle/small.json",
          smallScenario(R"("expect": {"ik.iterations@t0": {"max": 0}, "ik.iterations@t1": {"min": 1}})"));
    rigproof({"run", "--update"});
    EXPECT_EQ(rigproof({"run"}).exitCode, 0) << report().dump(2);
}

TEST_F(RunTest, ADamagedGoldenFailsThatCaptureAndSaysSo) {
    rigproof({"run", "--update"});
    write("golden/small/t1.png", "this is no picture");
    EXPECT_EQ(rigproof({"run"}).exitCode, 1);
    EXPECT_EQ(report()["scenarios"][0]["captures"][0]["verdict"], "pass");
    EXPECT_EQ(report()["scenarios"][0]["captures"][1]["verdict"], "fail");
    EXPECT_NE(firstReason().find("t1.png"), std::string::npos) << firstReason();
}

TEST_F(RunTest, AHangIsThatScenariosErrorAndTheRestGoesOn) {
    write("scenarios/tentacle/endless.json",
          R"({"kind": "tentacle", "title": {}, "step": 0.0001, "captures": [{"name": "a", "time": 3600}],
      "viewport": {"width": 64, "height": 40}, "tentacle": {"joints": 24}})");
    rigproof({"run", "small", "--update"});
    const Outcome run = rigproof({"run", "--timeout", "2", "--json", "r.json", "--junit", "r.xml"});
    EXPECT_EQ(run.exitCode, 3);
    const json result = json::parse(read("r.json"));
    EXPECT_EQ(result["scenarios"][0]["verdict"], "error");
    EXPECT_NE(result["scenarios"][0]["reasons"].dump().find("took longer than 2 s"), std::string::npos);
    EXPECT_EQ(result["scenarios"][1]["verdict"], "pass");
    EXPECT_NE(read("r.xml").find("<testsuite"), std::string::npos);
}

TEST_F(RunTest, NoDriverIsCouldNotRunWithWhatToDo) {
    const Outcome run = rigproof({"run", "--device", "99"});
    EXPECT_EQ(run.exitCode, 3) << run.out << run.err;
    EXPECT_EQ(report()["scenarios"][0]["verdict"], "error");
    EXPECT_EQ(rigproof({"doctor", "--device", "99"}).exitCode, 3);
    EXPECT_EQ(rigproof({"doctor", "--device", "nonsense"}).exitCode, 2);
}

TEST_F(RunTest, ShardsTogetherRunEverythingOnce) {
    for (const char* name : {"b", "c", "d"})
        write(std::string("scenarios/tentacle/") + name + ".json", smallScenario());
    std::vector<std::string> seen;
    for (const char* shard : {"1/2", "2/2"}) {
        rigproof({"run", "--shard", shard, "--allow-new", "--out", "elsewhere", "--json", "r.json"});
        const json result = json::parse(read("r.json"));
        for (const json& s : result["scenarios"])
            seen.push_back(s["name"]);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<std::string>{"b", "c", "d", "small"}));
}

TEST_F(RunTest, FailFastSkipsWhatHasNotStarted) {
    for (const char* name : {"b", "c", "d"})
        write(std::string("scenarios/tentacle/") + name + ".json", smallScenario());
    EXPECT_EQ(rigproof({"run", "--fail-fast", "--jobs", "1"}).exitCode, 1);
    EXPECT_EQ(report()["summary"]["skipped"], 3);
}

TEST_F(RunTest, QuietSaysOnlyWhatIsWrong) {
    rigproof({"run", "--update"});
    const Outcome quiet = rigproof({"run", "--quiet"});
    EXPECT_EQ(quiet.exitCode, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
}

} // namespace
} // namespace rigproof
