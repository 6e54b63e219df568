#include "harness/json/document.h"

namespace rigproof {
namespace {

constexpr int kDeepest = 64;

TextPlace placeAt(const std::string& text, std::size_t offset) {
    TextPlace place;
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u) { // not a continuation byte of UTF-8
            ++place.column;
        }
    }
    return place;
}

std::string at(const std::string& file, const TextPlace& place) {
    return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

/// Walks a text that is known to be valid JSON and notes where each value begins.
class PlaceScanner {
  public:
    PlaceScanner(const std::string& file, const std::string& text, std::map<std::string, TextPlace>& places)
        : file_(file), text_(text), places_(places) {}

    void scan() { value("", 0); }

  private:
    void skipBlanks() {
        for (;;) {
            while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
                ++at_;
            if (text_.compare(at_, 2, "//") == 0) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_.compare(at_, 2, "/*") == 0) {
                const std::size_t end = text_.find("*/", at_ + 2);
                at_ = end == std::string::npos ? text_.size() : end + 2;
            } else {
                return;
            }
        }
    }

    std::string stringToken() {
        const std::size_t begin = at_++;
        while (text_[at_] != '"')
            at_ += text_[at_] == '\\' ? 2 : 1;
        ++at_;
        return nlohmann::json::parse(text_.substr(begin, at_ - begin)).get<std::string>();
    }

    void value(const std::string& pointer, int depth) {
        skipBlanks();
        const TextPlace place = advancePlace();
        if (depth > kDeepest) {
            throw HarnessError(kExitUsage, at(file_, place) + "nested deeper than " + std::to_string(kDeepest) +
                                               " levels; flatten it");
        }
        places_.emplace(pointer, place);
        if (text_[at_] == '{') {
            object(pointer, depth);
        } else if (text_[at_] == '[') {
            array(pointer, depth);
        } else if (text_[at_] == '"') {
            stringToken();
        } else {
            while (at_ < text_.size() && std::string_view(",]} \t\r\n/").find(text_[at_]) == std::string_view::npos)
                ++at_;
        }
    }

    void object(const std::string& pointer, int depth) {
        ++at_;
        skipBlanks();
        while (text_[at_] != '}') {
            const TextPlace keyPlace = advancePlace();
            const std::string key = stringToken();
            const std::string child = pointer + pointerStep(key);
            if (places_.contains(child)) {
                throw HarnessError(kExitUsage,
                                   at(file_, keyPlace) + child + ": this key stands twice; keep one of them");
            }
            skipBlanks();
            ++at_; // the colon
            value(child, depth + 1);
            skipBlanks();
            if (text_[at_] == ',') ++at_;
            skipBlanks();
        }
        ++at_;
    }

    void array(const std::string& pointer, int depth) {
        ++at_;
        skipBlanks();
        for (std::size_t i = 0; text_[at_] != ']'; ++i) {
            value(pointer + "/" + std::to_string(i), depth + 1);
            skipBlanks();
            if (text_[at_] == ',') ++at_;
            skipBlanks();
        }
        ++at_;
    }

    /// The place of `at_`, counted on from the last place asked for: the whole file is walked once.
    TextPlace advancePlace() {
        const TextPlace step = placeAt(text_.substr(counted_, at_ - counted_), at_ - counted_);
        counted_ = at_;
        place_.column = step.line > 1 ? step.column : place_.column + step.column - 1;
        place_.line += step.line - 1;
        return place_;
    }

    const std::string& file_;
    const std::string& text_;
    std::map<std::string, TextPlace>& places_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;
    TextPlace place_;
};

/// nlohmann's message without its prefix: "unexpected ']'; expected '}'".
std::string plainReason(const std::string& what) {
    const std::size_t dash = what.find(" - ");
    if (dash != std::string::npos) return what.substr(dash + 3);
    const std::size_t colon = what.rfind(": ");
    return colon == std::string::npos ? what : what.substr(colon + 2);
}

} // namespace

std::string pointerStep(const std::string& key) {
    std::string step = "/";
    for (const char c : key) {
        if (c == '~') {
            step += "~0";
        } else if (c == '/') {
            step += "~1";
        } else {
            step += c;
        }
    }
    return step;
}

TextPlace JsonDocument::placeOf(std::string pointer) const {
    for (;;) {
        if (const auto found = places.find(pointer); found != places.end()) return found->second;
        if (pointer.empty()) return {};
        pointer.erase(pointer.rfind('/'));
    }
}

JsonDocument parseJson(std::string file, const std::string& text) {
    JsonDocument document;
    document.file = std::move(file);
    try {
        document.value = nlohmann::json::parse(text, nullptr, true, true);
    } catch (const nlohmann::json::parse_error& e) {
        const TextPlace place = placeAt(text, e.byte > 0 ? e.byte - 1 : 0);
        throw HarnessError(kExitUsage, at(document.file, place) + "not valid JSON: " + plainReason(e.what()));
    }
    PlaceScanner(document.file, text, document.places).scan();
    return document;
}

JsonDocument readJson(const std::filesystem::path& path) {
    return parseJson(path.string(), readFile(path));
}

HarnessError errorAt(const JsonDocument& document, const std::string& pointer, const std::string& text) {
    return {kExitUsage, at(document.file, document.placeOf(pointer)) + (pointer.empty() ? "" : pointer + ": ") + text};
}

} // namespace rigproof
