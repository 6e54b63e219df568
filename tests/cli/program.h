#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rigproof {

/// How the program ended and what it said.
struct Outcome {
    int exitCode = -1;
    std::string out;
    std::string err;
};

/// Runs `rigproof` in a folder of its own that holds one small scenario, scenarios/tentacle/small.json, and no golden.
class ProgramTest : public testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// Standard input is closed. `environment` like "A=1 B=2".
    Outcome rigproof(const std::vector<std::string>& arguments, const std::string& environment = "") const;
    void write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
    /// All files below the folder with their contents, for "nothing was touched".
    std::vector<std::pair<std::string, std::string>> snapshot(const std::string& below) const;

    std::filesystem::path folder_;
};

/// A scenario that takes a moment: 64 x 40 pixels, two captures.
std::string smallScenario(const std::string& more = "");

} // namespace rigproof
