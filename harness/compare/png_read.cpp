#include <memory>

#include <spng.h>

#include "harness/compare/png.h"
#include "harness/compare/png_fast.h"
#include "harness/files.h"

namespace rigproof {
namespace {

// Ancillary chunks (text, profiles) larger than this are no part of a picture of ours.
constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

struct ContextDeleter {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

using Context = std::unique_ptr<spng_ctx, ContextDeleter>;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw HarnessError(kExitUsage, name + ": " + why);
}

void check(int code, const std::string& name) {
    if (code != 0) refuse(name, std::string("is damaged or no PNG: ") + spng_strerror(code));
}

/// A decoder that has read and approved the header.
Context openPng(std::string_view bytes, const std::string& name, spng_ihdr& header) {
    if (bytes.empty()) refuse(name, "is empty; a PNG is needed");
    Context context(spng_ctx_new(0));
    if (!context) refuse(name, "cannot be decoded: out of memory");
    // Beyond what is accepted, so that the message below can name the size.
    check(spng_set_image_limits(context.get(), 0x7fffffff, 0x7fffffff), name);
    check(spng_set_chunk_limits(context.get(), kMaxChunkBytes, 2 * kMaxChunkBytes), name);
    check(spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_DISCARD), name);
    check(spng_set_png_buffer(context.get(), bytes.data(), bytes.size()), name);
    check(spng_get_ihdr(context.get(), &header), name);
    const auto side = static_cast<std::uint32_t>(kPngMaxSide);
    const std::string size = std::to_string(header.width) + " x " + std::to_string(header.height) + " pixels";
    if (header.width > side || header.height > side) {
        refuse(name, "is " + size + "; at most " + std::to_string(kPngMaxSide) + " a side are read");
    }
    // Deflate cannot shrink by more than about 1032 : 1, so a far smaller file is a lie that would cost a gigabyte.
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    if (pixels * header.bit_depth / 8 / 1100 > bytes.size()) {
        refuse(name, "is truncated: " + std::to_string(bytes.size()) + " bytes cannot hold " + size);
    }
    return context;
}

} // namespace

PngSize pngSize(std::string_view bytes, const std::string& name) {
    spng_ihdr header{};
    openPng(bytes, name, header);
    return {static_cast<int>(header.width), static_cast<int>(header.height)};
}

Image decodePng(std::string_view bytes, const std::string& name) {
    spng_ihdr header{};
    const Context context = openPng(bytes, name, header);
    Image image(static_cast<int>(header.width), static_cast<int>(header.height));
    if (decodePngFast(bytes, image)) return image;
    if (header.bit_depth == 16) {
        std::vector<std::uint16_t> wide(image.rgba.size());
        check(spng_decode_image(context.get(), wide.data(), wide.size() * sizeof(std::uint16_t), SPNG_FMT_RGBA16,
                                SPNG_DECODE_TRNS),
              name);
        for (std::size_t i = 0; i < wide.size(); ++i) {
            image.rgba[i] = static_cast<std::uint8_t>((wide[i] * 255u + 32767u) / 65535u);
        }
    } else {
        check(spng_decode_image(context.get(), image.rgba.data(), image.rgba.size(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS),
              name);
    }
    // Reads on to IEND, so that a file cut off after its pixels is told as well.
    check(spng_decode_chunks(context.get()), name);
    // The last four bytes are a checksum that libspng does not look for.
    using namespace std::string_view_literals;
    if (bytes.rfind("\0\0\0\0IEND\xae\x42\x60\x82"sv) == std::string_view::npos)
        refuse(name, "is truncated: its end is missing");
    return image;
}

Image readPng(const std::filesystem::path& path) {
    return decodePng(readFile(path), path.string());
}

} // namespace rigproof
