#include "harness/files.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace rigproof {
namespace {

std::filesystem::path scratch(const char* name) {
    const auto dir = std::filesystem::path(testing::TempDir()) / ("rigproof_files_test_" + std::to_string(::getpid()));
    std::filesystem::remove_all(dir / name);
    return dir / name;
}

TEST(FilesTest, WritesAsideAndLeavesNothingElseBehind) {
    const auto dir = scratch("aside");
    writeFileAtomically(dir / "deep" / "a.txt", "one");
    writeFileAtomically(dir / "deep" / "a.txt", "two");
    EXPECT_EQ(readFile(dir / "deep" / "a.txt"), "two");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir / "deep"), {}), 1);
}

TEST(FilesTest, SaysWhichFileCannotBeReadAndWhy) {
    try {
        readFile(scratch("missing") / "none.json");
        FAIL() << "a missing file was read";
    } catch (const HarnessError& e) {
        EXPECT_EQ(e.exitCode, kExitUsage);
        EXPECT_NE(std::string(e.what()).find("none.json: cannot be read: No such file"), std::string::npos) << e.what();
    }
}

TEST(FilesTest, AFolderInTheWayLosesNothing) {
    const auto dir = scratch("folder");
    std::filesystem::create_directories(dir / "a.txt" / "keep");
    EXPECT_THROW(writeFileAtomically(dir / "a.txt", "x"), HarnessError);
    EXPECT_TRUE(std::filesystem::exists(dir / "a.txt" / "keep"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir), {}), 1);
}

} // namespace
} // namespace rigproof
