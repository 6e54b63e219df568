#include "tests/cli/program.h"

namespace rigproof {
namespace {

using WrongInputTest = ProgramTest;

TEST_F(WrongInputTest, ABrokenScenarioExitsWith2AndOneLineOfFilePlaceAndReason) {
    write("scenarios/tentacle/small.json", smallScenario(R"("tentacle": {"joints": 99})"));
    for (const char* command : {"run", "list"}) {
        const Outcome o = rigproof({command});
        EXPECT_EQ(o.exitCode, 2);
        EXPECT_EQ(o.err,
                  "scenarios/tentacle/small.json:6:26: /tentacle/joints: is 99; a whole number 3..24 is wanted\n");
        EXPECT_EQ(o.out, "");
    }
    EXPECT_FALSE(exists("out"));
}

TEST_F(WrongInputTest, ValidateSpeaksOfEveryFile) {
    write("bad1.json", "{");
    write("bad2.json", smallScenario("\"sed\": 1"));
    const Outcome o = rigproof({"validate", "bad1.json", "scenarios/tentacle/small.json", "bad2.json", "none.json"});
    EXPECT_EQ(o.exitCode, 2);
    EXPECT_EQ(o.out, "scenarios/tentacle/small.json: valid\n");
    EXPECT_NE(o.err.find("bad1.json:1:2: not valid JSON"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("bad2.json:6:10: /sed: unknown key; did you mean \"seed\"?"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("none.json: cannot be read"), std::string::npos) << o.err;
}

TEST_F(WrongInputTest, WrongUsageExitsWith2) {
    EXPECT_EQ(rigproof({}).exitCode, 2);
    EXPECT_EQ(rigproof({"dance"}).exitCode, 2);
    EXPECT_EQ(rigproof({"run", "--jobs", "many"}).exitCode, 2);
    EXPECT_EQ(rigproof({"run", "smal"}).err, "no scenario is named \"smal\"; did you mean \"small\"?\n");
    EXPECT_EQ(rigproof({"run", "--shard", "3/2"}).exitCode, 2);
    EXPECT_EQ(rigproof({"run", "--scenarios", "nowhere"}).exitCode, 2);
    EXPECT_EQ(rigproof({"accept", "--out", "nowhere"}).exitCode, 2);
    EXPECT_EQ(rigproof({"render", "small", "-o", "x.txt"}).exitCode, 2);
}

TEST_F(WrongInputTest, EveryCommandHelpsWithAnExample) {
    for (const char* command : {"run", "list", "validate", "new", "render", "compare", "accept", "doctor", "bench", "perf"}) {
        const Outcome o = rigproof({command, "--help"});
        EXPECT_EQ(o.exitCode, 0) << command;
        EXPECT_NE(o.out.find("Example:\n  rigproof "), std::string::npos) << command;
    }
}

TEST_F(WrongInputTest, ANewScenarioRunsAtOnceAndOverwritesNothing) {
    EXPECT_EQ(rigproof({"new", "tentacle", "my-arm"}).exitCode, 0);
    EXPECT_EQ(rigproof({"run", "my-arm", "--allow-new"}).exitCode, 0);
    const Outcome twice = rigproof({"new", "tentacle", "my-arm"});
    EXPECT_EQ(twice.exitCode, 2);
    EXPECT_NE(twice.err.find("exists already"), std::string::npos);
    EXPECT_NE(rigproof({"new", "tentacel", "x"}).err.find("did you mean \"tentacle\"?"), std::string::npos);
    EXPECT_EQ(rigproof({"new", "tentacle", "../x"}).exitCode, 2);
}

} // namespace
} // namespace rigproof
