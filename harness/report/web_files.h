#pragma once

#include <span>
#include <string_view>

namespace rigproof {

/// A file of harness/report/web, as it was when the program was built.
struct WebFile {
    std::string_view name;
    std::string_view text;
};

/// All of them, index.html among them.
std::span<const WebFile> webFiles();

} // namespace rigproof
