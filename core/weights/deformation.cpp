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

// An edge as one triangle names it.
struct HalfEdge {
    std::uint32_t low, high; // vertices
    std::uint32_t triangle;
    std::uint32_t corner; // of the triangle, where the edge starts
    bool sameVertices(const HalfEdge& other) const { return low == other.low && high == other.high; }
};

std::vector<HalfEdge> sortedEdges(std::span<const std::uint32_t> indices) {
    std::vector<HalfEdge> edges;
    edges.reserve(indices.size());
    for (std::uint32_t i = 0; i < indices.size(); ++i) {
        const std::uint32_t a = indices[i];
        const std::uint32_t b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (a != b) edges.push_back({std::min(a, b), std::max(a, b), i / 3, i % 3});
    }
    std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
        if (a.low != b.low) return a.low < b.low;
        return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
    });
    return edges;
}

// By nearest rank. Reorders the values.
float percentile999(std::span<float> values) {
    const auto rank = values.begin() + static_cast<std::ptrdiff_t>((values.size() * 999 + 999) / 1000 - 1);
    std::nth_element(values.begin(), rank, values.end());
    return *rank;
}

struct Crease {
    float degrees;
    float length; // metres in bind pose
};

// The angle that the sharpest creases, `share` of all by length, stay above. Reorders the creases.
float creaseExceeded(std::vector<Crease>& creases, double share) {
    std::sort(creases.begin(), creases.end(), [](const Crease& a, const Crease& b) {
        return a.degrees != b.degrees ? a.degrees > b.degrees : a.length > b.length;
    });
    double left = 0.0;
    for (const Crease& c : creases)
        left += static_cast<double>(c.length);
    left *= share;
    for (const Crease& c : creases) {
        left -= static_cast<double>(c.length);
        if (left < 0.0) return c.degrees;
    }
    return 0.0f; // no creases
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
bool dihedral(std::span<const vec3> p, std::span<const std::uint32_t> indices, std::size_t triangle, std::size_t corner,
              std::size_t other, double& degreesOut) {
    const glm::dvec3 n = faceNormal(p, indices, triangle);
    const glm::dvec3 m = faceNormal(p, indices, other);
    const std::size_t base = 3 * triangle;
    const glm::dvec3 a(p[indices[base + corner]]);
    const glm::dvec3 b(p[indices[base + (corner + 1) % 3]]);
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

// The space where the surface winds around at least once, as the sum of columns along Z, exact along each.
double solidVolume(std::span<const vec3> p, std::span<const std::uint32_t> indices) {
    // Off the round numbers that a modelled edge may stand on, so that a column meets no edge.
    constexpr double kOffset = 0.318309886183790672;
    struct Crossing {
        std::int64_t column, row;
        double z;
        int winding; // +1: into the surface, going up Z
        bool operator<(const Crossing& o) const {
            if (row != o.row) return row < o.row;
            if (column != o.column) return column < o.column;
            return z != o.z ? z < o.z : winding > o.winding;
        }
    };
    std::vector<Crossing> crossings;
    const auto first = [](double x) { return static_cast<std::int64_t>(std::ceil(x / kColumnMeters - kOffset)); };
    const auto placeOf = [](std::int64_t k) { return (static_cast<double>(k) + kOffset) * kColumnMeters; };
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
        const glm::dvec3 a(p[indices[t]]);
        const glm::dvec3 b(p[indices[t + 1]]);
        const glm::dvec3 c(p[indices[t + 2]]);
        const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (area == 0.0) continue;
        const double right = std::max({a.x, b.x, c.x});
        const double top = std::max({a.y, b.y, c.y});
        for (std::int64_t row = first(std::min({a.y, b.y, c.y})); placeOf(row) < top; ++row) {
            for (std::int64_t column = first(std::min({a.x, b.x, c.x})); placeOf(column) < right; ++column) {
                const double x = placeOf(column);
                const double y = placeOf(row);
                const double u = ((b.x - x) * (c.y - y) - (b.y - y) * (c.x - x)) / area;
                const double v = ((c.x - x) * (a.y - y) - (c.y - y) * (a.x - x)) / area;
                const double w = 1.0 - u - v;
                if (u < 0.0 || v < 0.0 || w < 0.0) continue;
                crossings.push_back({column, row, u * a.z + v * b.z + w * c.z, area < 0.0 ? 1 : -1});
            }
        }
    }
    std::sort(crossings.begin(), crossings.end());
    double filled = 0.0;
    int winding = 0;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Crossing& here = crossings[i];
        if (i == 0 || here.row != crossings[i - 1].row || here.column != crossings[i - 1].column) winding = 0;
        if (winding > 0) filled += here.z - crossings[i - 1].z;
        winding += here.winding;
    }
    return filled * kColumnMeters * kColumnMeters;
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

Status DeformationMeasure::prepare(std::span<const vec3> bind, std::span<const std::uint32_t> indices) {
    if (const Status s = validateSurface(bind, indices); !s.ok()) return s;
    bind_ = bind;
    indices_ = indices;
    volume_ = volume(bind, indices);
    solid_ = solidVolume(bind, indices);
    edges_.clear();
    edges_.reserve(indices.size() / 2);
    const std::vector<HalfEdge> sorted = sortedEdges(indices);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const HalfEdge& e = sorted[i];
        if (i > 0 && e.sameVertices(sorted[i - 1])) continue;
        const double size = length(glm::dvec3(bind[e.low]) - glm::dvec3(bind[e.high]));
        if (!(size > 0.0)) continue;
        Edge edge{e.low, e.high, e.triangle, e.corner, kNoTriangle, static_cast<float>(size), 0.0f};
        double angle = 0.0;
        if (i + 1 < sorted.size() && e.sameVertices(sorted[i + 1]) &&
            dihedral(bind, indices, e.triangle, e.corner, sorted[i + 1].triangle, angle)) {
            edge.other = sorted[i + 1].triangle;
            edge.degrees = static_cast<float>(angle);
        }
        edges_.push_back(edge);
    }
    return accepted();
}

void DeformationMeasure::measureEdges(std::span<const vec3> posed, Deformation& out) const {
    std::vector<float> stretches;
    stretches.reserve(edges_.size());
    std::vector<Crease> creases;
    creases.reserve(edges_.size());
    double sum = 0.0;
    for (const Edge& e : edges_) {
        const double now = length(glm::dvec3(posed[e.low]) - glm::dvec3(posed[e.high]));
        stretches.push_back(static_cast<float>(now / static_cast<double>(e.length)));
        double angle = 0.0;
        if (e.other == kNoTriangle || !dihedral(posed, indices_, e.triangle, e.corner, e.other, angle)) continue;
        const double change = std::fabs(angle - static_cast<double>(e.degrees)); // the way round may be the longer one
        creases.push_back({static_cast<float>(std::min(change, 360.0 - change)), e.length});
        sum += static_cast<double>(creases.back().degrees);
    }
    if (!stretches.empty()) {
        out.worstEdgeStretch = *std::max_element(stretches.begin(), stretches.end());
        out.edgeStretch999 = percentile999(stretches);
    }
    if (!creases.empty()) {
        out.meanCreaseDegrees = static_cast<float>(sum / static_cast<double>(creases.size()));
        out.worstCreaseDegrees = creaseExceeded(creases, kCreaseShare);
    }
}

Status DeformationMeasure::measure(std::span<const vec3> posed, Deformation& out) const {
    if (posed.size() != bind_.size()) {
        return refusedCount("posed positions must be as many as those of the bind pose", posed.size(), bind_.size());
    }
    if (const Status s = validateSurface(posed, {}); !s.ok()) return s;
    out = {};
    measureEdges(posed, out);
    if (volume_ != 0.0) out.volumeRatio = static_cast<float>(volume(posed, indices_) / volume_);
    if (solid_ > 0.0) out.solidRatio = static_cast<float>(solidVolume(posed, indices_) / solid_);
    out.invertedTriangles = countInverted(bind_, posed, indices_);
    return accepted();
}

Status measureDeformation(std::span<const vec3> bind, std::span<const vec3> posed,
                          std::span<const std::uint32_t> indices, Deformation& out) {
    DeformationMeasure measure;
    if (const Status s = measure.prepare(bind, indices); !s.ok()) return s;
    return measure.measure(posed, out);
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
