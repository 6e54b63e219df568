#include "harness/compare/compare.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/compare/png.h"
#include "harness/files.h"
#include "harness/judge.h"

namespace rigproof {
namespace {

ImageTolerance toleranceFrom(const CompareOptions& options) {
    ImageTolerance tolerance = defaultTolerance(imageMetricFromName(options.metric));
    tolerance.pixelsPerDegree = options.pixelsPerDegree;
    if (options.threshold >= 0) tolerance.pixelThreshold = options.threshold;
    return tolerance;
}

nlohmann::json asJson(const ImageComparison& c) {
    nlohmann::json rules = nlohmann::json::object();
    for (const ImageRule& rule : c.rules)
        rules[rule.name] = {{"value", rule.value}, {"limit", rule.limit}};
    nlohmann::json sweep = nlohmann::json::array();
    for (const SweepPoint& p : c.sweep) {
        sweep.push_back({{"threshold", p.threshold},
                         {"share_over", p.shareOver},
                         {"largest_cluster", p.largestCluster},
                         {"verdict", verdictName(p.verdict)}});
    }
    const PixelBox& box = c.measure.clusterBox;
    return {{"verdict", verdictName(c.verdict)},
            {"identical", c.identical},
            {"reasons", c.reasons},
            {"flip_mean", c.measure.flipMean},
            {"flip_p99", c.measure.flipP99},
            {"flip_weighted_median", c.flip.weightedMedian},
            {"flip_weighted_quartiles", {c.flip.weightedFirstQuartile, c.flip.weightedThirdQuartile}},
            {"flip_max", c.flip.max},
            {"share_over", c.measure.shareOver},
            {"largest_cluster", c.measure.largestCluster},
            {"cluster_box", {box.x, box.y, box.width, box.height}},
            {"pixels_different", c.measure.pixelsDifferent},
            {"rules", rules},
            {"sweep", sweep}};
}

void print(const ImageComparison& c) {
    if (c.identical) {
        std::cout << "pass: identical\n";
        return;
    }
    std::cout << verdictName(c.verdict) << '\n';
    for (const std::string& reason : c.reasons)
        std::cout << "  " << reason << '\n';
    for (const ImageRule& rule : c.rules) {
        std::cout << "  " << rule.name << ' ' << numberInWords(rule.value) << " (limit " << numberInWords(rule.limit)
                  << ")\n";
    }
    std::cout << "  pixels_different " << c.measure.pixelsDifferent << '\n';
    if (c.measure.largestCluster > 0) {
        const PixelBox& box = c.measure.clusterBox;
        std::cout << "  largest cluster at " << box.x << "," << box.y << ", " << box.width << " x " << box.height
                  << '\n';
    }
    for (const SweepPoint& p : c.sweep) {
        std::cout << "  at threshold " << numberInWords(p.threshold) << ": " << verdictName(p.verdict) << ", cluster "
                  << p.largestCluster << ", share " << numberInWords(p.shareOver) << '\n';
    }
}

} // namespace

int compareCommand(const CompareOptions& options) {
    const ImageComparison c = compareFiles(options.expected, options.actual, toleranceFrom(options));
    if (options.json) {
        std::cout << asJson(c).dump(2) << '\n';
    } else {
        print(c);
    }
    const bool sameSize = c.identical || !c.map.empty();
    if (!options.diff.empty() && sameSize) writePng(options.diff, differenceImage(c), PngEffort::kFast);
    return c.verdict == Verdict::kPass ? kExitAllWell : kExitDiffers;
}

} // namespace rigproof
