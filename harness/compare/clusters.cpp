#include "harness/compare/clusters.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

namespace rigproof {
namespace {

/// Neighbouring pixels over the threshold in one row: [begin, end). Regions are made by joining runs, not pixels.
struct Run {
    int y = 0;
    int begin = 0;
    int end = 0;
    std::size_t parent = 0; ///< union-find over the index of runs; a root is its own parent
};

std::size_t findRoot(std::vector<Run>& runs, std::size_t i) {
    while (runs[i].parent != i) {
        runs[i].parent = runs[runs[i].parent].parent;
        i = runs[i].parent;
    }
    return i;
}

/// The root that comes first stays root, so that a region is known by its first run.
void join(std::vector<Run>& runs, std::size_t a, std::size_t b) {
    a = findRoot(runs, a);
    b = findRoot(runs, b);
    runs[std::max(a, b)].parent = std::min(a, b);
}

/// Whether any of `n` errors is over the threshold. Floats >= 0 order as their bits do, and compilers make vectors of
/// whole numbers.
bool anyOver(const float* errors, std::size_t n, float threshold) {
    const auto limit = std::bit_cast<std::int32_t>(threshold);
    std::int32_t any = 0;
    for (std::size_t i = 0; i < n; ++i)
        any |= std::bit_cast<std::int32_t>(errors[i]) > limit ? 1 : 0;
    return any != 0;
}

constexpr std::size_t kSkip = 64; ///< pixels that are looked at together where there is nothing

void appendRuns(std::vector<Run>& runs, int y, std::span<const float> row, float threshold) {
    std::size_t x = 0;
    while (x < row.size()) {
        const std::size_t n = std::min(kSkip, row.size() - x);
        if (!anyOver(&row[x], n, threshold)) {
            x += n;
            continue;
        }
        while (x < row.size() && !(row[x] > threshold))
            ++x;
        const std::size_t begin = x;
        while (x < row.size() && row[x] > threshold)
            ++x;
        runs.push_back({y, static_cast<int>(begin), static_cast<int>(x), runs.size()});
    }
}

/// Joins each run of a row with those of the row above that it touches, corners included. Both rows are in order, so
/// one walk over the two does.
void joinRows(std::vector<Run>& runs, std::size_t above, std::size_t row, std::size_t end) {
    for (std::size_t a = above, b = row; a < row && b < end;) {
        if (runs[a].begin <= runs[b].end && runs[b].begin <= runs[a].end) join(runs, a, b);
        if (runs[a].end < runs[b].end) {
            ++a;
        } else {
            ++b;
        }
    }
}

struct Region {
    std::int64_t pixels = 0;
    int left = 0, top = 0, right = 0, bottom = 0; ///< right and bottom are beyond the last
};

} // namespace

Clusters findClusters(int width, int height, std::span<const float> errors, float threshold) {
    Clusters result;
    if (errors.empty()) return result;
    const auto rowLength = static_cast<std::size_t>(width);
    assert(errors.size() == rowLength * static_cast<std::size_t>(height));

    std::vector<Run> runs;
    std::size_t above = 0;
    for (int y = 0; y < height; ++y) {
        const std::size_t row = runs.size();
        appendRuns(runs, y, errors.subspan(static_cast<std::size_t>(y) * rowLength, rowLength), threshold);
        const bool adjacent = above < row && runs[above].y == y - 1;
        if (adjacent) joinRows(runs, above, row, runs.size());
        above = row;
    }

    std::vector<Region> regions(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        Region& region = regions[findRoot(runs, i)];
        if (region.pixels == 0) {
            region = {0, run.begin, run.y, run.end, run.y + 1};
            ++result.count;
        }
        region.pixels += run.end - run.begin;
        region.left = std::min(region.left, run.begin);
        region.right = std::max(region.right, run.end);
        region.bottom = std::max(region.bottom, run.y + 1);
        result.pixels += run.end - run.begin;
    }
    for (const Region& r : regions) {
        if (r.pixels <= result.largest) continue;
        result.largest = r.pixels;
        result.box = {r.left, r.top, r.right - r.left, r.bottom - r.top};
    }
    return result;
}

} // namespace rigproof
