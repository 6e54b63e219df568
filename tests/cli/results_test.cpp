#include <chrono>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace rigproof {
namespace {

using nlohmann::json;

/// What is done with results: flaky runs, shards and their merging, shrinking. (tests/browser reviews for real.)
class ResultsTest : public ProgramTest {
  protected:
    json report(const std::string& folder = "out/report") const { return json::parse(read(folder + "/report.json")); }
    void acceptAll() const { rigproof({"run", "--update", "-q"}); }
};

TEST_F(ResultsTest, ARetryThatDrawsAnotherPictureIsFlakyWithBothPicturesAndNeverGreen) {
    acceptAll();
    write("scenarios/tentacle/small.json", smallScenario(R"("tentacle": {"joints": 5})"));
    // This one hangs for long enough that the other changes between its first run and its second.
    write("scenarios/tentacle/endless.json",
          R"({"kind": "tentacle", "title": {}, "step": 0.0001, "captures": [{"name": "a", "time": 3600}],
      "viewport": {"width": 64, "height": 40}, "tentacle": {"joints": 24}})");
    std::thread meddler([this] {
        const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!exists("out/run/images/small/t1.diff.png") && std::chrono::steady_clock::now() < giveUp)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        write("scenarios/tentacle/small.json", smallScenario());
    });
    const Outcome run = rigproof({"run", "--retries", "1", "--timeout", "4", "--jobs", "2"});
    meddler.join();
    EXPECT_EQ(run.exitCode, 3) << run.out; // the hang
    const json small = report()["scenarios"][1];
    EXPECT_EQ(small["verdict"], "fail");
    EXPECT_EQ(small["flaky"], true);
    EXPECT_EQ(report()["summary"]["flaky"], 1);
    const json capture = small["captures"][1];
    EXPECT_EQ(capture["flaky"], true);
    const std::string actual = read("out/report/" + capture["actual"].get<std::string>());
    const std::string again = read("out/report/" + capture["again"].get<std::string>());
    EXPECT_NE(actual, again);
    EXPECT_EQ(again, read("golden/small/t1.png"));
    EXPECT_NE(small["reasons"].dump().find("flaky: run 2 ended with pass"), std::string::npos) << small["reasons"];
}

TEST_F(ResultsTest, MergedShardsAreOneReportWithOneVerdict) {
    for (const char* name : {"b", "c"})
        write(std::string("scenarios/tentacle/") + name + ".json", smallScenario());
    acceptAll();
    write("scenarios/tentacle/c.json", smallScenario(R"("tentacle": {"joints": 5})"));
    EXPECT_EQ(rigproof({"run", "--shard", "1/3", "--out", "one"}).exitCode, 0);
    EXPECT_EQ(rigproof({"run", "--shard", "2/3", "--out", "two"}).exitCode, 1);
    const Outcome partial = rigproof({"report", "merge", "one", "two/report", "-o", "part", "--all"});
    EXPECT_EQ(partial.exitCode, 3) << "a shard that is missing was not noticed";
    EXPECT_NE(partial.out.find("is in none of the merged reports"), std::string::npos) << partial.out;
    rigproof({"run", "--shard", "3/3", "--out", "three"});

    const Outcome merged =
        rigproof({"report", "merge", "one", "two/report", "three", "-o", "all", "--all", "--junit", "all.xml"});
    EXPECT_EQ(merged.exitCode, 1) << merged.out << merged.err;
    const json whole = report("all");
    EXPECT_EQ(whole["summary"]["pass"], 2);
    EXPECT_EQ(whole["summary"]["fail"], 1);
    EXPECT_TRUE(exists("all/index.html"));
    EXPECT_TRUE(exists("all/" + whole["scenarios"][1]["captures"][0]["diff"].get<std::string>()));
    EXPECT_NE(read("all.xml").find("all/pictures/c/t0.diff.png"), std::string::npos);

    EXPECT_EQ(rigproof({"report", "merge", "one", "one", "-o", "twice"}).exitCode, 2);
    EXPECT_EQ(rigproof({"report", "merge", "nowhere", "-o", "none"}).exitCode, 2);
    EXPECT_EQ(rigproof({"accept", "--out", "all"}).exitCode, 0) << "a merged report can be accepted from";
    EXPECT_EQ(rigproof({"run", "-q"}).exitCode, 0);
}

TEST_F(ResultsTest, ShardsBalanceByTheDurationsOfAFileAndNotByWhatLiesInOut) {
    for (const char* name : {"b", "c"})
        write(std::string("scenarios/tentacle/") + name + ".json", smallScenario());
    write("long.json", R"({"schema": 1, "scenarios": [{"name": "small", "kind": "", "verdict": "pass", "seconds": 100},
      {"name": "b", "kind": "", "verdict": "pass", "seconds": 1}, {"name": "c", "kind": "", "verdict": "pass", "seconds": 1}]})");
    const auto names = [this](const std::vector<std::string>& options) {
        std::vector<std::string> command = {"run", "--allow-new", "-q", "--json", "r.json"};
        command.insert(command.end(), options.begin(), options.end());
        rigproof(command);
        std::string all;
        const json result = json::parse(read("r.json"));
        for (const json& s : result["scenarios"])
            all += s["name"].get<std::string>() + " ";
        return all;
    };
    EXPECT_EQ(names({"--shard", "1/2", "--durations", "long.json"}), "small ");
    EXPECT_EQ(names({"--shard", "2/2", "--durations", "long.json"}), "b c ");
    EXPECT_EQ(names({"--shard", "2/2"}), "c ") << "the last run's durations were used";
}

TEST_F(ResultsTest, ShrinkFindsTheSmallestScenarioThatMissesItsExpectation) {
    write("scenarios/tentacle/small.json",
          smallScenario(
              R"("tentacle": {"joints": 20}, "expect": {"draws.total": {"max": 0}, "ik.iterations": {"min": 0}})"));
    const Outcome shrunk = rigproof({"shrink", "small"});
    EXPECT_EQ(shrunk.exitCode, 0) << shrunk.err;
    EXPECT_NE(shrunk.err.find("small: fail: draws.total is "), std::string::npos) << shrunk.err;
    EXPECT_NE(shrunk.err.find("  captures 2 -> 1"), std::string::npos) << shrunk.err;
    const json small = json::parse(read("out/shrunk/small-shrunk.json"));
    EXPECT_EQ(small["tentacle"]["joints"], 3);
    EXPECT_EQ(small["viewport"]["width"], 16);
    EXPECT_EQ(small["captures"].size(), 1u);
    EXPECT_EQ(small["expect"].size(), 1u);
    EXPECT_NE(shrunk.out.find("repeat: rigproof run 'out/shrunk/small-shrunk.json'"), std::string::npos) << shrunk.out;
    EXPECT_FALSE(exists("out/shrink")) << "its trials are left behind";

    const Outcome again = rigproof({"run", "out/shrunk/small-shrunk.json"});
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_NE(again.out.find("draws.total is "), std::string::npos) << again.out;
}

TEST_F(ResultsTest, ShrinkingAPictureThatDiffersKeepsOneCaptureAndItsGolden) {
    acceptAll();
    write("scenarios/tentacle/small.json", smallScenario(R"("tentacle": {"joints": 5})"));
    const Outcome shrunk = rigproof({"shrink", "small"});
    EXPECT_EQ(shrunk.exitCode, 0) << shrunk.err;
    EXPECT_NE(shrunk.err.find("only captures are reduced"), std::string::npos) << shrunk.err;
    const json small = json::parse(read("out/shrunk/small-shrunk.json"));
    EXPECT_EQ(small["captures"].size(), 1u);
    EXPECT_EQ(small["tentacle"]["joints"], 5);
    const Outcome again = rigproof({"run", "out/shrunk/small-shrunk.json", "--golden", "out/shrunk/golden"});
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_EQ(report()["scenarios"][0]["captures"][0]["verdict"], "fail") << again.out;
}

TEST_F(ResultsTest, WhatPassesOrIsNewCannotBeShrunk) {
    const Outcome fresh = rigproof({"shrink", "small"});
    EXPECT_EQ(fresh.exitCode, 2);
    EXPECT_NE(fresh.err.find("no golden yet"), std::string::npos) << fresh.err;
    acceptAll();
    const Outcome well = rigproof({"shrink", "small"});
    EXPECT_EQ(well.exitCode, 2);
    EXPECT_NE(well.err.find("small: passes"), std::string::npos) << well.err;
}

TEST_F(ResultsTest, ReviewingWhatWasNeverRunSaysWhatToDo) {
    const Outcome review = rigproof({"review"});
    EXPECT_EQ(review.exitCode, 2);
    EXPECT_NE(review.err.find("out: holds no report"), std::string::npos) << review.err;
}

} // namespace
} // namespace rigproof
