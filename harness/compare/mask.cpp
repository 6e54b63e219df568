#include "harness/compare/mask.h"

#include <algorithm>
#include <string>

#include "harness/files.h"

namespace rigproof {
namespace {

void fillBox(std::vector<std::uint8_t>& bytes, int width, int height, const PixelBox& box, std::uint8_t value) {
    // in 64 bits, so that a box of any numbers can be cut to the picture
    const auto edge = [](std::int64_t at, int most) { return static_cast<int>(std::clamp<std::int64_t>(at, 0, most)); };
    const int left = edge(box.x, width);
    const int top = edge(box.y, height);
    const int right = edge(std::int64_t{box.x} + box.width, width);
    const int bottom = edge(std::int64_t{box.y} + box.height, height);
    if (left >= right || top >= bottom) {
        throw HarnessError(kExitUsage, "mask of " + std::to_string(box.width) + " x " + std::to_string(box.height) +
                                           " at " + std::to_string(box.x) + "," + std::to_string(box.y) +
                                           " touches no pixel of the picture, which is " + std::to_string(width) +
                                           " x " + std::to_string(height));
    }
    for (int y = top; y < bottom; ++y) {
        const auto row = bytes.begin() + static_cast<std::ptrdiff_t>(y) * width;
        std::fill(row + left, row + right, value);
    }
}

} // namespace

Mask makeMask(int width, int height, std::span<const PixelBox> ignore, std::span<const PixelBox> onlyInside) {
    Mask mask;
    mask.considered = std::int64_t{width} * height;
    if (ignore.empty() && onlyInside.empty()) return mask;
    mask.ignored.assign(static_cast<std::size_t>(mask.considered), onlyInside.empty() ? 0 : 1);
    for (const PixelBox& box : onlyInside)
        fillBox(mask.ignored, width, height, box, 0);
    for (const PixelBox& box : ignore)
        fillBox(mask.ignored, width, height, box, 1);
    mask.considered -= std::count(mask.ignored.begin(), mask.ignored.end(), std::uint8_t{1});
    if (mask.considered == 0) throw HarnessError(kExitUsage, "the masks leave no pixel to compare");
    return mask;
}

} // namespace rigproof
