#pragma once

#include <string>
#include <vector>

namespace rigproof {

/// What another program (found on PATH) wrote to both its outputs, and how it ended.
struct ShellResult {
    int exitCode = 0; ///< 127 when it could not be started
    std::string output;
};

/// Runs a program to its end; every word is taken as it is, spaces and quotes too. `input` goes to its standard input.
ShellResult shell(const std::vector<std::string>& words, const std::string& input = "");

} // namespace rigproof
