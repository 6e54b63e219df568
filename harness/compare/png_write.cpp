#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>

#include <libdeflate.h>

#include "harness/compare/png.h"
#include "harness/files.h"

// The format: ISO/IEC 15948 (PNG, third edition); chapter numbers in the comments are its.

namespace rigproof {
namespace {

enum class ColorType : std::uint8_t { kTruecolor = 2, kIndexed = 3, kTruecolorAlpha = 6 };

/// What is to be compressed, before filtering: rows of `rowBytes`.
struct Samples {
    ColorType color = ColorType::kTruecolorAlpha;
    std::uint8_t bitDepth = 8;
    std::size_t bytesPerPixel = 4; ///< at least 1: the distance that the filters look back
    std::size_t rowBytes = 0;
    std::size_t rows = 0;
    std::string palette; ///< PLTE, kIndexed only
    std::vector<std::uint8_t> bytes;
};

constexpr std::size_t kMaxPalette = 256;

std::uint32_t packed(const std::uint8_t* rgba) {
    std::uint32_t value = 0;
    std::memcpy(&value, rgba, 4);
    return value;
}

/// Colours in order of first sight, or nothing when there are more than a palette holds.
std::optional<std::unordered_map<std::uint32_t, std::uint8_t>> findPalette(const Image& image, std::string& plte) {
    std::unordered_map<std::uint32_t, std::uint8_t> index;
    std::uint32_t last = ~packed(image.rgba.data());
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const std::uint32_t color = packed(&image.rgba[i]);
        if (color == last) continue;
        last = color;
        if (index.contains(color)) continue;
        if (index.size() == kMaxPalette) return std::nullopt;
        index.emplace(color, static_cast<std::uint8_t>(index.size()));
        plte.append(reinterpret_cast<const char*>(&image.rgba[i]), 3);
    }
    return index;
}

std::uint8_t paletteDepth(std::size_t colors) {
    return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

Samples indexedSamples(const Image& image, const std::unordered_map<std::uint32_t, std::uint8_t>& index,
                       std::string plte) {
    Samples s;
    s.color = ColorType::kIndexed;
    s.bitDepth = paletteDepth(index.size());
    s.bytesPerPixel = 1;
    s.rows = static_cast<std::size_t>(image.height);
    const auto width = static_cast<std::size_t>(image.width);
    s.rowBytes = (width * s.bitDepth + 7) / 8;
    s.palette = std::move(plte);
    s.bytes.resize(s.rowBytes * s.rows);
    const std::size_t perByte = 8u / s.bitDepth;
    for (std::size_t y = 0; y < s.rows; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t shift = 8u - s.bitDepth * (x % perByte + 1);
            const std::uint8_t i = index.at(packed(&image.rgba[(y * width + x) * 4]));
            std::uint8_t& byte = s.bytes[y * s.rowBytes + x / perByte];
            byte = static_cast<std::uint8_t>(byte | (i << shift));
        }
    }
    return s;
}

Samples trueColorSamples(const Image& image, bool opaque) {
    Samples s;
    s.color = opaque ? ColorType::kTruecolor : ColorType::kTruecolorAlpha;
    s.bytesPerPixel = opaque ? 3 : 4;
    s.rows = static_cast<std::size_t>(image.height);
    s.rowBytes = static_cast<std::size_t>(image.width) * s.bytesPerPixel;
    if (!opaque) {
        s.bytes = image.rgba;
        return s;
    }
    s.bytes.resize(s.rowBytes * s.rows);
    for (std::size_t i = 0, o = 0; i < image.rgba.size(); i += 4, o += 3) {
        std::memcpy(&s.bytes[o], &image.rgba[i], 3);
    }
    return s;
}

Samples chooseSamples(const Image& image) {
    bool opaque = true;
    for (std::size_t i = 3; i < image.rgba.size() && opaque; i += 4) {
        opaque = image.rgba[i] == 255;
    }
    if (opaque) {
        std::string plte;
        if (const auto index = findPalette(image, plte)) return indexedSamples(image, *index, std::move(plte));
    }
    return trueColorSamples(image, opaque);
}

constexpr std::size_t kFilters = 5; // None, Sub, Up, Average, Paeth (9.2)
enum Filter : std::uint8_t { kNone, kSub, kUp, kAverage, kPaeth };

std::uint8_t paeth(int left, int up, int upLeft) {
    const int guess = left + up - upLeft;
    const int toLeft = std::abs(guess - left);
    const int toUp = std::abs(guess - up);
    const int toUpLeft = std::abs(guess - upLeft);
    if (toLeft <= toUp && toLeft <= toUpLeft) return static_cast<std::uint8_t>(left);
    return static_cast<std::uint8_t>(toUp <= toUpLeft ? up : upLeft);
}

/// Writes the filtered row behind its filter byte.
void filterRow(std::size_t filter, const std::uint8_t* row, const std::uint8_t* above, std::size_t n, std::size_t bpp,
               std::uint8_t* out) {
    out[0] = static_cast<std::uint8_t>(filter);
    for (std::size_t i = 0; i < n; ++i) {
        const int left = i >= bpp ? row[i - bpp] : 0;
        const int up = above[i];
        const int upLeft = i >= bpp ? above[i - bpp] : 0;
        int guess = 0;
        switch (filter) {
            case kSub:
                guess = left;
                break;
            case kUp:
                guess = up;
                break;
            case kAverage:
                guess = (left + up) / 2;
                break;
            case kPaeth:
                guess = paeth(left, up, upLeft);
                break;
            default:
                break;
        }
        out[i + 1] = static_cast<std::uint8_t>(row[i] - guess);
    }
}

/// Sum of the filtered bytes read as signed: the customary guess at which filter compresses best (12.7).
std::uint64_t roughness(const std::vector<std::uint8_t>& filtered) {
    std::uint64_t sum = 0;
    for (std::size_t i = 1; i < filtered.size(); ++i) {
        sum += static_cast<std::uint64_t>(std::abs(static_cast<std::int8_t>(filtered[i])));
    }
    return sum;
}

constexpr std::size_t kAdaptive = kFilters; // the least rough of the five, row by row

std::vector<std::uint8_t> filterAll(const Samples& s, std::size_t strategy) {
    std::vector<std::uint8_t> out;
    out.reserve((s.rowBytes + 1) * s.rows);
    const std::vector<std::uint8_t> zeros(s.rowBytes, 0);
    std::vector<std::uint8_t> line(s.rowBytes + 1);
    std::vector<std::uint8_t> best(s.rowBytes + 1);
    for (std::size_t y = 0; y < s.rows; ++y) {
        const std::uint8_t* row = &s.bytes[y * s.rowBytes];
        const std::uint8_t* above = y == 0 ? zeros.data() : row - s.rowBytes;
        if (strategy == kAdaptive) {
            std::uint64_t least = ~std::uint64_t{0};
            for (std::size_t f = 0; f < kFilters; ++f) {
                filterRow(f, row, above, s.rowBytes, s.bytesPerPixel, line.data());
                const std::uint64_t r = roughness(line);
                if (r < least) {
                    least = r;
                    best.swap(line);
                }
            }
        } else {
            filterRow(strategy, row, above, s.rowBytes, s.bytesPerPixel, best.data());
        }
        out.insert(out.end(), best.begin(), best.end());
    }
    return out;
}

struct CompressorDeleter {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
};

std::string deflated(const std::vector<std::uint8_t>& bytes, int level) {
    const std::unique_ptr<libdeflate_compressor, CompressorDeleter> compressor(libdeflate_alloc_compressor(level));
    if (!compressor) throw HarnessError(kExitCouldNotRun, "a PNG cannot be encoded: out of memory");
    std::string out(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()), '\0');
    out.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
    return out;
}

constexpr int kFastLevel = 4;
constexpr int kSmallestLevel = 12; // libdeflate's highest

std::string compressed(const Samples& s, PngEffort effort) {
    const bool indexed = s.color == ColorType::kIndexed;
    if (effort == PngEffort::kFast) return deflated(filterAll(s, indexed ? kNone : kUp), kFastLevel);
    std::string smallest;
    for (const std::size_t strategy : {kAdaptive, std::size_t{kNone}, std::size_t{kUp}, std::size_t{kPaeth}}) {
        std::string candidate = deflated(filterAll(s, strategy), kSmallestLevel);
        if (smallest.empty() || candidate.size() < smallest.size()) smallest = std::move(candidate);
    }
    return smallest;
}

void appendBigEndian(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>((value >> shift) & 0xffu);
    }
}

void appendChunk(std::string& out, std::string_view type, std::string_view data) {
    appendBigEndian(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    out += type;
    out += data;
    appendBigEndian(out, libdeflate_crc32(0, out.data() + start, out.size() - start));
}

} // namespace

std::string encodePng(const Image& image, PngEffort effort, const std::vector<PngText>& texts) {
    const auto expected = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4;
    if (image.width < 1 || image.height < 1 || image.width > kPngMaxSide || image.height > kPngMaxSide ||
        image.rgba.size() != expected) {
        throw HarnessError(kExitCouldNotRun, "a picture of " + std::to_string(image.width) + " x " +
                                                 std::to_string(image.height) + " with " +
                                                 std::to_string(image.rgba.size()) +
                                                 " bytes cannot be written as PNG; sides of 1 to " +
                                                 std::to_string(kPngMaxSide) + " and 4 bytes a pixel are needed");
    }
    const Samples samples = chooseSamples(image);

    std::string header;
    appendBigEndian(header, static_cast<std::uint32_t>(image.width));
    appendBigEndian(header, static_cast<std::uint32_t>(image.height));
    header += static_cast<char>(samples.bitDepth);
    header += static_cast<char>(samples.color);
    header.append(3, '\0'); // deflate, the five filters, not interlaced

    std::string out = "\x89PNG\r\n\x1a\n";
    appendChunk(out, "IHDR", header);
    for (const PngText& t : texts) {
        if (t.keyword.empty() || t.keyword.size() > 79) {
            throw HarnessError(kExitCouldNotRun, "a PNG text keyword needs 1 to 79 characters: '" + t.keyword + "'");
        }
        appendChunk(out, "tEXt", t.keyword + '\0' + t.text);
    }
    if (!samples.palette.empty()) appendChunk(out, "PLTE", samples.palette);
    appendChunk(out, "IDAT", compressed(samples, effort));
    appendChunk(out, "IEND", {});
    return out;
}

void writePng(const std::filesystem::path& path, const Image& image, PngEffort effort,
              const std::vector<PngText>& texts) {
    writeFileAtomically(path, encodePng(image, effort, texts));
}

} // namespace rigproof
