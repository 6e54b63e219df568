#include "harness/run.h"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

std::vector<Scenario> named(int count) {
    std::vector<Scenario> list(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i].name = "s" + std::to_string(i);
    return list;
}

TEST(ShardTest, EveryScenarioIsInExactlyOneShard) {
    const std::vector<Scenario> all = named(17);
    std::map<std::string, double> seconds = {{"s3", 10.0}, {"s4", 1.0}};
    for (int count = 1; count <= 20; ++count) {
        std::multiset<std::string> seen;
        for (int k = 1; k <= count; ++k) {
            for (const Scenario& s : shardOf(all, {k, count}, seconds))
                seen.insert(s.name);
        }
        EXPECT_EQ(seen.size(), all.size());
        EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), all.size());
    }
}

TEST(ShardTest, LongScenariosAreSpreadOverTheShards) {
    const std::vector<Scenario> all = named(4);
    const std::map<std::string, double> seconds = {{"s0", 9.0}, {"s1", 8.0}, {"s2", 1.0}, {"s3", 1.0}};
    for (int k = 1; k <= 2; ++k) {
        double sum = 0.0;
        for (const Scenario& s : shardOf(all, {k, 2}, seconds))
            sum += seconds.at(s.name);
        EXPECT_GE(sum, 9.0);
        EXPECT_LE(sum, 10.0);
    }
}

TEST(ShardTest, ReadsTheOptionAndTheVariablesOfCiSystems) {
    EXPECT_EQ(shardFrom("2/5").index, 2);
    EXPECT_EQ(shardFrom("2/5").count, 5);
    for (const char* wrong : {"0/4", "5/4", "1", "a/b", "1/", "-1/3", "1/2x"})
        EXPECT_THROW(shardFrom(wrong), HarnessError) << wrong;
    ::setenv("TEST_SHARD_INDEX", "0", 1);
    ::setenv("TEST_TOTAL_SHARDS", "3", 1);
    EXPECT_EQ(shardFrom("").index, 1);
    EXPECT_EQ(shardFrom("").count, 3);
    ::unsetenv("TEST_SHARD_INDEX");
    ::unsetenv("TEST_TOTAL_SHARDS");
    ::setenv("CI_NODE_INDEX", "3", 1);
    ::setenv("CI_NODE_TOTAL", "3", 1);
    EXPECT_EQ(shardFrom("").index, 3);
    ::unsetenv("CI_NODE_INDEX");
    ::unsetenv("CI_NODE_TOTAL");
    EXPECT_EQ(shardFrom("").count, 1);
}

} // namespace
} // namespace rigproof
