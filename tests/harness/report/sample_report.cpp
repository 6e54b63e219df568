#include "tests/harness/report/sample_report.h"

#include <algorithm>
#include <string>

#include "tests/harness/report/sample_pictures.h"

namespace rigproof {
namespace {

using Kind = SampleScene::Kind;

constexpr ImageLimits kLimits{0.15, 0.012, 0.0010, 40};

DriverInfo thisDriver() {
    return {"llvmpipe", "Mesa",   "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6",
            "22.3.6",   "15.0.6", "Intel(R) Xeon(R) Platinum 8481C"};
}

DriverInfo olderDriver() {
    DriverInfo driver = thisDriver();
    driver.renderer = "llvmpipe (LLVM 14.0.6, 256 bits)";
    driver.version = "OpenGL ES 3.2 Mesa 21.3.9";
    driver.mesa = "21.3.9";
    driver.llvm = "14.0.6";
    return driver;
}

Verdict judge(const ImageMeasure& is, const ImageLimits& may) {
    const bool holds =
        is.flipMean <= may.flipMean && is.shareOver <= may.shareOver && is.largestCluster <= may.largestCluster;
    return holds ? Verdict::kPass : Verdict::kFail;
}

class Sampler {
  public:
    explicit Sampler(std::filesystem::path folder) : folder_(std::move(folder)) {}

    CaptureResult capture(const std::string& scenario, const SampleScene& golden, const SampleScene& actual) {
        CaptureResult result;
        result.time = golden.time;
        result.name = "t" + std::to_string(static_cast<int>(golden.time * 1000.0 + 0.5));
        const std::string stem = scenario + "/" + result.name;
        const Image was = drawSample(golden);
        const Image is = drawSample(actual);
        result.width = is.width;
        result.height = is.height;
        result.actual = stem + ".actual.png";
        writePicture(folder_ / result.actual, is);
        const SampleComparison comparison = compareSamples(was, is, kLimits.threshold);
        result.measure = comparison.measure;
        result.limits = kLimits;
        result.verdict = judge(comparison.measure, kLimits);
        if (comparison.measure.pixelsDifferent == 0) {
            result.golden = result.actual;
            return result;
        }
        result.golden = stem + ".golden.png";
        result.diff = stem + ".diff.png";
        writePicture(folder_ / result.golden, was);
        writePicture(folder_ / result.diff, comparison.map);
        for (const double threshold : {0.05, 0.10, 0.15, 0.25, 0.50}) {
            const ImageMeasure at = compareSamples(was, is, threshold).measure;
            result.sweep.push_back({threshold, at.shareOver, at.largestCluster, judge(at, kLimits)});
        }
        if (result.verdict == Verdict::kFail) {
            result.reasons.push_back("largest cluster of " + std::to_string(comparison.measure.largestCluster) +
                                     " pixels, at most 40 allowed");
        }
        return result;
    }

    /// Eight captures over two seconds; `change` makes the actual scene from the golden one.
    template <typename Change>
    ScenarioResult film(const std::string& name, Kind kind, Change change) {
        ScenarioResult scenario;
        scenario.name = name;
        scenario.kind = kind == Kind::kBear ? "bear" : kind == Kind::kTentacle ? "tentacle" : "crowd";
        scenario.file = "scenarios/" + scenario.kind + "/" + name + ".json";
        scenario.seconds = 0.8;
        scenario.repeat = "rigproof run " + name + " --device software";
        scenario.goldenDriver = thisDriver();
        for (int i = 0; i < 8; ++i) {
            const SampleScene golden{.kind = kind, .time = i * 0.25};
            SampleScene actual = golden;
            change(actual);
            scenario.captures.push_back(capture(name, golden, actual));
            scenario.verdict = worse(scenario.verdict, scenario.captures.back().verdict);
        }
        return scenario;
    }

  private:
    std::filesystem::path folder_;
};

void addMetrics(ScenarioResult& scenario) {
    scenario.metrics["draws.total"] = {.value = 14, .golden = 14, .tolerance = 0};
    if (scenario.kind == "bear") {
        scenario.metrics["weights.vertices"] = {.value = 4812, .golden = 4812, .tolerance = 0};
        scenario.metrics["weights.max_sum_error"] = {.value = 1.19e-7, .golden = 1.19e-7, .max = 1e-6};
        scenario.metrics["weights.max_influences"] = {.value = 4, .golden = 4, .max = 4};
        scenario.metrics["left.volume_ratio"] = {.value = 0.9631, .golden = 0.9634, .tolerance = 0.002, .min = 0.9};
        scenario.metrics["left.worst_crease_deg"] = {.value = 41.27, .golden = 41.25, .tolerance = 0.5};
    } else if (scenario.kind == "tentacle") {
        scenario.metrics["ik.tip_gap_m"] = {.value = 0.00042, .golden = 0.00042, .max = 0.001};
        scenario.metrics["ik.iterations"] = {.value = 6, .golden = 6, .max = 12};
    } else {
        scenario.metrics["people"] = {.value = 5000, .golden = 5000, .min = 5000, .max = 5000};
        scenario.metrics["draws.crowd"] = {.value = 1, .golden = 1, .min = 1, .max = 1};
        scenario.metrics["crowd.foot_slide_m"] = {.value = 0.0061, .golden = 0.0061, .max = 0.01};
        scenario.metrics["vat.bytes"] = {.value = 2162688, .golden = 2162688, .tolerance = 0};
    }
}

} // namespace

RunResults makeSampleResults(const std::filesystem::path& folder, std::size_t plainCaptures) {
    Sampler sampler(folder);
    RunResults run;
    run.driver = thisDriver();
    run.commit = "3f9c1ab27de04586b1f0c2a97d5e1184a6b0c3d2";
    run.started = "2026-12-01T03:40:12Z";
    run.seconds = 94.2;
    const auto add = [&run](ScenarioResult scenario, LocalizedText title, LocalizedText caption,
                            std::vector<std::string> tags) -> ScenarioResult& {
        scenario.title = std::move(title);
        scenario.caption = std::move(caption);
        scenario.tags = std::move(tags);
        addMetrics(scenario);
        run.scenarios.push_back(std::move(scenario));
        return run.scenarios.back();
    };
    const auto same = [](SampleScene&) {};

    auto& arm = add(
        sampler.film("bear-wave", Kind::kBear, [](SampleScene& s) { s.bend = s.time > 0.9 ? 0.12 : 0.0; }),
        {"The bear waves", "곰이 손을 흔든다"},
        {"Diffused weights on the left arm, distance weights on the right. The crease at the armpit must stay soft.",
         "왼팔은 확산 가중치, 오른팔은 거리 가중치입니다. 겨드랑이 주름이 부드럽게 유지되어야 합니다."},
        {"skin", "smoke"});
    arm.reasons = {"t1000, t1250, t1500, t1750: largest cluster over 40 pixels",
                   "left.worst_crease_deg is 58.92, expected 41.25 ± 0.5"};
    arm.metrics["left.worst_crease_deg"].value = 58.92;
    arm.metrics["left.worst_crease_deg"].verdict = Verdict::kFail;

    auto& march =
        add(sampler.film("crowd-5000", Kind::kCrowd, [](SampleScene& s) { s.missingPerson = 71; }),
            {"Five thousand march", "오천 명이 행진한다"},
            {"One instanced draw from a baked animation texture.", "구운 애니메이션 텍스처로 한 번에 그립니다."},
            {"crowd", "draws"});
    march.reasons = {"draws.crowd is 5000, expected 1", "people is 4999, expected 5000"};
    march.metrics["draws.crowd"] = {5000, 1.0, {}, 1.0, 1.0, Verdict::kFail};
    march.metrics["people"] = {4999, 5000.0, {}, 5000.0, 5000.0, Verdict::kFail};

    ScenarioResult crash;
    crash.name = "tentacle-nan[joints=3]";
    crash.kind = "tentacle";
    crash.file = "scenarios/tentacle/nan.json";
    crash.verdict = Verdict::kError;
    crash.reasons = {"the worker was ended by signal 11 (segmentation fault) at 0.35 s"};
    crash.repeat = "rigproof run 'tentacle-nan[joints=3]'";
    add(crash, {"A target that is not a number", "숫자가 아닌 목표"}, {}, {"ik", "robustness"});

    auto& fresh = add(sampler.film("tentacle-curl", Kind::kTentacle, same), {"The tentacle curls", "촉수가 말린다"},
                      {"A target close to the root: one smooth curl, no zig-zag.",
                       "뿌리 근처의 목표: 지그재그 없이 한 번에 말립니다."},
                      {"ik"});
    fresh.verdict = Verdict::kNew;
    fresh.goldenDriver.reset();
    fresh.reasons = {"there is no golden yet"};
    for (CaptureResult& capture : fresh.captures) {
        capture.verdict = Verdict::kNew;
        capture.golden.clear();
        capture.measure.reset();
        capture.limits.reset();
    }

    auto& unsteady = add(sampler.film("tentacle-reach", Kind::kTentacle, same),
                         {"The tentacle reaches", "촉수가 뻗는다"}, {}, {"ik", "smoke"});
    unsteady.flaky = true;
    unsteady.reasons = {"t500 differed between repetitions 1 and 2"};
    CaptureResult again = sampler.capture("tentacle-reach/again", {.kind = Kind::kTentacle, .time = 0.5},
                                          {.kind = Kind::kTentacle, .time = 0.5, .bend = 0.004});
    unsteady.captures[2].flaky = true;
    unsteady.captures[2].again = again.actual;
    unsteady.captures[2].reasons = {"repetitions 1 and 2 differ"};

    for (const char* name : {"bear-sit", "bear-turn"}) {
        auto& blamed = add(sampler.film(name, Kind::kBear, [](SampleScene& s) { s.brightness = 0.997; }),
                           {name == std::string("bear-sit") ? "The bear sits" : "The bear turns", ""}, {}, {"skin"});
        blamed.goldenDriver = olderDriver();
        blamed.verdict = Verdict::kPass;
        blamed.reasons = {"mean perceptual error is over its limit of 0.005"};
        for (CaptureResult& capture : blamed.captures) {
            capture.limits->flipMean = 0.005;
            capture.verdict = judge(*capture.measure, *capture.limits);
            blamed.verdict = worse(blamed.verdict, capture.verdict);
            if (capture.verdict == Verdict::kFail) capture.reasons = {"mean perceptual error over its limit"};
        }
    }

    auto& drifting = add(sampler.film("crowd-plaza", Kind::kCrowd, [](SampleScene& s) { s.noise = 3; }),
                         {"A plaza at noon", "한낮의 광장"}, {}, {"crowd"});
    drifting.verdict = Verdict::kPass;
    for (CaptureResult& capture : drifting.captures) {
        capture.limits->flipMean = capture.measure->flipMean / 0.95;
        capture.verdict = Verdict::kPass;
        capture.reasons.clear();
    }

    add(sampler.film("bear-idle", Kind::kBear, same), {"The bear breathes", "곰이 숨을 쉰다"},
        {"Nothing may move that does not have to.", ""}, {"skin", "smoke"});
    add(sampler.film("crowd-dance", Kind::kCrowd, same), {"A crowd dances", "군중이 춤춘다"}, {}, {"crowd"});

    ScenarioResult skipped;
    skipped.name = "model-import";
    skipped.kind = "model";
    skipped.verdict = Verdict::kSkipped;
    skipped.reasons = {"needs a glTF file that is not here"};
    add(skipped, {"A model of one's own", "사용자 모델"}, {}, {"gltf"}).metrics.clear();

    // Few distinct pictures, many captures: what a large suite looks like to the page.
    constexpr std::size_t kDistinct = 16;
    constexpr std::size_t kPerScenario = 10;
    for (std::size_t i = 0; i < std::min(plainCaptures, kDistinct); ++i) {
        writePicture(
            folder / ("plain/" + std::to_string(i) + ".png"),
            drawSample({.kind = i % 2 == 0 ? Kind::kBear : Kind::kCrowd, .time = 0.13 * static_cast<double>(i)}));
    }
    for (std::size_t i = 0; i < plainCaptures; ++i) {
        if (i % kPerScenario == 0) {
            ScenarioResult scenario;
            scenario.name = "plain-" + std::to_string(i / kPerScenario);
            scenario.kind = "bear";
            scenario.title = {"Plain scenario " + std::to_string(i / kPerScenario), ""};
            scenario.tags = {"plain"};
            scenario.goldenDriver = thisDriver();
            addMetrics(scenario);
            run.scenarios.push_back(std::move(scenario));
        }
        CaptureResult capture;
        capture.name = "t" + std::to_string(i % kPerScenario * 100);
        capture.time = static_cast<double>(i % kPerScenario) * 0.1;
        capture.actual = capture.golden = "plain/" + std::to_string(i % kDistinct) + ".png";
        capture.width = 480;
        capture.height = 300;
        capture.measure.emplace();
        capture.limits = kLimits;
        run.scenarios.back().captures.push_back(std::move(capture));
    }
    return run;
}

} // namespace rigproof
