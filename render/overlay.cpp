#include "render/overlay.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "render/stroke_font.h"

namespace rigproof {

namespace {

/// A box of whole pixels, clipped to the picture.
struct PixelBox {
    int x0, y0, x1, y1; // x1, y1 excluded
    bool empty() const { return x0 >= x1 || y0 >= y1; }
    int width() const { return x1 - x0; }
};

PixelBox clipped(const Image& image, const vec2& min, const vec2& max) {
    const auto within = [](float value, int limit) {
        return static_cast<int>(std::clamp(value, 0.0f, static_cast<float>(limit)));
    };
    return {within(std::floor(min.x), image.width), within(std::floor(min.y), image.height),
            within(std::ceil(max.x), image.width), within(std::ceil(max.y), image.height)};
}

/// Mixes an encoded colour (0..255) into a pixel, the way a browser does.
void blend(std::uint8_t* pixel, const vec3& color255, float alpha) {
    for (int k = 0; k < 3; ++k) {
        const float below = static_cast<float>(pixel[k]);
        pixel[k] = static_cast<std::uint8_t>(below + (color255[k] - below) * alpha + 0.5f);
    }
}

vec3 bytes(const vec3& color) {
    return glm::clamp(color, 0.0f, 1.0f) * 255.0f;
}

float unitRange(float value) {
    return std::clamp(value, 0.0f, 1.0f);
}

void drawRect(const OverlayRect& rect, Image& image) {
    const vec2 center = (rect.min + rect.max) * 0.5f;
    const vec2 half = glm::max((rect.max - rect.min) * 0.5f, vec2(0.0f));
    const float corner = std::clamp(rect.cornerRadius, 0.0f, std::min(half.x, half.y));
    const vec3 color = bytes(rect.color);
    const float opacity = unitRange(rect.opacity);
    const PixelBox box = clipped(image, rect.min, rect.max);
    for (int y = box.y0; y < box.y1; ++y) {
        for (int x = box.x0; x < box.x1; ++x) {
            const vec2 from =
                glm::abs(vec2(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) - center) - half;
            float cover = unitRange(0.5f - from.x) * unitRange(0.5f - from.y);
            const vec2 inCorner = from + corner;
            if (inCorner.x > 0.0f && inCorner.y > 0.0f) {
                cover = unitRange(corner + 0.5f - std::sqrt(glm::dot(inCorner, inCorner)));
            }
            if (cover > 0.0f) blend(image.pixel(x, y), color, cover * opacity);
        }
    }
}

void drawText(const OverlayText& text, Image& image) {
    const float weight = std::clamp(text.weight, 0.01f, 0.5f);
    vec2 origin = text.position;
    const float width = textWidth(text.text, text.size, weight);
    if (text.align == OverlayText::Align::kCenter) origin.x -= 0.5f * width;
    if (text.align == OverlayText::Align::kRight) origin.x -= width;
    const std::vector<PenSegment> segments = layOutText(text.text, origin, text.size, weight);
    if (segments.empty()) return;

    vec2 min = segments.front().from, max = min;
    for (const PenSegment& s : segments) {
        min = glm::min(min, glm::min(s.from, s.to));
        max = glm::max(max, glm::max(s.from, s.to));
    }
    const float pen = 0.5f * weight * text.size;
    const float reach = pen + 0.5f;
    const PixelBox box = clipped(image, min - reach, max + reach);
    if (box.empty()) return;

    // Strokes cross and meet: each pixel takes the most that one of them covers, and is blended once.
    std::vector<float> cover(static_cast<std::size_t>(box.width()) * static_cast<std::size_t>(box.y1 - box.y0), 0.0f);
    for (const PenSegment& s : segments) {
        const PixelBox near = clipped(image, glm::min(s.from, s.to) - reach, glm::max(s.from, s.to) + reach);
        const vec2 along = s.to - s.from;
        const float lengthSquared = glm::dot(along, along);
        const float inverse = lengthSquared > 0.0f ? 1.0f / lengthSquared : 0.0f;
        for (int y = near.y0; y < near.y1; ++y) {
            float* row = cover.data() + static_cast<std::size_t>(y - box.y0) * static_cast<std::size_t>(box.width());
            for (int x = near.x0; x < near.x1; ++x) {
                const vec2 p = vec2(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) - s.from;
                const vec2 off = p - along * unitRange(glm::dot(p, along) * inverse);
                // A pen thinner than a pixel covers no more than its own width.
                const float covered = std::min(unitRange(reach - std::sqrt(glm::dot(off, off))), 2.0f * pen);
                float& most = row[x - box.x0];
                most = std::max(most, covered);
            }
        }
    }
    const vec3 color = bytes(text.color);
    const float opacity = unitRange(text.opacity);
    const float* covered = cover.data();
    for (int y = box.y0; y < box.y1; ++y) {
        for (int x = box.x0; x < box.x1; ++x, ++covered) {
            if (*covered > 0.0f) blend(image.pixel(x, y), color, *covered * opacity);
        }
    }
}

void drawImage(const OverlayImage& source, Image& image) {
    const vec2 size = source.max - source.min;
    const PixelBox box = clipped(image, source.min, source.max);
    for (int y = box.y0; y < box.y1; ++y) {
        const float v = (static_cast<float>(y) + 0.5f - source.min.y) / size.y;
        const int row = static_cast<int>(std::floor(v * static_cast<float>(source.height)));
        if (row < 0 || row >= source.height) continue;
        for (int x = box.x0; x < box.x1; ++x) {
            const float u = (static_cast<float>(x) + 0.5f - source.min.x) / size.x;
            const int column = static_cast<int>(std::floor(u * static_cast<float>(source.width)));
            if (column < 0 || column >= source.width) continue;
            const std::uint8_t* texel =
                source.rgba.data() + (static_cast<std::size_t>(row) * static_cast<std::size_t>(source.width) +
                                      static_cast<std::size_t>(column)) *
                                         4;
            blend(image.pixel(x, y), vec3(texel[0], texel[1], texel[2]), static_cast<float>(texel[3]) / 255.0f);
        }
    }
}

} // namespace

void drawOverlays(std::span<const Overlay> overlays, Image& image) {
    for (const Overlay& overlay : overlays) {
        switch (overlay.kind) {
            case Overlay::Kind::kRect:
                drawRect(overlay.rect, image);
                break;
            case Overlay::Kind::kText:
                drawText(overlay.text, image);
                break;
            case Overlay::Kind::kImage:
                drawImage(overlay.image, image);
                break;
        }
    }
}

} // namespace rigproof
