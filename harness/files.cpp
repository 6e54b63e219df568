#include "harness/files.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace rigproof {

std::string readFile(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw HarnessError(kExitUsage, path.string() + ": is a folder; a file is needed");
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) throw HarnessError(kExitUsage, path.string() + ": cannot be read: " + std::strerror(errno));
    // Read in one go where the size is known; what has none (a pipe) or grows meanwhile is read to its end.
    const auto size = std::filesystem::file_size(path, error);
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    text.append(std::istreambuf_iterator<char>(in), {});
    return text;
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes) {
    const auto fail = [&path](const std::string& why) {
        throw HarnessError(kExitCouldNotRun, path.string() + ": cannot be written: " + why);
    };
    std::error_code error;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
    if (error) fail(error.message());

    // The process and a counter make the name unique among workers and threads that write the same file.
    static std::atomic<unsigned> counter{0};
    std::filesystem::path aside = path;
    aside += ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    {
        std::ofstream out(aside, std::ios::binary | std::ios::trunc);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        out.flush();
        if (!out) {
            const std::string why = std::strerror(errno);
            std::filesystem::remove(aside, error);
            fail(why);
        }
    }
    std::filesystem::rename(aside, path, error);
    if (error) {
        const std::string why = error.message();
        std::filesystem::remove(aside, error);
        fail(why);
    }
}

} // namespace rigproof
