#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/compare/flip.h"
#include "harness/report/results.h"
#include "render/image.h"

// Whether a picture is still the golden one, and if not by which rule.
//
//     const ImageComparison c = compareImages(golden, actual, {});
//     if (c.verdict == Verdict::kFail) for (const std::string& why : c.reasons) print(why);
//     writePng("diff.png", differenceImage(c), PngEffort::kFast);

namespace rigproof {

enum class ImageMetric : std::uint8_t {
    kFlip,  ///< perceptual error map: the default
    kYiq,   ///< pixelmatch 7's count (see yiq.h)
    kExact, ///< every byte
};

/// "flip", "yiq", "exact".
std::string_view imageMetricName(ImageMetric metric);
/// The metric of that name; kFlip for any other word (schema and command line let none through).
ImageMetric imageMetricFromName(std::string_view name);

/// What a picture may differ by. A measure at its limit passes; all limits must hold together, because each alone hides
/// something: a mean hides a missing finger, a count of pixels hides a small change among noise, a cluster hides a
/// little less light everywhere.
///
/// The defaults of kFlip lie between what must pass and what must not (tests/harness/compare/tolerance_test.cpp holds
/// them to it; figures for 640 x 400 at 67 pixels per degree):
///
///   measure              must pass                                 limit   must fail
///   mean                 0.042  #C426A3 -> #C42AA3 everywhere       0.05   0.11  everything 3 % brighter
///   largest cluster      9 px   isolated pixels off by 56, by 127   12     21 px a 3 x 3 dot 20/255 off its ground
///   at error 0.1         0      196 pixels off by 1                        46 px a person of 2 x 5 pixels gone
///                                                                          176 px a thin line 20/255 off its ground
///   share over 0.1       0      8 isolated pixels off by 29         0.2 %  0.57 % 256 isolated pixels off by 56
struct ImageTolerance {
    ImageMetric metric = ImageMetric::kFlip;
    double pixelsPerDegree = kFlipPixelsPerDegree; ///< kFlip: how near the picture is looked at
    double mean = 0.05;                            ///< kFlip: mean error, 0..1
    double pixelThreshold = 0.1;      ///< error, 0..1, from which a pixel counts; kYiq: pixelmatch's threshold
    double shareOver = 0.002;         ///< of all pixels, 0..1, that may count
    std::int64_t largestCluster = 12; ///< pixels of the largest connected region of those that count
    bool includeAntiAliased = false;  ///< kYiq: pixels that look anti-aliased count too
    std::vector<PixelBox> ignore;     ///< what lies in these is not looked at
    std::vector<PixelBox> onlyInside; ///< when not empty: nor what lies outside all of these
    std::array<std::uint8_t, 3> background{255, 255, 255}; ///< sRGB under translucent pixels (kFlip; kYiq has its own)
    unsigned threads = 0;                                  ///< 0: one for each processor; the result is the same
};

/// The defaults of a metric. kYiq: threshold 0.1, no cluster over 4 pixels (its errors do not spread to neighbours as
/// those of a filtered map do). kExact: nothing may differ.
ImageTolerance defaultTolerance(ImageMetric metric);

/// A measure held against its limit.
struct ImageRule {
    std::string name; ///< "mean", "share_over", "largest_cluster"
    double value = 0.0;
    double limit = 0.0;
    bool holds() const { return value <= limit; }
    /// How much of the limit is used: 1 at the limit; infinite for any excess of a limit of 0.
    double used() const;
};

struct ImageComparison {
    Verdict verdict = Verdict::kPass;  ///< kPass or kFail
    std::vector<std::string> reasons;  ///< for kFail: each broken rule in words, value against limit
    std::vector<std::string> warnings; ///< for kPass: rules of which more than kDriftWarning (results.h) is used
    bool identical = false;            ///< byte-equal where looked at
    int width = 0;                     ///< of the golden
    int height = 0;
    std::vector<ImageRule> rules; ///< in the order of the verdict; empty when identical or of other size
    double limitUsed = 0.0;       ///< largest used() of the rules
    ImageMeasure measure;
    ImageLimits limits;
    std::vector<SweepPoint> sweep; ///< the verdict at other thresholds, rising; empty when identical or kExact
    FlipStatistics flip;           ///< kFlip only
    std::vector<float> map;        ///< error of each pixel, 0..1; empty when identical or of other size
};

/// Compares byte for byte first, then by the metric. Never throws for pictures, only for a tolerance that makes no
/// sense (HarnessError kExitUsage): a limit that is negative or no number, a mask that touches no pixel, or masks that
/// leave nothing to look at.
ImageComparison compareImages(const Image& golden, const Image& actual, const ImageTolerance& tolerance);

/// As compareImages for two PNG files: equal files are not even decoded (their headers are), others are decoded side by
/// side. Throws HarnessError for a file that is missing or damaged.
ImageComparison compareFiles(const std::filesystem::path& golden, const std::filesystem::path& actual,
                             const ImageTolerance& tolerance);

/// The error map in the magma palette, with a white frame around the largest cluster of a failure. Black when nothing
/// differs; throws HarnessError (kExitUsage) when the sizes do.
Image differenceImage(const ImageComparison& comparison);

} // namespace rigproof
