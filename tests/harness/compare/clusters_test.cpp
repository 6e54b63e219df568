#include "harness/compare/clusters.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/harness/compare/pictures.h"

namespace rigproof {
namespace {

/// A picture in letters: '#' is over the threshold, '=' at it.
Clusters clustersOf(const std::vector<std::string_view>& rows) {
    std::vector<float> errors;
    for (const std::string_view row : rows) {
        for (const char c : row)
            errors.push_back(c == '#' ? 0.6f : c == '=' ? 0.5f : 0.0f);
    }
    return findClusters(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), errors, 0.5f);
}

TEST(ClustersTest, NothingOverTheThresholdIsNoCluster) {
    EXPECT_EQ(clustersOf({"...", "..."}).count, 0);
    const Clusters empty = findClusters(3, 2, {}, 0.0f);
    EXPECT_EQ(empty.largest, 0);
    EXPECT_EQ(empty.box, PixelBox());
}

TEST(ClustersTest, PixelsThatTouchAtACornerBelongTogether) {
    const Clusters c = clustersOf({"#..#.", //
                                   ".#...", //
                                   "..#.."});
    EXPECT_EQ(c.count, 2);
    EXPECT_EQ(c.largest, 3);
    EXPECT_EQ(c.box, (PixelBox{0, 0, 3, 3}));
    EXPECT_EQ(c.pixels, 4);
}

TEST(ClustersTest, ArmsThatMeetFurtherDownAreOneCluster) {
    const Clusters c = clustersOf({"#.#.#...#", //
                                   "#.#.#...#", //
                                   "#####...#"});
    EXPECT_EQ(c.count, 2);
    EXPECT_EQ(c.largest, 11);
    EXPECT_EQ(c.box, (PixelBox{0, 0, 5, 3}));
}

TEST(ClustersTest, AGapOfOneRowParts) {
    const Clusters c = clustersOf({"##", "..", "##"});
    EXPECT_EQ(c.count, 2);
    EXPECT_EQ(c.largest, 2);
    EXPECT_EQ(c.box, (PixelBox{0, 0, 2, 1})) << "of equal ones the first";
}

TEST(ClustersTest, AnErrorAtTheThresholdIsNotOverIt) {
    EXPECT_EQ(clustersOf({"#=#"}).count, 2);
}

/// By spreading from pixel to pixel, for comparison.
Clusters byFlooding(int width, int height, std::vector<std::uint8_t> over) {
    Clusters result;
    const auto at = [width](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            if (over[at(x, y)] != 1) continue;
            ++result.count;
            std::int64_t size = 0;
            int left = x, right = x, top = y, bottom = y;
            std::vector<std::pair<int, int>> open{{x, y}};
            over[at(x, y)] = 0;
            while (!open.empty()) {
                const auto [px, py] = open.back();
                open.pop_back();
                ++size;
                left = std::min(left, px);
                right = std::max(right, px);
                bottom = std::max(bottom, py);
                for (int ny = std::max(py - 1, 0); ny <= std::min(py + 1, height - 1); ++ny) {
                    for (int nx = std::max(px - 1, 0); nx <= std::min(px + 1, width - 1); ++nx) {
                        if (over[at(nx, ny)] != 1) continue;
                        over[at(nx, ny)] = 0;
                        open.emplace_back(nx, ny);
                    }
                }
            }
            result.pixels += size;
            if (size > result.largest) {
                result.largest = size;
                result.box = {left, top, right - left + 1, bottom - top + 1};
            }
        }
    }
    return result;
}

TEST(ClustersTest, AgreesWithFloodingOnRandomPictures) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        test::Noise noise(seed);
        const int width = 1 + noise.below(150);
        const int height = 1 + noise.below(40);
        const int density = 1 + noise.below(9);
        std::vector<std::uint8_t> over(static_cast<std::size_t>(width * height));
        for (auto& v : over)
            v = noise.below(10) < density ? 1 : 0;
        const std::vector<float> errors(over.begin(), over.end());
        const Clusters fast = findClusters(width, height, errors, 0.25f);
        const Clusters slow = byFlooding(width, height, over);
        ASSERT_EQ(fast.count, slow.count) << seed;
        ASSERT_EQ(fast.pixels, slow.pixels) << seed;
        ASSERT_EQ(fast.largest, slow.largest) << seed;
        ASSERT_EQ(fast.box, slow.box) << seed;
    }
}

} // namespace
} // namespace rigproof
