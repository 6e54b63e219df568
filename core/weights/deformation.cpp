#include "core/weights/deformation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "core/math/trigonometry.h"
#include "core/mesh/mesh.h"
#include "core/weights/bones.h"

namespace rigproof {
namespace {

struct Edge {
    std::uint32_t low, high; // vertices
    std::uint32_t triangle;
    std::uint32_t corner; // of the triangle, where the edge starts
    bool sameVertices(const Edge& other) const { return low == other.low && high == other.high; }
};

std::vector<Edge> sortedEdges(std::span<const std::uint32_t> indices) {
    std::vector<Edge> edges;
    edges.reserve(indices.size());
    for (std::uint32_t i = 0; i < indices.size(); ++i) {
        const std::uint32_t a = indices[i];
        const std::uint32_t b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (a != b) edges.push_back({std::min(a, b), std::max(a, b), i / 3, i % 3});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        if (a.low != b.low) return a.low < b.low;
        return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
    });
    return edges;
}

double length(const glm::dvec3& v) {
    return std::sqrt(glm::dot(v, v));
}

glm::dvec3 faceNormal(std::span<const vec3> p, std::span<const std::uint32_t> indices, std::size_t triangle) {
    const glm::dvec3 a(p[indices[3 * triangle]]);
    return glm::cross(glm::dvec3(p[indices[3 * triangle + 1]]) - a, glm::dvec3(p[indices[3 * triangle + 2]]) - a);
}

// The angle from one face to the next about their edge, -180..180 degrees: 0 is flat, + is a ridge.
// False when a face has no area.
bool dihedral(std::span<const vec3> p, std::span<const std::uint32_t> indices, const Edge& first, const Edge& second,
              double& degreesOut) {
    const glm::dvec3 n = faceNormal(p, indices, first.triangle);
    const glm::dvec3 m = faceNormal(p, indices, second.triangle);
    const std::size_t base = std::size_t{3} * first.triangle;
    const glm::dvec3 a(p[indices[base + first.corner]]);
    const glm::dvec3 b(p[indices[base + (first.corner + 1) % 3]]);
    const double edge = length(b - a);
    if (!(length(n) > 0.0 && length(m) > 0.0 && edge > 0.0)) return false;
    const double sine = glm::dot(glm::cross(n, m), b - a) / edge;
    degreesOut = det::atan2(sine, glm::dot(n, m)) * (180.0 / static_cast<double>(kPi));
    return true;
}

double volume(std::span<const vec3> p, std::span<const std::uint32_t> indices) {
    double six = 0.0;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::dvec3 a(p[indices[i]]);
        six += glm::dot(a, glm::cross(glm::dvec3(p[indices[i + 1]]), glm::dvec3(p[indices[i + 2]])));
    }
    return six / 6.0;
}

std::size_t countInverted(std::span<const vec3> bind, std::span<const vec3> posed,
                          std::span<const std::uint32_t> indices) {
    std::vector<vec3> smooth(posed.size());
    computeNormals(posed, indices, smooth);
    std::size_t inverted = 0;
    for (std::size_t t = 0; t < indices.size() / 3; ++t) {
        if (!(length(faceNormal(bind, indices, t)) > 0.0)) continue;
        const glm::dvec3 n = faceNormal(posed, indices, t);
        const glm::dvec3 around(smooth[indices[3 * t]] + smooth[indices[3 * t + 1]] + smooth[indices[3 * t + 2]]);
        inverted += glm::dot(n, around) < 0.0 ? 1 : 0;
    }
    return inverted;
}

} // namespace

Status measureDeformation(std::span<const vec3> bind, std::span<const vec3> posed,
                          std::span<const std::uint32_t> indices, Deformation& out) {
    if (posed.size() != bind.size()) {
        return refusedCount("posed positions must be as many as those of the bind pose", posed.size(), bind.size());
    }
    if (const Status s = validateSurface(bind, indices); !s.ok()) return s;
    if (const Status s = validateSurface(posed, {}); !s.ok()) return s;
    out = {};
    const std::vector<Edge> edges = sortedEdges(indices);
    std::vector<float> stretches;
    stretches.reserve(edges.size() / 2);
    double creases = 0.0;
    std::size_t creased = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge& e = edges[i];
        if (i > 0 && e.sameVertices(edges[i - 1])) continue;
        const double before = length(glm::dvec3(bind[e.low]) - glm::dvec3(bind[e.high]));
        if (before > 0.0) {
            const double after = length(glm::dvec3(posed[e.low]) - glm::dvec3(posed[e.high]));
            stretches.push_back(static_cast<float>(after / before));
        }
        if (i + 1 == edges.size() || !e.sameVertices(edges[i + 1])) continue;
        double atBind = 0.0;
        double atPose = 0.0;
        if (!dihedral(bind, indices, e, edges[i + 1], atBind)) continue;
        if (!dihedral(posed, indices, e, edges[i + 1], atPose)) continue;
        const double change = std::fabs(atPose - atBind);
        out.worstCreaseDegrees = std::max(out.worstCreaseDegrees, static_cast<float>(change));
        creases += change;
        ++creased;
    }
    if (creased > 0) out.meanCreaseDegrees = static_cast<float>(creases / static_cast<double>(creased));
    if (!stretches.empty()) {
        std::sort(stretches.begin(), stretches.end());
        out.worstEdgeStretch = stretches.back();
        const std::size_t rank = (stretches.size() * 999 + 999) / 1000; // nearest rank, from 1
        out.edgeStretch999 = stretches[rank - 1];
    }
    const double before = volume(bind, indices);
    if (before != 0.0) out.volumeRatio = static_cast<float>(volume(posed, indices) / before);
    out.invertedTriangles = countInverted(bind, posed, indices);
    return accepted();
}

double weightRoughness(const WeightTable& table, const Adjacency& surface) {
    double energy = 0.0;
    for (std::size_t v = 0; v < surface.vertexCount(); ++v) {
        for (const std::uint32_t n : surface.neighbours(v)) {
            for (std::size_t c = 0; c < table.columns(); ++c) {
                const double d = static_cast<double>(table.row(v)[c]) - static_cast<double>(table.row(n)[c]);
                energy += d * d;
            }
        }
    }
    return surface.targets.empty() ? 0.0 : energy / static_cast<double>(surface.targets.size());
}

float limbLeak(const WeightTable& before, const WeightTable& after, const Adjacency& surface, int passes,
               std::span<const std::uint16_t> limbBones) {
    const std::size_t n = surface.vertexCount();
    const auto limbWeight = [limbBones](const WeightTable& table, std::size_t v) {
        float sum = 0.0f;
        for (const std::uint16_t b : limbBones)
            sum += table.at(v, b);
        return sum;
    };
    std::vector<float> bound(n);
    std::vector<float> next(n);
    for (std::size_t v = 0; v < n; ++v)
        bound[v] = limbWeight(before, v);
    for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t v = 0; v < n; ++v) {
            next[v] = bound[v];
            for (const std::uint32_t other : surface.neighbours(v))
                next[v] = std::max(next[v], bound[other]);
        }
        std::swap(bound, next);
    }
    float leak = 0.0f;
    for (std::size_t v = 0; v < n; ++v)
        leak = std::max(leak, limbWeight(after, v) - bound[v]);
    return leak > kLeakRounding ? leak : 0.0f;
}

} // namespace rigproof
