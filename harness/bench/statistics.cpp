#include "harness/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace rigproof {
namespace {

/// The value at `share` of the way through sorted values, between neighbours linearly.
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

/// P(U <= u) when every order of n + m different values is equally likely: ways(i, j, k) counts the orders of i and j
/// values with U = k, and the largest of all belongs to one side or the other.
double exactTail(std::size_t n, std::size_t m, std::size_t u) {
    std::vector<std::vector<double>> ways(m + 1, std::vector<double>(u + 1, 0.0));
    for (auto& row : ways)
        row[0] = 1.0; // no value on side one: U is 0
    double orders = 1.0;
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t j = 1; j <= m; ++j) {
            for (std::size_t k = u + 1; k-- > 0;)
                ways[j][k] = ways[j - 1][k] + (k >= j ? ways[j][k - j] : 0.0);
        }
        orders *= static_cast<double>(m + i) / static_cast<double>(i);
    }
    return std::accumulate(ways[m].begin(), ways[m].end(), 0.0) / orders;
}

} // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    return quantile(values, 0.5);
}

double noiseOf(std::span<const double> values) {
    if (values.size() < 2) return 0.0;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double middle = quantile(sorted, 0.5);
    return middle == 0.0 ? 0.0 : 0.5 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / std::fabs(middle);
}

RankTest mannWhitney(std::span<const double> a, std::span<const double> b) {
    RankTest test;
    if (a.empty() || b.empty()) return test;
    bool ties = false;
    for (const double x : a) {
        for (const double y : b) {
            test.u += y > x ? 1.0 : (y == x ? 0.5 : 0.0);
            ties = ties || y == x;
        }
    }
    const auto n = static_cast<double>(a.size());
    const auto m = static_cast<double>(b.size());
    test.effect = test.u / (n * m);
    const double smaller = std::min(test.u, n * m - test.u);
    if (!ties && a.size() <= kExactRanks && b.size() <= kExactRanks) {
        test.p = std::min(1.0, 2.0 * exactTail(a.size(), b.size(), static_cast<std::size_t>(smaller)));
        return test;
    }
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    std::sort(all.begin(), all.end());
    double tied = 0.0;
    for (auto at = all.begin(); at != all.end();) {
        const auto end = std::upper_bound(at, all.end(), *at);
        const auto t = static_cast<double>(end - at);
        tied += t * t * t - t;
        at = end;
    }
    const double count = n + m;
    const double variance = n * m / 12.0 * (count + 1.0 - tied / (count * (count - 1.0)));
    if (variance <= 0.0) return test; // every value is the same
    const double z = std::max(0.0, n * m / 2.0 - smaller - 0.5) / std::sqrt(variance);
    test.p = std::min(1.0, std::erfc(z / std::sqrt(2.0)));
    return test;
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&p](std::size_t x, std::size_t y) { return p[x] < p[y]; });
    std::vector<double> adjusted(p.size());
    double least = 0.0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        least = std::max(least, std::min(1.0, p[order[k]] * static_cast<double>(p.size() - k)));
        adjusted[order[k]] = least;
    }
    return adjusted;
}

} // namespace rigproof
