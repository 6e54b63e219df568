#include "harness/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <optional>
#include <thread>

#include "harness/compare/clusters.h"
#include "harness/compare/exact.h"
#include "harness/compare/mask.h"
#include "harness/compare/parallel.h"
#include "harness/compare/png.h"
#include "harness/compare/yiq.h"
#include "harness/files.h"

namespace rigproof {
namespace {

std::string number(double value) {
    char text[32];
    // A count of pixels is read in full: 12092, not 1.209e+04.
    std::snprintf(text, sizeof text, value == std::floor(value) && std::fabs(value) < 1e15 ? "%.0f" : "%.4g", value);
    return text;
}

std::string percent(double share) {
    return number(share * 100.0) + " %";
}

void checkTolerance(const ImageTolerance& t) {
    const auto check = [](const char* name, double value, double least, double most) {
        if (value >= least && value <= most) return;
        throw HarnessError(kExitUsage, std::string("tolerance ") + name + " is " + number(value) + "; a number from " +
                                           number(least) + " to " + number(most) + " is needed");
    };
    check("pixelsPerDegree", t.pixelsPerDegree, kFlipMinPixelsPerDegree, kFlipMaxPixelsPerDegree);
    check("mean", t.mean, 0.0, 1.0);
    check("pixelThreshold", t.pixelThreshold, 0.0, 1.0);
    check("shareOver", t.shareOver, 0.0, 1.0);
    check("largestCluster", static_cast<double>(t.largestCluster), 0.0, 1e15);
}

/// Lets the golden stand in for what is not looked at, so that it cannot spread into its surroundings through a filter.
Image withGoldenWhereIgnored(const Image& golden, const Image& actual, const Mask& mask) {
    Image merged = actual;
    for (std::size_t i = 0; i < mask.ignored.size(); ++i) {
        if (mask.ignored[i] != 0) std::copy_n(&golden.rgba[i * 4], 4, &merged.rgba[i * 4]);
    }
    return merged;
}

bool isOpaque(const Image& image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
        if (image.rgba[i] != 255) return false;
    }
    return true;
}

/// Source-over in sRGB, as browsers and picture viewers show translucent PNGs.
Image over(const Image& image, const std::array<std::uint8_t, 3>& background) {
    Image out = image;
    for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
        const unsigned alpha = out.rgba[i + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned sum = out.rgba[i + c] * alpha + background[c] * (255u - alpha);
            out.rgba[i + c] = static_cast<std::uint8_t>((sum + 127u) / 255u);
        }
        out.rgba[i + 3] = 255;
    }
    return out;
}

std::vector<float> flipErrors(const Image& golden, const Image& actual, const ImageTolerance& t) {
    const FlipOptions options{t.pixelsPerDegree, t.threads};
    if (isOpaque(golden) && isOpaque(actual)) return flipMap(golden, actual, options);
    return flipMap(over(golden, t.background), over(actual, t.background), options);
}

/// Multiples of the threshold at which the verdict is told as well.
constexpr std::array kSweep = {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0};
/// For kYiq not below its own: nearly every pixel would have to be tested for anti-aliasing.
constexpr double kLeastYiqSweep = 1.0;

float justOver(double threshold) {
    return std::nextafter(static_cast<float>(threshold), 2.0f);
}

/// Distances as shares of the largest possible, square root taken so that they compare with pixelmatch's threshold; 0
/// for pixels that do not count.
std::vector<float> yiqErrors(const Image& golden, const Image& actual, const ImageTolerance& t) {
    const YiqOptions options{t.pixelThreshold, t.includeAntiAliased, true};
    const YiqDifference difference = compareYiq(golden, actual, options, t.threads);
    std::vector<float> errors(golden.rgba.size() / 4);
    if (difference.over.empty()) return errors;
    const auto width = static_cast<std::size_t>(golden.width);
    parallelFor(static_cast<std::size_t>(golden.height), t.threads, [&](std::size_t y) {
        for (std::size_t i = y * width; i < (y + 1) * width; ++i) {
            if (difference.over[i] != 1) continue;
            const double d = yiqDistance(&golden.rgba[i * 4], &actual.rgba[i * 4], i * 4, options.checkerboard);
            // What counts must be over the threshold after rounding too.
            errors[i] = std::max(static_cast<float>(std::sqrt(d / kYiqRange)), justOver(t.pixelThreshold));
        }
    });
    return errors;
}

std::vector<float> exactErrors(const Image& golden, const Image& actual) {
    std::vector<float> errors(golden.rgba.size() / 4);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        int most = 0;
        for (std::size_t c = 0; c < 4; ++c)
            most = std::max(most, std::abs(golden.rgba[i * 4 + c] - actual.rgba[i * 4 + c]));
        errors[i] = static_cast<float>(most) / 255.0f;
    }
    return errors;
}

Clusters clustersOver(const ImageComparison& c, double threshold) {
    return findClusters(c.width, c.height, c.map, static_cast<float>(threshold));
}

double shareOf(const Clusters& clusters, const Mask& mask) {
    return static_cast<double>(clusters.pixels) / static_cast<double>(mask.considered);
}

void judge(ImageComparison& c, const ImageTolerance& t, const Mask& mask) {
    const double threshold = t.metric == ImageMetric::kExact ? 0.0 : t.pixelThreshold;
    const Clusters clusters = clustersOver(c, threshold);
    c.measure.shareOver = shareOf(clusters, mask);
    c.measure.largestCluster = clusters.largest;
    c.measure.clusterBox = clusters.box;

    const bool flip = t.metric == ImageMetric::kFlip;
    if (flip) {
        c.flip = flipStatistics(c.map, static_cast<std::size_t>(mask.considered));
        c.measure.flipMean = c.flip.mean;
        c.measure.flipP99 = c.flip.p99;
        c.rules.push_back({"mean", c.flip.mean, t.mean});
    }
    c.rules.push_back({"share_over", c.measure.shareOver, t.shareOver});
    c.rules.push_back(
        {"largest_cluster", static_cast<double>(clusters.largest), static_cast<double>(t.largestCluster)});

    if (t.metric == ImageMetric::kExact) return;
    const bool meanHolds = !flip || c.flip.mean <= t.mean; // whatever the threshold
    for (const double factor : kSweep) {
        const double at = t.pixelThreshold * factor;
        if (at <= 1.0 && (flip || factor >= kLeastYiqSweep)) c.sweep.push_back({.threshold = at});
    }
    parallelFor(c.sweep.size(), t.threads, [&](std::size_t i) {
        SweepPoint& point = c.sweep[i];
        const Clusters k = point.threshold == threshold ? clusters : clustersOver(c, point.threshold);
        point.shareOver = shareOf(k, mask);
        point.largestCluster = k.largest;
        const bool holds = meanHolds && point.shareOver <= t.shareOver && point.largestCluster <= t.largestCluster;
        point.verdict = holds ? Verdict::kPass : Verdict::kFail;
    });
}

std::string inWords(const ImageRule& rule, const ImageComparison& c, const ImageTolerance& t) {
    const std::string over = t.metric == ImageMetric::kExact ? "that differ" : "over " + number(t.pixelThreshold);
    if (rule.name == "mean") return "mean error is " + number(rule.value) + ", limit " + number(rule.limit);
    if (rule.name == "share_over") {
        return percent(rule.value) + " of the pixels are " + (t.metric == ImageMetric::kExact ? "different" : over) +
               ", limit " + percent(rule.limit);
    }
    const PixelBox& box = c.measure.clusterBox;
    return "largest cluster of pixels " + over + " is " + number(rule.value) + " px (" + std::to_string(box.width) +
           " x " + std::to_string(box.height) + " at " + std::to_string(box.x) + "," + std::to_string(box.y) +
           "), limit " + number(rule.limit) + " px";
}

void explain(ImageComparison& c, const ImageTolerance& t) {
    for (const ImageRule& rule : c.rules) {
        c.limitUsed = std::max(c.limitUsed, rule.used());
        if (!rule.holds()) c.reasons.push_back(inWords(rule, c, t));
    }
    if (!c.reasons.empty()) {
        c.verdict = Verdict::kFail;
        return;
    }
    for (const ImageRule& rule : c.rules) {
        if (rule.used() < kDriftWarning) continue;
        c.warnings.push_back("near its limit: " + inWords(rule, c, t));
    }
}

constexpr std::array<std::string_view, 3> kMetricNames = {"flip", "yiq", "exact"};

} // namespace

std::string_view imageMetricName(ImageMetric metric) {
    return kMetricNames[static_cast<std::size_t>(metric)];
}

ImageMetric imageMetricFromName(std::string_view name) {
    const auto found = std::find(kMetricNames.begin(), kMetricNames.end(), name);
    return found == kMetricNames.end() ? ImageMetric::kFlip : static_cast<ImageMetric>(found - kMetricNames.begin());
}

double ImageRule::used() const {
    if (limit > 0.0) return value / limit;
    return value > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

ImageTolerance defaultTolerance(ImageMetric metric) {
    ImageTolerance t;
    t.metric = metric;
    if (metric == ImageMetric::kYiq) t.largestCluster = 4;
    if (metric == ImageMetric::kExact) {
        t.pixelThreshold = 0.0;
        t.shareOver = 0.0;
        t.largestCluster = 0;
    }
    return t;
}

ImageComparison compareImages(const Image& golden, const Image& actual, const ImageTolerance& tolerance) {
    checkTolerance(tolerance);
    ImageComparison c;
    c.width = golden.width;
    c.height = golden.height;
    c.limits = {tolerance.pixelThreshold, tolerance.mean, tolerance.shareOver, tolerance.largestCluster};
    if (golden.width != actual.width || golden.height != actual.height) {
        c.verdict = Verdict::kFail;
        c.reasons.push_back("size is " + std::to_string(actual.width) + " x " + std::to_string(actual.height) +
                            ", the golden is " + std::to_string(golden.width) + " x " + std::to_string(golden.height));
        return c;
    }
    const Mask mask = makeMask(golden.width, golden.height, tolerance.ignore, tolerance.onlyInside);
    c.identical = golden.rgba == actual.rgba;
    if (c.identical) return c;

    std::optional<Image> merged;
    if (!mask.ignored.empty()) merged = withGoldenWhereIgnored(golden, actual, mask);
    const Image& seen = merged ? *merged : actual;
    const ExactDifference exact = compareExact(golden, seen, tolerance.threads);
    c.measure.pixelsDifferent = exact.pixels;
    c.measure.largestChannelDifference = exact.largestChannel;
    c.identical = exact.pixels == 0;
    if (c.identical) return c;

    switch (tolerance.metric) {
        case ImageMetric::kFlip:
            c.map = flipErrors(golden, seen, tolerance);
            break;
        case ImageMetric::kYiq:
            c.map = yiqErrors(golden, seen, tolerance);
            break;
        case ImageMetric::kExact:
            c.map = exactErrors(golden, seen);
            break;
    }
    judge(c, tolerance, mask);
    explain(c, tolerance);
    return c;
}

ImageComparison compareFiles(const std::filesystem::path& golden, const std::filesystem::path& actual,
                             const ImageTolerance& tolerance) {
    const std::string goldenBytes = readFile(golden);
    const std::string actualBytes = readFile(actual);
    if (goldenBytes == actualBytes) {
        checkTolerance(tolerance);
        const PngSize size = pngSize(goldenBytes, golden.string());
        makeMask(size.width, size.height, tolerance.ignore, tolerance.onlyInside);
        ImageComparison c;
        c.identical = true;
        c.width = size.width;
        c.height = size.height;
        c.limits = {tolerance.pixelThreshold, tolerance.mean, tolerance.shareOver, tolerance.largestCluster};
        return c;
    }
    Image goldenImage;
    std::exception_ptr failure;
    std::jthread beside([&] {
        try {
            goldenImage = decodePng(goldenBytes, golden.string());
        } catch (...) {
            failure = std::current_exception();
        }
    });
    const Image actualImage = decodePng(actualBytes, actual.string());
    beside.join();
    if (failure) std::rethrow_exception(failure);
    return compareImages(goldenImage, actualImage, tolerance);
}

Image differenceImage(const ImageComparison& c) {
    const auto pixels = static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height);
    if (c.map.empty()) {
        if (c.verdict == Verdict::kFail) {
            throw HarnessError(kExitUsage, "pictures of different sizes have no difference picture");
        }
        return magmaImage(c.width, c.height, std::vector<float>(pixels));
    }
    Image image = magmaImage(c.width, c.height, c.map);
    if (c.verdict != Verdict::kFail || c.measure.largestCluster == 0) return image;

    // The frame stands off by a little, so that it hides nothing.
    constexpr int kMargin = 4;
    const PixelBox& box = c.measure.clusterBox;
    const int left = box.x - kMargin;
    const int top = box.y - kMargin;
    const int right = box.x + box.width - 1 + kMargin;
    const int bottom = box.y + box.height - 1 + kMargin;
    const auto dot = [&image](int x, int y) {
        if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
        std::fill_n(image.pixel(x, y), 4, std::uint8_t{255});
    };
    for (int x = left; x <= right; ++x) {
        dot(x, top);
        dot(x, bottom);
    }
    for (int y = top; y <= bottom; ++y) {
        dot(left, y);
        dot(right, y);
    }
    return image;
}

} // namespace rigproof
