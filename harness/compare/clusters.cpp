#include "harness/compare/clusters.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace rigproof {
namespace {

/// Neighbouring set pixels of one row: [begin, end). Regions are made by joining runs, not pixels.
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

void appendRuns(std::vector<Run>& runs, int y, std::span<const std::uint8_t> row) {
    const auto* at = row.data();
    const auto* const end = row.data() + row.size();
    while ((at = static_cast<const std::uint8_t*>(std::memchr(at, 1, static_cast<std::size_t>(end - at)))) != nullptr) {
        const auto* stop = std::find_if(at, end, [](std::uint8_t v) { return v != 1; });
        runs.push_back({y, static_cast<int>(at - row.data()), static_cast<int>(stop - row.data()), runs.size()});
        at = stop;
        if (at == end) break;
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

Clusters findClusters(int width, int height, std::span<const std::uint8_t> over) {
    Clusters result;
    if (over.empty()) return result;
    const auto rowBytes = static_cast<std::size_t>(width);
    assert(over.size() == rowBytes * static_cast<std::size_t>(height));

    std::vector<Run> runs;
    std::size_t above = 0;
    for (int y = 0; y < height; ++y) {
        const std::size_t row = runs.size();
        appendRuns(runs, y, over.subspan(static_cast<std::size_t>(y) * rowBytes, rowBytes));
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
