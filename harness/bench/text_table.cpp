#include "harness/bench/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace rigproof {
namespace {

std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

const char* codeOf(TextTable::Color color) {
    switch (color) {
        case TextTable::Color::kGood:
            return "\x1b[32m";
        case TextTable::Color::kBad:
            return "\x1b[31m";
        case TextTable::Color::kDoubtful:
            return "\x1b[33m";
        case TextTable::Color::kFaint:
            return "\x1b[2m";
        case TextTable::Color::kPlain:
            break;
    }
    return "";
}

} // namespace

std::string TextTable::text(bool color) const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (const auto& row : rows_)
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], widthOf(row[c].text));
    std::string all;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string blanks(widths[c] - widthOf(row[c].text), ' ');
            const bool painted = color && row[c].color != Color::kPlain;
            std::string cell = painted ? codeOf(row[c].color) + row[c].text + "\x1b[0m" : row[c].text;
            cell = columns_[c] == Align::kRight ? blanks + cell : cell + blanks;
            line += (c == 0 ? "" : "  ") + cell;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += line + "\n";
    }
    return all;
}

std::string shownNumber(double value) {
    std::array<char, 64> text{};
    const double size = std::fabs(value);
    if (value == std::floor(value) && size < 1000.0) {
        std::snprintf(text.data(), text.size(), "%.0f", value);
    } else if (size < 1000.0) {
        const int decimals = size >= 100.0 ? 0 : (size >= 10.0 ? 1 : (size >= 1.0 ? 2 : 3));
        std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    } else {
        std::snprintf(text.data(), text.size(), "%.0f", value);
        std::string digits = text.data();
        const std::size_t first = digits.find_first_of("0123456789");
        for (std::size_t at = digits.size(); at > first + 3;)
            digits.insert(at -= 3, ",");
        return digits;
    }
    return text.data();
}

std::string shownSeconds(double seconds) {
    const double size = std::fabs(seconds);
    if (size >= 1.0) return shownNumber(seconds) + " s";
    if (size >= 1e-3) return shownNumber(seconds * 1e3) + " ms";
    if (size >= 1e-6) return shownNumber(seconds * 1e6) + " us";
    return shownNumber(seconds * 1e9) + " ns";
}

std::string shownShare(double share) {
    const double percent = share * 100.0;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), std::fabs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    return text.data();
}

} // namespace rigproof
