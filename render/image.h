#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rigproof {

/// 8-bit sRGB pixels, four channels, rows from the top, no padding.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba; ///< 4 * width * height

    Image() = default;
    Image(int w, int h) : width(w), height(h), rgba(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4) {}

    bool empty() const { return rgba.empty(); }
    std::uint8_t* pixel(int x, int y) {
        return rgba.data() +
               (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
    }
    const std::uint8_t* pixel(int x, int y) const { return const_cast<Image*>(this)->pixel(x, y); }
    bool operator==(const Image&) const = default;
};

} // namespace rigproof
