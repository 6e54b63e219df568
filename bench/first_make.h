#pragma once

#include <string_view>

namespace rigproof {

/// A program's first crowd can only be timed once a process, so the benchmark starts the program anew with this option
/// for each iteration, and that one prints the milliseconds of processor time of the bake and of everything.
inline constexpr std::string_view kFirstMakeOption = "--first-crowd-make";
int printFirstMake();

} // namespace rigproof
