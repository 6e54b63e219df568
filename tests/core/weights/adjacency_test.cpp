#include "core/weights/adjacency.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

std::vector<std::uint32_t> rowOf(const Adjacency& a, std::size_t v) {
    return {a.neighbours(v).begin(), a.neighbours(v).end()};
}

Adjacency surface(std::span<const vec3> positions, std::span<const std::uint32_t> indices) {
    Adjacency a;
    EXPECT_TRUE(buildSurfaceAdjacency(positions, indices, a).ok());
    return a;
}

using Row = std::vector<std::uint32_t>;

TEST(AdjacencyTest, NeighboursShareATriangleEdgeAndComeInTheOrderOfTheTriangles) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {9, 9, 9}};
    const std::vector<std::uint32_t> i{0, 1, 2, 0, 2, 3};
    const Adjacency a = surface(p, i);
    EXPECT_EQ(rowOf(a, 0), (Row{1, 2, 3}));
    EXPECT_EQ(rowOf(a, 1), (Row{0, 2}));
    EXPECT_EQ(rowOf(a, 2), (Row{1, 0, 3}));
    EXPECT_TRUE(rowOf(a, 4).empty()); // isolated
}

TEST(AdjacencyTest, SeamCopiesAreOneVertexAndShareOneRow) {
    // The square again, its diagonal a seam: 0 and 2 have copies 4 and 5; -0 is the same place as 0.
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-0.0f, 0, 0}, {1, 1, 0}};
    const std::vector<std::uint32_t> i{0, 1, 2, 4, 5, 3};
    const Adjacency a = surface(p, i);
    EXPECT_EQ(rowOf(a, 0), (Row{1, 2, 3}));
    EXPECT_EQ(rowOf(a, 4), rowOf(a, 0));
    EXPECT_EQ(rowOf(a, 5), rowOf(a, 2));
    EXPECT_EQ(rowOf(a, 3), (Row{2, 0})); // copies are named by their lowest
}

TEST(AdjacencyTest, DegenerateTrianglesMakeNobodyItsOwnNeighbour) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    const Adjacency a = surface(p, std::vector<std::uint32_t>{0, 0, 1, 0, 2, 1, 2, 2, 2});
    EXPECT_EQ(rowOf(a, 0), Row{1});
    EXPECT_EQ(rowOf(a, 1), Row{0});
    EXPECT_EQ(rowOf(a, 2), Row{1});
}

TEST(AdjacencyTest, AFanOfAHundredThousandTrianglesIsNoSlowerThanItsSize) {
    std::vector<vec3> p{{0, 0, 0}};
    std::vector<std::uint32_t> i;
    constexpr std::uint32_t kRim = 100'000;
    for (std::uint32_t k = 0; k < kRim; ++k) {
        p.emplace_back(1.0f + static_cast<float>(k), 1.0f, 0.0f);
        i.insert(i.end(), {0u, k + 1, k + 1 == kRim ? 1u : k + 2});
    }
    EXPECT_EQ(surface(p, i).neighbours(0).size(), kRim); // a quadratic search would not come back
}

TEST(AdjacencyTest, IsTheSameInAnySlices) {
    const Mesh& body = test::smallBear().body;
    const Adjacency whole = surface(body.positions, body.indices);
    for (const std::size_t items : {std::size_t{1}, std::size_t{7}, std::size_t{128}, std::size_t{99'999}}) {
        AdjacencyBuilder builder(body.positions, body.indices);
        std::size_t before = 0;
        while (!builder.advance(items)) {
            EXPECT_EQ(builder.workDone() - before, items);
            before = builder.workDone();
        }
        EXPECT_EQ(builder.workDone(), builder.workTotal());
        const Adjacency sliced = builder.take();
        EXPECT_EQ(sliced.offsets, whole.offsets);
        EXPECT_EQ(sliced.targets, whole.targets);
    }
}

TEST(AdjacencyTest, IndicesOutOfRangeAndCountsThatAreNoTrianglesAreNamed) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    Adjacency a;
    const Status outOfRange = buildSurfaceAdjacency(p, std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}, a);
    EXPECT_EQ(outOfRange.index, 5u);
    const Status notThrees = buildSurfaceAdjacency(p, std::vector<std::uint32_t>{0, 1}, a);
    EXPECT_EQ(notThrees.got, 2u);
    const std::vector<vec3> broken{{0, 0, 0}, {1, NAN, 0}};
    EXPECT_EQ(buildSurfaceAdjacency(broken, {}, a).index, 1u);
    const std::vector<vec3> farOff{{0, 0, 0}, {1, 0, 0}, {0, 2e9f, 0}};
    EXPECT_EQ(buildSurfaceAdjacency(farOff, {}, a).index, 2u);
    EXPECT_FALSE(buildSurfaceAdjacency({}, {}, a).ok());
}

TEST(AdjacencyTest, SpaceNeighboursAreThoseWithinTheRadiusWhateverTheSurface) {
    RandomStream random(6);
    std::vector<vec3> p;
    for (int k = 0; k < 400; ++k)
        p.emplace_back(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    constexpr float kRadius = 0.2f;
    Adjacency a;
    ASSERT_TRUE(buildSpaceAdjacency(p, kRadius, a).ok());
    for (std::size_t v = 0; v < p.size(); ++v) {
        Row got = rowOf(a, v);
        std::sort(got.begin(), got.end());
        Row want;
        for (std::uint32_t n = 0; n < p.size(); ++n) {
            const vec3 d = p[n] - p[v];
            if (n != v && glm::dot(d, d) <= kRadius * kRadius) want.push_back(n);
        }
        EXPECT_EQ(got, want);
    }
    EXPECT_FALSE(buildSpaceAdjacency(p, 0.0f, a).ok());
}

TEST(AdjacencyTest, PiecesAreCountedWithTheirSeamCopiesAndIsolatedVertices) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}, {7, 0, 0},
                              {8, 0, 0}, {7, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    const Adjacency a = surface(p, std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 7, 9, 8});
    EXPECT_EQ(surfacePieces(a), (Row{0, 0, 0, 1, 2, 2, 2, 0, 0, 0}));
}

} // namespace
} // namespace rigproof
