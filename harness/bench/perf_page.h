#pragma once

#include <string>
#include <vector>

#include "harness/bench/budgets.h"
#include "harness/bench/history.h"

namespace rigproof {

/// The history as one HTML page that needs nothing beside it: for every machine what changed and since which commit,
/// and a chart a benchmark. Budgets of processor time are drawn into their charts. `commitUrl` leads to a commit, which
/// is put where "{}" stands; empty: commits are plain text.
std::string perfPage(const std::vector<HistoryLine>& history, const std::vector<Budget>& budgets,
                     const std::string& commitUrl, const ChangePointOptions& options);

/// The same for a terminal: a line a benchmark of the newest machine (newest value, noise, change since the last change
/// point), then the changes with the first commit of each.
std::string perfTable(const std::vector<HistoryLine>& history, const ChangePointOptions& options, bool color);

/// Where the remote "origin" of a repository shows a commit, when it is a GitHub or GitLab address; else empty.
std::string commitUrlOf(const std::string& remote);

/// perf.html, perf.css, chart.js and perf.js of harness/bench/web as they were when the program was built.
extern const char* const kPerfPageHtml;
extern const char* const kPerfPageCss;
extern const char* const kPerfPageChart;
extern const char* const kPerfPageScript;

} // namespace rigproof
