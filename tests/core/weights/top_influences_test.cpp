#include "core/weights/top_influences.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

struct Picked {
    std::vector<JointIndices> joints;
    std::vector<vec4> weights;
    Status status;
};

WeightTable tableOf(const std::vector<std::vector<float>>& rows) {
    WeightTable table;
    table.resize(rows.size(), rows.front().size() + 1);
    std::fill_n(table.data(), rows.size() * table.stride(), 0.0f);
    for (std::size_t v = 0; v < rows.size(); ++v)
        std::copy(rows[v].begin(), rows[v].end(), table.row(v).begin());
    return table;
}

Picked pick(const WeightTable& table, int kept) {
    Picked p{std::vector<JointIndices>(table.vertices()), std::vector<vec4>(table.vertices()), accepted()};
    p.status = topInfluences(table, kept, 0, table.vertices(), p.joints, p.weights);
    return p;
}

TEST(TopInfluencesTest, KeepsTheFourStrongestInDescendingOrderAndMakesThemSumToOne) {
    const Picked p = pick(tableOf({{0.1f, 0.3f, 0.05f, 0.25f, 0.2f, 0.1f}}), 4);
    EXPECT_EQ(p.joints[0], JointIndices(2, 4, 5, 1)); // of the two at 0.1 the lower
    EXPECT_NEAR(p.weights[0].x, 0.3f / 0.85f, 1e-6f);
    EXPECT_NEAR(p.weights[0].x + p.weights[0].y + p.weights[0].z + p.weights[0].w, 1.0f, 1e-6f);
}

TEST(TopInfluencesTest, FiveEqualInfluencesLoseTheFifthToTheOthers) {
    const Picked p = pick(tableOf({{0.2f, 0.2f, 0.2f, 0.2f, 0.2f}}), 4);
    EXPECT_EQ(p.joints[0], JointIndices(1, 2, 3, 4));
    EXPECT_EQ(p.weights[0], vec4(0.25f));
}

TEST(TopInfluencesTest, UnusedSlotsAreJointZeroWithWeightZero) {
    const Picked p = pick(tableOf({{0.0f, 0.5f, 0.0f}}), 4);
    EXPECT_EQ(p.joints[0], JointIndices(2, 0, 0, 0));
    EXPECT_EQ(p.weights[0], vec4(1, 0, 0, 0));
}

TEST(TopInfluencesTest, AVertexWithoutWeightsOrWithNonFiniteOnesIsNamed) {
    const float inf = std::numeric_limits<float>::infinity();
    for (const float bad : {0.0f, NAN, inf}) {
        for (const int kept : {3, 4}) {
            const Picked p = pick(tableOf({{1, 0}, {0, 1}, {1, 1}, {1, 1}, {1, 1}, {bad, 0}, {bad, bad}}), kept);
            EXPECT_EQ(p.status.index, 5u);
            EXPECT_EQ(p.weights[4], vec4(0.5f, 0.5f, 0, 0)); // the others stand
        }
    }
}

TEST(TopInfluencesTest, KeepingEightShowsTheGpusMissingShare) {
    const std::vector<float> eight(8, 0.125f);
    const Picked p = pick(tableOf({eight}), 8);
    EXPECT_FLOAT_EQ(p.weights[0].x + p.weights[0].y + p.weights[0].z + p.weights[0].w, 0.5f);
    EXPECT_EQ(pick(tableOf({eight}), 1).weights[0], vec4(1, 0, 0, 0));
    EXPECT_EQ(pick(tableOf({eight}), 2).weights[0], vec4(0.5f, 0.5f, 0, 0));
    EXPECT_FALSE(pick(tableOf({eight}), 9).status.ok());
    EXPECT_FALSE(pick(tableOf({eight}), 0).status.ok());
}

TEST(TopInfluencesTest, VectorRegistersGiveTheBitsOfThePlainVersion) {
    RandomStream random(9);
    for (const int columns : {1, 2, 3, 4, 5, 16, 17, 255, 300}) {
        std::vector<std::vector<float>> rows(131);
        for (auto& row : rows) {
            for (int c = 0; c < columns; ++c) {
                const float w = random.between(0, 1);
                row.push_back(std::floor(w * 8.0f) / 8.0f + (w > 0.7f ? w * 0.01f : 0.0f)); // many ties and zeros
            }
            row[0] += 0.01f;
        }
        const WeightTable table = tableOf(rows);
        const Picked fast = pick(table, 4);
        Picked plain{std::vector<JointIndices>(rows.size()), std::vector<vec4>(rows.size()), accepted()};
        ASSERT_TRUE(topInfluencesPlain(table, 4, 0, rows.size(), plain.joints, plain.weights).ok());
        EXPECT_TRUE(fast.status.ok());
        EXPECT_EQ(fast.joints, plain.joints) << columns;
        EXPECT_EQ(fast.weights, plain.weights) << columns;
    }
}

} // namespace
} // namespace rigproof
