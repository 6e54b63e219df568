#include "core/characters/clay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigproof {
namespace {

constexpr int kBlock = 4;              // grid points a side of what is evaluated or skipped together
constexpr float kSteepest = 1.7f;      // how much faster than the distance a blob's value may change (ellipsoids)
constexpr float kNormalStep = 0.0005f; // metres to each side
// Of a cell: a vertex stays this far inside its cell. Edges much shorter than the others would be torn longest, because
// weights are smoothed an edge at a time, however short.
constexpr float kCellMargin = 0.1f;
constexpr std::uint32_t kNoVertex = std::numeric_limits<std::uint32_t>::max();

float smoothMin(float a, float b, float blend) {
    const float lower = a < b ? a : b;
    if (!(blend > 0.0f)) return lower;
    const float h = (blend - std::fabs(a - b)) / blend;
    return h > 0.0f ? lower - h * h * blend * 0.25f : lower;
}

struct Grid {
    vec3 min{0.0f};
    float cell = 0.0f;
    std::array<int, 3> points{};
    vec3 at(int i, int j, int k) const {
        return min + vec3(static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)) * cell;
    }
};

// Which blobs matter where, and the values of whole layers of grid points, handed out in ascending order.
class Layers {
  public:
    Layers(std::span<const ClayBlob> blobs, const Grid& grid) : blobs_(blobs), grid_(grid) {
        for (const ClayBlob& b : blobs)
            largestBlend_ = std::max(largestBlend_, b.blend);
        columns_ = static_cast<std::size_t>((grid.points[0] + kBlock - 1) / kBlock);
        const std::size_t rows = static_cast<std::size_t>((grid.points[1] + kBlock - 1) / kBlock);
        for (auto& layer : blocks_)
            layer.resize(columns_ * rows);
    }

    void fill(int k, std::span<float> values) {
        if (k % kBlock == 0) classify(k);
        const std::vector<Block>& blocks = blocks_[parity(k)];
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            const int i0 = static_cast<int>(block % columns_) * kBlock;
            const int j0 = static_cast<int>(block / columns_) * kBlock;
            const Block& here = blocks[block];
            for (int j = j0; j < std::min(j0 + kBlock, grid_.points[1]); ++j) {
                for (int i = i0; i < std::min(i0 + kBlock, grid_.points[0]); ++i) {
                    values[static_cast<std::size_t>(j * grid_.points[0] + i)] =
                        here.blobs.empty() ? here.value : clayDistance(here.blobs, grid_.at(i, j, k));
                }
            }
        }
    }

    /// Calls visit(i, j, blobs that matter there) for every cell of layer k that the surface may cross, row by row;
    /// k is the last layer filled, or the one before.
    template <class Visit>
    void forEachCell(int k, Visit visit) const {
        for (int j = 0; j + 1 < grid_.points[1]; ++j) {
            const Block* const row = &blocks_[parity(k)][static_cast<std::size_t>(j / kBlock) * columns_];
            for (int i0 = 0; i0 + 1 < grid_.points[0]; i0 += kBlock) {
                const Block& here = row[i0 / kBlock];
                if (here.blobs.empty()) continue;
                for (int i = i0; i < std::min(i0 + kBlock, grid_.points[0] - 1); ++i)
                    visit(i, j, std::span<const ClayBlob>(here.blobs));
            }
        }
    }

  private:
    struct Block {
        std::vector<ClayBlob> blobs;
        float value = 0.0f; // at the centre; its sign stands for the whole block when there are no blobs
    };
    static std::size_t parity(int k) { return static_cast<std::size_t>(k / kBlock % 2); }

    void classify(int k) {
        const float half = 0.5f * static_cast<float>(kBlock) * grid_.cell;
        const float reach = half * 1.7320508f * kSteepest; // to the block's corner
        std::vector<Block>& blocks = blocks_[parity(k)];
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            const vec3 center =
                grid_.at(static_cast<int>(block % columns_) * kBlock, static_cast<int>(block / columns_) * kBlock, k) +
                vec3(half);
            const float value = clayDistance(blobs_, center);
            blocks[block].value = value;
            blocks[block].blobs.clear();
            // Smooth minima grow no faster than what they join. One cell more, since a cell of the surface may reach
            // into a block beside its own, and all its corners count.
            if (std::fabs(value) > reach + kSteepest * 1.7320508f * grid_.cell) continue;
            // A blob that stays farther off than what is there by all the blends that follow leaves no bit of it
            // changed.
            for (const ClayBlob& b : blobs_) {
                const float distance = blobDistance(b, center);
                if (b.carve || distance - reach < value + reach + 2.0f * largestBlend_) {
                    blocks[block].blobs.push_back(b);
                }
            }
        }
    }

    std::span<const ClayBlob> blobs_;
    Grid grid_;
    float largestBlend_ = 0.0f;
    std::size_t columns_ = 0;
    std::array<std::vector<Block>, 2> blocks_; // of this layer of blocks and the one before
};

using GridPoint = std::array<int, 3>; // layer, row, column: sorts by layer

// Corner c of a cell is (c & 1, c >> 1 & 1, c >> 2) steps along x, y, z. Two sheets of the surface in one cell would
// meet in its one vertex or edge. That happens where a face's inside corners are diagonal, or two corners of the cell
// face each other as the only ones of their kind. Returns a corner to be filled to undo it, or -1.
int cornerToFill(unsigned inside) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned u = 1u << (axis + 1) % 3;
        const unsigned v = 1u << (axis + 2) % 3;
        for (unsigned base : {0u, 1u << axis}) {
            const auto in = [&](unsigned corner) { return (inside >> corner & 1u) != 0; };
            if (in(base) == in(base | u | v) && in(base | u) == in(base | v) && in(base) != in(base | u)) {
                return static_cast<int>(in(base) ? base | u : base);
            }
        }
    }
    for (unsigned c = 0; c < 4; ++c) {
        const unsigned pair = 1u << c | 1u << (7u - c);
        if (inside == pair) return static_cast<int>(c ^ 1u);
        if ((~inside & 0xffu) == pair) return static_cast<int>(c);
    }
    return -1;
}

// The grid points, sorted, that are to be taken as inside so that the surface is a manifold. Filling one may spoil a
// cell beside it, which is then looked at too; it ends, since points are only ever filled.
std::vector<GridPoint> pointsToFill(std::span<const ClayBlob> blobs, const Grid& grid,
                                    std::vector<GridPoint> suspects) {
    std::set<GridPoint> filled;
    const auto isInside = [&](const GridPoint& p) {
        return filled.contains(p) || clayDistance(blobs, grid.at(p[2], p[1], p[0])) < 0.0f;
    };
    const auto corner = [](const GridPoint& cell, unsigned c) {
        return GridPoint{cell[0] + static_cast<int>(c >> 2), cell[1] + static_cast<int>(c >> 1 & 1u),
                         cell[2] + static_cast<int>(c & 1u)};
    };
    while (!suspects.empty()) {
        const GridPoint cell = suspects.back();
        suspects.pop_back();
        unsigned inside = 0;
        for (unsigned c = 0; c < 8; ++c)
            inside |= isInside(corner(cell, c)) ? 1u << c : 0u;
        const int fill = cornerToFill(inside);
        if (fill < 0) continue;
        const GridPoint point = corner(cell, static_cast<unsigned>(fill));
        filled.insert(point);
        for (unsigned c = 0; c < 8; ++c) {
            const GridPoint at = corner(point, c);
            suspects.push_back({at[0] - 1, at[1] - 1, at[2] - 1});
        }
    }
    return {filled.begin(), filled.end()};
}

// The vertex of one cell, or false when the surface does not cross it.
bool placeVertex(std::span<const ClayBlob> blobs, const std::array<float, 8>& corner, const vec3& cellMin, float cell,
                 vec3& out) {
    int inside = 0;
    for (const float v : corner)
        inside += v < 0.0f ? 1 : 0;
    if (inside == 0 || inside == 8) return false;
    vec3 sum(0.0f);
    int crossings = 0;
    for (unsigned a = 0; a < 8; ++a) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned b = a | 1u << axis;
            if (b == a || (corner[a] < 0.0f) == (corner[b] < 0.0f)) continue;
            vec3 at(static_cast<float>(a & 1u), static_cast<float>(a >> 1 & 1u), static_cast<float>(a >> 2));
            at[static_cast<int>(axis)] = corner[a] / (corner[a] - corner[b]);
            sum += at;
            ++crossings;
        }
    }
    const vec3 low = cellMin + vec3(kCellMargin * cell);
    const vec3 high = cellMin + vec3((1.0f - kCellMargin) * cell);
    vec3 p = cellMin + sum * (cell / static_cast<float>(crossings));
    p -= clayNormal(blobs, p) * clayDistance(blobs, p);
    out = glm::clamp(p, low, high);
    return true;
}

std::array<float, 8> cornersOf(std::span<const float> lower, std::span<const float> upper, std::size_t at, int row) {
    const std::size_t next = at + static_cast<std::size_t>(row);
    return {lower[at], lower[at + 1], lower[next], lower[next + 1],
            upper[at], upper[at + 1], upper[next], upper[next + 1]};
}

// Calls visit(k, layers, values of layer k, values of layer k + 1) for every layer of cells. `filled` points count as
// just inside.
template <class Visit>
void forEachLayer(std::span<const ClayBlob> blobs, const Grid& grid, std::span<const GridPoint> filled, Visit visit) {
    const float justInside = -1e-3f * grid.cell;
    Layers layers(blobs, grid);
    std::vector<float> lower(static_cast<std::size_t>(grid.points[0]) * static_cast<std::size_t>(grid.points[1]));
    std::vector<float> upper(lower.size());
    std::size_t next = 0;
    const auto fill = [&](int k, std::vector<float>& values) {
        layers.fill(k, values);
        for (; next < filled.size() && filled[next][0] == k; ++next)
            values[static_cast<std::size_t>(filled[next][1] * grid.points[0] + filled[next][2])] = justInside;
    };
    fill(0, lower);
    for (int k = 0; k + 1 < grid.points[2]; ++k) {
        fill(k + 1, upper);
        visit(k, layers, lower, upper);
        std::swap(lower, upper);
    }
}

std::vector<GridPoint> ambiguousCells(std::span<const ClayBlob> blobs, const Grid& grid) {
    std::vector<GridPoint> found;
    forEachLayer(blobs, grid, {},
                 [&](int k, const Layers& layers, std::span<const float> lower, std::span<const float> upper) {
                     layers.forEachCell(k, [&](int i, int j, std::span<const ClayBlob>) {
                         const auto corner =
                             cornersOf(lower, upper, static_cast<std::size_t>(j * grid.points[0] + i), grid.points[0]);
                         unsigned inside = 0;
                         for (unsigned c = 0; c < 8; ++c)
                             inside |= corner[c] < 0.0f ? 1u << c : 0u;
                         if (cornerToFill(inside) >= 0) found.push_back({k, j, i});
                     });
                 });
    return found;
}

} // namespace

float blobDistance(const ClayBlob& blob, const vec3& p) {
    if (blob.kind == ClayBlob::Kind::kEllipsoid) {
        // First order: exact at the surface and for balls (Quilez, "Ellipsoid SDF").
        const vec3 q = (p - blob.a) / blob.radius;
        const vec3 s = q / blob.radius;
        const float k0 = std::sqrt(glm::dot(q, q));
        const float k1 = std::sqrt(glm::dot(s, s));
        const float smallest = std::min({blob.radius.x, blob.radius.y, blob.radius.z});
        return k1 > 0.0f ? k0 * (k0 - 1.0f) / k1 : -smallest;
    }
    const vec3 along = blob.b - blob.a;
    const vec3 from = p - blob.a;
    const float squared = glm::dot(along, along);
    float t = squared > 0.0f ? glm::dot(from, along) / squared : 0.0f;
    t = t < 0.0f ? 0.0f : (t > 1.0f ? 1.0f : t);
    const vec3 off = from - along * t;
    return std::sqrt(glm::dot(off, off)) - (blob.radius.x + (blob.radius.y - blob.radius.x) * t);
}

float clayDistance(std::span<const ClayBlob> blobs, const vec3& p) {
    float d = 1e6f; // metres: nothing there
    for (const ClayBlob& b : blobs) {
        const float own = blobDistance(b, p);
        d = b.carve ? -smoothMin(-d, own, b.blend) : smoothMin(d, own, b.blend);
    }
    return d;
}

vec3 clayNormal(std::span<const ClayBlob> blobs, const vec3& p) {
    // Four differences towards the corners of a tetrahedron do what six along the axes would.
    vec3 n(0.0f);
    for (const vec3& corner : {vec3(1, -1, -1), vec3(-1, 1, -1), vec3(-1, -1, 1), vec3(1, 1, 1)})
        n += corner * clayDistance(blobs, p + corner * kNormalStep);
    const float length = std::sqrt(glm::dot(n, n));
    return length > 0.0f ? n / length : vec3(0.0f, 1.0f, 0.0f);
}

Mesh meshClay(std::span<const ClayBlob> blobs, const vec3& min, const vec3& max, float cell) {
    Grid grid{.min = min, .cell = cell};
    for (int axis = 0; axis < 3; ++axis)
        grid.points[static_cast<std::size_t>(axis)] = static_cast<int>(std::ceil((max[axis] - min[axis]) / cell)) + 1;
    const std::vector<GridPoint> filled = pointsToFill(blobs, grid, ambiguousCells(blobs, grid));

    Mesh mesh;
    // Two layers of cells about a layer of grid points are all that is ever needed to join vertices.
    const auto slice = static_cast<std::size_t>(grid.points[0]) * static_cast<std::size_t>(grid.points[1]);
    std::vector<std::uint32_t> below(slice, kNoVertex);
    std::vector<std::uint32_t> cells(slice, kNoVertex);
    // Four cells about a grid edge, counter-clockwise seen against the axis; split along the shorter diagonal, so that
    // triangles stay well shaped.
    const auto quad = [&mesh](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, bool outwards) {
        if (!outwards) std::swap(b, d);
        const auto& p = mesh.positions;
        const vec3 ac = p[a] - p[c];
        const vec3 bd = p[b] - p[d];
        if (glm::dot(ac, ac) <= glm::dot(bd, bd)) {
            mesh.indices.insert(mesh.indices.end(), {a, b, c, a, c, d});
        } else {
            mesh.indices.insert(mesh.indices.end(), {a, b, d, b, c, d});
        }
    };
    const auto index = [&grid](int i, int j) { return static_cast<std::size_t>(j * grid.points[0] + i); };
    forEachLayer(blobs, grid, filled,
                 [&](int k, const Layers& layers, std::span<const float> lower, std::span<const float> upper) {
                     std::fill(cells.begin(), cells.end(), kNoVertex);
                     layers.forEachCell(k, [&](int i, int j, std::span<const ClayBlob> near) {
                         const std::size_t at = index(i, j);
                         vec3 p;
                         if (!placeVertex(near, cornersOf(lower, upper, at, grid.points[0]), grid.at(i, j, k), cell, p))
                             return;
                         cells[at] = static_cast<std::uint32_t>(mesh.positions.size());
                         mesh.positions.push_back(p);
                         mesh.normals.push_back(clayNormal(near, p));
                         // The three grid edges that leave this cell's lowest corner; the other cells about them came
                         // before.
                         const bool inside = lower[at] < 0.0f;
                         const std::size_t before = index(i, j - 1);
                         if (inside != (lower[at + 1] < 0.0f))
                             quad(below[before], below[at], cells[at], cells[before], inside);
                         if (inside != (lower[index(i, j + 1)] < 0.0f)) {
                             quad(below[at - 1], cells[at - 1], cells[at], below[at], inside);
                         }
                         if (inside != (upper[at] < 0.0f))
                             quad(cells[before - 1], cells[before], cells[at], cells[at - 1], inside);
                     });
                     std::swap(below, cells);
                 });
    return mesh;
}

} // namespace rigproof
