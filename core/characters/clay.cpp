#include "core/characters/clay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigproof {
namespace {

constexpr int kBlock = 8;              // grid points a side of what is evaluated or skipped together
constexpr float kSteepest = 1.7f;      // how much faster than the distance a blob's value may change (ellipsoids)
constexpr float kNormalStep = 0.0005f; // metres to each side
constexpr float kCellMargin = 0.02f;   // of a cell: a vertex stays this far inside its cell, so that no two meet
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

// Values of one layer of blocks at a time; layers of grid points are handed out from it in order.
class Layers {
  public:
    Layers(std::span<const ClayBlob> blobs, const Grid& grid) : blobs_(blobs), grid_(grid) {
        for (const ClayBlob& b : blobs)
            largestBlend_ = std::max(largestBlend_, b.blend);
        for (std::size_t axis = 0; axis < 2; ++axis)
            blocks_[axis] = static_cast<std::size_t>((grid.points[axis] + kBlock - 1) / kBlock);
        near_.resize(blocks_[0] * blocks_[1]);
        far_.resize(near_.size());
    }

    void fill(int k, std::span<float> values) {
        if (k % kBlock == 0) classify(k);
        for (std::size_t block = 0; block < near_.size(); ++block) {
            const int i0 = static_cast<int>(block % blocks_[0]) * kBlock;
            const int j0 = static_cast<int>(block / blocks_[0]) * kBlock;
            for (int j = j0; j < std::min(j0 + kBlock, grid_.points[1]); ++j) {
                for (int i = i0; i < std::min(i0 + kBlock, grid_.points[0]); ++i) {
                    values[static_cast<std::size_t>(j * grid_.points[0] + i)] =
                        near_[block].empty() ? far_[block] : clayDistance(near_[block], grid_.at(i, j, k));
                }
            }
        }
    }

  private:
    void classify(int k) {
        const float half = 0.5f * static_cast<float>(kBlock) * grid_.cell;
        const float reach = half * 1.7320508f * kSteepest; // to the block's corner
        for (std::size_t block = 0; block < near_.size(); ++block) {
            const vec3 center = grid_.at(static_cast<int>(block % blocks_[0]) * kBlock,
                                         static_cast<int>(block / blocks_[0]) * kBlock, k) +
                                vec3(half);
            const float value = clayDistance(blobs_, center);
            far_[block] = value;
            near_[block].clear();
            if (std::fabs(value) > reach + largestBlend_) continue;
            // A blob that stays farther off than what is there by all the blends that follow leaves no bit of it
            // changed.
            for (const ClayBlob& b : blobs_) {
                const float distance = blobDistance(b, center);
                if (b.carve || distance - reach < value + reach + 3.0f * largestBlend_) near_[block].push_back(b);
            }
        }
    }

    std::span<const ClayBlob> blobs_;
    Grid grid_;
    float largestBlend_ = 0.0f;
    std::array<std::size_t, 2> blocks_{};
    std::vector<std::vector<ClayBlob>> near_; // the blobs that matter in each block; empty: no surface there
    std::vector<float> far_;                  // whose sign stands for the whole block then
};

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
    for (int step = 0; step < 2; ++step)
        p -= clayNormal(blobs, p) * clayDistance(blobs, p);
    out = glm::clamp(p, low, high);
    return true;
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
    vec3 n(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        vec3 step(0.0f);
        step[axis] = kNormalStep;
        n[axis] = clayDistance(blobs, p + step) - clayDistance(blobs, p - step);
    }
    const float length = std::sqrt(glm::dot(n, n));
    return length > 0.0f ? n / length : vec3(0.0f, 1.0f, 0.0f);
}

Mesh meshClay(std::span<const ClayBlob> blobs, const vec3& min, const vec3& max, float cell) {
    Grid grid{.min = min, .cell = cell};
    for (int axis = 0; axis < 3; ++axis)
        grid.points[static_cast<std::size_t>(axis)] = static_cast<int>(std::ceil((max[axis] - min[axis]) / cell)) + 1;
    const int nx = grid.points[0];
    const int ny = grid.points[1];
    const int nz = grid.points[2];
    const auto slice = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    const auto index = [nx](int i, int j) { return static_cast<std::size_t>(j * nx + i); };

    Mesh mesh;
    Layers layers(blobs, grid);
    // Two layers of grid points and the two layers of cells about the lower one are all that is ever needed.
    std::vector<float> lower(slice);
    std::vector<float> upper(slice);
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

    layers.fill(0, lower);
    for (int k = 0; k + 1 < nz; ++k) {
        layers.fill(k + 1, upper);
        for (int j = 0; j + 1 < ny; ++j) {
            for (int i = 0; i + 1 < nx; ++i) {
                const std::size_t at = index(i, j);
                const std::size_t next = index(i, j + 1);
                const std::array<float, 8> corner{lower[at], lower[at + 1], lower[next], lower[next + 1],
                                                  upper[at], upper[at + 1], upper[next], upper[next + 1]};
                vec3 p;
                cells[at] = kNoVertex;
                if (!placeVertex(blobs, corner, grid.at(i, j, k), cell, p)) continue;
                cells[at] = static_cast<std::uint32_t>(mesh.positions.size());
                mesh.positions.push_back(p);
                mesh.normals.push_back(clayNormal(blobs, p));
            }
        }
        for (int j = 1; j + 1 < ny; ++j) {
            for (int i = 1; i + 1 < nx; ++i) {
                const std::size_t at = index(i, j);
                const bool inside = lower[at] < 0.0f;
                const std::size_t before = index(i, j - 1);
                if (k > 0 && inside != (lower[at + 1] < 0.0f)) {
                    quad(below[before], below[at], cells[at], cells[before], inside);
                }
                if (k > 0 && inside != (lower[index(i, j + 1)] < 0.0f)) {
                    quad(below[at - 1], cells[at - 1], cells[at], below[at], inside);
                }
                if (inside != (upper[at] < 0.0f)) {
                    quad(cells[before - 1], cells[before], cells[at], cells[at - 1], inside);
                }
            }
        }
        std::swap(lower, upper);
        std::swap(below, cells);
    }
    return mesh;
}

} // namespace rigproof
