#include "core/mesh/primitives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "core/math/rotation.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

/// Sine and cosine of `index / count` of a full turn; exact at the quarters, so that what should lie in a plane does.
vec2 sineCosine(int index, int count) {
    const int quarter = index * 4 / count;
    if (quarter * count == index * 4) {
        constexpr std::array<vec2, 4> kQuarters{vec2(0, 1), vec2(1, 0), vec2(0, -1), vec2(-1, 0)};
        return kQuarters[static_cast<std::size_t>(quarter & 3)];
    }
    const double angle = 2.0 * 3.14159265358979323846 * index / count;
    return {static_cast<float>(det::sin(angle)), static_cast<float>(det::cos(angle))};
}

std::uint32_t addVertex(Mesh& mesh, const vec3& position, const vec3& normal) {
    mesh.positions.push_back(position);
    mesh.normals.push_back(normal);
    return static_cast<std::uint32_t>(mesh.positions.size() - 1);
}

void addTriangle(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

/// Two rings of `segments` vertices, the second further along the surface.
void addBand(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t segments) {
    for (std::uint32_t k = 0; k < segments; ++k) {
        const std::uint32_t next = (k + 1) % segments;
        addTriangle(mesh, lower + k, lower + next, upper + next);
        addTriangle(mesh, lower + k, upper + next, upper + k);
    }
}

/// Where a profile's point goes when it is turned to a segment.
vec3 turned(const vec2& point, const vec2& sc) {
    return {point.x * sc.x, point.y, point.x * sc.y};
}

vec2 outwardOf(const vec2& from, const vec2& to) {
    const vec2 d = to - from;
    const float length = std::sqrt(glm::dot(d, d));
    return length > 0.0f ? vec2(d.y, -d.x) / length : vec2(0.0f);
}

/// A disc around `center` that faces `normal`; `ring` in the order that is counter-clockwise seen from its front.
void addCap(Mesh& mesh, const vec3& center, const vec3& normal, std::span<const vec3> ring) {
    const std::uint32_t middle = addVertex(mesh, center, normal);
    for (const vec3& p : ring)
        addVertex(mesh, p, normal);
    const auto n = static_cast<std::uint32_t>(ring.size());
    for (std::uint32_t k = 0; k < n; ++k)
        addTriangle(mesh, middle, middle + 1 + k, middle + 1 + (k + 1) % n);
}

/// One profile piece between two points, with the profile's normal at each end.
struct ProfilePiece {
    vec2 from, to;
    vec2 normalFrom, normalTo;
};

/// Adds the ring of one end of a piece and says where it starts. On the axis a ring is one vertex when the surface is
/// smooth there (normal along the axis), else one a segment, each with its own slope, as at the tip of a cone.
struct Ring {
    std::uint32_t first = 0;
    bool onAxis = false;
    bool single = false;
};
Ring addRing(Mesh& mesh, const vec2& point, const vec2& normal, int segments) {
    Ring ring{static_cast<std::uint32_t>(mesh.positions.size()), point.x == 0.0f, false};
    if (ring.onAxis && normal.x == 0.0f) {
        ring.single = true;
        addVertex(mesh, {0.0f, point.y, 0.0f}, {0.0f, normal.y, 0.0f});
        return ring;
    }
    for (int k = 0; k < segments; ++k) {
        const vec2 sc = ring.onAxis ? sineCosine(2 * k + 1, 2 * segments) : sineCosine(k, segments);
        addVertex(mesh, turned(point, sc), turned(normal, sc));
    }
    return ring;
}

void connect(Mesh& mesh, const Ring& lower, const Ring& upper, std::uint32_t segments) {
    if (!lower.onAxis && !upper.onAxis) return addBand(mesh, lower.first, upper.first, segments);
    if (lower.onAxis && upper.onAxis) return; // a piece of the axis has no surface
    for (std::uint32_t k = 0; k < segments; ++k) {
        const std::uint32_t next = (k + 1) % segments;
        if (upper.onAxis) {
            addTriangle(mesh, lower.first + k, lower.first + next, upper.first + (upper.single ? 0 : k));
        } else {
            addTriangle(mesh, lower.first + (lower.single ? 0 : k), upper.first + next, upper.first + k);
        }
    }
}

std::vector<ProfilePiece> piecesOf(std::span<const vec2> profile, float hardEdgeCosine) {
    std::vector<ProfilePiece> pieces;
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
        if (profile[i] == profile[i + 1]) continue;
        const vec2 n = outwardOf(profile[i], profile[i + 1]);
        pieces.push_back({profile[i], profile[i + 1], n, n});
    }
    // Across the axis the neighbour of a piece is its own mirror image.
    const auto meet = [hardEdgeCosine](const vec2& a, const vec2& b, vec2& outA, vec2& outB) {
        if (glm::dot(a, b) < hardEdgeCosine) return;
        const vec2 sum = a + b;
        outA = outB = sum / std::sqrt(glm::dot(sum, sum));
    };
    vec2 unused;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        ProfilePiece& piece = pieces[i];
        const vec2 face = outwardOf(piece.from, piece.to);
        if (piece.from.x == 0.0f) meet({-face.x, face.y}, face, unused, piece.normalFrom);
        if (piece.to.x == 0.0f) {
            meet(face, {-face.x, face.y}, piece.normalTo, unused);
        } else if (i + 1 < pieces.size()) {
            meet(face, outwardOf(pieces[i + 1].from, pieces[i + 1].to), piece.normalTo, pieces[i + 1].normalFrom);
        }
    }
    return pieces;
}

} // namespace

Mesh makeLathe(std::span<const vec2> profile, int segments, float hardEdgeAngle) {
    segments = std::max(segments, 3);
    Mesh mesh;
    const std::vector<ProfilePiece> pieces = piecesOf(profile, det::cos(hardEdgeAngle));
    Ring last;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const ProfilePiece& piece = pieces[i];
        const bool shared = i > 0 && !last.onAxis && pieces[i - 1].normalTo == piece.normalFrom;
        const Ring lower = shared ? last : addRing(mesh, piece.from, piece.normalFrom, segments);
        const Ring upper = addRing(mesh, piece.to, piece.normalTo, segments);
        connect(mesh, lower, upper, static_cast<std::uint32_t>(segments));
        last = upper;
    }
    return mesh;
}

Mesh makeTube(std::span<const vec3> path, std::span<const float> radii, int segments, bool capped) {
    segments = std::max(segments, 3);
    const std::size_t n = std::min(path.size(), radii.size());
    Mesh mesh;
    if (n < 2) return mesh;

    const auto direction = [&](std::size_t i) { return glm::normalize(path[i + 1] - path[i]); };
    vec3 along = direction(0);
    vec3 side = anyPerpendicular(along);
    std::vector<vec3> ring(static_cast<std::size_t>(segments));
    std::vector<vec3> firstRing;
    for (std::size_t i = 0; i < n; ++i) {
        const vec3 before = direction(i == 0 ? 0 : i - 1);
        const vec3 after = direction(i + 1 == n ? n - 2 : i);
        // The bisector; a path that turns straight back has none and keeps its old direction.
        const vec3 sum = before + after;
        const vec3 tangent = glm::dot(sum, sum) > 1e-8f ? glm::normalize(sum) : before;
        side = glm::normalize(shortestArc(along, tangent) * side);
        along = tangent;
        const vec3 other = glm::cross(along, side);
        // A tube that narrows leans its normals forward by the slope of its radius.
        const std::size_t from = i == 0 ? 0 : i - 1;
        const std::size_t to = i + 1 == n ? i : i + 1;
        float run = 0.0f;
        for (std::size_t k = from; k < to; ++k)
            run += glm::length(path[k + 1] - path[k]);
        const float slope = (radii[to] - radii[from]) / run;
        for (int k = 0; k < segments; ++k) {
            const vec2 sc = sineCosine(k, segments);
            const vec3 out = side * sc.y + other * sc.x;
            ring[static_cast<std::size_t>(k)] = path[i] + out * radii[i];
            addVertex(mesh, ring[static_cast<std::size_t>(k)], glm::normalize(out - along * slope));
        }
        if (i == 0) firstRing = ring;
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const auto around = static_cast<std::uint32_t>(segments);
        const auto first = static_cast<std::uint32_t>(i) * around;
        addBand(mesh, first, first + around, around);
    }
    if (capped) {
        addCap(mesh, path[n - 1], direction(n - 2), ring);
        std::reverse(firstRing.begin(), firstRing.end());
        addCap(mesh, path[0], -direction(0), firstRing);
    }
    return mesh;
}

Mesh makeSphere(float radius, int segments, int rings) {
    rings = std::max(rings, 2);
    std::vector<vec2> profile;
    for (int i = 0; i <= rings; ++i) {
        const vec2 sc = sineCosine(i, 2 * rings);
        profile.emplace_back(radius * sc.x, -radius * sc.y);
    }
    Mesh mesh = makeLathe(profile, segments, kPi);
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i)
        mesh.normals[i] = glm::normalize(mesh.positions[i]);
    return mesh;
}

Mesh makeIcosphere(float radius, int subdivisions) {
    subdivisions = std::clamp(subdivisions, 0, 7);
    Mesh mesh;
    // The corners of three golden rectangles, one in each coordinate plane.
    const float g = 0.5f * (1.0f + std::sqrt(5.0f));
    for (const vec3 p :
         {vec3(-1, g, 0), vec3(1, g, 0), vec3(-1, -g, 0), vec3(1, -g, 0), vec3(0, -1, g), vec3(0, 1, g),
          vec3(0, -1, -g), vec3(0, 1, -g), vec3(g, 0, -1), vec3(g, 0, 1), vec3(-g, 0, -1), vec3(-g, 0, 1)}) {
        mesh.positions.push_back(glm::normalize(p));
    }
    mesh.indices = {0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
                    3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1};
    for (int s = 0; s < subdivisions; ++s) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, isNew] =
                middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.positions.size()));
            if (isNew) mesh.positions.push_back(glm::normalize(mesh.positions[a] + mesh.positions[b]));
            return place->second;
        };
        std::vector<std::uint32_t> finer;
        finer.reserve(mesh.indices.size() * 4);
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
        }
        mesh.indices = std::move(finer);
    }
    mesh.normals = mesh.positions;
    for (vec3& p : mesh.positions)
        p *= radius;
    return mesh;
}

Mesh makeTorus(float radius, float tubeRadius, int tubeSegments, int segments) {
    tubeSegments = std::max(tubeSegments, 3);
    segments = std::max(segments, 3);
    Mesh mesh;
    for (int i = 0; i < tubeSegments; ++i) {
        const vec2 tube = sineCosine(i, tubeSegments);
        for (int k = 0; k < segments; ++k) {
            const vec2 sc = sineCosine(k, segments);
            addVertex(mesh, turned({radius + tubeRadius * tube.y, tubeRadius * tube.x}, sc),
                      turned({tube.y, tube.x}, sc));
        }
    }
    const auto around = static_cast<std::uint32_t>(segments);
    const auto rings = static_cast<std::uint32_t>(tubeSegments);
    for (std::uint32_t i = 0; i < rings; ++i)
        addBand(mesh, i * around, (i + 1) % rings * around, around);
    return mesh;
}

Mesh makeCylinder(float bottomRadius, float topRadius, float height, int segments, bool capped) {
    const float half = 0.5f * height;
    std::vector<vec2> profile;
    if (capped && bottomRadius > 0.0f) profile.emplace_back(0.0f, -half);
    profile.emplace_back(bottomRadius, -half);
    profile.emplace_back(topRadius, half);
    if (capped && topRadius > 0.0f) profile.emplace_back(0.0f, half);
    return makeLathe(profile, segments, 0.0f);
}

Mesh makeCone(float radius, float height, int segments) {
    return makeCylinder(radius, 0.0f, height, segments, true);
}

Mesh makeDisc(float radius, int segments) {
    const std::array<vec2, 2> profile{vec2(radius, 0.0f), vec2(0.0f, 0.0f)};
    return makeLathe(profile, segments);
}

Mesh makeBox(const vec3& size, int rows) {
    rows = std::max(rows, 1);
    const vec3 half = size * 0.5f;
    Mesh mesh;
    // Each face: outward normal, and the two directions along it with right x up == normal.
    struct Face {
        vec3 normal, right, up;
        int rows;
    };
    const std::array<Face, 6> faces{
        Face{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, rows},   Face{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}, rows},
        Face{{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}, rows}, Face{{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}, rows},
        Face{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}, 1},     Face{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}, 1}};
    for (const Face& face : faces) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (int row = 0; row <= face.rows; ++row) {
            const float v = -1.0f + 2.0f * static_cast<float>(row) / static_cast<float>(face.rows);
            addVertex(mesh, half * (face.normal - face.right + face.up * v), face.normal);
            addVertex(mesh, half * (face.normal + face.right + face.up * v), face.normal);
        }
        for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(face.rows); ++row) {
            const std::uint32_t a = first + 2 * row;
            addTriangle(mesh, a, a + 1, a + 3);
            addTriangle(mesh, a, a + 3, a + 2);
        }
    }
    return mesh;
}

Mesh unweld(const Mesh& mesh) {
    Mesh out;
    out.positions.reserve(mesh.indices.size());
    for (const std::uint32_t v : mesh.indices) {
        out.indices.push_back(static_cast<std::uint32_t>(out.positions.size()));
        out.positions.push_back(mesh.positions[v]);
        if (!mesh.colors.empty()) out.colors.push_back(mesh.colors[v]);
        if (!mesh.joints.empty()) out.joints.push_back(mesh.joints[v]);
        if (!mesh.weights.empty()) out.weights.push_back(mesh.weights[v]);
    }
    out.normals.resize(out.positions.size());
    computeNormals(out.positions, out.indices, out.normals);
    return out;
}

} // namespace rigproof
