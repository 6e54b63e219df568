#include "harness/machine.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>

#include "harness/process.h"

namespace rigproof {
namespace {

/// What a command prints on standard output, without the last newline; empty when it fails.
std::string outputOf(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
    if (!pipe) return "";
    std::string text;
    std::array<char, 256> block;
    while (std::fgets(block.data(), static_cast<int>(block.size()), pipe.get()) != nullptr)
        text += block.data();
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

} // namespace

std::string processorName() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("model name")) continue;
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown processor";
}

std::string currentCommit(const std::string& folder) {
    const std::string git = "git -C " + shellQuoted(folder) + " ";
    std::string commit = outputOf(git + "rev-parse --short=12 HEAD");
    if (!commit.empty())
        return outputOf(git + "status --porcelain --untracked-files=no").empty() ? commit : commit + "+";
    for (const char* variable : {"GITHUB_SHA", "CI_COMMIT_SHA"}) {
        if (const char* sha = std::getenv(variable)) return std::string(sha).substr(0, 12);
    }
    return "";
}

std::string timestampUtc() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace rigproof
