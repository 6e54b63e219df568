#include "harness/json/schema.h"

#include <algorithm>
#include <limits>
#include <regex>
#include <stdexcept>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "harness/json/document.h"

namespace rigproof {

using nlohmann::json;

struct Schema::Validator {
    valijson::Schema schema;
};

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

const json& resolve(const json& root, const json& node) {
    const auto ref = node.find("$ref");
    if (ref == node.end()) return node;
    return resolve(root, root.at(json::json_pointer(ref->get<std::string>().substr(1))));
}

std::string shown(const json& value) {
    std::string text = value.dump();
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

bool hasType(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    if (type == "integer") {
        return value.is_number_integer() ||
               (value.is_number_float() && value.get<double>() == static_cast<double>(value.get<std::int64_t>()));
    }
    return type == "null" && value.is_null();
}

std::string rangeOf(const json& node) {
    const bool low = node.contains("minimum") || node.contains("exclusiveMinimum");
    const bool high = node.contains("maximum") || node.contains("exclusiveMaximum");
    const auto bound = [&node](const char* inclusive, const char* exclusive) {
        return node.contains(inclusive) ? node.at(inclusive).dump() : node.at(exclusive).dump();
    };
    if (low && high) return " " + bound("minimum", "exclusiveMinimum") + ".." + bound("maximum", "exclusiveMaximum");
    if (low)
        return node.contains("minimum") ? " of at least " + node.at("minimum").dump()
                                        : " above " + node.at("exclusiveMinimum").dump();
    if (high)
        return node.contains("maximum") ? " of at most " + node.at("maximum").dump()
                                        : " below " + node.at("exclusiveMaximum").dump();
    return "";
}

/// What a schema node wants, in words.
std::string wanted(const json& root, const json& unresolved) {
    const json& node = resolve(root, unresolved);
    if (const auto choices = node.find("enum"); choices != node.end()) {
        std::string text = choices->size() == 1 ? "" : "one of ";
        for (std::size_t i = 0; i < choices->size(); ++i)
            text += (i == 0 ? "" : ", ") + (*choices)[i].dump();
        return text;
    }
    if (const auto any = node.find("anyOf"); any != node.end()) {
        std::string text;
        for (std::size_t i = 0; i < any->size(); ++i)
            text += (i == 0 ? "" : " or ") + wanted(root, (*any)[i]);
        return text;
    }
    const std::string type = node.value("type", "value");
    if (type == "integer") return "a whole number" + rangeOf(node);
    if (type == "number") return "a number" + rangeOf(node);
    if (type == "string") return node.contains("pattern") ? "text like " + node.value("pattern", "") : "text";
    if (type == "boolean") return "true or false";
    if (type == "array") return "a list";
    if (type == "object") {
        std::string keys;
        if (const auto required = node.find("required"); required != node.end()) {
            for (const json& key : *required)
                keys += (keys.empty() ? " with " : " and ") + key.get<std::string>();
        }
        return "an object" + keys;
    }
    return "something else";
}

/// Finds the first thing that is wrong, in document order. Knows the keywords that our schemas use.
class Explainer {
  public:
    explicit Explainer(const json& root) : root_(root) {}

    std::optional<SchemaProblem> find(const json& unresolved, const json& value, const std::string& pointer) const {
        const json& node = resolve(root_, unresolved);
        const auto wrong = [&](const std::string& hint = "") {
            return SchemaProblem{pointer, "is " + shown(value) + "; " + wanted(root_, node) + " is wanted" + hint};
        };
        if (const auto any = node.find("anyOf"); any != node.end()) return anyOf(*any, value, pointer, wrong());
        if (const auto type = node.find("type"); type != node.end() && !hasType(value, *type)) return wrong();
        if (const auto choices = node.find("enum"); choices != node.end()) {
            if (std::find(choices->begin(), choices->end(), value) != choices->end()) return {};
            return wrong(value.is_string() ? meant(value.get<std::string>(), *choices) : "");
        }
        if (value.is_string() && !fits(node, value.get<std::string>())) return wrong();
        if (value.is_number() && !inRange(node, value.get<double>())) return wrong();
        if (value.is_array()) return inArray(node, value, pointer);
        if (value.is_object()) return inObject(node, value, pointer);
        return {};
    }

  private:
    std::optional<SchemaProblem> anyOf(const json& choices, const json& value, const std::string& pointer,
                                       const SchemaProblem& general) const {
        std::optional<SchemaProblem> nearest;
        for (const json& choice : choices) {
            const std::optional<SchemaProblem> problem = find(choice, value, pointer);
            if (!problem) return {};
            // A choice of the right type that fails further in says more than the list of choices.
            if (problem->pointer.size() > pointer.size()) nearest = problem;
        }
        return nearest ? nearest : general;
    }

    static bool fits(const json& node, const std::string& text) {
        if (text.size() < node.value("minLength", std::size_t{0})) return false;
        return !node.contains("pattern") || std::regex_search(text, std::regex(node.at("pattern").get<std::string>()));
    }

    static bool inRange(const json& node, double v) {
        const auto bound = [&node](const char* key, double otherwise) { return node.value(key, otherwise); };
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return v >= bound("minimum", -kInfinity) && v <= bound("maximum", kInfinity) &&
               v > bound("exclusiveMinimum", -kInfinity) && v < bound("exclusiveMaximum", kInfinity);
    }

    static std::string meant(const std::string& word, const json& known) {
        std::vector<std::string> words;
        for (const json& k : known) {
            if (k.is_string()) words.push_back(k.get<std::string>());
        }
        const auto near = didYouMean(word, words);
        return near ? " (did you mean \"" + *near + "\"?)" : "";
    }

    std::optional<SchemaProblem> inArray(const json& node, const json& value, const std::string& pointer) const {
        if (value.size() < node.value("minItems", std::size_t{0}) ||
            value.size() > node.value("maxItems", std::numeric_limits<std::size_t>::max())) {
            const std::string least = std::to_string(node.value("minItems", 0));
            const std::string most = node.contains("maxItems") ? ".." + node.at("maxItems").dump() : " or more";
            return SchemaProblem{pointer,
                                 "has " + std::to_string(value.size()) + " entries; " + least + most + " are wanted"};
        }
        for (std::size_t i = 0; node.value("uniqueItems", false) && i < value.size(); ++i) {
            if (std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) !=
                value.begin() + static_cast<std::ptrdiff_t>(i)) {
                return SchemaProblem{pointer + "/" + std::to_string(i), "stands twice in the list; once is wanted"};
            }
        }
        const auto items = node.find("items");
        for (std::size_t i = 0; items != node.end() && i < value.size(); ++i) {
            if (auto problem = find(*items, value[i], pointer + "/" + std::to_string(i))) return problem;
        }
        return {};
    }

    std::optional<SchemaProblem> inObject(const json& node, const json& value, const std::string& pointer) const {
        const json properties = node.value("properties", json::object());
        for (const auto& [key, child] : value.items()) {
            const std::string childPointer = pointer + pointerStep(key);
            if (const auto property = properties.find(key); property != properties.end()) {
                if (auto problem = find(*property, child, childPointer)) return problem;
                continue;
            }
            const auto additional = node.find("additionalProperties");
            if (additional == node.end()) continue;
            if (additional->is_object()) {
                if (auto problem = find(*additional, child, childPointer)) return problem;
            } else if (!additional->get<bool>()) {
                return SchemaProblem{childPointer, unknownKey(key, properties)};
            }
        }
        for (const json& key : node.value("required", json::array())) {
            if (!value.contains(key.get<std::string>())) {
                const std::string name = key.get<std::string>();
                const std::string what =
                    properties.contains(name) ? " (" + wanted(root_, properties.at(name)) + ")" : "";
                return SchemaProblem{pointer, "\"" + name + "\" is missing" + what};
            }
        }
        return {};
    }

    static std::string unknownKey(const std::string& key, const json& properties) {
        std::vector<std::string> known;
        for (const auto& [name, unused] : properties.items())
            known.push_back(name);
        if (const auto near = didYouMean(key, known)) return "unknown key; did you mean \"" + *near + "\"?";
        std::string list;
        for (const std::string& name : known)
            list += (list.empty() ? "" : ", ") + name;
        return "unknown key; known here: " + list;
    }

    const json& root_;
};

void fill(const json& root, const json& unresolved, json& value) {
    const json& node = resolve(root, unresolved);
    if (value.is_object() && node.contains("properties")) {
        for (const auto& [key, property] : node.at("properties").items()) {
            const json& target = resolve(root, property);
            const auto own = property.find("default");
            const auto inherited = target.find("default");
            if (!value.contains(key)) {
                if (own != property.end()) {
                    value[key] = *own;
                } else if (inherited != target.end()) {
                    value[key] = *inherited;
                } else {
                    continue;
                }
            }
            fill(root, target, value[key]);
        }
    }
    if (value.is_object() && node.contains("additionalProperties") && node.at("additionalProperties").is_object()) {
        for (auto& [key, child] : value.items()) {
            if (!node.contains("properties") || !node.at("properties").contains(key))
                fill(root, node.at("additionalProperties"), child);
        }
    }
    if (value.is_array() && node.contains("items")) {
        for (json& item : value)
            fill(root, node.at("items"), item);
    }
}

} // namespace

Schema::Schema(const std::string& text) : root_(json::parse(text)), validator_(std::make_unique<Validator>()) {
    valijson::SchemaParser parser;
    parser.populateSchema(Adapter(root_), validator_->schema);
}

Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;

std::optional<SchemaProblem> Schema::check(const json& value) const {
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    if (validator.validate(validator_->schema, Adapter(value), &results)) return {};
    if (auto problem = Explainer(root_).find(root_, value, "")) return problem;
    // A keyword that the words above do not cover: valijson's own.
    const valijson::ValidationResults::Error error = *results.begin();
    return SchemaProblem{"", error.description};
}

void Schema::addDefaults(json& value) const {
    fill(root_, root_, value);
}

std::optional<std::string> didYouMean(const std::string& word, const std::vector<std::string>& known) {
    // Optimal string alignment: insertions, deletions, changes, and two neighbours that changed places.
    const auto distance = [](const std::string& a, const std::string& b) {
        std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
        for (std::size_t i = 0; i <= a.size(); ++i)
            d[i][0] = i;
        for (std::size_t j = 0; j <= b.size(); ++j)
            d[0][j] = j;
        for (std::size_t i = 1; i <= a.size(); ++i) {
            for (std::size_t j = 1; j <= b.size(); ++j) {
                d[i][j] =
                    std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
                const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
        return d[a.size()][b.size()];
    };
    std::optional<std::string> best;
    std::size_t bestDistance = std::max<std::size_t>(word.size() / 3, 1) + 1;
    for (const std::string& candidate : known) {
        const std::size_t d = distance(word, candidate);
        if (d < bestDistance) {
            bestDistance = d;
            best = candidate;
        }
    }
    return best;
}

} // namespace rigproof
