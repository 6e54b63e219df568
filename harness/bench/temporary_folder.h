#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "harness/files.h"

namespace rigproof {

/// A new folder among the system's temporary files that goes away, with all in it, when this does.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "rigproof-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) {
            throw HarnessError(kExitCouldNotRun, pattern + ": cannot be made: " + std::strerror(errno));
        }
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace rigproof
