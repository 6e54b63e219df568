#pragma once

#include <string_view>

#include "render/image.h"

namespace rigproof {

/// Decodes the kinds of PNG that large pictures come in, RGB and RGBA of 8 bits, not interlaced, without a colour key,
/// by libdeflate in one go: about three times as fast as libspng on zlib. False for every other kind and for whatever
/// is not perfectly in order (libspng then finds out what is wrong). `image` must have the size of the header, which
/// has been read and approved.
bool decodePngFast(std::string_view bytes, Image& image);

} // namespace rigproof
