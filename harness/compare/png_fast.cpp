#include "harness/compare/png_fast.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <libdeflate.h>

// The format: ISO/IEC 15948 (PNG, third edition), chapters 5 (chunks), 9 (filters) and 11.2 (header).

namespace rigproof {
namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kHeaderBytes = 13;

struct Chunk {
    std::string_view type;
    std::string_view data;
};

std::uint32_t bigEndian(const char* p) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(p[i]);
    return value;
}

/// Takes the next chunk off the front; false when it is cut off or its checksum is wrong.
bool takeChunk(std::string_view& rest, Chunk& chunk) {
    if (rest.size() < 12) return false;
    const std::size_t length = bigEndian(rest.data());
    if (length > rest.size() - 12) return false;
    chunk.type = rest.substr(4, 4);
    chunk.data = rest.substr(8, length);
    const std::uint32_t sum = libdeflate_crc32(0, rest.data() + 4, length + 4);
    if (sum != bigEndian(rest.data() + 8 + length)) return false;
    rest.remove_prefix(12 + length);
    return true;
}

/// What the header must hold for us; the number of bytes a pixel, 0 for other kinds.
std::size_t bytesPerPixel(std::string_view header) {
    if (header.size() != kHeaderBytes) return 0;
    const char bitDepth = header[8];
    const char color = header[9];
    const bool plain = bitDepth == 8 && header[10] == 0 && header[11] == 0 && header[12] == 0;
    if (!plain) return 0;
    return color == 2 ? 3 : color == 6 ? 4 : 0;
}

/// The compressed pixels, all in one piece: a view into the file, or `joined` where there are several chunks. Empty
/// when anything is out of order.
std::string_view findPixels(std::string_view bytes, std::size_t& bpp, std::string& joined) {
    std::string_view rest = bytes;
    rest.remove_prefix(std::min(kSignatureBytes, rest.size()));
    Chunk chunk;
    if (!takeChunk(rest, chunk) || chunk.type != "IHDR") return {};
    bpp = bytesPerPixel(chunk.data);
    if (bpp == 0) return {};
    std::string_view pixels;
    bool ended = false; // other chunks have followed the pixels
    while (takeChunk(rest, chunk)) {
        if (chunk.type == "IEND") return pixels;
        if (chunk.type != "IDAT") {
            const bool critical = (chunk.type[0] & 0x20) == 0; // 5.4: an upper-case first letter
            if (critical || chunk.type == "tRNS") return {};
            ended = !pixels.empty();
        } else if (ended) {
            return {};
        } else if (pixels.empty()) {
            pixels = chunk.data;
        } else {
            if (joined.empty()) joined = pixels;
            joined += chunk.data;
            pixels = joined;
        }
    }
    return {};
}

struct DecompressorDeleter {
    void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

bool inflate(std::string_view compressed, std::span<std::uint8_t> out) {
    const std::unique_ptr<libdeflate_decompressor, DecompressorDeleter> decompressor(libdeflate_alloc_decompressor());
    std::size_t got = 0;
    return decompressor != nullptr &&
           libdeflate_zlib_decompress(decompressor.get(), compressed.data(), compressed.size(), out.data(), out.size(),
                                      &got) == LIBDEFLATE_SUCCESS &&
           got == out.size();
}

int paeth(int left, int up, int upLeft) {
    const int toLeft = std::abs(up - upLeft);
    const int toUp = std::abs(left - upLeft);
    const int toUpLeft = std::abs(left + up - 2 * upLeft);
    if (toLeft <= toUp && toLeft <= toUpLeft) return left;
    return toUp <= toUpLeft ? up : upLeft;
}

/// Undoes a row's filter in place. The first pixel has nothing on its left, the first row (above: zeros) nothing above.
template <std::size_t kBpp>
bool unfilterRow(std::uint8_t filter, std::uint8_t* row, const std::uint8_t* above, std::size_t n) {
    const auto add = [row](std::size_t i, int guess) { row[i] = static_cast<std::uint8_t>(row[i] + guess); };
    switch (filter) {
        case 0:
            return true;
        case 1:
            for (std::size_t i = kBpp; i < n; ++i)
                add(i, row[i - kBpp]);
            return true;
        case 2:
            for (std::size_t i = 0; i < n; ++i)
                add(i, above[i]);
            return true;
        case 3:
            for (std::size_t i = 0; i < kBpp; ++i)
                add(i, above[i] / 2);
            for (std::size_t i = kBpp; i < n; ++i)
                add(i, (row[i - kBpp] + above[i]) / 2);
            return true;
        case 4:
            for (std::size_t i = 0; i < kBpp; ++i)
                add(i, above[i]);
            for (std::size_t i = kBpp; i < n; ++i)
                add(i, paeth(row[i - kBpp], above[i], above[i - kBpp]));
            return true;
        default:
            return false;
    }
}

/// Rows of filtered bytes stand at the end of the picture's own memory, `source` bytes behind its start, and are made
/// pixels from the front: what is written never reaches the row that is read next. Two lines hold the unfiltered row
/// and the one above, which the pixels may have run over.
template <std::size_t kBpp>
bool unfilter(std::size_t source, Image& image) {
    const auto width = static_cast<std::size_t>(image.width);
    const std::size_t n = width * kBpp;
    std::vector<std::uint8_t> line(n);
    std::vector<std::uint8_t> above(n);
    for (int y = 0; y < image.height; ++y) {
        const std::uint8_t* row = image.rgba.data() + source + static_cast<std::size_t>(y) * (n + 1);
        const std::uint8_t filter = row[0];
        std::memcpy(line.data(), row + 1, n);
        if (!unfilterRow<kBpp>(filter, line.data(), above.data(), n)) return false;
        std::uint8_t* out = image.pixel(0, y);
        if constexpr (kBpp == 4) {
            std::memcpy(out, line.data(), n);
        } else {
            for (std::size_t x = 0; x < width; ++x) {
                out[4 * x] = line[3 * x];
                out[4 * x + 1] = line[3 * x + 1];
                out[4 * x + 2] = line[3 * x + 2];
                out[4 * x + 3] = 255;
            }
        }
        line.swap(above);
    }
    return true;
}

} // namespace

bool decodePngFast(std::string_view bytes, Image& image) {
    std::size_t bpp = 0;
    std::string joined;
    const std::string_view compressed = findPixels(bytes, bpp, joined);
    if (compressed.empty()) return false;
    const std::size_t filtered =
        (1 + static_cast<std::size_t>(image.width) * bpp) * static_cast<std::size_t>(image.height);
    const std::size_t pixels = image.rgba.size();
    image.rgba.resize(std::max(pixels, filtered)); // only RGBA needs a little more, a byte a row
    const std::size_t source = image.rgba.size() - filtered;
    const bool done = inflate(compressed, std::span(image.rgba).subspan(source)) &&
                      (bpp == 3 ? unfilter<3>(source, image) : unfilter<4>(source, image));
    image.rgba.resize(pixels);
    return done;
}

} // namespace rigproof
