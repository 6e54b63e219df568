#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace rigproof {

inline constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();

/// Whether an input was accepted, and if not which rule it broke and where.
/// Cheap to return: the rule is a string literal, nothing is allocated until message() is asked for.
///
///     if (Status s = solve(in, out); !s.ok()) report(s.message());
struct [[nodiscard]] Status {
    const char* rule = nullptr;   ///< the rule broken, e.g. "link length must be finite and > 0"; null when accepted
    std::size_t index = kNoIndex; ///< the offending element (vertex, joint, link, key ...), kNoIndex when it is not one
    std::size_t got = kNoIndex;   ///< a count that was found, kNoIndex when it is no matter of counts
    std::size_t want = kNoIndex;  ///< the count that was needed

    bool ok() const { return rule == nullptr; }

    /// One line: "link length must be finite and > 0 (index 3)"; allocates.
    std::string message() const {
        if (ok()) return "ok";
        std::string text = rule;
        if (index != kNoIndex) text += " (index " + std::to_string(index) + ")";
        if (want != kNoIndex) text += " (got " + std::to_string(got) + ", want " + std::to_string(want) + ")";
        return text;
    }
};

inline Status accepted() {
    return {};
}
inline Status refused(const char* rule, std::size_t index = kNoIndex) {
    return {rule, index, kNoIndex, kNoIndex};
}
inline Status refusedCount(const char* rule, std::size_t got, std::size_t want) {
    return {rule, kNoIndex, got, want};
}

} // namespace rigproof
