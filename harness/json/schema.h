#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace rigproof {

/// What is wrong with a value, and what would be right.
struct SchemaProblem {
    std::string pointer; ///< JSON pointer of the value
    std::string text;    ///< "is 99; a whole number 3..24 is wanted"
};

/// A JSON Schema (draft-07) that judges values, fills in its defaults, and words its complaints for people.
/// valijson decides what is valid; the words are ours.
class Schema {
  public:
    /// Takes the schema as JSON text; throws std::runtime_error when that is itself broken (a programmer's mistake).
    explicit Schema(const std::string& text);
    ~Schema();
    Schema(Schema&&) noexcept;
    Schema& operator=(Schema&&) noexcept;

    /// The first problem in document order, or nothing.
    std::optional<SchemaProblem> check(const nlohmann::json& value) const;

    /// Adds every absent property that has a `default`, at all depths that exist.
    void addDefaults(nlohmann::json& value) const;

    const nlohmann::json& root() const { return root_; }

  private:
    struct Validator;
    nlohmann::json root_;
    std::unique_ptr<Validator> validator_;
};

/// The known word nearest to `word`, when near enough to be meant (a third of its letters may differ).
std::optional<std::string> didYouMean(const std::string& word, const std::vector<std::string>& known);

} // namespace rigproof
