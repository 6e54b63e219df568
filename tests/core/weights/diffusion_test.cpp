#include "core/weights/diffusion.h"

#include <cstring>

#include <gtest/gtest.h>

#include "core/weights/distance.h"
#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

TEST(DiffusionTest, MixesAVertexWithTheMeanOfItsNeighbours) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {4, 4, 4}};
    Adjacency a;
    ASSERT_TRUE(buildSurfaceAdjacency(p, std::vector<std::uint32_t>{0, 1, 2}, a).ok());
    WeightTable from;
    WeightTable to;
    from.resize(4, 3);
    to.resize(4, 3);
    std::fill_n(from.data(), 4 * from.stride(), 0.0f);
    from.row(0)[0] = 1.0f;
    from.row(1)[1] = 1.0f;
    from.row(2)[1] = 1.0f;
    from.row(3)[0] = 0.7f;
    diffuse(a, 0.6f, 0, 4, from, to);
    EXPECT_FLOAT_EQ(to.at(0, 1), 0.4f);
    EXPECT_FLOAT_EQ(to.at(0, 2), 0.6f);
    EXPECT_FLOAT_EQ(to.at(1, 1), 0.3f);
    EXPECT_FLOAT_EQ(to.at(1, 2), 0.7f);
    EXPECT_EQ(to.at(3, 1), 0.7f); // without neighbours: as it was
}

TEST(DiffusionTest, VectorRegistersGiveTheBitsOfThePlainVersion) {
    const Mesh& body = test::smallBear().body;
    Adjacency a;
    ASSERT_TRUE(buildSurfaceAdjacency(body.positions, body.indices, a).ok());
    for (const int count : {3, 16, 40}) {
        const auto bones = test::scattered(count, 21);
        const std::size_t n = body.vertexCount();
        WeightTable from, fast, plain;
        for (WeightTable* t : {&from, &fast, &plain})
            t->resize(n, bones.size());
        distanceWeights(body.positions, BoneColumns(bones, {}), 0, n, from);
        diffuse(a, 0.6f, 0, n, from, fast);
        diffusePlain(a, 0.6f, 0, n, from, plain);
        EXPECT_EQ(0, std::memcmp(fast.data(), plain.data(), n * fast.stride() * sizeof(float))) << count;
    }
}

TEST(DiffusionTest, WrongParametersAreNamed) {
    EXPECT_STREQ(validate(DiffusionParameters{.passes = -1}).rule, "passes must be 0..1000");
    EXPECT_STREQ(validate(DiffusionParameters{.share = 1.5f}).rule, "share must be 0..1");
}

} // namespace
} // namespace rigproof
