#include "harness/bench/change_points.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/math/random.h"
#include "harness/bench/statistics.h"

namespace rigproof {
namespace {

constexpr std::size_t kSpikeReach = 3;   ///< values on each side that a value is held against
constexpr double kSpikeDeviations = 6.0; ///< median deviations; about four standard deviations of normal noise
constexpr double kSpikeShare = 0.01;     ///< of the median; less than this is never a spike

struct Split {
    std::size_t at = 0;
    double statistic = 0.0;
};

/// The best place to cut values into a left part and a right part that starts there and ends anywhere after it: the
/// largest n m / (n + m) times their energy distance 2 E|X-Y| - E|X-X'| - E|Y-Y'|. Letting the right part end early
/// keeps a second change from hiding the first.
class Splitter {
  public:
    explicit Splitter(std::span<const double> values) : n_(values.size()), sums_(n_ * (n_ + 1), 0.0) {
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t k = 0; k < n_; ++k)
                sums_[i * (n_ + 1) + k + 1] = sums_[i * (n_ + 1) + k] + std::fabs(values[i] - values[k]);
    }

    Split best(std::size_t fewest) const {
        Split best;
        double pairsLeft = 0.0;
        for (std::size_t at = 1; at + fewest <= n_; ++at) {
            pairsLeft += toThoseBefore(at - 1, at - 1);
            if (at < fewest) continue;
            double pairsRight = 0.0;
            double across = 0.0;
            for (std::size_t end = at; end < n_; ++end) {
                across += toThoseBefore(end, at);
                pairsRight += toThoseBefore(end, end) - toThoseBefore(end, at);
                const std::size_t count = end - at + 1;
                if (count < fewest) continue;
                const double statistic = energy(at, count, pairsLeft, pairsRight, across);
                if (statistic > best.statistic) best = {at, statistic};
            }
        }
        return best;
    }

  private:
    /// Sum of the distances of value i to values 0 .. k - 1: the whole search then costs n^2 and not n^3.
    double toThoseBefore(std::size_t i, std::size_t k) const { return sums_[i * (n_ + 1) + k]; }

    static double energy(std::size_t left, std::size_t right, double pairsLeft, double pairsRight, double across) {
        const auto n = static_cast<double>(left);
        const auto m = static_cast<double>(right);
        const double distance =
            2.0 * across / (n * m) - 2.0 * pairsLeft / (n * (n - 1.0)) - 2.0 * pairsRight / (m * (m - 1.0));
        return n * m / (n + m) * distance;
    }

    std::size_t n_;
    std::vector<double> sums_;
};

struct Cut {
    std::size_t at;
    double p;
};

class Divider {
  public:
    Divider(std::vector<double> values, const ChangePointOptions& options)
        : values_(std::move(values)), options_(options), random_(options.seed) {}

    /// Cuts values [begin, end) and then what is left and right of the cut.
    void divide(std::size_t begin, std::size_t end) {
        const std::span<const double> part = std::span(values_).subspan(begin, end - begin);
        const Split split = Splitter(withoutSpikes(part)).best(options_.fewest);
        if (split.statistic <= 0.0) return;
        const std::optional<double> p = significance(part, split.statistic);
        if (!p) return;
        divide(begin, begin + split.at);
        cuts_.push_back({begin + split.at, *p});
        divide(begin + split.at, end);
    }

    const std::vector<Cut>& cuts() const { return cuts_; }

  private:
    /// How often the same values in random order, their spikes then taken out alike, can be cut as well; nothing once
    /// it is clear that this is too often, which with a steady series is soon.
    std::optional<double> significance(std::span<const double> part, double statistic) {
        std::vector<double> shuffled(part.begin(), part.end());
        const double trials = options_.permutations + 1;
        int asGood = 1; // the order as it is
        for (int trial = 0; trial < options_.permutations; ++trial) {
            for (std::size_t i = shuffled.size(); i > 1; --i)
                std::swap(shuffled[i - 1], shuffled[random_.next() % i]);
            if (Splitter(withoutSpikes(shuffled)).best(options_.fewest).statistic >= statistic) ++asGood;
            if (asGood > options_.level * trials) return std::nullopt;
        }
        return asGood / trials;
    }

    std::vector<double> values_;
    const ChangePointOptions& options_;
    RandomStream random_;
    std::vector<Cut> cuts_;
};

double medianOf(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return median(
        {values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end)});
}

std::vector<ChangePoint> withLevels(const std::vector<double>& values, const std::vector<Cut>& cuts) {
    std::vector<ChangePoint> points;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : cuts[i - 1].at;
        const std::size_t end = i + 1 == cuts.size() ? values.size() : cuts[i + 1].at;
        points.push_back(
            {cuts[i].at, medianOf(values, begin, cuts[i].at), medianOf(values, cuts[i].at, end), cuts[i].p});
    }
    return points;
}

} // namespace

std::vector<double> withoutSpikes(std::span<const double> series) {
    std::vector<double> smooth(series.begin(), series.end());
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::size_t begin = i > kSpikeReach ? i - kSpikeReach : 0;
        const std::size_t end = std::min(series.size(), i + kSpikeReach + 1);
        std::vector<double> around(series.begin() + static_cast<std::ptrdiff_t>(begin),
                                   series.begin() + static_cast<std::ptrdiff_t>(end));
        if (around.size() < kSpikeReach + 1) continue;
        const double middle = median(around);
        for (double& value : around)
            value = std::fabs(value - middle);
        const double deviation = std::fabs(series[i] - middle);
        if (deviation > kSpikeDeviations * median(around) && deviation > kSpikeShare * std::fabs(middle)) {
            smooth[i] = middle;
        }
    }
    return smooth;
}

std::vector<ChangePoint> changePoints(std::span<const double> series, const ChangePointOptions& options) {
    const std::size_t skipped = series.size() > options.mostValues ? series.size() - options.mostValues : 0;
    const std::vector<double> values(series.begin() + static_cast<std::ptrdiff_t>(skipped), series.end());
    Divider divider(values, options);
    divider.divide(0, values.size());

    // A cut whose levels hardly differ is dropped, the slightest first, because its neighbours' levels then change.
    std::vector<Cut> cuts = divider.cuts();
    std::vector<ChangePoint> points = withLevels(values, cuts);
    const auto shift = [](const ChangePoint& point) { return std::fabs(point.ratio() - 1.0); };
    while (!points.empty()) {
        const auto least = std::min_element(points.begin(), points.end(),
                                            [&shift](const auto& a, const auto& b) { return shift(a) < shift(b); });
        if (shift(*least) >= options.smallestShift) break;
        cuts.erase(cuts.begin() + (least - points.begin()));
        points = withLevels(values, cuts);
    }
    for (ChangePoint& point : points)
        point.at += skipped;
    return points;
}

} // namespace rigproof
