#include <iostream>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/report/results_json.h"
#include "harness/report/review_server.h"
#include "harness/run.h"

namespace rigproof {

int reviewCommand(const ReviewOptions& options) {
    const std::filesystem::path folder = findReport(options.places.out);
    const RunResults run = readResults(folder / "report.json");
    const GoldenStore goldens(options.places.golden);
    ReviewServer server(
        folder,
        [&](const ScenarioResult& scenario, const CaptureResult* capture) {
            const Acceptance golden = capture != nullptr ? pictureAcceptance(goldens, scenario, *capture, folder)
                                                         : numbersAcceptance(goldens, scenario);
            return replaceFile(golden.to, acceptedBytes(golden, scenario, driverOf(run, scenario)));
        },
        options.port);
    const Summary counts = summarize(run);
    std::cout << "Reviewing " << folder.string() << " (" << counts.total() - counts.pass - counts.skipped << " of "
              << counts.total() << " scenarios need a look); accepted goldens go to " << options.places.golden.string()
              << "\nOpen " << server.url() << "\nCtrl-C ends the review." << std::endl;
    server.serveUntilInterrupted();
    std::cout << "\nThe review has ended." << std::endl;
    return kExitAllWell;
}

} // namespace rigproof
