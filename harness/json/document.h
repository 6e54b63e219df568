#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "harness/files.h"

namespace rigproof {

/// A place in a text file, both counted from 1; columns count characters, not bytes.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// A JSON file (// and /* */ comments allowed) that remembers where each value stands, so that a wrong value can be
/// named by line and column.
struct JsonDocument {
    std::string file; ///< as the user gave it
    nlohmann::json value;
    std::map<std::string, TextPlace> places; ///< JSON pointer -> place of the value ("" is the root)

    /// The place of the value, or of its nearest parent that is in the file.
    TextPlace placeOf(std::string pointer) const;
    bool holds(const std::string& pointer) const { return places.contains(pointer); }
};

/// Throws HarnessError (kExitUsage) "file:line:column: ..." on a syntax error, a key that stands twice, or nesting
/// deeper than 64.
JsonDocument parseJson(std::string file, const std::string& text);
JsonDocument readJson(const std::filesystem::path& path);

/// "file:line:column: pointer: text", the form of every complaint about a file's content.
HarnessError errorAt(const JsonDocument& document, const std::string& pointer, const std::string& text);

/// One step of a JSON pointer with ~ and / escaped.
std::string pointerStep(const std::string& key);

} // namespace rigproof
