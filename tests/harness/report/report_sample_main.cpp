// report_sample OUT [PLAIN_CAPTURES]: writes a report of made-up results into OUT/report, for the browser tests.
// report_sample review OUT: serves that report for review; accepted pictures go to OUT/accepted.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "harness/files.h"
#include "harness/report/report_folder.h"
#include "harness/report/review_server.h"
#include "tests/harness/report/sample_report.h"

namespace {

void review(const std::filesystem::path& out) {
    using namespace rigproof;
    ReviewServer server(out / "report", [&out](const ScenarioResult& scenario, const CaptureResult* capture) {
        const std::filesystem::path golden = out / "accepted" / scenario.name;
        if (capture == nullptr) return replaceFile(golden / "metrics.json", "{}");
        return replaceFile(golden / (capture->name + ".png"), readFile(out / "report" / capture->actual));
    });
    std::cout << server.url() << std::endl;
    server.serveUntilInterrupted();
    std::cout << "ended" << std::endl;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: report_sample OUT [PLAIN_CAPTURES] | report_sample review OUT\n";
        return 2;
    }
    if (argc == 3 && std::string_view(argv[1]) == "review") {
        review(argv[2]);
        return 0;
    }
    const std::filesystem::path out = argv[1];
    const std::size_t plain = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
    rigproof::writeReportFolder(rigproof::makeSampleResults(out, plain), out, out / "report");
}
