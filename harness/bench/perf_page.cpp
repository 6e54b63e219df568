#include "harness/bench/perf_page.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "harness/bench/text_table.h"

namespace rigproof {
namespace {

using nlohmann::json;

json budgetOf(const std::vector<Budget>& budgets, const std::string& benchmark) {
    for (const Budget& budget : budgets) {
        if (budget.benchmark != benchmark || budget.measure != "cpu_time" || !budget.max) continue;
        const double unit = unitsInOne(budget.unit);
        json entry = {{"title", budget.title}, {"max", *budget.max / unit}};
        if (budget.reference) entry["reference"] = *budget.reference / unit;
        return entry;
    }
    return nullptr;
}

json seriesJson(const Series& series, const std::vector<HistoryLine>& history, const std::vector<Budget>& budgets) {
    json points = json::array();
    for (std::size_t i = 0; i < series.runs.size(); ++i) {
        const HistoryLine& line = history[series.runs[i]];
        points.push_back({series.runs[i], series.values[i], line.benchmarks.at(series.benchmark).noise});
    }
    json changes = json::array();
    for (const ChangePoint& c : series.changes)
        changes.push_back({{"at", c.at}, {"before", c.before}, {"after", c.after}, {"p", c.p}});
    return {{"name", series.benchmark},
            {"points", points},
            {"changes", changes},
            {"budget", budgetOf(budgets, series.benchmark)}};
}

/// JSON inside a script element: nothing in it may look like the element's end.
std::string inScript(const json& value) {
    std::string text = value.dump();
    for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3)
        text.insert(at + 1, "\\");
    return text;
}

void fill(std::string& page, const std::string& mark, const std::string& text) {
    const std::size_t at = page.find(mark);
    if (at != std::string::npos) page.replace(at, mark.size(), text);
}

std::string signedShare(double share) {
    return (share > 0.0 ? "+" : "") + shownShare(share);
}

} // namespace

std::string perfPage(const std::vector<HistoryLine>& history, const std::vector<Budget>& budgets,
                     const std::string& commitUrl, const ChangePointOptions& options) {
    json runs = json::array();
    for (const HistoryLine& line : history)
        runs.push_back({{"commit", line.commit}, {"time", line.time}, {"load", line.load}});
    json machines = json::array();
    for (const std::string& machine : machinesOf(history)) {
        json list = json::array();
        for (const Series& series : seriesOf(history, machine, options))
            list.push_back(seriesJson(series, history, budgets));
        machines.push_back({{"name", machine}, {"series", list}});
    }
    std::string page = kPerfPageHtml;
    fill(page, "/*perf.css*/", kPerfPageCss);
    fill(page, "/*chart.js*/", kPerfPageChart);
    fill(page, "/*perf.js*/", kPerfPageScript);
    fill(page, "/*data*/", inScript({{"commitUrl", commitUrl}, {"runs", runs}, {"machines", machines}}));
    return page;
}

std::string perfTable(const std::vector<HistoryLine>& history, const ChangePointOptions& options, bool color) {
    using Align = TextTable::Align;
    using Color = TextTable::Color;
    const std::vector<std::string> machines = machinesOf(history);
    if (machines.empty()) return "no runs are recorded\n";
    TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kLeft});
    table.add({{""}, {"newest", Color::kFaint}, {"noise", Color::kFaint}, {"runs", Color::kFaint}, {""}});
    std::string changes;
    for (const Series& series : seriesOf(history, machines.front(), options)) {
        const HistoryLine& newest = history[series.runs.back()];
        const bool changed = !series.changes.empty();
        const double shift = changed ? series.changes.back().ratio() - 1.0 : 0.0;
        const Color hue = shift > 0.0 ? Color::kBad : Color::kGood;
        table.add(
            {{series.benchmark},
             {shownSeconds(series.values.back())},
             {"± " + shownShare(newest.benchmarks.at(series.benchmark).noise), Color::kFaint},
             {std::to_string(series.runs.size())},
             {changed ? signedShare(shift) + " since " + history[series.runs[series.changes.back().at]].commit : "",
              hue}});
        for (const ChangePoint& c : series.changes) {
            changes += "change  " + series.benchmark + ": " + shownSeconds(c.before) + " -> " + shownSeconds(c.after) +
                       " (" + signedShare(c.ratio() - 1.0) + ") first in " + history[series.runs[c.at]].commit + ", " +
                       history[series.runs[c.at]].time + "\n";
        }
    }
    std::string text = machines.front() + "\n" + table.text(color) + changes;
    if (machines.size() > 1) {
        text += "also recorded on " + std::to_string(machines.size() - 1) +
                " other machine(s), which the page shows apart: times of different machines are never mixed\n";
    }
    return text;
}

std::string commitUrlOf(const std::string& remote) {
    std::string address = remote;
    while (!address.empty() && (address.back() == '\n' || address.back() == '/'))
        address.pop_back();
    if (address.ends_with(".git")) address.resize(address.size() - 4);
    if (address.starts_with("git@")) {
        address = address.substr(4);
        const std::size_t colon = address.find(':');
        if (colon != std::string::npos) address[colon] = '/';
        address = "https://" + address;
    }
    if (!address.starts_with("https://")) return "";
    if (const std::size_t at = address.find('@'); at != std::string::npos)
        address = "https://" + address.substr(at + 1);
    if (address.starts_with("https://github.com/")) return address + "/commit/{}";
    if (address.starts_with("https://gitlab.")) return address + "/-/commit/{}";
    return "";
}

} // namespace rigproof
