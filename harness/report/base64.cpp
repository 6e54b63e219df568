#include "harness/report/base64.h"

#include <cstdint>

namespace rigproof {

void appendBase64(std::string_view bytes, std::string& into) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    into.reserve(into.size() + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0; // three bytes, missing ones 0
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            into += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63u] : '=';
        }
    }
}

} // namespace rigproof
