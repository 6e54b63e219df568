#include <memory>

#include <spng.h>

#include "harness/compare/png.h"
#include "harness/files.h"

namespace rigproof {
namespace {

// Ancillary chunks (text, profiles) larger than this are no part of a picture of ours.
constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

struct ContextDeleter {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

} // namespace

Image decodePng(std::string_view bytes, const std::string& name) {
    const auto refuse = [&name](const std::string& why) { throw HarnessError(kExitUsage, name + ": " + why); };
    const auto check = [&refuse](int code) {
        if (code != 0) refuse(std::string("is damaged or no PNG: ") + spng_strerror(code));
    };
    if (bytes.empty()) refuse("is empty; a PNG is needed");

    const std::unique_ptr<spng_ctx, ContextDeleter> context(spng_ctx_new(0));
    if (!context) refuse("cannot be decoded: out of memory");
    // One beyond what is accepted, so that the message below can name the size.
    check(spng_set_image_limits(context.get(), 0x7fffffff, 0x7fffffff));
    check(spng_set_chunk_limits(context.get(), kMaxChunkBytes, 2 * kMaxChunkBytes));
    check(spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_DISCARD));
    check(spng_set_png_buffer(context.get(), bytes.data(), bytes.size()));
    spng_ihdr header{};
    check(spng_get_ihdr(context.get(), &header));
    const auto side = static_cast<std::uint32_t>(kPngMaxSide);
    if (header.width > side || header.height > side) {
        refuse("is " + std::to_string(header.width) + " x " + std::to_string(header.height) + " pixels; at most " +
               std::to_string(kPngMaxSide) + " a side are read");
    }
    // Deflate cannot shrink by more than about 1032 : 1, so a far smaller file is a lie that would cost a gigabyte.
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    if (pixels * header.bit_depth / 8 / 1100 > bytes.size()) {
        refuse("is truncated: " + std::to_string(bytes.size()) + " bytes cannot hold " + std::to_string(header.width) +
               " x " + std::to_string(header.height) + " pixels");
    }

    Image image(static_cast<int>(header.width), static_cast<int>(header.height));
    if (header.bit_depth == 16) {
        std::vector<std::uint16_t> wide(image.rgba.size());
        check(spng_decode_image(context.get(), wide.data(), wide.size() * sizeof(std::uint16_t), SPNG_FMT_RGBA16,
                                SPNG_DECODE_TRNS));
        for (std::size_t i = 0; i < wide.size(); ++i) {
            image.rgba[i] = static_cast<std::uint8_t>((wide[i] * 255u + 32767u) / 65535u);
        }
    } else {
        check(spng_decode_image(context.get(), image.rgba.data(), image.rgba.size(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS));
    }
    // Reads on to IEND, so that a file cut off after its pixels is told as well.
    check(spng_decode_chunks(context.get()));
    return image;
}

Image readPng(const std::filesystem::path& path) {
    return decodePng(readFile(path), path.string());
}

} // namespace rigproof
