#include "core/crowd/animation_texture.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "core/characters/block_person.h"

namespace rigproof {
namespace {

BakedAnimation bakedPerson() {
    BakedAnimation baked;
    EXPECT_TRUE(bakeClips(makeBlockPerson().skeleton, makePersonClips().clips, {}, baked).ok());
    return baked;
}

/// Every matrix is a translation that tells where it belongs.
BakedAnimation numbered(std::size_t joints, std::size_t rows) {
    BakedAnimation baked;
    baked.joints = joints;
    baked.rows = rows;
    for (std::size_t i = 0; i < joints * rows; ++i) {
        AffineMatrix m(1.0f);
        m[3] = vec3(static_cast<float>(i % joints), static_cast<float>(i / joints), 0.5f);
        baked.matrices.push_back(m);
    }
    baked.clips.push_back({0, static_cast<std::int32_t>(rows), 1.0f, true});
    return baked;
}

TEST(AnimationTextureTest, TheReferenceEncodingHasTheReferencesSizeAndColumns) {
    const BakedAnimation baked = bakedPerson();
    AnimationTexture texture;
    ASSERT_TRUE(encode(baked, {}, texture).ok());
    EXPECT_EQ(texture.width, 44);
    EXPECT_EQ(texture.height, 84);
    EXPECT_EQ(texture.bytes(), 59136u);
    float fourthColumn[4];
    std::memcpy(fourthColumn, texture.texels.data() + (50 * 44 + 4 * 4 + 3) * 16, 16);
    EXPECT_EQ(vec3(fourthColumn[0], fourthColumn[1], fourthColumn[2]), baked.row(50)[4][3]);
    EXPECT_EQ(fourthColumn[3], 1.0f);
}

TEST(AnimationTextureTest, EachEncodingStaysWithinItsErrorAndSize) {
    struct Expectation {
        Encoding encoding;
        double worst; // metres
        std::size_t bytes;
    };
    const BakedAnimation baked = bakedPerson();
    const Mesh mesh = makeBlockPerson().mesh;
    for (const Expectation& e : {Expectation{Encoding::kMatrix4x4Float, 0.0, 59136},
                                 {Encoding::kMatrix3x4Float, 0.0, 44352},
                                 {Encoding::kMatrix3x4Half, 0.001, 22176},
                                 {Encoding::kDualQuaternionFloat, 2e-6, 29568},
                                 {Encoding::kDualQuaternionHalf, 0.0015, 14784}}) {
        AnimationTexture texture;
        ASSERT_TRUE(encode(baked, {.encoding = e.encoding}, texture).ok()) << nameOf(e.encoding);
        EXPECT_EQ(texture.bytes(), e.bytes) << nameOf(e.encoding);
        EXPECT_LE(worstVertexError(baked, texture, mesh), e.worst) << nameOf(e.encoding);
    }
}

TEST(AnimationTextureTest, FoldsExactlyToTheLastTexelWhenOneOverTheLimit) {
    struct Shape {
        std::size_t joints, rows;
    };
    // 257 columns of texels and one more (65 joints of 4), a limit of rows and one more, and both.
    for (const Shape& shape : {Shape{65, 3}, {64, 3}, {2, 257}, {2, 256}, {65, 200}, {1, 513}}) {
        for (const Encoding encoding : kAllEncodings) {
            const BakedAnimation baked = numbered(shape.joints, shape.rows);
            AnimationTexture texture;
            ASSERT_TRUE(encode(baked, {encoding, 256}, texture).ok());
            EXPECT_LE(texture.width, 256);
            EXPECT_LE(texture.height, 256);
            BakedAnimation back;
            decode(texture, back);
            for (std::size_t i = 0; i < baked.matrices.size(); ++i)
                ASSERT_EQ(back.matrices[i], baked.matrices[i]) << nameOf(encoding) << " " << i;
        }
    }
}

TEST(AnimationTextureTest, IsNotFoldedAtTheLimitItself) {
    AnimationTexture texture;
    ASSERT_TRUE(encode(numbered(64, 256), {.maxTextureSize = 256}, texture).ok());
    EXPECT_FALSE(texture.folded());
    ASSERT_TRUE(encode(numbered(65, 2), {.maxTextureSize = 256}, texture).ok());
    EXPECT_TRUE(texture.folded());
}

TEST(AnimationTextureTest, RefusesMoreBonesThanFitAndNamesBothCounts) {
    AnimationTexture texture;
    const Status status = encode(numbered(17, 1), {.maxTextureSize = 8}, texture);
    EXPECT_EQ(status.got, 68u);
    EXPECT_EQ(status.want, 64u);
    EXPECT_FALSE(encode(numbered(1, 1), {.maxTextureSize = 3}, texture).ok());
    EXPECT_FALSE(encode(BakedAnimation{}, {}, texture).ok());
}

TEST(AnimationTextureTest, RefusesScaleShearAndMirrorAsDualQuaternions) {
    AnimationTexture texture;
    BakedAnimation baked = numbered(3, 2);
    baked.matrices[4][1] = vec3(0, 1.1f, 0);
    EXPECT_EQ(encode(baked, {.encoding = Encoding::kDualQuaternionFloat}, texture).index, 4u);
    baked.matrices[4][1] = vec3(0, -1.0f, 0);
    EXPECT_EQ(encode(baked, {.encoding = Encoding::kDualQuaternionHalf}, texture).index, 4u);
    EXPECT_TRUE(encode(baked, {.encoding = Encoding::kMatrix3x4Float}, texture).ok());
}

TEST(HalfTest, EveryHalfComesBackAndRoundingGoesToTheNearestEven) {
    for (std::uint32_t h = 0; h < 0x10000u; ++h) {
        const auto half = static_cast<std::uint16_t>(h);
        if ((h & 0x7c00u) == 0x7c00u && (h & 0x3ffu) != 0) continue; // NaN
        EXPECT_EQ(toHalf(fromHalf(half)), half);
    }
    EXPECT_EQ(toHalf(1.0f + 1.0f / 2048.0f), 0x3c00); // half way: to the even one
    EXPECT_EQ(toHalf(1.0f + 3.0f / 2048.0f), 0x3c02);
    EXPECT_EQ(toHalf(65519.9f), 0x7bff);
    EXPECT_EQ(toHalf(65520.0f), 0x7c00);
    EXPECT_EQ(toHalf(-1e-9f), 0x8000);
    EXPECT_TRUE(std::isnan(fromHalf(toHalf(std::nanf("")))));
}

} // namespace
} // namespace rigproof
