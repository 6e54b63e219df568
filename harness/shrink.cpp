#include "harness/shrink.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <set>

#include <nlohmann/json.hpp>

#include "harness/json/schema.h"
#include "harness/judge.h"
#include "harness/scenario_schema.h"

namespace rigproof {

using nlohmann::json;

namespace {

constexpr int kLeastPixels = 16;         ///< a side; what the schema allows
constexpr int kMostHalvings = 14;        ///< of one number: enough for 16,384
constexpr std::size_t kLongestList = 64; ///< of which single elements are tried

bool fails(Verdict verdict) {
    return verdict == Verdict::kFail || verdict == Verdict::kError;
}

/// "no golden picture yet of t0": true of any fresh scenario, so no way of failing.
bool missesGolden(const std::string& reason) {
    return reason.starts_with("no golden") || reason.ends_with("has no golden yet");
}

std::string inWords(const json& value) {
    if (value.is_number()) return numberInWords(value.get<double>());
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// One scenario on its way down.
class Shrinker {
  public:
    Shrinker(const std::string& whole, const std::function<bool(const std::string&)>& stillFails, int mostTries,
             const std::function<void(const std::string&)>& told)
        : value_(json::parse(whole)), stillFails_(stillFails), mostTries_(mostTries), told_(told) {
        schema_.addDefaults(value_); // so that a step changes only what it says
    }

    Shrunk run(ShrinkReach reach) {
        bool helped = true;
        while (helped && tries_ < mostTries_) {
            const json before = value_;
            shrinkCaptures();
            if (reach == ShrinkReach::kEverything) shrinkScene();
            helped = value_ != before && reach == ShrinkReach::kEverything;
        }
        return {withoutDefaults().dump(2) + "\n", tries_};
    }

  private:
    /// Keeps `candidate` if it still fails.
    bool attempt(const json& candidate, const std::string& step) {
        const std::string text = candidate.dump(2);
        if (candidate == value_ || tries_ >= mostTries_ || passed_.contains(text)) return false;
        ++tries_;
        if (!stillFails_(text)) {
            passed_.insert(text);
            return false;
        }
        value_ = candidate;
        if (told_) told_(step);
        return true;
    }

    bool attemptAt(const json::json_pointer& place, const json& wanted) {
        if (!value_.contains(place) || value_.at(place) == wanted) return false;
        json candidate = value_;
        candidate.at(place) = wanted;
        return attempt(candidate, place.back() + " " + inWords(value_.at(place)) + " -> " + inWords(wanted));
    }

    void shrinkCaptures() {
        const json all = value_["captures"];
        const std::string step = "captures " + std::to_string(all.size()) + " -> ";
        for (const json& one : all) {
            json candidate = value_;
            candidate["captures"] = json::array({one});
            if (all.size() > 1 && attempt(candidate, step + "1")) return;
        }
        dropElements(json::json_pointer("/captures"), 1);
    }

    /// Drops one element after the other, down to `least`.
    void dropElements(const json::json_pointer& place, std::size_t least) {
        if (!value_.contains(place) || value_.at(place).size() > kLongestList) return;
        for (std::size_t i = value_.at(place).size(); i-- > 0 && value_.at(place).size() > least;) {
            json candidate = value_;
            candidate.at(place).erase(i);
            const std::size_t size = candidate.at(place).size();
            attempt(candidate, place.back() + " " + std::to_string(size + 1) + " -> " + std::to_string(size));
        }
    }

    void shrinkScene() {
        shrinkExpectations();
        shrinkPicture();
        shrinkTimes();
        shrinkParameters();
        for (const char* key : {"tags", "mask", "tolerance", "step", "seed"})
            attemptDefault(schema_.root().at("properties"), json::json_pointer(std::string("/") + key));
    }

    void shrinkExpectations() {
        const json all = value_["expect"];
        json none = value_;
        none["expect"] = json::object();
        if (attempt(none, "expects nothing any more")) return;
        for (const auto& [metric, bounds] : all.items()) {
            json candidate = value_;
            candidate["expect"].erase(metric);
            attempt(candidate, "no longer expects of " + metric);
        }
    }

    void shrinkPicture() {
        const Size size = pictureSize();
        for (const int divisor : {1 << 12, 16, 8, 4, 2}) {
            json candidate = value_;
            const Size less{std::max(size.width / divisor, kLeastPixels),
                            std::max(size.height / divisor, kLeastPixels)};
            candidate["viewport"] = {{"width", less.width}, {"height", less.height}};
            if (size.width == less.width && size.height == less.height) continue;
            if (attempt(candidate, "picture " + size.words() + " -> " + less.words())) break;
        }
        attemptAt(json::json_pointer("/supersample"), 1);
    }

    void shrinkTimes() {
        const double step = value_["step"].get<double>();
        for (std::size_t i = 0; i < value_["captures"].size(); ++i) {
            const json::json_pointer place("/captures/" + std::to_string(i) + "/time");
            if (!value_.contains(place) || attemptAt(place, 0.0)) continue;
            // In whole steps: between two of them nothing changes.
            shrinkNumber(place, 0, static_cast<std::int64_t>(std::llround(value_.at(place).get<double>() / step)),
                         [step](std::int64_t steps) { return json(static_cast<double>(steps) * step); });
        }
    }

    void shrinkParameters() {
        const std::string kind = value_["kind"];
        const json& known = schema_.root().at("definitions").at(kind).at("properties");
        for (const auto& [key, rule] : known.items()) {
            const json::json_pointer place("/" + kind + "/" + key);
            if (!value_.contains(place)) continue;
            if (rule.value("type", "") == "integer" && rule.contains("minimum")) {
                const auto least = rule["minimum"].get<std::int64_t>();
                if (attemptAt(place, least)) continue;
                shrinkNumber(place, least, value_.at(place).get<std::int64_t>(),
                             [](std::int64_t n) { return json(n); });
            } else if (!attemptDefault(known, place) && value_.at(place).is_array()) {
                dropElements(place, 0);
            }
        }
    }

    /// Halves the way between what passes and what fails.
    template <typename AsJson>
    void shrinkNumber(const json::json_pointer& place, std::int64_t passes, std::int64_t failing, AsJson asJson) {
        for (int i = 0; i < kMostHalvings && failing - passes > 1; ++i) {
            const std::int64_t middle = passes + (failing - passes) / 2;
            (attemptAt(place, asJson(middle)) ? failing : passes) = middle;
        }
    }

    /// Puts the value to the default that `rules` (a schema's "properties") give it, those inside it included.
    bool attemptDefault(const json& rules, const json::json_pointer& place) {
        const json& rule = rules.at(place.back());
        if (!rule.contains("default") || !value_.contains(place)) return false;
        json candidate = value_;
        candidate.at(place) = rule["default"];
        schema_.addDefaults(candidate);
        return attempt(candidate, place.back() + " " + inWords(value_.at(place)) + " -> its default");
    }

    struct Size {
        int width;
        int height;
        std::string words() const { return std::to_string(width) + "x" + std::to_string(height); }
    };
    Size pictureSize() const {
        const json& viewport = value_["viewport"];
        if (viewport == "phone-landscape") return {844, 390};
        if (viewport == "phone-portrait") return {390, 844};
        if (viewport.is_object()) return {viewport["width"].get<int>(), viewport["height"].get<int>()};
        return {960, 600};
    }

    nlohmann::ordered_json withoutDefaults() const {
        const std::string kind = value_["kind"];
        json plain = {
            {"kind", kind}, {"title", json::object()}, {"captures", value_["captures"]}, {kind, json::object()}};
        schema_.addDefaults(plain);
        nlohmann::ordered_json left;
        left["kind"] = kind;
        left["title"] = value_["title"];
        for (const auto& [key, value] : value_.items()) {
            if (key == kind || key == "kind" || key == "title" || (plain.contains(key) && plain[key] == value))
                continue;
            if (key != "captures") left[key] = value;
        }
        for (const auto& [key, value] : value_[kind].items()) {
            if (!plain[kind].contains(key) || plain[kind][key] != value) left[kind][key] = value;
        }
        left["captures"] = value_["captures"];
        return left;
    }

    json value_;
    const std::function<bool(const std::string&)>& stillFails_;
    int mostTries_;
    const std::function<void(const std::string&)>& told_;
    Schema schema_{kScenarioSchemaText};
    int tries_ = 0;
    std::set<std::string> passed_; ///< tried already, and did not fail
};

} // namespace

std::string withoutNumbers(const std::string& reason) {
    const auto partOfName = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@';
    };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string text;
    for (std::size_t i = 0; i < reason.size();) {
        const bool starts = text.empty() || !(partOfName(text.back()) || text.back() == '.');
        const std::size_t sign = starts && (reason[i] == '-' || reason[i] == '+') ? 1 : 0;
        if (!starts || i + sign >= reason.size() || !digit(reason[i + sign])) {
            text += reason[i++];
            continue;
        }
        i += sign;
        const auto exponent = [&](std::size_t at) {
            return (reason[at] == '-' || reason[at] == '+') && (reason[at - 1] == 'e' || reason[at - 1] == 'E');
        };
        while (i < reason.size() && (digit(reason[i]) || reason[i] == 'e' || reason[i] == 'E' || exponent(i) ||
                                     (reason[i] == '.' && i + 1 < reason.size() && digit(reason[i + 1]))))
            ++i;
        text += '#';
    }
    return text;
}

std::optional<Complaint> findComplaint(const ScenarioResult& withGoldens, const ScenarioResult& withoutGoldens) {
    for (const auto* result : {&withoutGoldens, &withGoldens}) {
        if (!fails(result->verdict)) continue;
        for (const std::string& reason : result->reasons) {
            if (!missesGolden(reason)) return Complaint{result->verdict, reason, result == &withGoldens};
        }
    }
    return {};
}

bool complainsAgain(const Complaint& complaint, const ScenarioResult& result) {
    const std::string wanted = withoutNumbers(complaint.reason);
    return result.verdict == complaint.verdict &&
           std::any_of(result.reasons.begin(), result.reasons.end(),
                       [&wanted](const std::string& reason) { return withoutNumbers(reason) == wanted; });
}

Shrunk shrink(const std::string& whole, ShrinkReach reach, const std::function<bool(const std::string&)>& stillFails,
              int mostTries, const std::function<void(const std::string&)>& told) {
    return Shrinker(whole, stillFails, mostTries, told).run(reach);
}

} // namespace rigproof
