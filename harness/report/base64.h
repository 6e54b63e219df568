#pragma once

#include <string>
#include <string_view>

namespace rigproof {

/// Appends the bytes in base64 (RFC 4648, with padding).
void appendBase64(std::string_view bytes, std::string& into);

} // namespace rigproof
