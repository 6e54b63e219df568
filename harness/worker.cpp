#include <algorithm>
#include <cmath>

#include "harness/compare/compare.h"
#include "harness/compare/png.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/judge.h"
#include "harness/machine.h"
#include "harness/offscreen.h"
#include "harness/run.h"

namespace rigproof {

namespace fs = std::filesystem;

namespace {

/// Judges one picture against its golden and writes what the report shows of it.
class PictureJudge {
  public:
    PictureJudge(const Scenario& scenario, const GoldenStore& goldens, fs::path reportFolder, std::string driver)
        : scenario_(scenario),
          goldens_(goldens),
          reportFolder_(std::move(reportFolder)),
          driver_(std::move(driver)),
          tolerance_(imageTolerance(scenario.image)) {}

    CaptureResult judge(const Capture& capture, const Image& actual) const {
        CaptureResult result;
        result.name = capture.name;
        result.time = capture.time;
        result.width = actual.width;
        result.height = actual.height;
        const fs::path folder = fs::path("images") / scenario_.name;
        result.actual = (folder / (capture.name + ".png")).string();
        const fs::path golden = goldens_.picture(scenario_.name, capture.name, driver_, result.variant);
        if (!fs::exists(golden)) {
            writePng(reportFolder_ / result.actual, actual, PngEffort::kSmallest);
            result.verdict = Verdict::kNew;
            result.reasons.emplace_back("no golden yet");
            return result;
        }
        Image expected;
        try {
            expected = readPng(golden);
        } catch (const HarnessError& e) {
            writePng(reportFolder_ / result.actual, actual, PngEffort::kSmallest);
            result.verdict = Verdict::kFail;
            result.reasons.emplace_back(e.what());
            return result;
        }
        compare(expected, actual, result);
        if (expected == actual) {
            // The golden's own bytes: the report then holds the picture once, and accepting could never rewrite it.
            result.golden = result.actual;
            writeFileAtomically(reportFolder_ / result.actual, readFile(golden));
            return result;
        }
        // The picture may become a golden, so it is stored as small as one.
        writePng(reportFolder_ / result.actual, actual, PngEffort::kSmallest);
        result.golden = (folder / (capture.name + ".golden.png")).string();
        writeFileAtomically(reportFolder_ / result.golden, readFile(golden));
        return result;
    }

  private:
    void compare(const Image& expected, const Image& actual, CaptureResult& result) const;

    const Scenario& scenario_;
    const GoldenStore& goldens_;
    fs::path reportFolder_;
    std::string driver_;
    ImageTolerance tolerance_;
};

} // namespace

} // namespace rigproof
