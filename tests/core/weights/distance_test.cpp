#include "core/weights/distance.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

std::vector<float> rowOf(const vec3& p, std::span<const BoneSegment> bones, const DistanceParameters& parameters) {
    WeightTable table;
    table.resize(1, bones.size());
    distanceWeights(std::span(&p, 1), BoneColumns(bones, parameters), 0, 1, table);
    return {table.row(0).begin(), table.row(0).begin() + static_cast<std::ptrdiff_t>(table.columns())};
}

TEST(DistanceTest, MeasuresToTheFleshAroundTheSegmentAndNeverLessThanTheContactDistance) {
    const BoneSegment bone{{0, 0, 0}, {2, 0, 0}, 0.2f};
    const DistanceParameters p;
    EXPECT_FLOAT_EQ(boneDistance({1, 1, 0}, bone, p), 1.0f - 0.17f + 0.025f);
    EXPECT_FLOAT_EQ(boneDistance({5, 4, 0}, bone, p), 5.0f - 0.17f + 0.025f);
    EXPECT_FLOAT_EQ(boneDistance({1, 0.1f, 0}, bone, p), 0.025f);
}

TEST(DistanceTest, WeightsFallOffWithTheFourthPower) {
    const std::vector<BoneSegment> bones{{}, {{0, 0, 0}, {0, 0, 0}, 0}, {{3, 0, 0}, {3, 0, 0}, 0}};
    DistanceParameters p;
    p.contactDistance = 1e-6f;
    const auto w = rowOf({1, 0, 0}, bones, p); // 1 m and 2 m away
    EXPECT_NEAR(w[0] / w[1], 16.0f, 1e-3f);
    EXPECT_NEAR(w[0] + w[1], 1.0f, 1e-6f);
}

TEST(DistanceTest, FirstAndSecondPowerLetFarBonesPull) {
    const auto bones = test::row(4, 0.5f, 0.1f);
    const auto ownShare = [&](float power) {
        DistanceParameters p;
        p.power = power;
        return rowOf({0.25f, 0.1f, 0}, bones, p)[0];
    };
    EXPECT_GT(ownShare(4.0f), 0.998f);
    EXPECT_LT(ownShare(2.0f), 0.99f);
    EXPECT_LT(ownShare(1.0f), 0.85f);
    EXPECT_GT(ownShare(4.5f), ownShare(4.0f));
}

TEST(DistanceTest, PointLineAndFleshlessDistancesGiveOtherWeightsThanTheSegment) {
    const auto bones = test::row(2, 1.0f, 0.2f);
    const vec3 nearTheEndOfTheFirst(0.9f, 0.2f, 0.0f);
    DistanceParameters p;
    const float segment = rowOf(nearTheEndOfTheFirst, bones, p)[0];
    EXPECT_GT(segment, 0.5f);
    p.shape = BoneShape::kPoint;
    EXPECT_LT(rowOf(nearTheEndOfTheFirst, bones, p)[0], 0.01f); // the second's head is nearer than the first's
    p.shape = BoneShape::kLine;
    EXPECT_FLOAT_EQ(rowOf(nearTheEndOfTheFirst, bones, p)[0], 0.5f); // both lie on one line
    p = {};
    p.radiusShare = 0.0f;
    EXPECT_LT(rowOf(nearTheEndOfTheFirst, bones, p)[0], segment - 0.05f);
}

TEST(DistanceTest, VectorRegistersGiveTheBitsOfThePlainVersionForAnyNumberOfBones) {
    RandomStream random(5);
    std::vector<vec3> positions;
    for (int i = 0; i < 333; ++i)
        positions.emplace_back(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    for (const int count : {1, 3, 15, 16, 17, 64, 255, 300}) {
        for (const float power : {1.0f, 2.0f, 4.0f, 3.5f}) {
            for (const BoneShape shape : {BoneShape::kSegment, BoneShape::kPoint, BoneShape::kLine}) {
                const auto bones = test::scattered(count, static_cast<std::uint32_t>(count));
                DistanceParameters p;
                p.power = power;
                p.shape = shape;
                const BoneColumns columns(bones, p);
                WeightTable fast;
                WeightTable plain;
                fast.resize(positions.size(), bones.size());
                plain.resize(positions.size(), bones.size());
                distanceWeights(positions, columns, 0, positions.size(), fast);
                distanceWeightsPlain(positions, columns, 0, positions.size(), plain);
                EXPECT_EQ(0, std::memcmp(fast.data(), plain.data(), positions.size() * fast.stride() * sizeof(float)))
                    << count << " bones, power " << power;
            }
        }
    }
}

TEST(DistanceTest, TheColumnsMeasureWhatBoneDistanceSays) {
    const auto bones = test::scattered(9, 8);
    const DistanceParameters p;
    const vec3 at(0.2f, -0.1f, 0.3f);
    const auto w = rowOf(at, bones, p);
    double sum = 0.0;
    for (std::size_t b = 1; b < bones.size(); ++b)
        sum += std::pow(static_cast<double>(boneDistance(at, bones[b], p)), -4.0);
    for (std::size_t b = 1; b < bones.size(); ++b)
        EXPECT_NEAR(w[b - 1], std::pow(static_cast<double>(boneDistance(at, bones[b], p)), -4.0) / sum, 1e-6);
}

TEST(DistanceTest, NearestTakesTheLowerOfTwoBonesAtTheSameDistance) {
    const std::vector<BoneSegment> bones{{}, {{1, 0, 0}, {1, 1, 0}, 0.1f}, {{-1, 0, 0}, {-1, 1, 0}, 0.1f}};
    const std::vector<vec3> positions{{0, 0.5f, 0}, {-0.1f, 0.5f, 0}};
    std::vector<JointIndices> joints(2);
    std::vector<vec4> weights(2);
    nearestBone(positions, bones, {}, 0, 2, joints, weights);
    EXPECT_EQ(joints[0], JointIndices(1, 0, 0, 0));
    EXPECT_EQ(joints[1], JointIndices(2, 0, 0, 0));
    EXPECT_EQ(weights[0], vec4(1, 0, 0, 0));
}

TEST(DistanceTest, ZeroLengthAndZeroRadiusBonesArePointsAndNotErrors) {
    const std::vector<BoneSegment> bones{{}, {{1, 0, 0}, {1, 0, 0}, 0}, {{-1, 0, 0}, {-1, 0, 0}, 0}};
    EXPECT_TRUE(validateBones(bones).ok());
    const auto w = rowOf({1, 0, 0}, bones, {}); // on the bone itself
    EXPECT_GT(w[0], 0.9999f);
}

TEST(DistanceTest, WrongParametersAreNamed) {
    DistanceParameters p;
    p.power = 0.0f;
    EXPECT_STREQ(validate(p).rule, "power must be 0.5..16");
    p = {};
    p.contactDistance = 0.0f;
    EXPECT_STREQ(validate(p).rule, "contactDistance must be > 0 m");
    p = {};
    p.radiusShare = NAN;
    EXPECT_STREQ(validate(p).rule, "radiusShare must be 0..1");
}

} // namespace
} // namespace rigproof
