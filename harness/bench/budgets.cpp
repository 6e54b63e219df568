#include "harness/bench/budgets.h"

#include <algorithm>
#include <set>

#include "harness/bench/budgets_schema.h"
#include "harness/bench/statistics.h"
#include "harness/json/document.h"
#include "harness/json/schema.h"

namespace rigproof {
namespace {

using nlohmann::json;

std::optional<double> numberIn(const json& value, const char* key) {
    const auto found = value.find(key);
    return found == value.end() ? std::nullopt : std::optional<double>(found->get<double>());
}

bool isTime(const std::string& measure) {
    return measure == "cpu_time" || measure == "real_time";
}

Budget budgetOf(const json& value) {
    Budget budget;
    budget.name = value.at("name");
    budget.title = value.at("title");
    budget.benchmark = value.at("benchmark");
    budget.measure = value.at("measure");
    budget.unit = value.at("unit");
    budget.max = numberIn(value, "max");
    budget.equals = numberIn(value, "equals");
    budget.reference = numberIn(value, "reference");
    budget.goal = numberIn(value, "goal");
    budget.instructions = value.at("instructions");
    budget.why = value.at("why");
    return budget;
}

} // namespace

bool isTimeUnit(const std::string& unit) {
    return unit == "s" || unit == "ms" || unit == "us" || unit == "ns";
}

double unitsInOne(const std::string& unit) {
    if (unit == "ms") return 1e3;
    if (unit == "us") return 1e6;
    if (unit == "ns") return 1e9;
    return 1.0;
}

std::vector<Budget> parseBudgets(const std::string& file, const std::string& text) {
    static const Schema schema(kBudgetsSchemaText);
    JsonDocument document = parseJson(file, text);
    if (const auto problem = schema.check(document.value)) throw errorAt(document, problem->pointer, problem->text);
    schema.addDefaults(document.value);
    std::vector<Budget> budgets;
    std::set<std::string> names;
    for (const json& value : document.value.at("budgets")) {
        const std::string pointer = "/budgets/" + std::to_string(budgets.size());
        const Budget budget = budgetOf(value);
        if (!names.insert(budget.name).second) {
            throw errorAt(document, pointer + "/name", "\"" + budget.name + "\" stands twice; names are unique");
        }
        if (budget.max.has_value() == budget.equals.has_value()) {
            throw errorAt(document, pointer,
                          budget.max ? "has \"max\" and \"equals\"; one of them is wanted"
                                     : "has no bound; \"max\" or \"equals\" is wanted");
        }
        if (isTime(budget.measure) && !isTimeUnit(budget.unit)) {
            throw errorAt(document, pointer + "/unit",
                          "is \"" + budget.unit + "\", but " + budget.measure +
                              " is a time; one of \"s\", \"ms\", \"us\", \"ns\" is wanted");
        }
        budgets.push_back(budget);
    }
    return budgets;
}

std::vector<Budget> readBudgets(const std::filesystem::path& file) {
    return parseBudgets(file.string(), readFile(file));
}

double BudgetResult::headroom() const {
    return budget.max ? 1.0 - value / *budget.max : 0.0;
}

std::optional<double> BudgetResult::timesReference() const {
    if (!budget.reference || value <= 0.0) return std::nullopt;
    return *budget.reference / value;
}

BudgetResult judge(const Budget& budget, const Measurements& measurements) {
    BudgetResult result;
    result.budget = budget;
    const Measurement* measured = measurements.find(budget.benchmark);
    if (measured == nullptr) {
        result.reason = "there is no benchmark \"" + budget.benchmark + "\"";
        return result;
    }
    if (!measured->error.empty()) {
        result.reason = measured->error;
        return result;
    }
    const std::vector<double>& values = measured->valuesOf(budget.measure);
    if (values.empty()) {
        result.reason = "\"" + budget.benchmark + "\" has no counter \"" + budget.measure + "\"";
        return result;
    }
    result.samples = values.size();
    result.noise = noiseOf(values);
    result.value = median(values) * (isTime(budget.measure) ? unitsInOne(budget.unit) : 1.0);
    const bool kept = budget.max ? result.value <= *budget.max : result.value == *budget.equals;
    result.verdict = kept ? BudgetResult::Verdict::kKept : BudgetResult::Verdict::kBreached;
    return result;
}

std::vector<std::string> benchmarksOf(const std::vector<Budget>& budgets) {
    std::vector<std::string> names;
    for (const Budget& budget : budgets) {
        if (std::find(names.begin(), names.end(), budget.benchmark) == names.end()) names.push_back(budget.benchmark);
    }
    return names;
}

std::vector<BudgetResult> judgeAll(const std::vector<Budget>& budgets, Measurements& measurements,
                                   const MeasureAgain& measureAgain) {
    std::vector<BudgetResult> results;
    std::vector<Budget> breached;
    for (const Budget& budget : budgets) {
        results.push_back(judge(budget, measurements));
        if (results.back().verdict == BudgetResult::Verdict::kBreached) breached.push_back(budget);
    }
    if (breached.empty()) return results;
    const Measurements second = measureAgain(benchmarksOf(breached));
    measurements.add(second);
    for (BudgetResult& result : results) {
        if (result.verdict != BudgetResult::Verdict::kBreached) continue;
        const double firstValue = result.value;
        result = judge(result.budget, second);
        result.again = true;
        result.firstValue = firstValue;
    }
    return results;
}

} // namespace rigproof
