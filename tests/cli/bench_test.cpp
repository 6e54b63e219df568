// `rigproof bench` and `perf` with a stand-in for rigproof_bench: a script that writes what Google Benchmark would.
#include <filesystem>

#include "tests/cli/program.h"

namespace rigproof {
namespace {

class BenchTest : public ProgramTest {
  protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("bench/budgets.json", R"({"budgets": [
  {"name": "a.time", "title": "a", "benchmark": "a/1", "measure": "cpu_time", "unit": "ms", "max": 2, "why": "for this test"},
  {"name": "a.draws", "title": "draws", "benchmark": "a/1", "measure": "draws", "unit": "draws", "equals": 2, "why": "for this test"}
]})");
    }

    /// A program whose n-th run measures the n-th of these (the last one again and again), in milliseconds.
    std::string programOf(const std::string& name, const std::string& milliseconds,
                          const std::string& build = "optimised") {
        write(name, R"(#!/bin/sh
for a in "$@"; do
  case $a in
    --benchmark_list_tests*) echo a/1; exit 0;;
    --benchmark_out=*) out=${a#*=};;
    --benchmark_repetitions=*) echo "${a#*=}" >> repetitions;;
  esac
done
n=$(cat )" + name + R"(.runs 2>/dev/null || echo 0); n=$((n + 1)); echo $n > )" +
                        name + R"(.runs
set -- )" + milliseconds +
                        R"(
[ $n -gt $# ] && n=$#
eval ms=\${$n}
cat > "$out" <<EOF
{"context": {"num_cpus": 2, "rigproof_build": ")" +
                        build + R"(", "rigproof_compiler": "test"}, "benchmarks": [
{"name": "a/1", "run_name": "a/1", "run_type": "iteration", "real_time": $ms, "cpu_time": $ms, "time_unit": "ms", "draws": 2}]}
EOF
)");
        std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
        return "./" + name;
    }

    static constexpr const char* kAllKept = "2 of 2 budgets kept";
};

TEST_F(BenchTest, WithinBudgetExitsWith0AndPrintsTheTable) {
    const Outcome o = rigproof({"bench", "--program", programOf("fake", "1")});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_NE(o.out.find("1 ms       2 ms  █████░░░░░  50 %"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find(kAllKept), std::string::npos) << o.out;
}

TEST_F(BenchTest, ABreachThatIsNoneTheSecondTimeIsKeptAndSaidSo) {
    const Outcome o = rigproof({"bench", "--quick", "--program", programOf("fake", "3 1.5")});
    EXPECT_EQ(o.exitCode, 0) << o.out;
    EXPECT_NE(o.out.find("was over at first"), std::string::npos) << o.out;
    EXPECT_EQ(read("repetitions"), "3\n9\n"); // again, and more often
}

TEST_F(BenchTest, ABreachTwiceExitsWith1) {
    const Outcome o = rigproof({"bench", "--program", programOf("fake", "3 2.5")});
    EXPECT_EQ(o.exitCode, 1);
    EXPECT_NE(o.out.find("over 2 ms (first 3 ms, again 2.50 ms)"), std::string::npos) << o.out;
}

TEST_F(BenchTest, ADebugBuildIsNotJudgedUnlessForced) {
    const Outcome refused = rigproof({"bench", "--program", programOf("fake", "1", "debug")});
    EXPECT_EQ(refused.exitCode, 2);
    EXPECT_NE(refused.err.find("build of kind \"debug\""), std::string::npos) << refused.err;
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(rigproof({"bench", "--force", "--program", "./fake"}).exitCode, 0);
}

TEST_F(BenchTest, WhatCannotRunExitsWith3AndWrongInputWith2) {
    EXPECT_EQ(rigproof({"bench", "--program", "none"}).exitCode, 3);
    write("broken", "#!/bin/sh\necho out of luck\nexit 7\n");
    std::filesystem::permissions(folder_ / "broken", std::filesystem::perms::owner_all);
    const Outcome broken = rigproof({"bench", "--program", "./broken"});
    EXPECT_EQ(broken.exitCode, 3);
    EXPECT_NE(broken.err.find("exit code 7: out of luck"), std::string::npos) << broken.err;
    const std::string fake = programOf("fake", "1");
    EXPECT_EQ(rigproof({"bench", "b/2", "--program", fake}).exitCode, 2);
    write("bench/budgets.json", "{\"budgets\": []}");
    const Outcome none = rigproof({"bench", "--program", fake});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_EQ(none.err.substr(0, 25), "bench/budgets.json:1:13: ") << none.err;
}

TEST_F(BenchTest, ComparingFindsASlowerSideAndNoDifferenceBesideItself) {
    const std::string fast = programOf("fast", "1.00 1.01 1.02 1.03 1.04 1.05 1.06 1.07 1.08 1.09 1.10 1.11");
    const std::string slow = programOf("slow", "1.30 1.31 1.32 1.33 1.34 1.35 1.36 1.37 1.38 1.39 1.40 1.41");
    const Outcome slower = rigproof({"bench", "--program", slow, "--against", fast});
    EXPECT_EQ(slower.exitCode, 1) << slower.err;
    EXPECT_NE(slower.out.find("1 slower, 0 faster, 0 no difference"), std::string::npos) << slower.out;
    const std::string twin = programOf("twin", "1.07 1.01 1.10 1.03 1.00 1.05 1.06 1.02 1.08 1.09 1.04 1.11");
    programOf("fast", "1.00 1.01 1.02 1.03 1.04 1.05 1.06 1.07 1.08 1.09 1.10 1.11");
    const Outcome same = rigproof({"bench", "--program", twin, "--against", fast});
    EXPECT_EQ(same.exitCode, 0) << same.out;
    EXPECT_NE(same.out.find("0 slower, 0 faster, 1 no difference"), std::string::npos) << same.out;
}

TEST_F(BenchTest, RecordedRunsBecomeATableAndAPage) {
    const std::string fake = programOf("fake", "1");
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(
            rigproof({"bench", "--program", fake, "--record", "perf.jsonl", "--out-json", "google.json"}).exitCode, 0);
    EXPECT_TRUE(exists("google.json"));
    const Outcome o = rigproof({"perf", "perf.jsonl", "--html", "page.html"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_NE(o.out.find("a/1"), std::string::npos) << o.out;
    EXPECT_NE(read("page.html").find("\"name\":\"a/1\""), std::string::npos);
    EXPECT_EQ(rigproof({"perf", "none.jsonl"}).exitCode, 2);
}

} // namespace
} // namespace rigproof
