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
// Reading is libspng, with a short cut of our own for RGB and RGBA (png_fast.h); a 4K picture takes half of stb_image's
// time. Writing is our own few lines on libdeflate instead of stb_image_write, because goldens stay in a repository for
// ever. Bytes and milliseconds (one core of an AMD EPYC, RGB), shaded ball on a gradient, clean and with noise of
// 2/255:
//
//                                       640 x 400          640 x 400, noise    3840 x 2160, noise
//   stb_image_write, level 8            14,132     14      521,221     42      18,314,999    1,430
//   stb_image_write, level 900          13,491     59      508,644    129      18,197,311   16,000
//   libspng, zlib level 9                6,243     17      308,860    192      10,896,215    3,837
//   PngEffort::kFast                    12,771      4      331,384     18      12,136,679      434
//   PngEffort::kSmallest                 6,000    416      293,980    312      10,644,709    7,451

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
