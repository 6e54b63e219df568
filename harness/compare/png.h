#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "render/image.h"

// PNG files in and out.
//
//     Image golden = readPng("golden/bear/wave.png");           // HarnessError names file and reason
//     writePng("out/wave.png", picture, PngEffort::kFast);      // written aside, then renamed
//
// Reading is libspng (stb_image takes several times as long for a 4K picture). Writing is our own few lines on
// libdeflate instead of stb_image_write, because golden pictures live in a repository for ever. Two cores of an AMD
// EPYC, a 640x400 render of a shaded character on a gradient, RGB (docs in bench/compare_bench.cpp repeat it):
// see kPngWriterTable there.

namespace rigproof {

/// Pictures wider or higher than this are refused, in and out: 16384 x 16384 is 1 GiB of pixels.
inline constexpr int kPngMaxSide = 16384;

/// What a writer spends. Either gives the same bytes for the same pixels, on every run and machine with the same
/// libdeflate.
enum class PngEffort : std::uint8_t {
    kFast,     ///< what a run writes hundreds of: one filter pass, light compression
    kSmallest, ///< goldens: every filter strategy is tried at the highest level and the smallest kept
};

/// A tEXt chunk: what made the picture, for people who only have the file. Latin-1, keyword of 1..79 characters.
struct PngText {
    std::string keyword;
    std::string text;
};

/// The picture as 8-bit RGBA whatever the file holds: 16-bit samples are rounded (v * 255 / 65535), palettes looked up,
/// grey spread, interlacing undone, tRNS made alpha; colour profiles and gamma are not applied. Throws HarnessError
/// (kExitUsage), "NAME: reason", for anything that is damaged, truncated, or larger than kPngMaxSide a side.
Image decodePng(std::string_view bytes, const std::string& name);
Image readPng(const std::filesystem::path& path);

/// Width and height from the header alone, checked as decodePng does; the rest of the file is not looked at.
struct PngSize {
    int width = 0;
    int height = 0;
};
PngSize pngSize(std::string_view bytes, const std::string& name);

/// The bytes of a PNG file. Opaque pictures are stored without alpha, and with a palette where 256 colours suffice.
/// The picture must not be empty nor exceed kPngMaxSide (HarnessError kExitCouldNotRun otherwise).
std::string encodePng(const Image& image, PngEffort effort, const std::vector<PngText>& texts = {});
/// As encodePng, then writeFileAtomically.
void writePng(const std::filesystem::path& path, const Image& image, PngEffort effort,
              const std::vector<PngText>& texts = {});

} // namespace rigproof
