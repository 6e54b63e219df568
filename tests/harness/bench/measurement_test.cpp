#include "harness/bench/measurement.h"

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

const char* const kText = R"({
  "context": {"host_name": "h", "num_cpus": 2, "load_avg": [1.5, 1, 1], "rigproof_build": "optimised", "rigproof_compiler": "GNU 12.2.0"},
  "benchmarks": [
    {"name": "a/1", "run_name": "a/1", "run_type": "iteration", "repetitions": 2, "repetition_index": 0, "threads": 1, "iterations": 10, "real_time": 3.0, "cpu_time": 2.0, "time_unit": "ms", "items_per_second": 5.0, "draws": 2.0},
    {"name": "a/1", "run_name": "a/1", "run_type": "iteration", "repetitions": 2, "repetition_index": 1, "threads": 1, "iterations": 10, "real_time": 5.0, "cpu_time": 4.0, "time_unit": "ms", "items_per_second": 7.0, "draws": 2.0},
    {"name": "a/1_median", "run_name": "a/1", "run_type": "aggregate", "aggregate_name": "median", "threads": 1, "iterations": 2, "real_time": 4.0, "cpu_time": 3.0, "time_unit": "ms"},
    {"name": "b", "run_name": "b", "run_type": "iteration", "error_occurred": true, "error_message": "no context", "iterations": 0, "real_time": 0, "cpu_time": 0, "time_unit": "ns"}
  ]
})";

TEST(MeasurementTest, RepetitionsAreGatheredInSecondsAndAggregatesLeftOut) {
    const Measurements all = parseMeasurements("f", kText);
    ASSERT_EQ(all.benchmarks.size(), 2u);
    const Measurement& a = all.benchmarks[0];
    EXPECT_EQ(a.name, "a/1");
    EXPECT_EQ(a.cpu, (std::vector<double>{2e-3, 4e-3}));
    EXPECT_EQ(a.real, (std::vector<double>{3e-3, 5e-3}));
    EXPECT_EQ(a.counters.size(), 2u);
    EXPECT_EQ(a.valuesOf("items_per_second"), (std::vector<double>{5, 7}));
    EXPECT_TRUE(a.valuesOf("no such").empty());
    EXPECT_EQ(all.build, "optimised");
    EXPECT_EQ(all.processors, 2);
    EXPECT_EQ(all.load, 1.5);
}

TEST(MeasurementTest, NumbersThatAreNoneAreLeftOutAndWordsThatLookLikeThemAreNot) {
    const Measurements all = parseMeasurements("f", R"({"context": {}, "benchmarks": [
        {"name": "NaN", "run_type": "iteration", "real_time": 1, "cpu_time": 1, "time_unit": "s", "a": NaN, "b": -NaN, "c": Infinity, "d": -Infinity, "e": 2, "label": "-Infinity"}]})");
    EXPECT_EQ(all.benchmarks[0].name, "NaN");
    EXPECT_EQ(all.benchmarks[0].label, "-Infinity");
    EXPECT_EQ(all.benchmarks[0].counters.size(), 1u);
}

TEST(MeasurementTest, AFailedBenchmarkKeepsItsReason) {
    const Measurements all = parseMeasurements("f", kText);
    EXPECT_EQ(all.find("b")->error, "no context");
    EXPECT_TRUE(all.find("b")->cpu.empty());
    EXPECT_EQ(all.find("c"), nullptr);
}

TEST(MeasurementTest, RunsOfTheSameProgramAddUp) {
    Measurements all = parseMeasurements("f", kText);
    all.add(parseMeasurements("f", kText));
    EXPECT_EQ(all.benchmarks.size(), 2u);
    EXPECT_EQ(all.find("a/1")->cpu.size(), 4u);
    EXPECT_EQ(all.find("a/1")->counters.at("draws").size(), 4u);
    Measurements fresh;
    fresh.add(all);
    EXPECT_EQ(fresh.build, "optimised");
}

TEST(MeasurementTest, AnotherProgramsOutputIsRefused) {
    for (const char* text : {"", "[]", "{\"context\": {}}", "{\"context\": {}, \"benchmarks\": [{\"name\": \"x\"}]}"}) {
        try {
            parseMeasurements("out.json", text);
            ADD_FAILURE() << text;
        } catch (const HarnessError& e) {
            EXPECT_EQ(e.exitCode, kExitCouldNotRun);
            EXPECT_EQ(std::string(e.what()).substr(0, 9), "out.json:");
        }
    }
}

} // namespace
} // namespace rigproof
