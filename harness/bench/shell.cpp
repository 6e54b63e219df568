#include "harness/bench/shell.h"

#include <array>
#include <cstdio>
#include <memory>

#include <sys/wait.h>

#include "harness/bench/temporary_folder.h"
#include "harness/files.h"
#include "harness/process.h"

namespace rigproof {
ShellResult shell(const std::vector<std::string>& words, const std::string& input) {
    std::string command;
    for (const std::string& word : words)
        command += shellQuoted(word) + " ";
    std::unique_ptr<TemporaryFolder> folder;
    if (input.empty()) {
        command += "</dev/null ";
    } else {
        folder = std::make_unique<TemporaryFolder>();
        writeFileAtomically(folder->path() / "input", input);
        command += "<" + shellQuoted((folder->path() / "input").string()) + " ";
    }
    FILE* const pipe = popen((command + "2>&1").c_str(), "r");
    if (pipe == nullptr) return {127, ""};
    ShellResult result;
    std::array<char, 4096> block;
    for (std::size_t got = 0; (got = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
        result.output.append(block.data(), got);
    const int status = pclose(pipe);
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 127;
    return result;
}

} // namespace rigproof
