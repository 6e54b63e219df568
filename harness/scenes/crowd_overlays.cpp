#include "harness/scenes/crowd_overlays.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace rigproof {

namespace {

void addPlate(Frame& frame, const vec2& min, const vec2& max) {
    frame.overlays.push_back(
        {.kind = Overlay::Kind::kRect,
         .rect = {.min = min, .max = max, .color = colorFromHex(0x10202c), .opacity = 0.72f, .cornerRadius = 8.0f}});
}

void addText(Frame& frame, std::string words, const vec2& place, float size, OverlayText::Align align) {
    Overlay overlay;
    overlay.kind = Overlay::Kind::kText;
    overlay.text = {.text = std::move(words), .position = place, .size = size, .align = align};
    frame.overlays.push_back(std::move(overlay));
}

void addBar(Frame& frame, const vec2& min, const vec2& max, std::uint32_t color) {
    frame.overlays.push_back(
        {.kind = Overlay::Kind::kRect, .rect = {.min = min, .max = max, .color = colorFromHex(color)}});
}

} // namespace

std::string grouped(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, ",");
    }
    return text;
}

AnimationTextureView viewOf(const AnimationTexture& texture, const BakedAnimation& stored) {
    AnimationTextureView view;
    view.joints = static_cast<int>(stored.joints);
    view.texelsPerJoint = texture.encoding == Encoding::kMatrix4x4Float ? 4 : 3;
    view.width = view.joints * view.texelsPerJoint;
    view.height = static_cast<int>(stored.rows);
    view.texels.reserve(static_cast<std::size_t>(view.width) * stored.rows * 4);
    for (const AffineMatrix& m : stored.matrices) {
        if (view.texelsPerJoint == 4) {
            for (int column = 0; column < 4; ++column)
                view.texels.insert(view.texels.end(),
                                   {m[column].x, m[column].y, m[column].z, column == 3 ? 1.0f : 0.0f});
        } else {
            for (int row = 0; row < 3; ++row)
                view.texels.insert(view.texels.end(), {m[0][row], m[1][row], m[2][row], m[3][row]});
        }
    }
    for (const BakedClip& clip : stored.clips)
        view.clips.push_back({clip.firstRow, clip.frames, clip.duration});
    return view;
}

BakedAnimation blendedAcrossClipEnds(const BakedAnimation& baked) {
    constexpr std::size_t kBetween = 8;
    BakedAnimation wrong;
    wrong.joints = baked.joints;
    wrong.rows = baked.rows * kBetween;
    for (std::size_t row = 0; row < baked.rows; ++row) {
        const std::span<const AffineMatrix> a = baked.row(row);
        const std::span<const AffineMatrix> b = baked.row((row + 1) % baked.rows); // whatever lies below
        for (std::size_t k = 0; k < kBetween; ++k) {
            const float t = static_cast<float>(k) / static_cast<float>(kBetween);
            for (std::size_t j = 0; j < baked.joints; ++j)
                wrong.matrices.push_back(a[j] * (1.0f - t) + b[j] * t);
        }
    }
    for (const BakedClip& clip : baked.clips) {
        const auto times = static_cast<std::int32_t>(kBetween);
        wrong.clips.push_back({clip.firstRow * times, clip.frames * times, clip.duration, clip.loops});
    }
    return wrong;
}

void addCounters(Frame& frame, const std::vector<std::string>& lines) {
    const float size = frame.width < 500 ? 8.0f : 10.0f;
    const float step = size * 1.9f;
    std::size_t longest = 0;
    for (const std::string& line : lines)
        longest = std::max(longest, line.size());
    const vec2 corner(12.0f);
    addPlate(frame, corner,
             corner + vec2(static_cast<float>(longest) * size * 0.62f + 20.0f,
                           static_cast<float>(lines.size()) * step + size));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        addText(frame, lines[i], corner + vec2(10.0f, size * 1.8f + static_cast<float>(i) * step), size,
                OverlayText::Align::kLeft);
    }
}

void addTextureView(Frame& frame, const BakedAnimation& stored, std::size_t row) {
    static const char* const kNames[] = {"walk", "run", "wave"};
    const int width = static_cast<int>(stored.joints) * 4;
    const int height = static_cast<int>(stored.rows);
    OverlayImage image;
    image.width = width;
    image.height = height;
    const auto byteOf = [](float v) {
        // Matrix elements are mostly within -1..1: grey is 0.
        return static_cast<std::uint8_t>(std::clamp(std::floor(127.5f + 127.5f * v), 0.0f, 255.0f));
    };
    for (const AffineMatrix& m : stored.matrices) {
        for (int column = 0; column < 4; ++column)
            image.rgba.insert(image.rgba.end(), {byteOf(m[column].x), byteOf(m[column].y), byteOf(m[column].z), 255});
    }
    // Whole pixels a texel while there is room; a tall texture gets what height there is.
    const float room = 0.62f * static_cast<float>(std::min(frame.width, frame.height));
    float scale = room / static_cast<float>(std::max(height, 1));
    if (scale >= 1.0f) scale = std::floor(scale);
    const float across = std::max(std::floor(scale), 1.0f);
    const vec2 size(static_cast<float>(width) * across, static_cast<float>(height) * scale);
    const vec2 max(static_cast<float>(frame.width) - 24.0f, static_cast<float>(frame.height) - 24.0f);
    image.min = max - size;
    image.max = max;
    const vec2 min = image.min;
    addPlate(frame, min - vec2(50.0f, 12.0f), max + vec2(12.0f));
    Overlay overlay;
    overlay.kind = Overlay::Kind::kImage;
    overlay.image = std::move(image);
    frame.overlays.push_back(std::move(overlay));
    for (std::size_t c = 0; c < stored.clips.size(); ++c) {
        const float top = min.y + static_cast<float>(stored.clips[c].firstRow) * scale;
        const float middle = top + 0.5f * static_cast<float>(stored.clips[c].frames) * scale;
        addBar(frame, {min.x - 6.0f, top - 0.5f}, {max.x + 4.0f, top + 0.5f}, 0xffd34d);
        addText(frame, kNames[std::min<std::size_t>(c, 2)], {min.x - 10.0f, middle + 4.0f}, 8.0f,
                OverlayText::Align::kRight);
    }
    addBar(frame, {min.x - 6.0f, max.y - 0.5f}, {max.x + 4.0f, max.y + 0.5f}, 0xffd34d);
    const float line = min.y + (static_cast<float>(row) + 0.5f) * scale;
    addBar(frame, {min.x - 4.0f, line - 1.0f}, {max.x + 4.0f, line + 1.0f}, 0xffffff);
}

} // namespace rigproof
