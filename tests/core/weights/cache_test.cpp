#include "core/weights/cache.h"

#include <gtest/gtest.h>

#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

struct Case {
    test::Surface tube = test::tube(12, 8, 1.0f, 0.1f);
    std::vector<BoneSegment> bones = test::row(2, 0.5f, 0.1f);
    WeightParameters parameters;
    WeightKey key() const { return weightKey(tube.positions, tube.indices, bones, parameters); }
    BakedWeights bake() const {
        BakedWeights w;
        EXPECT_TRUE(bakeWeights(tube.positions, tube.indices, bones, parameters, 1, w).ok());
        return w;
    }
};

TEST(WeightCacheTest, TheKeyFollowsEverythingThatTheWeightsDependOn) {
    const Case original;
    EXPECT_EQ(original.key(), Case{}.key());
    const auto differs = [&](auto change) {
        Case other;
        change(other);
        EXPECT_NE(other.key(), original.key());
    };
    differs([](Case& c) { c.tube.positions[5].z += 1e-6f; });
    differs([](Case& c) { std::swap(c.tube.indices[0], c.tube.indices[1]); });
    differs([](Case& c) { c.tube.positions.emplace_back(0.0f); });
    differs([](Case& c) { c.bones[1].tail.x += 1e-6f; });
    differs([](Case& c) { c.bones[2].radius = 0.11f; });
    differs([](Case& c) { c.parameters.method = WeightMethod::kBoneHeat; });
    differs([](Case& c) { c.parameters.distance.power = 2.0f; });
    differs([](Case& c) { c.parameters.distance.radiusShare = 0.0f; });
    differs([](Case& c) { c.parameters.distance.contactDistance = 0.03f; });
    differs([](Case& c) { c.parameters.distance.shape = BoneShape::kLine; });
    differs([](Case& c) { c.parameters.diffusion.passes = 11; });
    differs([](Case& c) { c.parameters.diffusion.share = 0.5f; });
    differs([](Case& c) { c.parameters.neighbours = Neighbours::kSpace; });
    differs([](Case& c) { c.parameters.spaceRadius = 0.1f; });
    differs([](Case& c) { c.parameters.influences = 2; });
}

TEST(WeightCacheTest, TheKeyIsTheSameOnEveryMachine) {
    const std::vector<vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<std::uint32_t> i{0, 1, 2};
    EXPECT_EQ(weightKey(p, i, test::row(1, 1.0f, 0.5f), {}).hex(), "42780edb3eabab3aed50572891dfbf79");
}

TEST(WeightCacheTest, ABakeIsSharedByAllThatAskForIt) {
    const Case c;
    WeightCache cache;
    EXPECT_EQ(cache.find(c.key()), nullptr);
    const auto first = cache.keep(c.key(), c.bake());
    EXPECT_EQ(cache.find(c.key()), first);
    EXPECT_EQ(cache.keep(c.key(), c.bake()), first) << "the first one kept is the one that all share";
    EXPECT_EQ(cache.size(), 1u);
}

TEST(WeightCacheTest, WhatIsWrittenIsReadBackToTheBit) {
    const Case c;
    BakedWeights w = c.bake();
    w.fallbackPieces = {3, 70};
    BakedWeights read;
    const Status status =
        deserializeWeights(serializeWeights(c.key(), w), c.key(), w.joints.size(), c.bones.size(), read);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(read, w);
}

TEST(WeightCacheTest, DamagedForeignAndCutFilesAreRefusedAndLeaveTheOutputAlone) {
    const Case c;
    const BakedWeights w = c.bake();
    const std::string good = serializeWeights(c.key(), w);
    BakedWeights out;
    const auto read = [&](const std::string& bytes) {
        return deserializeWeights(bytes, c.key(), w.joints.size(), c.bones.size(), out);
    };
    for (std::size_t at = 0; at < good.size(); at += 13) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 0x20);
        EXPECT_FALSE(read(bad).ok()) << at;
    }
    for (std::size_t length = 0; length < good.size(); length += 29)
        EXPECT_FALSE(read(good.substr(0, length)).ok()) << length;
    EXPECT_FALSE(read(good + "x").ok());
    EXPECT_STREQ(read("PNG").rule, "not a file of baked weights");
    std::string newer = good;
    newer[4] = 2;
    EXPECT_EQ(read(newer).got, 2u);
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] + 1);
    EXPECT_STREQ(read(damaged).rule, "baked weights are damaged: the checksum differs");
    WeightKey foreign = c.key();
    foreign.low ^= 1;
    EXPECT_STREQ(read(serializeWeights(foreign, w)).rule, "baked weights of another mesh, skeleton or setting");
    EXPECT_EQ(deserializeWeights(good, c.key(), w.joints.size(), 2, out).rule,
              std::string("baked weights name a bone that does not exist"));
    EXPECT_TRUE(out.joints.empty());
}

} // namespace
} // namespace rigproof
