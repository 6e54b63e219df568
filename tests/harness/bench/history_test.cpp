#include "harness/bench/history.h"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "harness/bench/shell.h"
#include "harness/bench/temporary_folder.h"
#include "harness/files.h"

namespace rigproof {
namespace {

HistoryLine lineOf(const std::string& commit, double seconds, const std::string& machine = "m") {
    return {commit,
            "2026-12-01T0" + commit.substr(0, 1) + ":00:00Z",
            machine,
            0.5,
            {{"a", {seconds, 2 * seconds, 0.01, {{"draws", 2}}}}}};
}

TEST(HistoryTest, WhatIsAppendedIsReadAgain) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "deep" / "perf.jsonl").string();
    appendHistory(file, lineOf("1abc", 0.25), ".");
    appendHistory(file, lineOf("2abc", 0.5), ".");
    const auto lines = readHistory(file, ".");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].commit, "1abc");
    EXPECT_EQ(lines[1].benchmarks.at("a").cpu, 0.5);
    EXPECT_EQ(lines[1].benchmarks.at("a").counters.at("draws"), 2.0);
    EXPECT_EQ(lines[1].load, 0.5);
}

TEST(HistoryTest, LinesOfManyWritersAtOnceStayWhole) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "perf.jsonl").string();
    std::vector<std::thread> writers;
    for (int w = 0; w < 4; ++w)
        writers.emplace_back([&file, w] {
            for (int i = 0; i < 25; ++i)
                appendHistory(file, lineOf(std::to_string(w) + "abc", 1.0 + i), ".");
        });
    for (std::thread& writer : writers)
        writer.join();
    EXPECT_EQ(readHistory(file, ".").size(), 100u);
}

TEST(HistoryTest, ATornLastLineIsReadPastAndReplacedByTheNext) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "perf.jsonl";
    appendHistory(file.string(), lineOf("1abc", 1.0), ".");
    std::ofstream(file, std::ios::app) << "{\"schema\":1,\"comm";
    EXPECT_EQ(readHistory(file.string(), ".").size(), 1u);
    appendHistory(file.string(), lineOf("2abc", 1.0), ".");
    const auto lines = readHistory(file.string(), ".");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[1].commit, "2abc");
}

TEST(HistoryTest, ALineThatIsNoneIsNamed) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "perf.jsonl";
    std::ofstream(file) << historyJson(lineOf("1abc", 1.0)) << "\n{\"commit\": 5}\n";
    try {
        readHistory(file.string(), ".");
        ADD_FAILURE() << "accepted";
    } catch (const HarnessError& e) {
        EXPECT_EQ(e.exitCode, kExitUsage);
        EXPECT_NE(std::string(e.what()).find("perf.jsonl:2: is no line of a speed history"), std::string::npos)
            << e.what();
    }
}

TEST(HistoryTest, NotesOfGitKeepTheLinesWithTheirCommits) {
    const TemporaryFolder folder;
    const std::string at = folder.path().string();
    const auto git = [&at](std::vector<std::string> words) {
        words.insert(words.begin(), {"git", "-C", at, "-c", "user.name=t", "-c", "user.email=t@t"});
        return shell(words).exitCode;
    };
    if (git({"init", "-q"}) != 0) GTEST_SKIP() << "git is not here";
    ASSERT_EQ(git({"config", "user.name", "t"}), 0);
    ASSERT_EQ(git({"config", "user.email", "t@t"}), 0);
    ASSERT_EQ(git({"commit", "-q", "--allow-empty", "-m", "one"}), 0);
    appendHistory("notes:perf", lineOf("1abc", 1.0), folder.path());
    ASSERT_EQ(git({"commit", "-q", "--allow-empty", "-m", "two"}), 0);
    appendHistory("notes:perf", lineOf("2abc", 2.0), folder.path());
    appendHistory("notes:perf", lineOf("3abc", 3.0), folder.path());
    const auto lines = readHistory("notes:perf", folder.path());
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[2].commit, "3abc");
    EXPECT_TRUE(readHistory("notes:none", folder.path()).empty());
}

TEST(HistoryTest, MachinesAreKeptApartAndTheFirstCommitOfAChangeIsNamed) {
    std::vector<HistoryLine> history;
    for (int i = 0; i < 30; ++i) {
        history.push_back(lineOf(std::to_string(i) + "abc", (i < 18 ? 1.0 : 1.3) + 0.001 * (i % 7)));
        history.push_back(lineOf(std::to_string(i) + "abc", 40.0, "other"));
    }
    EXPECT_EQ(machinesOf(history), (std::vector<std::string>{"other", "m"}));
    const auto series = seriesOf(history, "m", {});
    ASSERT_EQ(series.size(), 1u);
    ASSERT_EQ(series[0].values.size(), 30u);
    ASSERT_EQ(series[0].changes.size(), 1u);
    EXPECT_EQ(history[series[0].runs[series[0].changes[0].at]].commit, "18abc");
    EXPECT_TRUE(seriesOf(history, "other", {})[0].changes.empty());
}

} // namespace
} // namespace rigproof
