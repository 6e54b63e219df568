#include "harness/annotate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "harness/judge.h"
#include "render/stroke_font.h"

namespace rigproof {
namespace {

constexpr vec3 kPanel{0.07f, 0.08f, 0.11f};
constexpr vec3 kInk{1.0f};
constexpr float kPanelOpacity = 0.72f;

std::string ascii(const std::string& text) {
    std::string plain;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            plain += c;
        } else if ((byte & 0xC0u) != 0x80u) { // one '?' a character, not a byte
            plain += '?';
        }
    }
    return plain;
}

std::vector<std::string> wrapped(const std::string& text, float size, float width) {
    std::vector<std::string> lines;
    std::istringstream words(text);
    std::string lineSoFar;
    for (std::string word; words >> word;) {
        const std::string longer = lineSoFar.empty() ? word : lineSoFar + " " + word;
        if (!lineSoFar.empty() && textWidth(longer, size) > width) {
            lines.push_back(lineSoFar);
            lineSoFar = word;
        } else {
            lineSoFar = longer;
        }
    }
    if (!lineSoFar.empty()) lines.push_back(lineSoFar);
    return lines;
}

void addText(Frame& frame, const std::string& text, vec2 position, float size, float opacity) {
    Overlay overlay;
    overlay.kind = Overlay::Kind::kText;
    overlay.text = {.text = text, .position = position, .size = size, .color = kInk, .opacity = opacity};
    frame.overlays.push_back(overlay);
}

} // namespace

void annotate(Frame& frame, const Scenario& scenario, double time, const Metrics& counters) {
    const auto width = static_cast<float>(frame.width);
    const auto height = static_cast<float>(frame.height);
    const float size = std::clamp(height / 36.0f, 8.0f, 20.0f);
    const float leading = size * 1.9f;
    const float margin = size * 1.2f;

    char clock[32];
    std::snprintf(clock, sizeof clock, "%.2f s", time);
    std::string numbers = clock;
    for (const auto& [name, value] : counters)
        numbers += "   " + name + " " + numberInWords(value);

    std::vector<std::string> small = wrapped(ascii(scenario.caption.en), size * 0.85f, width - 2 * margin);
    for (const std::string& line : wrapped(ascii(numbers), size * 0.85f, width - 2 * margin))
        small.push_back(line);
    const float panelHeight = margin * 1.2f + leading * static_cast<float>(small.size() + 1);

    Overlay panel;
    panel.kind = Overlay::Kind::kRect;
    panel.rect = {
        .min = {0.0f, height - panelHeight}, .max = {width, height}, .color = kPanel, .opacity = kPanelOpacity};
    frame.overlays.push_back(panel);
    float baseline = height - panelHeight + margin + size;
    addText(frame, ascii(scenario.title.en), {margin, baseline}, size, 1.0f);
    for (const std::string& line : small) {
        baseline += leading;
        addText(frame, line, {margin, baseline}, size * 0.85f, 0.8f);
    }
}

} // namespace rigproof
