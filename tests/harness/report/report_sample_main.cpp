// report_sample OUT [PLAIN_CAPTURES]: writes a report of made-up results into OUT/report, for the browser tests.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "harness/report/report_folder.h"
#include "tests/harness/report/sample_report.h"

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: report_sample OUT [PLAIN_CAPTURES]\n";
        return 2;
    }
    const std::filesystem::path out = argv[1];
    const std::size_t plain = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
    rigproof::writeReportFolder(rigproof::makeSampleResults(out, plain), out, out / "report",
                                {.passing = rigproof::PassingPictures::kOne});
}
