#include "core/mesh/primitives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace rigproof {
namespace {

double signedVolume(const Mesh& mesh) {
    double sum = 0.0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const vec3& a = mesh.positions[mesh.indices[i]];
        const vec3& b = mesh.positions[mesh.indices[i + 1]];
        const vec3& c = mesh.positions[mesh.indices[i + 2]];
        sum += static_cast<double>(glm::dot(a, glm::cross(b, c)));
    }
    return sum / 6.0;
}

/// Edges, by place, that are not met once in each direction: 0 when the surface is closed.
std::size_t openEdges(const Mesh& mesh) {
    const auto key = [&](std::uint32_t v) {
        const vec3 p = mesh.positions[v] * 8192.0f;
        return std::array<long, 3>{std::lround(p.x), std::lround(p.y), std::lround(p.z)};
    };
    std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> balance;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto a = key(mesh.indices[i + k]), b = key(mesh.indices[i + (k + 1) % 3]);
            a < b ? ++balance[{a, b}] : --balance[{b, a}];
        }
    }
    return static_cast<std::size_t>(
        std::count_if(balance.begin(), balance.end(), [](const auto& edge) { return edge.second != 0; }));
}

/// The smallest cosine between a triangle's normal and its vertices' normals.
float worstNormal(const Mesh& mesh) {
    float worst = 1.0f;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const vec3& a = mesh.positions[mesh.indices[i]];
        const vec3 face = glm::cross(mesh.positions[mesh.indices[i + 1]] - a, mesh.positions[mesh.indices[i + 2]] - a);
        EXPECT_GT(glm::length(face), 0.0f) << "empty triangle " << i / 3;
        for (std::size_t k = 0; k < 3; ++k)
            worst = std::min(worst, glm::dot(glm::normalize(face), mesh.normals[mesh.indices[i + k]]));
    }
    return worst;
}

std::vector<vec2> potProfile() {
    return {{0.0f, 0.0f},  {0.22f, 0.0f}, {0.3f, 0.3f},   {0.34f, 0.3f},
            {0.34f, 0.4f}, {0.3f, 0.4f},  {0.27f, 0.34f}, {0.0f, 0.34f}};
}

struct Closed {
    std::string name;
    Mesh mesh;
    double volume; ///< of the smooth solid
    float worst;   ///< least cosine expected between a face and its vertices' normals
};

std::vector<Closed> closedMeshes() {
    const double pi = 3.14159265358979;
    const std::array<vec3, 4> path{vec3(0, 0, 0), vec3(0, 1, 0), vec3(0, 2, 0), vec3(0, 3, 0)};
    const std::array<float, 4> radii{0.5f, 0.5f, 0.5f, 0.5f};
    return {{"sphere", makeSphere(1.5f, 64, 48), 4.0 / 3.0 * pi * 3.375, 0.99f},
            {"icosphere", makeIcosphere(1.5f, 4), 4.0 / 3.0 * pi * 3.375, 0.99f},
            {"torus", makeTorus(1.0f, 0.4f, 48, 96), 2.0 * pi * pi * 0.16, 0.99f},
            {"cylinder", makeCylinder(0.5f, 0.5f, 3.0f, 96), pi * 0.75, 0.99f},
            {"cut cone", makeCylinder(0.7f, 0.3f, 2.0f, 96), pi * 2.0 / 3.0 * (0.49 + 0.21 + 0.09), 0.99f},
            {"cone", makeCone(0.5f, 2.0f, 96), pi * 0.25 * 2.0 / 3.0, 0.99f},
            {"tube", makeTube(path, radii, 96), pi * 0.75, 0.99f},
            {"box", makeBox({1.0f, 2.0f, 3.0f}, 5), 6.0, 0.9999f}};
}

TEST(PrimitivesTest, ClosedMeshesEncloseTheRightVolumeFromOutside) {
    for (const Closed& c : closedMeshes()) {
        SCOPED_TRACE(c.name);
        EXPECT_TRUE(validate(c.mesh).ok()) << validate(c.mesh).message();
        EXPECT_NEAR(signedVolume(c.mesh), c.volume, 0.01 * c.volume);
        EXPECT_EQ(openEdges(c.mesh), 0u);
    }
}

TEST(PrimitivesTest, NormalsHaveUnitLengthAndAgreeWithTheFaces) {
    for (const Closed& c : closedMeshes()) {
        SCOPED_TRACE(c.name);
        ASSERT_EQ(c.mesh.normals.size(), c.mesh.vertexCount());
        for (const vec3& n : c.mesh.normals)
            ASSERT_NEAR(glm::length(n), 1.0f, 1e-5f);
        EXPECT_GT(worstNormal(c.mesh), c.worst);
    }
}

TEST(PrimitivesTest, CapsMeetTheWallInAHardEdge) {
    const Mesh mesh = makeCylinder(0.5f, 0.5f, 2.0f, 24);
    std::size_t up = 0, outward = 0;
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
        if (mesh.positions[i].y != 1.0f) continue;
        if (mesh.normals[i] == vec3(0, 1, 0)) ++up;
        if (mesh.normals[i].y == 0.0f) ++outward;
    }
    EXPECT_EQ(up, 25u); // the ring and the middle
    EXPECT_EQ(outward, 24u);
}

TEST(PrimitivesTest, LatheKeepsGentleBendsSmoothAndSharpOnesHard) {
    const std::array<vec2, 3> gentle{vec2(1.0f, 0.0f), vec2(1.1f, 1.0f), vec2(1.0f, 2.0f)};
    EXPECT_EQ(makeLathe(gentle, 16).vertexCount(), 3u * 16u);
    const std::array<vec2, 3> sharp{vec2(1.0f, 0.0f), vec2(2.0f, 1.0f), vec2(1.0f, 2.0f)};
    EXPECT_EQ(makeLathe(sharp, 16).vertexCount(), 4u * 16u);
    const Mesh pot = makeLathe(potProfile(), 48);
    EXPECT_GT(signedVolume(pot), 0.0);
    EXPECT_EQ(openEdges(pot), 0u);
    EXPECT_GT(worstNormal(pot), 0.9f);
}

TEST(PrimitivesTest, LatheStartsAtPlusZAndTurnsTowardsPlusX) {
    const std::array<vec2, 2> wall{vec2(2.0f, 0.0f), vec2(2.0f, 1.0f)};
    const Mesh mesh = makeLathe(wall, 4);
    EXPECT_EQ(mesh.positions[0], vec3(0, 0, 2));
    EXPECT_EQ(mesh.positions[1], vec3(2, 0, 0));
    EXPECT_EQ(mesh.normals[1], vec3(1, 0, 0));
}

TEST(PrimitivesTest, DiscFacesUp) {
    const Mesh mesh = makeDisc(2.0f, 32);
    for (const vec3& n : mesh.normals)
        EXPECT_EQ(n, vec3(0, 1, 0));
    EXPECT_GT(worstNormal(mesh), 0.9999f);
}

TEST(PrimitivesTest, BoxHasItsRowsOnTheWallsOnly) {
    const Mesh mesh = makeBox({1, 1, 1}, 6);
    EXPECT_EQ(mesh.vertexCount(), 4u * 7u * 2u + 8u);
    EXPECT_EQ(mesh.triangleCount(), 4u * 6u * 2u + 4u);
}

TEST(PrimitivesTest, TubeFollowsABentPathWithRoundSectionsAndNoTwist) {
    std::vector<vec3> path;
    std::vector<float> radii;
    for (int i = 0; i <= 40; ++i) {
        const float t = static_cast<float>(i) * 0.1f;
        path.emplace_back(std::sin(t), t, std::cos(t));
        radii.push_back(0.3f - 0.005f * static_cast<float>(i));
    }
    const Mesh mesh = makeTube(path, radii, 16);
    EXPECT_EQ(openEdges(mesh), 0u);
    EXPECT_GT(signedVolume(mesh), 0.0);
    EXPECT_GT(worstNormal(mesh), 0.9f);
    for (std::size_t i = 0; i < path.size(); ++i) {
        for (std::size_t k = 0; k < 16; ++k)
            ASSERT_NEAR(glm::length(mesh.positions[i * 16 + k] - path[i]), radii[i], 1e-5f);
    }
}

TEST(PrimitivesTest, TooFewPointsMakeAnEmptyMeshAndTooFewSegmentsAreRaised) {
    const std::array<vec3, 1> point{vec3(0)};
    const std::array<float, 1> radius{1.0f};
    EXPECT_EQ(makeTube(point, radius, 8).triangleCount(), 0u);
    EXPECT_EQ(makeLathe({}, 8).triangleCount(), 0u);
    EXPECT_EQ(openEdges(makeSphere(1.0f, 0, 0)), 0u);
    EXPECT_EQ(openEdges(makeBox({1, 1, 1}, -3)), 0u);
}

TEST(PrimitivesTest, UnweldGivesEachTriangleItsFaceNormalAndKeepsTheRest) {
    Mesh ball = makeIcosphere(1.0f, 1);
    paint(ball, {1, 0, 0});
    bindTo(ball, 3);
    const Mesh flat = unweld(ball);
    EXPECT_TRUE(validate(flat).ok());
    EXPECT_EQ(flat.vertexCount(), 3 * ball.triangleCount());
    EXPECT_EQ(flat.triangleCount(), ball.triangleCount());
    EXPECT_EQ(flat.joints.back().x, 3);
    EXPECT_EQ(flat.colors.back(), vec3(1, 0, 0));
    EXPECT_GT(worstNormal(flat), 0.9999f);
}

} // namespace
} // namespace rigproof
