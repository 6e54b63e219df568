#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

// The renderer counts its draws itself and scenarios are judged by them. Here somebody else counts: a library that is
// preloaded between the program and OpenGL (tests/render/draw_interposer.cpp).

namespace rigproof {
namespace {

using nlohmann::json;

class DrawCountTest : public ProgramTest {
  protected:
    /// Runs a scenario with one capture and expects that the interposer counted what the report says.
    void expectBothCountTheSame(const std::string& kind, const std::string& parameters, long atLeast) {
        SCOPED_TRACE(kind + " " + parameters);
        std::filesystem::remove_all(folder_);
        write("scenarios/one.json", R"({"kind": ")" + kind + R"(", "title": {"en": "one"},
          "viewport": {"width": 64, "height": 40}, "captures": [{"name": "t", "time": 0.5}], ")" +
                                        kind + "\": " + parameters + "}");
        // A sanitized program insists on being loaded first and must be told that this is meant.
        const std::string environment = "LD_PRELOAD=" RIGPROOF_DRAW_INTERPOSER
                                        " RIGPROOF_DRAW_COUNT_FILE=drawn.txt "
                                        "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0";
        const Outcome outcome = rigproof({"run", "--allow-new", "--json", "report.json"}, environment);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
        const json report = json::parse(read("report.json"));
        const long reported = report["scenarios"][0]["metrics"]["draws.total"].get<long>();
        ASSERT_TRUE(exists("drawn.txt")) << "nobody drew, or the interposer was not loaded";
        std::istringstream counted(read("drawn.txt"));
        long drawn = 0;
        for (long of = 0; counted >> of;)
            drawn += of;
        EXPECT_EQ(drawn, reported);
        EXPECT_GE(drawn, atLeast);
    }
};

TEST_F(DrawCountTest, AgreesWithSomebodyElsesCountOfATentacle) {
    expectBothCountTheSame("tentacle", R"({"joints": 5})", 8);
}

TEST_F(DrawCountTest, AgreesWithSomebodyElsesCountOfACrowdWhateverItsSize) {
    expectBothCountTheSame("crowd", R"({"people": 20})", 4);
    expectBothCountTheSame("crowd", R"({"people": 500})", 4);
}

TEST_F(DrawCountTest, AgreesWithSomebodyElsesCountOfOneDrawAPerson) {
    expectBothCountTheSame("crowd", R"({"people": 60, "mode": "compare"})", 120);
}

TEST_F(DrawCountTest, AgreesWithSomebodyElsesCountOfBears) {
    expectBothCountTheSame("bear", R"({"cell": 0.04})", 4);
}

} // namespace
} // namespace rigproof
