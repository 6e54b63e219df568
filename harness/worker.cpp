#include <algorithm>
#include <map>

#include "harness/compare/compare.h"
#include "harness/compare/png.h"
#include "harness/files.h"
#include "harness/golden.h"
#include "harness/judge.h"
#include "harness/machine.h"
#include "harness/offscreen.h"
#include "harness/run.h"
#include "harness/simulation.h"

namespace rigproof {

namespace fs = std::filesystem;

namespace {

std::vector<PixelBox> boxesFrom(const std::vector<MaskRect>& rects) {
    std::vector<PixelBox> boxes;
    for (const MaskRect& r : rects)
        boxes.push_back({r.x, r.y, r.width, r.height});
    return boxes;
}

ImageTolerance toleranceFrom(const PictureTolerance& stated) {
    ImageTolerance t = defaultTolerance(imageMetricFromName(stated.metric));
    t.mean = stated.mean.value_or(t.mean);
    t.pixelThreshold = stated.pixelThreshold.value_or(t.pixelThreshold);
    t.shareOver = stated.shareOver.value_or(t.shareOver);
    t.largestCluster = stated.largestCluster.value_or(t.largestCluster);
    t.ignore = boxesFrom(stated.ignore);
    t.onlyInside = boxesFrom(stated.only);
    t.threads = 1; // the run's workers fill the processors already
    return t;
}

/// Judges pictures against their goldens and writes what the report shows of them.
class PictureJudge {
  public:
    PictureJudge(const Scenario& scenario, const GoldenStore& goldens, const fs::path& runFolder, std::string driver)
        : scenario_(scenario),
          goldens_(goldens),
          runFolder_(runFolder),
          driver_(std::move(driver)),
          tolerance_(toleranceFrom(scenario.image)) {}

    CaptureResult judge(const Capture& capture, const Image& actual) const {
        CaptureResult result;
        result.name = capture.name;
        result.time = capture.time;
        result.width = actual.width;
        result.height = actual.height;
        result.actual = nameOf(capture, ".png");
        const fs::path golden = goldens_.picture(scenario_.name, capture.name, driver_, result.variant);
        if (!fs::exists(golden)) {
            result.verdict = Verdict::kNew;
            result.reasons.emplace_back("no golden yet");
            write(result.actual, actual);
            return result;
        }
        try {
            compareWith(golden, capture, actual, result);
        } catch (const HarnessError& e) {
            // A damaged golden is that capture's failure and can be accepted anew.
            result.verdict = Verdict::kFail;
            result.reasons.emplace_back(e.what());
            write(result.actual, actual);
        }
        return result;
    }

  private:
    std::string nameOf(const Capture& capture, const char* ending) const {
        return (fs::path("images") / scenario_.name / (capture.name + ending)).string();
    }

    /// As small as a golden, since it may become one.
    void write(const std::string& name, const Image& image) const {
        writePng(runFolder_ / name, image, PngEffort::kSmallest);
    }

    void compareWith(const fs::path& goldenFile, const Capture& capture, const Image& actual,
                     CaptureResult& result) const {
        const std::string goldenBytes = readFile(goldenFile);
        const Image golden = decodePng(goldenBytes, goldenFile.string());
        const ImageComparison c = compareImages(golden, actual, tolerance_);
        result.verdict = c.verdict;
        result.reasons = c.reasons;
        if (golden == actual) {
            // The golden's own bytes: the report then holds the picture once.
            result.golden = result.actual;
            result.measure = ImageMeasure{};
            result.limits = c.limits;
            writeFileAtomically(runFolder_ / result.actual, goldenBytes);
            return;
        }
        write(result.actual, actual);
        result.golden = nameOf(capture, ".golden.png");
        writeFileAtomically(runFolder_ / result.golden, goldenBytes);
        if (c.map.empty()) return; // of another size
        result.measure = c.measure;
        result.limits = c.limits;
        result.sweep = c.sweep;
        result.diff = nameOf(capture, ".diff.png");
        writePng(runFolder_ / result.diff, differenceImage(c), PngEffort::kFast);
    }

    const Scenario& scenario_;
    const GoldenStore& goldens_;
    const fs::path& runFolder_;
    std::string driver_;
    ImageTolerance tolerance_;
};

/// "draws.<pass>" of every pass, and their sum.
void addDraws(const std::map<std::string, int>& draws, Metrics& metrics) {
    int total = 0;
    for (const auto& [pass, count] : draws) {
        metrics["draws." + pass] = count;
        total += count;
    }
    metrics["draws.total"] = total;
}

/// Of the metrics at a capture only those are kept that an expectation asks for, as "name@capture".
void keepAsked(const Scenario& scenario, const std::string& capture, const Metrics& now, Metrics& kept) {
    for (const Expectation& e : scenario.expectations) {
        const std::size_t at = e.metric.rfind('@');
        if (at == std::string::npos || e.metric.substr(at + 1) != capture) continue;
        const auto found = now.find(e.metric.substr(0, at));
        if (found != now.end()) kept[e.metric] = found->second;
    }
}

} // namespace

ScenarioResult emptyResult(const Scenario& scenario) {
    ScenarioResult result;
    result.name = scenario.name;
    result.kind = scenario.kind;
    result.file = scenario.file.string();
    result.title = scenario.title;
    result.caption = scenario.caption;
    result.tags = scenario.tags;
    result.repeat = "rigproof run '" + scenario.name + "'";
    return result;
}

RunResults runScenario(const Scenario& scenario, const fs::path& golden, const fs::path& runFolder,
                       const std::string& device) {
    const std::unique_ptr<Renderer> renderer = openRenderer(device);
    const GoldenStore goldens(golden);
    RunResults run;
    run.driver = driverInfo(renderer->driver());
    run.scenarios.push_back(emptyResult(scenario));
    ScenarioResult& result = run.scenarios.front();
    const PictureJudge judge(scenario, goldens, runFolder, run.driver.name);

    Simulation simulation(scenario);
    std::string fresh; // captures without a golden: one line for all
    Metrics kept;
    Metrics last;
    for (const Capture& capture : scenario.captures) {
        simulation.advanceTo(capture.time);
        const RenderResult drawn = drawOrThrow(*renderer, simulation.scene().frame(scenario.viewport));
        last.clear();
        simulation.scene().measure(last);
        addDraws(drawn.draws, last);
        keepAsked(scenario, capture.name, last, kept);
        result.captures.push_back(judge.judge(capture, drawn.image));
        const CaptureResult& picture = result.captures.back();
        result.verdict = worse(result.verdict, picture.verdict);
        if (picture.verdict == Verdict::kNew) {
            fresh += (fresh.empty() ? "" : ", ") + capture.name;
            continue;
        }
        for (const std::string& reason : picture.reasons)
            result.reasons.push_back(capture.name + ": " + reason);
    }
    if (!fresh.empty()) result.reasons.push_back("no golden picture yet of " + fresh);
    last.merge(kept);

    std::optional<GoldenNumbers> numbers;
    try {
        numbers = goldens.numbers(scenario.name);
        if (numbers) result.goldenDriver = numbers->madeWith;
    } catch (const HarnessError& e) {
        result.verdict = worse(result.verdict, Verdict::kFail);
        result.reasons.emplace_back(e.what());
    }
    judgeMetrics(scenario, last, numbers, result);
    return run;
}

} // namespace rigproof
