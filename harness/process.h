#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace rigproof {

/// A child process of our own program, watched from outside: a crash or a hang of one is that one's error, never the
/// run's end.
class ChildProcess {
  public:
    /// Starts `command` (argv; the first is the program's path) with standard input closed and both outputs going to
    /// `log`. Throws HarnessError (kExitCouldNotRun).
    ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& log);
    ~ChildProcess(); ///< kills and reaps a child that is still running
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;

    int id() const { return pid_; }
    double secondsRunning() const;

    /// Ends the child at once; wait for it as usual afterwards.
    void kill() const;

    /// How a child ended.
    struct Ending {
        int pid = 0;
        int exitCode = 0;          ///< when it ended by itself
        int signal = 0;            ///< when a signal ended it
        std::string words() const; ///< "exit code 3", "signal 11 (Segmentation fault)"
    };

    /// Waits at most `patience` for this child; true when it ended, then `ending` says how.
    bool waitFor(std::chrono::milliseconds patience, Ending& ending);

  private:
    int pid_ = 0;
    std::chrono::steady_clock::time_point start_;
};

/// A word as a POSIX shell takes it, whatever stands in it.
std::string shellQuoted(const std::string& word);

/// The path of the program that is running.
std::filesystem::path ownProgram();

} // namespace rigproof
