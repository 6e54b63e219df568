#include "core/weights/bone_heat.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Scalar code: Eigen's vector paths sum in another order in each register width.
#define EIGEN_DONT_VECTORIZE
#define EIGEN_MPL2_ONLY
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <glm/geometric.hpp>

#include "core/math/segment.h"
#include "core/weights/visibility.h"

namespace rigproof {
namespace {

constexpr float kNearlyAsNear = 1.0001f;   // bones whose distances differ by less share the heat
constexpr double kSmallestDistance = 1e-4; // metres: a vertex on the bone is hot, not infinitely hot

using Matrix = Eigen::SparseMatrix<double>;

// Vertices that stand at the same place are solved as one: their lowest copy.
std::vector<std::uint32_t> lowestCopies(std::span<const vec3> positions) {
    std::vector<std::uint32_t> order(positions.size());
    for (std::size_t v = 0; v < order.size(); ++v)
        order[v] = static_cast<std::uint32_t>(v);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        const vec3& p = positions[a];
        const vec3& q = positions[b];
        if (p.x != q.x) return p.x < q.x;
        if (p.y != q.y) return p.y < q.y;
        if (p.z != q.z) return p.z < q.z;
        return a < b;
    };
    std::sort(order.begin(), order.end(), less);
    std::vector<std::uint32_t> lowest(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && positions[order[i]] == positions[order[i - 1]];
        lowest[order[i]] = same ? lowest[order[i - 1]] : order[i];
    }
    return lowest;
}

struct Heat {
    double strength = 0.0;           // H, without the vertex's area
    std::vector<std::uint32_t> from; // the nearest visible bones, in equal shares
};

Heat heatOf(const vec3& p, std::span<const BoneSegment> bones, const SurfaceRays& rays) {
    std::vector<float> distances(bones.size(), std::numeric_limits<float>::infinity());
    float nearest = std::numeric_limits<float>::infinity();
    for (std::size_t b = 1; b < bones.size(); ++b) {
        distances[b] = distanceToSegment(p, bones[b].head, bones[b].tail);
        nearest = std::min(nearest, distances[b]);
    }
    Heat heat;
    for (std::size_t b = 1; b < bones.size(); ++b) {
        if (distances[b] > nearest * kNearlyAsNear) continue;
        if (rays.blocked(p, nearestPointOnSegment(p, bones[b].head, bones[b].tail))) continue;
        heat.from.push_back(static_cast<std::uint32_t>(b));
    }
    const double d = std::max(static_cast<double>(nearest), kSmallestDistance);
    if (!heat.from.empty()) heat.strength = 1.0 / (d * d);
    return heat;
}

double cotangent(const glm::dvec3& corner, const glm::dvec3& a, const glm::dvec3& b) {
    const glm::dvec3 u = a - corner;
    const glm::dvec3 v = b - corner;
    const double sine = glm::length(glm::cross(u, v));
    return sine > 0.0 ? std::max(glm::dot(u, v) / sine, 0.0) : 0.0;
}

} // namespace

Status boneHeatWeights(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                       std::span<const BoneSegment> bones, const Adjacency& adjacency,
                       const DistanceParameters& fallback, WeightTable& table,
                       std::vector<std::uint32_t>& fallbackPieces) {
    if (const Status s = validateBones(bones); !s.ok()) return s;
    if (const Status s = validateSurface(positions, indices); !s.ok()) return s;
    const std::size_t n = positions.size();
    const std::vector<std::uint32_t> lowest = lowestCopies(positions);
    const SurfaceRays rays(positions, indices);

    std::vector<Heat> heat(n);
    for (std::size_t v = 0; v < n; ++v) {
        if (lowest[v] == v) heat[v] = heatOf(positions[v], bones, rays);
    }

    // Pieces without any heat have no equilibrium.
    const std::vector<std::uint32_t> piece = surfacePieces(adjacency);
    const std::size_t pieces = piece.empty() ? 0 : *std::max_element(piece.begin(), piece.end()) + std::size_t{1};
    std::vector<std::uint8_t> warm(pieces, 0);
    for (std::size_t v = 0; v < n; ++v) {
        if (heat[v].strength > 0.0 && !adjacency.neighbours(v).empty()) warm[piece[v]] = 1;
    }
    fallbackPieces.clear();
    std::vector<std::uint8_t> named(pieces, 0);
    for (std::size_t v = 0; v < n; ++v) {
        if (warm[piece[v]] != 0 || named[piece[v]] != 0) continue;
        named[piece[v]] = 1;
        fallbackPieces.push_back(static_cast<std::uint32_t>(v));
    }

    // Unknowns: the lowest copies of the warm pieces.
    constexpr int kNotSolved = -1;
    std::vector<int> unknown(n, kNotSolved);
    int unknowns = 0;
    for (std::size_t v = 0; v < n; ++v) {
        if (lowest[v] == v && warm[piece[v]] != 0) unknown[v] = unknowns++;
    }
    if (unknowns > 0) {
        std::vector<double> area(n, 0.0);
        std::vector<Eigen::Triplet<double>> entries;
        entries.reserve(indices.size() * 4 + n);
        for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
            const std::uint32_t corner[3] = {lowest[indices[t]], lowest[indices[t + 1]], lowest[indices[t + 2]]};
            if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
            if (unknown[corner[0]] == kNotSolved) continue;
            const glm::dvec3 p[3] = {glm::dvec3(positions[corner[0]]), glm::dvec3(positions[corner[1]]),
                                     glm::dvec3(positions[corner[2]])};
            const double third = glm::length(glm::cross(p[1] - p[0], p[2] - p[0])) / 6.0;
            for (int k = 0; k < 3; ++k) {
                const int a = (k + 1) % 3;
                const int b = (k + 2) % 3;
                area[corner[k]] += third;
                const double w = 0.5 * cotangent(p[k], p[a], p[b]);
                const int row = unknown[corner[a]];
                const int column = unknown[corner[b]];
                entries.emplace_back(row, row, w);
                entries.emplace_back(column, column, w);
                entries.emplace_back(row, column, -w);
                entries.emplace_back(column, row, -w);
            }
        }
        // A vertex that hangs on degenerate triangles only has a row of zeros; a trace of weight ties it to neighbours.
        constexpr double kTrace = 1e-9;
        Eigen::MatrixXd temperature = Eigen::MatrixXd::Zero(unknowns, static_cast<Eigen::Index>(bones.size() - 1));
        for (std::size_t v = 0; v < n; ++v) {
            const int row = unknown[v];
            if (row == kNotSolved) continue;
            for (const std::uint32_t other : adjacency.neighbours(v)) {
                entries.emplace_back(row, row, kTrace);
                entries.emplace_back(unknown[other], unknown[other], kTrace);
                entries.emplace_back(row, unknown[other], -kTrace);
                entries.emplace_back(unknown[other], row, -kTrace);
            }
            const double h = heat[v].strength * std::max(area[v], kTrace);
            entries.emplace_back(row, row, h);
            for (const std::uint32_t b : heat[v].from)
                temperature(row, static_cast<Eigen::Index>(b) - 1) = h / static_cast<double>(heat[v].from.size());
        }
        Matrix system(unknowns, unknowns);
        system.setFromTriplets(entries.begin(), entries.end());
        Eigen::SimplicialLDLT<Matrix> solver(system);
        if (solver.info() != Eigen::Success) return refused("bone heat's equation could not be solved");
        temperature = solver.solve(temperature).eval();
        for (std::size_t v = 0; v < n; ++v) {
            const int row = unknown[lowest[v]];
            if (row == kNotSolved) continue;
            const std::span<float> out = table.row(v);
            std::fill(out.begin(), out.end(), 0.0f);
            for (std::size_t c = 0; c < table.columns(); ++c) {
                // Rounding leaves traces below 0 far from a bone.
                out[c] = static_cast<float>(std::max(temperature(row, static_cast<Eigen::Index>(c)), 0.0));
            }
        }
    }
    const BoneColumns columns(bones, fallback);
    for (std::size_t v = 0; v < n; ++v) {
        if (unknown[lowest[v]] == kNotSolved) distanceWeights(positions, columns, v, v + 1, table);
    }
    return accepted();
}

} // namespace rigproof
