#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rigproof {

/// What goes to stderr as one line: file, place, what is wrong, what would be right. `exitCode` is what the program
/// ends with when nobody catches it nearer (2: usage or an invalid file; 3: could not run).
class HarnessError : public std::runtime_error {
  public:
    HarnessError(int code, const std::string& line) : std::runtime_error(line), exitCode(code) {}
    int exitCode;
};

inline constexpr int kExitAllWell = 0;
inline constexpr int kExitDiffers = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitCouldNotRun = 3;

/// The whole file as bytes; throws HarnessError (kExitUsage) that names it when it cannot be read.
std::string readFile(const std::filesystem::path& path);

/// Writes beside `path` and renames, so that a reader sees the old file or the new one and never half of one; makes the
/// parent folders. Throws HarnessError (kExitCouldNotRun).
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

} // namespace rigproof
