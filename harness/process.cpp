#include "harness/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/files.h"

extern char** environ;

namespace rigproof {

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& log)
    : start_(std::chrono::steady_clock::now()) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    const int error = posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        pid_ = 0;
        throw HarnessError(kExitCouldNotRun, command.front() + ": cannot be started: " + std::strerror(error));
    }
}

ChildProcess::~ChildProcess() {
    if (pid_ <= 0) return;
    kill();
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept : pid_(std::exchange(other.pid_, 0)), start_(other.start_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(start_, other.start_);
    return *this;
}

double ChildProcess::secondsRunning() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ChildProcess::kill() const {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
}

std::string ChildProcess::Ending::words() const {
    if (signal != 0) return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    return "exit code " + std::to_string(exitCode);
}

bool ChildProcess::waitFor(std::chrono::milliseconds patience, Ending& ending) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        int status = 0;
        const int got = ::waitpid(pid_, &status, WNOHANG);
        if (got == pid_) {
            ending = {pid_, WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
            pid_ = 0;
            return true;
        }
        if (got < 0 && errno != EINTR) {
            ending = {pid_, 0, 0};
            pid_ = 0;
            return true;
        }
        if (std::chrono::steady_clock::now() >= until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

std::string shellQuoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::filesystem::path ownProgram() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

} // namespace rigproof
