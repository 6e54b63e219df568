#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rigproof {

/// Rows of cells set in columns as wide as their widest cell, two spaces between. Widths count characters of UTF-8;
/// colour is added to whole cells when printing, so that it does not count.
class TextTable {
  public:
    enum class Align : unsigned char { kLeft, kRight };
    enum class Color : unsigned char { kPlain, kGood, kBad, kDoubtful, kFaint };
    struct Cell {
        std::string text;
        Color color = Color::kPlain;
    };

    explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
    void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
    /// `color` adds ANSI colours.
    std::string text(bool color) const;

  private:
    std::vector<Align> columns_;
    std::vector<std::vector<Cell>> rows_;
};

/// "12.3", "0.123", "1,234": three digits that mean something, thousands set apart.
std::string shownNumber(double value);
/// A time in the unit that suits it: "3.12 ms".
std::string shownSeconds(double seconds);
/// "12 %", "0.4 %".
std::string shownShare(double share);

} // namespace rigproof
