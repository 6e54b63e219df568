#include "harness/compare/compare.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "harness/compare/png.h"
#include "harness/files.h"
#include "tests/harness/compare/pictures.h"

namespace rigproof {
namespace {

using test::fillRect;
using test::studioPicture;

bool mentions(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// A picture with a square of another colour in it.
Image withSquare(int x, int y, int side) {
    Image image = studioPicture(160, 120);
    fillRect(image, x, y, side, side, {20, 60, 200});
    return image;
}

TEST(CompareTest, ByteEqualPicturesPassWithoutFurtherMeasures) {
    const Image picture = studioPicture(64, 48);
    const ImageComparison c = compareImages(picture, picture, {});
    EXPECT_EQ(c.verdict, Verdict::kPass);
    EXPECT_TRUE(c.identical);
    EXPECT_TRUE(c.map.empty());
    EXPECT_EQ(c.measure, ImageMeasure());
    EXPECT_EQ(c.limitUsed, 0.0);
}

TEST(CompareTest, DifferentSizesFailAndBothAreNamed) {
    const ImageComparison c = compareImages(studioPicture(64, 48), studioPicture(48, 64), {});
    EXPECT_EQ(c.verdict, Verdict::kFail);
    ASSERT_EQ(c.reasons.size(), 1u);
    EXPECT_EQ(c.reasons[0], "size is 48 x 64, the golden is 64 x 48");
    EXPECT_THROW(differenceImage(c), HarnessError);
}

TEST(CompareTest, AFailureSaysWhichRuleByHowMuchAndWhere) {
    const ImageComparison c = compareImages(studioPicture(160, 120), withSquare(30, 40, 12), {});
    EXPECT_EQ(c.verdict, Verdict::kFail);
    ASSERT_EQ(c.reasons.size(), 2u);
    EXPECT_TRUE(mentions(c.reasons[0], "of the pixels are over 0.1, limit 0.2 %")) << c.reasons[0];
    EXPECT_TRUE(mentions(c.reasons[1], "largest cluster of pixels over 0.1 is ")) << c.reasons[1];
    EXPECT_TRUE(mentions(c.reasons[1], "limit 12 px")) << c.reasons[1];
    EXPECT_EQ(c.measure.pixelsDifferent, 144);
    const PixelBox& box = c.measure.clusterBox;
    EXPECT_LE(box.x, 30);
    EXPECT_LE(box.y, 40);
    EXPECT_GE(box.x + box.width, 42);
    EXPECT_GE(box.y + box.height, 52);
    EXPECT_LT(box.width, 30) << "the box is around the cluster only";
    EXPECT_GT(c.limitUsed, 1.0);
}

TEST(CompareTest, TheSweepTellsFromWhichThresholdItWouldHavePassed) {
    Image actual = studioPicture(160, 120);
    test::shift(actual, 50, 20, 3, 3, -40);
    const ImageComparison c = compareImages(studioPicture(160, 120), actual, {});
    EXPECT_EQ(c.verdict, Verdict::kFail);
    ASSERT_GE(c.sweep.size(), 6u);
    for (std::size_t i = 1; i < c.sweep.size(); ++i) {
        EXPECT_LT(c.sweep[i - 1].threshold, c.sweep[i].threshold);
        EXPECT_GE(c.sweep[i - 1].largestCluster, c.sweep[i].largestCluster);
        EXPECT_GE(c.sweep[i - 1].shareOver, c.sweep[i].shareOver);
    }
    EXPECT_EQ(c.sweep.front().verdict, Verdict::kFail);
    EXPECT_EQ(c.sweep.back().verdict, Verdict::kPass);
    const auto own = std::find_if(c.sweep.begin(), c.sweep.end(), [](const auto& p) { return p.threshold == 0.1; });
    ASSERT_NE(own, c.sweep.end());
    EXPECT_EQ(own->verdict, c.verdict);
    EXPECT_EQ(own->largestCluster, c.measure.largestCluster);
}

TEST(CompareTest, APassNearItsLimitIsWarnedOf) {
    Image actual = studioPicture(160, 120);
    test::shift(actual, 50, 20, 3, 3, -40);
    ImageTolerance tolerance;
    tolerance.shareOver = 1.0;
    tolerance.largestCluster = compareImages(studioPicture(160, 120), actual, tolerance).measure.largestCluster;
    const ImageComparison atLimit = compareImages(studioPicture(160, 120), actual, tolerance);
    EXPECT_EQ(atLimit.verdict, Verdict::kPass);
    EXPECT_EQ(atLimit.limitUsed, 1.0);
    ASSERT_EQ(atLimit.warnings.size(), 1u);
    EXPECT_TRUE(mentions(atLimit.warnings[0], "near its limit: largest cluster")) << atLimit.warnings[0];

    tolerance.largestCluster *= 2;
    EXPECT_TRUE(compareImages(studioPicture(160, 120), actual, tolerance).warnings.empty());
}

TEST(CompareTest, WhatIsIgnoredIsNotLookedAtNorSpreadsIntoItsSurroundings) {
    ImageTolerance tolerance;
    tolerance.ignore = {{30, 40, 12, 12}};
    const ImageComparison c = compareImages(studioPicture(160, 120), withSquare(30, 40, 12), tolerance);
    EXPECT_EQ(c.verdict, Verdict::kPass);
    EXPECT_TRUE(c.identical);
    EXPECT_EQ(c.measure.pixelsDifferent, 0);

    tolerance.ignore = {{30, 40, 12, 11}};
    const ImageComparison rowLeft = compareImages(studioPicture(160, 120), withSquare(30, 40, 12), tolerance);
    EXPECT_EQ(rowLeft.measure.pixelsDifferent, 12);
    EXPECT_EQ(rowLeft.verdict, Verdict::kFail);
}

TEST(CompareTest, OnlyWhatLiesInsideCountsAndSharesAreOfThat) {
    ImageTolerance tolerance;
    tolerance.onlyInside = {{0, 0, 20, 20}, {100, 100, 500, 500}};
    EXPECT_EQ(compareImages(studioPicture(160, 120), withSquare(30, 40, 12), tolerance).verdict, Verdict::kPass);

    tolerance.metric = ImageMetric::kExact;
    tolerance.onlyInside = {{30, 40, 24, 12}};
    const ImageComparison half = compareImages(studioPicture(160, 120), withSquare(30, 40, 12), tolerance);
    EXPECT_EQ(half.verdict, Verdict::kFail);
    EXPECT_EQ(half.measure.shareOver, 0.5);
}

TEST(CompareTest, MasksThatMissThePictureOrLeaveNothingAreRefused) {
    const Image picture = studioPicture(64, 48);
    ImageTolerance misses;
    misses.ignore = {{64, 0, 10, 10}};
    EXPECT_THROW(compareImages(picture, picture, misses), HarnessError);
    misses.ignore = {{10, 10, 0, 5}};
    EXPECT_THROW(compareImages(picture, picture, misses), HarnessError);
    misses.ignore = {{-1000000000, -1000000000, 2147483647, 2147483647}};
    EXPECT_THROW(compareImages(picture, picture, misses), HarnessError) << "leaves nothing";
}

TEST(CompareTest, TolerancesThatMakeNoSenseAreRefused) {
    const Image picture = studioPicture(8, 8);
    for (const double bad : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
        ImageTolerance t;
        t.mean = bad;
        EXPECT_THROW(compareImages(picture, picture, t), HarnessError);
        t = {};
        t.pixelThreshold = bad;
        EXPECT_THROW(compareImages(picture, picture, t), HarnessError);
        t = {};
        t.shareOver = bad;
        EXPECT_THROW(compareImages(picture, picture, t), HarnessError);
    }
    ImageTolerance t;
    t.largestCluster = -1;
    EXPECT_THROW(compareImages(picture, picture, t), HarnessError);
    t = {};
    t.pixelsPerDegree = 0.0;
    EXPECT_THROW(compareImages(picture, picture, t), HarnessError);
}

TEST(CompareTest, TranslucentPixelsAreSeenOverTheBackground) {
    // The same over white, not over black.
    const Image golden = test::filled(60, 60, {255, 255, 255, 0});
    const Image actual = test::filled(60, 60, {255, 255, 255, 255});
    ImageTolerance tolerance;
    EXPECT_EQ(compareImages(golden, actual, tolerance).measure.flipMean, 0.0);
    EXPECT_EQ(compareImages(golden, actual, tolerance).measure.pixelsDifferent, 3600);
    tolerance.background = {0, 0, 0};
    EXPECT_GT(compareImages(golden, actual, tolerance).measure.flipMean, 0.9);
}

TEST(CompareTest, ExactFailsForASingleBit) {
    Image actual = studioPicture(64, 48);
    actual.pixel(10, 10)[1] ^= 1;
    const ImageComparison c = compareImages(studioPicture(64, 48), actual, defaultTolerance(ImageMetric::kExact));
    EXPECT_EQ(c.verdict, Verdict::kFail);
    EXPECT_EQ(c.measure.largestChannelDifference, 1);
    EXPECT_TRUE(std::isinf(c.limitUsed));
    ASSERT_EQ(c.reasons.size(), 2u);
    EXPECT_TRUE(mentions(c.reasons[1], "largest cluster of pixels that differ is 1 px (1 x 1 at 10,10)"))
        << c.reasons[1];
}

TEST(CompareTest, YiqCountsAsPixelmatchDoes) {
    const ImageComparison c =
        compareImages(studioPicture(160, 120), withSquare(30, 40, 12), defaultTolerance(ImageMetric::kYiq));
    EXPECT_EQ(c.verdict, Verdict::kFail);
    EXPECT_EQ(c.measure.largestCluster, 144);
    EXPECT_EQ(c.measure.clusterBox, (PixelBox{30, 40, 12, 12}));
    EXPECT_EQ(c.measure.flipMean, 0.0);
}

TEST(CompareTest, TheDifferencePictureFramesWhatFailed) {
    const ImageComparison c = compareImages(studioPicture(160, 120), withSquare(30, 40, 12), {});
    const Image picture = differenceImage(c);
    ASSERT_EQ(picture.width, 160);
    const PixelBox& box = c.measure.clusterBox;
    EXPECT_EQ(test::get(picture, box.x - 4, box.y - 4).g, 255);
    EXPECT_EQ(test::get(picture, box.x + box.width + 3, box.y + box.height + 3).g, 255);
    EXPECT_GT(test::get(picture, 36, 46).r, 180) << "the change glows";
    EXPECT_EQ(test::get(picture, 150, 10).r, 0) << "the rest is black";
}

class CompareFilesTest : public testing::Test {
  protected:
    CompareFilesTest() : folder_(std::filesystem::temp_directory_path() / "rigproof-compare-files-test") {
        std::filesystem::create_directories(folder_);
    }
    ~CompareFilesTest() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_;
};

TEST_F(CompareFilesTest, EqualPixelsOfDifferentFilesPass) {
    writePng(folder_ / "a.png", studioPicture(40, 30), PngEffort::kSmallest);
    writePng(folder_ / "b.png", studioPicture(40, 30), PngEffort::kFast);
    const ImageComparison c = compareFiles(folder_ / "a.png", folder_ / "b.png", {});
    EXPECT_TRUE(c.identical);
    EXPECT_EQ(c.width, 40);
}

TEST_F(CompareFilesTest, EqualFilesPassWithTheirSizeKnown) {
    writePng(folder_ / "a.png", studioPicture(40, 30), PngEffort::kFast);
    const ImageComparison c = compareFiles(folder_ / "a.png", folder_ / "a.png", {});
    EXPECT_TRUE(c.identical);
    EXPECT_EQ(c.height, 30);
}

TEST_F(CompareFilesTest, DamagedAndMissingFilesAreNamed) {
    writePng(folder_ / "a.png", studioPicture(40, 30), PngEffort::kFast);
    writeFileAtomically(folder_ / "bad.png", "no picture");
    const auto errorOf = [&](const char* golden, const char* actual) -> std::string {
        try {
            compareFiles(folder_ / golden, folder_ / actual, {});
        } catch (const HarnessError& e) {
            return e.what();
        }
        return {};
    };
    EXPECT_TRUE(mentions(errorOf("a.png", "bad.png"), "bad.png: is damaged or no PNG"));
    EXPECT_TRUE(mentions(errorOf("bad.png", "a.png"), "bad.png: is damaged or no PNG"));
    EXPECT_TRUE(mentions(errorOf("bad.png", "bad.png"), "bad.png: is damaged or no PNG"));
    EXPECT_TRUE(mentions(errorOf("a.png", "gone.png"), "gone.png"));
}

} // namespace
} // namespace rigproof
