#include "tests/cli/program.h"

#include <algorithm>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include "harness/files.h"

namespace rigproof {

namespace fs = std::filesystem;

std::string smallScenario(const std::string& more) {
    return R"({
  "kind": "tentacle",
  "title": {"en": "small"},
  "viewport": {"width": 64, "height": 40},
  "captures": [{"name": "t0"}, {"name": "t1", "time": 1}])" +
           (more.empty() ? "" : ",\n  " + more) + "\n}\n";
}

void ProgramTest::SetUp() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / ("rigproof cli " + std::to_string(::getpid())) / test->name();
    fs::remove_all(folder_);
    write("scenarios/tentacle/small.json", smallScenario());
}

void ProgramTest::TearDown() {
    fs::remove_all(folder_);
}

Outcome ProgramTest::rigproof(const std::vector<std::string>& arguments, const std::string& environment) const {
    const auto quoted = [](const std::string& word) {
        std::string text = "'";
        for (const char c : word)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return text + "'";
    };
    std::string command = "cd " + quoted(folder_.string()) + " && " + environment + " " + quoted(RIGPROOF_PROGRAM);
    for (const std::string& argument : arguments)
        command += " " + quoted(argument);
    command += " </dev/null >stdout.txt 2>stderr.txt";
    const int status = std::system(command.c_str()); // NOLINT(concurrency-mt-unsafe)
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout.txt"), read("stderr.txt")};
    fs::remove(folder_ / "stdout.txt");
    fs::remove(folder_ / "stderr.txt");
    return outcome;
}

void ProgramTest::write(const std::string& name, const std::string& text) const {
    writeFileAtomically(folder_ / name, text);
}

std::string ProgramTest::read(const std::string& name) const {
    return readFile(folder_ / name);
}

std::vector<std::pair<std::string, std::string>> ProgramTest::snapshot(const std::string& below) const {
    std::vector<std::pair<std::string, std::string>> files;
    if (!fs::exists(folder_ / below)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / below)) {
        if (entry.is_regular_file()) files.emplace_back(entry.path().string(), readFile(entry.path()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace rigproof
