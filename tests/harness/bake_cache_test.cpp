#include "harness/bake_cache.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "harness/files.h"

namespace rigproof {
namespace {

// A bake that a machine would take for right: `shift` makes it another one.
BakedWeights bakeOf(std::size_t vertices, float shift = 0.0f) {
    BakedWeights b;
    for (std::size_t v = 0; v < vertices; ++v) {
        b.joints.emplace_back(static_cast<std::uint16_t>(v % 3), 2, 0, 0);
        b.weights.emplace_back(0.75f - shift, 0.25f + shift, 0.0f, 0.0f);
    }
    return b;
}

struct BakeCacheTest : testing::Test {
    std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "rigproof_bake_cache" /
                                   testing::UnitTest::GetInstance()->current_test_info()->name();
    std::vector<std::string> lines;
    BakeCache cache{folder, [this](const std::string& line) { lines.push_back(line); }};
    WeightKey key{1, 2};
    void SetUp() override { std::filesystem::remove_all(folder); }
};

TEST_F(BakeCacheTest, GivesBackWhatWasKeptAndNothingElse) {
    EXPECT_FALSE(cache.find(key, 50, 3).has_value());
    cache.keep(key, bakeOf(50));
    EXPECT_EQ(cache.find(key, 50, 3), bakeOf(50));
    EXPECT_FALSE(cache.find({1, 3}, 50, 3).has_value());
    EXPECT_TRUE(lines.empty());
}

TEST_F(BakeCacheTest, ADamagedFileIsReportedByItsNameAndReplaced) {
    cache.keep(key, bakeOf(50));
    std::string bytes = readFile(cache.fileOf(key));
    bytes[bytes.size() / 2] ^= 1;
    writeFileAtomically(cache.fileOf(key), bytes);
    EXPECT_FALSE(cache.find(key, 50, 3).has_value());
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines[0].starts_with(cache.fileOf(key).string() + ": ")) << lines[0];
    EXPECT_TRUE(lines[0].ends_with("; baked again")) << lines[0];
    cache.keep(key, bakeOf(50));
    EXPECT_EQ(cache.find(key, 50, 3), bakeOf(50));
}

TEST_F(BakeCacheTest, ForeignFilesAndThoseOfAnotherBakeAreReported) {
    writeFileAtomically(cache.fileOf(key), "not a bake at all");
    EXPECT_FALSE(cache.find(key, 50, 3).has_value());
    writeFileAtomically(cache.fileOf(key), serializeWeights({7, 7}, bakeOf(50)));
    EXPECT_FALSE(cache.find(key, 50, 3).has_value());
    cache.keep(key, bakeOf(50));
    EXPECT_FALSE(cache.find(key, 50, 2).has_value()) << "joint 2 of 2 bones";
    EXPECT_FALSE(cache.find(key, 51, 3).has_value());
    EXPECT_EQ(lines.size(), 4u);
}

TEST_F(BakeCacheTest, AFolderThatCannotBeWrittenIsReportedAndNoMore) {
    writeFileAtomically(folder, "a file where the folder should be");
    cache.keep(key, bakeOf(5));
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines[0].ends_with("; the bake is not kept")) << lines[0];
    EXPECT_FALSE(cache.find(key, 5, 3).has_value());
}

// As two processes would: each with its own object over the same folder.
TEST_F(BakeCacheTest, WhoReadsWhileOthersWriteSeesAWholeBakeOrNone) {
    constexpr int kRounds = 50;
    const auto writer = [this] {
        const BakeCache own(folder, [](const std::string&) {});
        for (int i = 0; i < kRounds; ++i)
            own.keep(key, bakeOf(200));
    };
    std::jthread one(writer);
    std::jthread two(writer);
    for (int i = 0; i < kRounds; ++i) {
        const auto held = cache.find(key, 200, 3);
        EXPECT_TRUE(!held || *held == bakeOf(200));
    }
    EXPECT_TRUE(lines.empty());
}

} // namespace
} // namespace rigproof
