#include "harness/bench/perf_page.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rigproof {
namespace {

std::vector<HistoryLine> steppedHistory() {
    std::vector<HistoryLine> history;
    for (int i = 0; i < 24; ++i) {
        HistoryValue value;
        value.cpu = (i < 12 ? 1e-3 : 1.4e-3) + 1e-6 * (i % 5);
        value.noise = 0.01;
        history.push_back(
            {"c" + std::to_string(i), "2026-12-01T00:00:00Z", "</script><b>", 1.0, {{"crowd_step/5000", value}}});
    }
    return history;
}

nlohmann::json dataOf(const std::string& page) {
    const std::string begin = "type=\"application/json\">";
    const std::size_t at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(PerfPageTest, ThePageHoldsRunsChangesBudgetsAndNothingFromOutside) {
    Budget budget;
    budget.title = "step";
    budget.benchmark = "crowd_step/5000";
    budget.measure = "cpu_time";
    budget.unit = "ms";
    budget.max = 2.0;
    const std::string page = perfPage(steppedHistory(), {budget}, "https://example.org/c/{}", {});
    const nlohmann::json data = dataOf(page);
    EXPECT_EQ(data["machines"][0]["name"], "</script><b>"); // what machines are called cannot end the script
    const auto& series = data["machines"][0]["series"][0];
    EXPECT_EQ(series["points"].size(), 24u);
    ASSERT_EQ(series["changes"].size(), 1u);
    EXPECT_EQ(series["changes"][0]["at"], 12);
    EXPECT_DOUBLE_EQ(series["budget"]["max"].get<double>(), 2e-3);
    EXPECT_EQ(data["runs"][12]["commit"], "c12");
    EXPECT_EQ(page.find("src="), std::string::npos);
    for (const char* mark : {"/*perf.css*/", "/*chart.js*/", "/*perf.js*/", "/*data*/"})
        EXPECT_EQ(page.find(mark), std::string::npos) << mark;
}

TEST(PerfPageTest, TheTableNamesTheFirstCommitOfEachChange) {
    const std::string table = perfTable(steppedHistory(), {}, false);
    EXPECT_NE(table.find("+40 % since c12"), std::string::npos) << table;
    EXPECT_NE(table.find("change  crowd_step/5000: 1.00 ms -> 1.40 ms (+40 %) first in c12"), std::string::npos)
        << table;
    EXPECT_EQ(perfTable({}, {}, false), "no runs are recorded\n");
}

TEST(PerfPageTest, CommitsAreLinkedWhereTheRemoteIsKnown) {
    EXPECT_EQ(commitUrlOf("git@github.com:a/b.git\n"), "https://github.com/a/b/commit/{}");
    EXPECT_EQ(commitUrlOf("https://user:word@github.com/a/b.git"), "https://github.com/a/b/commit/{}");
    EXPECT_EQ(commitUrlOf("https://gitlab.com/a/b"), "https://gitlab.com/a/b/-/commit/{}");
    EXPECT_EQ(commitUrlOf("/srv/git/b.git"), "");
    EXPECT_EQ(commitUrlOf(""), "");
}

} // namespace
} // namespace rigproof
