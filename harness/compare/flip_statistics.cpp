#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>

#include "harness/compare/flip.h"
#include "harness/compare/magma.h"

namespace rigproof {
namespace {

/// Errors sorted roughly: into buckets by the upper bits of the float, which rise with the value for floats >= 0. Ranks
/// and partial sums are found by walking the buckets and sorting only the one that is met.
class Buckets {
  public:
    explicit Buckets(std::span<const float> errors) : errors_(errors), counts_(kBuckets), sums_(kBuckets) {
        for (const float e : errors) {
            const std::size_t b = bucketOf(e);
            ++counts_[b];
            sums_[b] += static_cast<double>(e);
        }
        for (const double s : sums_)
            total_ += s;
    }

    double total() const { return total_; }

    /// The error at `rank` (from 0) in rising order.
    double atRank(std::size_t rank) {
        for (std::size_t b = 0; b < kBuckets; ++b) {
            if (rank < counts_[b]) return static_cast<double>(sorted(b)[rank]);
            rank -= counts_[b];
        }
        return 0.0;
    }

    /// The first error, in rising order, at which the running sum exceeds `share` of the total.
    double atShareOfSum(double share) {
        const double goal = share * total_;
        double sum = 0.0;
        for (std::size_t b = 0; b < kBuckets; ++b) {
            if (sum + sums_[b] <= goal) {
                sum += sums_[b];
                continue;
            }
            const std::vector<float>& values = sorted(b);
            for (const float v : values) {
                sum += static_cast<double>(v);
                if (sum > goal) return static_cast<double>(v);
            }
            // Added in another order the bucket's sum came out a rounding smaller.
            return static_cast<double>(values.back());
        }
        return 0.0;
    }

  private:
    static constexpr int kDroppedBits = 16;
    static constexpr std::size_t kBuckets = (std::bit_cast<std::uint32_t>(1.0f) >> kDroppedBits) + 1;

    static std::size_t bucketOf(float e) {
        const std::size_t b = std::bit_cast<std::uint32_t>(e) >> kDroppedBits;
        assert(b < kBuckets);
        return b;
    }

    const std::vector<float>& sorted(std::size_t bucket) {
        std::vector<float>& values = sorted_[bucket];
        if (!values.empty()) return values;
        values.reserve(counts_[bucket]);
        for (const float e : errors_) {
            if (bucketOf(e) == bucket) values.push_back(e);
        }
        std::sort(values.begin(), values.end());
        return values;
    }

    std::span<const float> errors_;
    std::vector<std::size_t> counts_;
    std::vector<double> sums_;
    std::map<std::size_t, std::vector<float>> sorted_;
    double total_ = 0.0;
};

constexpr double kPercentile = 0.99;

} // namespace

FlipStatistics flipStatistics(std::span<const float> errors, std::size_t count) {
    FlipStatistics s;
    if (count == 0) count = errors.size();
    assert(count <= errors.size());
    if (errors.empty()) return s;
    const auto [least, most] = std::minmax_element(errors.begin(), errors.end());
    if (*most == 0.0f) return s;

    Buckets buckets(errors);
    s.mean = buckets.total() / static_cast<double>(count);
    s.weightedMedian = buckets.atShareOfSum(0.5);
    s.weightedFirstQuartile = buckets.atShareOfSum(0.25);
    s.weightedThirdQuartile = buckets.atShareOfSum(0.75);
    s.min = static_cast<double>(*least);
    s.max = static_cast<double>(*most);
    // Pixels that do not count hold 0 and so come first.
    const auto rank = static_cast<std::size_t>(std::ceil(kPercentile * static_cast<double>(count)));
    s.p99 = buckets.atRank(errors.size() - count + std::max<std::size_t>(rank, 1) - 1);
    return s;
}

Image magmaImage(int width, int height, std::span<const float> errors) {
    Image image(width, height);
    assert(errors.size() * 4 == image.rgba.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const auto shade = static_cast<std::size_t>(std::clamp(errors[i], 0.0f, 1.0f) * 255.0f + 0.5f);
        const std::uint32_t color = kMagma[shade];
        std::uint8_t* p = &image.rgba[i * 4];
        p[0] = static_cast<std::uint8_t>(color >> 16);
        p[1] = static_cast<std::uint8_t>((color >> 8) & 0xffu);
        p[2] = static_cast<std::uint8_t>(color & 0xffu);
        p[3] = 255;
    }
    return image;
}

} // namespace rigproof
