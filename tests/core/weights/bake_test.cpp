#include "core/weights/bake.h"

#include <cmath>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

BakedWeights atOnce(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                    std::span<const BoneSegment> bones, const WeightParameters& parameters = {}, int threads = 1) {
    BakedWeights out;
    const Status status = bakeWeights(positions, indices, bones, parameters, threads, out);
    EXPECT_TRUE(status.ok()) << status.message();
    return out;
}

BakedWeights bearWeights(const WeightParameters& parameters = {}, int threads = 1) {
    const Bear& bear = test::smallBear();
    return atOnce(bear.body.positions, bear.body.indices, bear.bones, parameters, threads);
}

void expectSumsOfOne(const BakedWeights& baked, std::size_t bones) {
    for (std::size_t v = 0; v < baked.weights.size(); ++v) {
        const vec4& w = baked.weights[v];
        EXPECT_NEAR(w.x + w.y + w.z + w.w, 1.0f, 1e-6f) << v;
        EXPECT_TRUE(w.x >= w.y && w.y >= w.z && w.z >= w.w && w.w >= 0.0f) << v;
        for (int k = 0; k < 4; ++k) {
            EXPECT_LT(baked.joints[v][k], bones);
            EXPECT_TRUE(w[k] == 0.0f || baked.joints[v][k] != 0) << "the root weighs nothing";
        }
    }
}

TEST(WeightBakeTest, EveryVertexOfTheBearHasWeightsThatSumToOne) {
    for (const WeightMethod method : {WeightMethod::kNearest, WeightMethod::kDistance, WeightMethod::kBoneHeat}) {
        expectSumsOfOne(bearWeights({.method = method}), kBearJoints);
    }
}

TEST(WeightBakeTest, AnySlicesGiveTheBitsOfTheWholeBake) {
    const Bear& bear = test::smallBear();
    for (const WeightMethod method : {WeightMethod::kNearest, WeightMethod::kDistance}) {
        const WeightParameters parameters{.method = method};
        const BakedWeights whole = bearWeights(parameters);
        for (const std::size_t looks : {std::size_t{1}, std::size_t{2}, std::size_t{9}, std::size_t{1000}}) {
            WeightBake bake(bear.body.positions, bear.body.indices, bear.bones, parameters);
            float before = 0.0f;
            while (!bake.step(SliceBudget::looks(looks))) {
                EXPECT_GT(bake.progress(), before);
                before = bake.progress();
            }
            EXPECT_EQ(bake.progress(), 1.0f);
            EXPECT_EQ(bake.result(), whole) << looks;
        }
        WeightBake timed(bear.body.positions, bear.body.indices, bear.bones, parameters);
        while (!timed.step(SliceBudget::milliseconds(0.05))) {
        }
        EXPECT_EQ(timed.result(), whole);
    }
}

TEST(WeightBakeTest, ASliceOfOneLookDoesNoMoreThan128Items) {
    const Bear& bear = test::smallBear();
    WeightBake bake(bear.body.positions, bear.body.indices, bear.bones, {});
    bake.step(SliceBudget::looks(1));
    const std::size_t n = bear.body.vertexCount();
    // At least 12 passes over the vertices are to be done: 128 items are a small part of that.
    EXPECT_LE(bake.progress(), 128.0f / static_cast<float>(12 * n));
    EXPECT_GT(bake.progress(), 0.0f);
}

TEST(WeightBakeTest, AnyNumberOfThreadsGivesTheSameBits) {
    const BakedWeights one = bearWeights();
    for (const int threads : {2, 3, 7})
        EXPECT_EQ(bearWeights({}, threads), one) << threads;
}

TEST(WeightBakeTest, EveryVectorWidthGivesTheSameBits) {
    const BakedWeights best = bearWeights();
    for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        EXPECT_EQ(bearWeights(), best) << hwy::TargetName(left & -left);
        hwy::SetSupportedTargetsForTest(0);
    }
    EXPECT_EQ(bearWeights(), best);
}

TEST(WeightBakeTest, ACancelledBakeStartsOverAndComesToTheSameEnd) {
    const Bear& bear = test::smallBear();
    WeightBake bake(bear.body.positions, bear.body.indices, bear.bones, {});
    for (int i = 0; i < 50; ++i)
        bake.step(SliceBudget::looks(3));
    EXPECT_GT(bake.progress(), 0.0f);
    bake.cancel();
    EXPECT_EQ(bake.progress(), 0.0f);
    while (!bake.step(SliceBudget::looks(11))) {
    }
    EXPECT_EQ(bake.result(), bearWeights());
}

TEST(WeightBakeTest, BothSidesOfASeamGetTheSameWeightsToTheBit) {
    const test::Surface tube = test::tube(40, 16, 2.0f, 0.15f);
    const auto bones = test::row(4, 0.5f, 0.15f);
    const BakedWeights welded = atOnce(tube.positions, tube.indices, bones);
    // The same surface with every triangle's corners of their own: nothing but seams.
    std::vector<vec3> apart;
    std::vector<std::uint32_t> indices;
    for (const std::uint32_t i : tube.indices) {
        indices.push_back(static_cast<std::uint32_t>(apart.size()));
        apart.push_back(tube.positions[i]);
    }
    const BakedWeights seamed = atOnce(apart, indices, bones);
    for (std::size_t k = 0; k < tube.indices.size(); ++k) {
        EXPECT_EQ(seamed.joints[k], welded.joints[tube.indices[k]]);
        EXPECT_EQ(seamed.weights[k], welded.weights[tube.indices[k]]);
    }
}

TEST(WeightBakeTest, IsolatedVerticesIslandsAndDegenerateTrianglesAreWeighted) {
    test::Surface s = test::tube(12, 8, 1.0f, 0.1f);
    const test::Surface island = test::tube(3, 5, 0.2f, 0.05f);
    const auto base = static_cast<std::uint32_t>(s.positions.size());
    for (const vec3& p : island.positions)
        s.positions.push_back(p + vec3(0, 3, 0));
    for (const std::uint32_t i : island.indices)
        s.indices.push_back(base + i);
    s.positions.emplace_back(0.3f, 0.0f, -2.0f); // in no triangle
    s.indices.insert(s.indices.end(), {1u, 1u, 2u});
    const auto bones = test::row(2, 0.5f, 0.1f);
    for (const WeightMethod method : {WeightMethod::kNearest, WeightMethod::kDistance, WeightMethod::kBoneHeat}) {
        expectSumsOfOne(atOnce(s.positions, s.indices, bones, {.method = method}), bones.size());
    }
}

TEST(WeightBakeTest, AnyNumberOfBonesFromOneTo300Works) {
    const test::Surface tube = test::tube(12, 8, 1.0f, 0.1f);
    for (const int count : {1, 3, 255, 300}) {
        const auto bones = test::scattered(count, 31);
        const BakedWeights baked = atOnce(tube.positions, tube.indices, bones);
        expectSumsOfOne(baked, bones.size());
        EXPECT_EQ(baked.weights[5] == vec4(1, 0, 0, 0), count == 1);
        EXPECT_EQ(baked.weights[5].w == 0.0f, count <= 3);
    }
}

TEST(WeightBakeTest, BadInputsAreRefusedByNameAndPlace) {
    const test::Surface tube = test::tube(4, 5, 1.0f, 0.1f);
    const auto bones = test::row(2, 0.5f, 0.1f);
    BakedWeights out;
    const auto bake = [&](const std::vector<vec3>& p, const std::vector<std::uint32_t>& i,
                          const std::vector<BoneSegment>& b) {
        WeightBake sliced(p, i, b, {});
        EXPECT_TRUE(sliced.step(SliceBudget::looks(1))) << "refused at once";
        const Status status = bakeWeights(p, i, b, {}, 2, out);
        EXPECT_STREQ(status.rule, sliced.status().rule);
        EXPECT_EQ(status.index, sliced.status().index);
        return status;
    };
    auto positions = tube.positions;
    positions[3].y = NAN;
    EXPECT_EQ(bake(positions, tube.indices, bones).index, 3u);
    auto indices = tube.indices;
    indices[7] = 1'000'000;
    EXPECT_EQ(bake(tube.positions, indices, bones).index, 7u);
    EXPECT_EQ(bake(tube.positions, tube.indices, {}).want, 2u);
    EXPECT_EQ(bake(tube.positions, tube.indices, {BoneSegment{}}).got, 1u);
    auto broken = bones;
    broken[2].radius = -0.1f;
    EXPECT_EQ(bake(tube.positions, tube.indices, broken).index, 2u);
    broken[2] = {{0, 0, 0}, {INFINITY, 0, 0}, 0.1f};
    EXPECT_EQ(bake(tube.positions, tube.indices, broken).index, 2u);
    EXPECT_FALSE(bake({}, {}, bones).ok());
    EXPECT_TRUE(out.joints.empty()) << "nothing is written when the input is refused";
}

TEST(WeightBakeTest, AVertexTooFarForItsPowerIsNamedNotSilentlyZero) {
    std::vector<vec3> positions{{0, 0, 0}, {1e4f, 0, 0}};
    WeightParameters parameters;
    parameters.distance.power = 16.0f; // 1e4^-16 is no float
    BakedWeights out;
    EXPECT_EQ(bakeWeights(positions, {}, test::row(1, 1.0f, 0.1f), parameters, 1, out).index, 1u);
}

TEST(WeightBakeTest, WrongParametersAreNamed) {
    EXPECT_STREQ(validate(WeightParameters{.influences = 0}).rule, "influences must be 1..8");
    EXPECT_STREQ(validate(WeightParameters{.spaceRadius = -1.0f}).rule, "spaceRadius must be > 0 m");
}

} // namespace
} // namespace rigproof
