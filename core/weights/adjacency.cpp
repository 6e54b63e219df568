#include "core/weights/adjacency.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "core/weights/bones.h"

namespace rigproof {
namespace {

std::unique_ptr<std::uint32_t[]> uncleared(std::size_t count) {
    return std::make_unique_for_overwrite<std::uint32_t[]>(count);
}

std::uint32_t hashOf(const vec3& p) {
    // + 0 makes -0 and 0 one place.
    std::uint64_t h = std::bit_cast<std::uint32_t>(p.x + 0.0f);
    h = h * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint32_t>(p.y + 0.0f);
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u + std::bit_cast<std::uint32_t>(p.z + 0.0f);
    h = (h ^ h >> 32) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>(h >> 32);
}

} // namespace

AdjacencyBuilder::AdjacencyBuilder(std::span<const vec3> positions, std::span<const std::uint32_t> indices)
    : positions_(positions), indices_(indices) {
    const std::size_t n = positions.size();
    slots_ = std::bit_ceil(n * 2);
    slot_ = uncleared(slots_);
    lowest_ = uncleared(n);
    start_ = uncleared(n + 1);
    cursor_ = uncleared(n);
    candidates_ = uncleared(indices.size() * 2);
    seenBy_ = uncleared(n);
    result_.offsets.reserve(n + 1);
    // A closed surface has about as many neighbours as indices; seams and open borders have more.
    result_.targets.reserve(indices.size() + n);
    for (Stage s = Stage::kClear; s != Stage::kDone; s = static_cast<Stage>(static_cast<int>(s) + 1))
        total_ += stageLength(s);
}

std::size_t AdjacencyBuilder::stageLength(Stage stage) const {
    switch (stage) {
        case Stage::kClear:
            return slots_;
        case Stage::kCount:
        case Stage::kFill:
            return indices_.size() / 3;
        case Stage::kDone:
            return 0;
        default:
            return positions_.size();
    }
}

bool AdjacencyBuilder::advance(std::size_t items) {
    while (items > 0 && stage_ != Stage::kDone) {
        const std::size_t length = stageLength(stage_);
        const std::size_t end = std::min(length, items > length - at_ ? length : at_ + items);
        run(stage_, at_, end);
        items -= end - at_;
        done_ += end - at_;
        at_ = end;
        if (at_ < length) break;
        stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
        at_ = 0;
    }
    return stage_ == Stage::kDone;
}

void AdjacencyBuilder::run(Stage stage, std::size_t begin, std::size_t end) {
    switch (stage) {
        case Stage::kClear:
            return clear(begin, end);
        case Stage::kWeld:
            return weld(begin, end);
        case Stage::kCount:
            return count(begin, end);
        case Stage::kOffsets:
            return sumOffsets(begin, end);
        case Stage::kFill:
            return fill(begin, end);
        case Stage::kCompact:
            return compact(begin, end);
        case Stage::kCopies:
            return copyRows(begin, end);
        case Stage::kDone:
            return;
    }
}

void AdjacencyBuilder::clear(std::size_t begin, std::size_t end) {
    std::fill(slot_.get() + begin, slot_.get() + end, 0u);
    const std::size_t n = positions_.size();
    if (begin >= n) return;
    std::fill(cursor_.get() + begin, cursor_.get() + std::min(end, n), 0u);
    std::fill(seenBy_.get() + begin, seenBy_.get() + std::min(end, n), 0u);
}

void AdjacencyBuilder::weld(std::size_t begin, std::size_t end) {
    const std::size_t mask = slots_ - 1;
    for (std::size_t v = begin; v < end; ++v) {
        std::size_t s = hashOf(positions_[v]) & mask;
        while (slot_[s] != 0 && positions_[slot_[s] - 1] != positions_[v])
            s = (s + 1) & mask;
        if (slot_[s] == 0) slot_[s] = static_cast<std::uint32_t>(v + 1);
        lowest_[v] = slot_[s] - 1;
    }
}

void AdjacencyBuilder::count(std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
        for (std::size_t k = 0; k < 3; ++k)
            cursor_[lowest_[indices_[3 * t + k]]] += 2;
    }
}

void AdjacencyBuilder::sumOffsets(std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
        start_[v] = sum_;
        sum_ += cursor_[v];
        cursor_[v] = start_[v];
    }
    start_[end] = sum_;
}

void AdjacencyBuilder::fill(std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
        const std::uint32_t a = lowest_[indices_[3 * t]];
        const std::uint32_t b = lowest_[indices_[3 * t + 1]];
        const std::uint32_t c = lowest_[indices_[3 * t + 2]];
        candidates_[cursor_[a]++] = b;
        candidates_[cursor_[b]++] = a;
        candidates_[cursor_[b]++] = c;
        candidates_[cursor_[c]++] = b;
        candidates_[cursor_[c]++] = a;
        candidates_[cursor_[a]++] = c;
    }
}

void AdjacencyBuilder::compact(std::size_t begin, std::size_t end) {
    // Written over the candidates themselves: a row only gets shorter. cursor_ becomes the row's length.
    for (std::size_t v = begin; v < end; ++v) {
        std::uint32_t kept = start_[v];
        for (std::uint32_t k = start_[v]; k < start_[v + 1]; ++k) {
            const std::uint32_t other = candidates_[k];
            if (other == v || seenBy_[other] == v + 1) continue;
            seenBy_[other] = static_cast<std::uint32_t>(v + 1);
            candidates_[kept++] = other;
        }
        cursor_[v] = kept - start_[v];
    }
}

void AdjacencyBuilder::copyRows(std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t>& targets = result_.targets;
    if (begin == 0) result_.offsets.push_back(0);
    for (std::size_t v = begin; v < end; ++v) {
        const std::uint32_t source = lowest_[v];
        const std::uint32_t* const first = candidates_.get() + start_[source];
        targets.insert(targets.end(), first, first + cursor_[source]);
        result_.offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
}

Status buildSurfaceAdjacency(std::span<const vec3> positions, std::span<const std::uint32_t> indices, Adjacency& out) {
    if (const Status s = validateSurface(positions, indices); !s.ok()) return s;
    AdjacencyBuilder builder(positions, indices);
    builder.advance(std::numeric_limits<std::size_t>::max());
    out = builder.take();
    return accepted();
}

Status buildSpaceAdjacency(std::span<const vec3> positions, float radius, Adjacency& out) {
    if (!(radius > 0.0f && radius <= kLargestCoordinate)) return refused("the radius must be finite and > 0 m");
    if (const Status s = validateSurface(positions, {}); !s.ok()) return s;
    // Vertices sorted by the cell they stand in; the 27 cells about a vertex hold all that is within one radius.
    struct Placed {
        std::int64_t x, y, z;
        std::uint32_t vertex;
        auto operator<=>(const Placed&) const = default;
    };
    const auto cell = [radius](float x) { return static_cast<std::int64_t>(std::floor(x / radius)); };
    std::vector<Placed> sorted;
    sorted.reserve(positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const vec3& p = positions[v];
        sorted.push_back({cell(p.x), cell(p.y), cell(p.z), static_cast<std::uint32_t>(v)});
    }
    std::sort(sorted.begin(), sorted.end());
    out.offsets.assign(1, 0);
    out.targets.clear();
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const vec3& p = positions[v];
        for (std::int64_t x = cell(p.x) - 1; x <= cell(p.x) + 1; ++x) {
            for (std::int64_t y = cell(p.y) - 1; y <= cell(p.y) + 1; ++y) {
                const Placed from{x, y, cell(p.z) - 1, 0};
                for (auto it = std::lower_bound(sorted.begin(), sorted.end(), from);
                     it != sorted.end() && it->x == x && it->y == y && it->z <= cell(p.z) + 1; ++it) {
                    const vec3 d = positions[it->vertex] - p;
                    if (it->vertex != v && glm::dot(d, d) <= radius * radius) out.targets.push_back(it->vertex);
                }
            }
        }
        out.offsets.push_back(static_cast<std::uint32_t>(out.targets.size()));
    }
    return accepted();
}

std::vector<std::uint32_t> surfacePieces(const Adjacency& adjacency) {
    constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> piece(adjacency.vertexCount(), kUnseen);
    std::vector<std::uint32_t> waiting;
    std::uint32_t pieces = 0;
    // A seam's copies are nobody's neighbour but have neighbours: they take the piece of the first one, afterwards.
    std::vector<std::uint8_t> named(adjacency.vertexCount(), 0);
    for (const std::uint32_t t : adjacency.targets)
        named[t] = 1;
    const auto flood = [&](std::size_t from) {
        piece[from] = pieces;
        waiting.assign(1, static_cast<std::uint32_t>(from));
        while (!waiting.empty()) {
            const std::uint32_t v = waiting.back();
            waiting.pop_back();
            for (const std::uint32_t n : adjacency.neighbours(v)) {
                if (piece[n] != kUnseen) continue;
                piece[n] = pieces;
                waiting.push_back(n);
            }
        }
        ++pieces;
    };
    for (std::size_t v = 0; v < piece.size(); ++v) {
        if (piece[v] == kUnseen && (named[v] != 0 || adjacency.neighbours(v).empty())) flood(v);
    }
    for (std::size_t v = 0; v < piece.size(); ++v) {
        if (piece[v] == kUnseen) piece[v] = piece[adjacency.neighbours(v).front()];
    }
    return piece;
}

} // namespace rigproof
