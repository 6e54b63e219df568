#include "harness/report/terminal.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace rigproof {
namespace {

constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::size_t kMostReasons = 8; ///< of one scenario; a film of captures can have hundreds
constexpr std::size_t kBarWidth = 24;   ///< cells

std::string painted(const std::string& text, std::string_view color, bool on) {
    return on ? std::string(color) + text + std::string(kPlain) : text;
}

/// Results come from drivers and files: what would move the cursor is not printed.
std::string printable(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    return text;
}

std::string joined(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > kMost) text += " and " + std::to_string(names.size() - kMost) + " more";
    return text;
}

/// At most `bytes` of the text, not ending inside a UTF-8 character.
std::string cut(const std::string& text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;
    return text.substr(0, bytes);
}

} // namespace

std::string terminalSummary(const RunResults& run, bool color) {
    std::string text;
    std::vector<std::string> blamed;
    std::vector<std::string> drifting;
    for (const ScenarioResult& scenario : run.scenarios) {
        if (blamesRasteriser(run, scenario)) {
            blamed.push_back(scenario.name);
            continue;
        }
        if (std::any_of(scenario.captures.begin(), scenario.captures.end(), drifts)) drifting.push_back(scenario.name);
        const bool well = scenario.verdict == Verdict::kPass || scenario.verdict == Verdict::kSkipped;
        if (well && !scenario.flaky) continue;
        const std::string word = scenario.flaky ? "flaky" : std::string(verdictName(scenario.verdict));
        const bool yellow = scenario.flaky || scenario.verdict == Verdict::kNew;
        text += painted(word, yellow ? kYellow : kRed, color) + "  " + printable(scenario.name) + "\n";
        for (std::size_t i = 0; i < std::min(scenario.reasons.size(), kMostReasons); ++i)
            text += "    " + printable(scenario.reasons[i]) + "\n";
        if (scenario.reasons.size() > kMostReasons) {
            text += "    and " + std::to_string(scenario.reasons.size() - kMostReasons) + " more; the report has all\n";
        }
        if (!scenario.repeat.empty()) text += "    repeat: " + printable(scenario.repeat) + "\n";
    }
    if (!blamed.empty()) {
        text += painted("fail", kRed, color) +
                "  the rasteriser changed; only slight differences in: " + printable(joined(blamed)) + "\n";
    }
    if (!drifting.empty()) {
        text += painted("note", kYellow, color) +
                "  pass, but have used up most of a limit: " + printable(joined(drifting)) + "\n";
    }
    const Summary counts = summarize(run);
    std::string line = std::to_string(counts.pass) + " pass";
    const auto add = [&line](int count, const char* word) {
        if (count > 0) line += ", " + std::to_string(count) + " " + word;
    };
    add(counts.fail, "fail");
    add(counts.fresh, "new");
    add(counts.error, "error");
    add(counts.flaky, "flaky");
    add(counts.skipped, "skipped");
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), " in %.1f s", run.seconds);
    return text + painted(line, counts.allWell() ? kGreen : kRed, color) + seconds.data() + "\n";
}

ProgressStyle progressStyle(int fileDescriptor, bool quiet) {
    if (quiet) return ProgressStyle::kQuiet;
    const char* const terminal = std::getenv("TERM");
    const bool draws = terminal != nullptr && std::string_view(terminal) != "dumb";
    return ::isatty(fileDescriptor) != 0 && draws ? ProgressStyle::kBar : ProgressStyle::kLines;
}

Progress::Progress(std::ostream& out, ProgressStyle style, std::size_t total, std::size_t columns)
    : out_(out), style_(style), total_(total), columns_(columns) {}

Progress::~Progress() {
    if (style_ == ProgressStyle::kBar && done_ > 0) out_ << "\r\x1b[K" << std::flush;
}

void Progress::finished(const std::string& item, const std::string& outcome) {
    ++done_;
    std::string count = "[";
    count.append(std::to_string(done_)).append("/").append(std::to_string(total_)).append("]");
    if (style_ == ProgressStyle::kLines) out_ << count << " " << printable(item) << ": " << outcome << "\n";
    if (style_ != ProgressStyle::kBar) return;
    const std::size_t full = total_ == 0 ? kBarWidth : std::min(done_, total_) * kBarWidth / total_;
    std::string bar;
    for (std::size_t i = 0; i < kBarWidth; ++i)
        bar += i < full ? "█" : "░";
    const std::size_t used = kBarWidth + count.size() + 2;
    const std::string rest = cut(printable(item) + ": " + outcome, columns_ > used ? columns_ - used - 1 : 0);
    out_ << "\r" << bar << " " << count << " " << rest << "\x1b[K" << std::flush;
}

} // namespace rigproof
