#include "render/overlay.h"

namespace rigproof {

void drawOverlays(std::span<const Overlay>, Image&) {}

} // namespace rigproof
