#include <cstdlib>
#include <sstream>

#include "harness/bench/comparison.h"
#include "harness/bench/shell.h"
#include "harness/files.h"

namespace rigproof {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownLines = 12; ///< of a build that failed

std::string lastLines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    std::string last;
    for (std::size_t i = lines.size() > kShownLines ? lines.size() - kShownLines : 0; i < lines.size(); ++i)
        last += "\n  " + lines[i];
    return last;
}

} // namespace

BuiltRevision::BuiltRevision(const fs::path& repository, const std::string& revision) : repository_(repository) {
    const ShellResult found =
        shell({"git", "-C", repository.string(), "rev-parse", "--verify", "--quiet", revision + "^{commit}"});
    if (found.exitCode != 0)
        throw HarnessError(kExitUsage, "--compare " + revision + ": git knows no such commit here");
    const std::string full = found.output.substr(0, found.output.find('\n'));
    commit_ = full.substr(0, 12);
    std::string pattern = (fs::temp_directory_path() / "rigproof-compare-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw HarnessError(kExitCouldNotRun, pattern + ": cannot be made");
    folder_ = pattern;
    const fs::path source = folder_ / "source";
    const fs::path build = folder_ / "build";
    const std::vector<std::vector<std::string>> steps = {
        {"git", "-C", repository.string(), "worktree", "add", "--detach", source.string(), full},
        {"cmake", "-S", source.string(), "-B", build.string(), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DRIGPROOF_BUILD_TESTS=OFF"},
        {"cmake", "--build", build.string(), "--target", "rigproof_bench"}};
    for (const std::vector<std::string>& step : steps) {
        const ShellResult result = shell(step);
        if (result.exitCode == 0) continue;
        removeAll();
        throw HarnessError(kExitCouldNotRun, "--compare " + revision + ": cannot be built: " + step[0] + " said" +
                                                 lastLines(result.output));
    }
    program_ = build / "bench" / "rigproof_bench";
}

BuiltRevision::~BuiltRevision() {
    removeAll();
}

void BuiltRevision::removeAll() const {
    shell({"git", "-C", repository_.string(), "worktree", "remove", "--force", (folder_ / "source").string()});
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    shell({"git", "-C", repository_.string(), "worktree", "prune"});
}

} // namespace rigproof
