#include "render/frame.h"

#include <gtest/gtest.h>

#include "tests/render/demo_frames.h"

using namespace rigproof;

TEST(FrameTest, StartsAsAnEmptyPictureOfAUsableSize) {
    const Frame frame;
    EXPECT_TRUE(validate(frame).ok());
    EXPECT_TRUE(frame.draws.empty());
}

TEST(FrameTest, NamesTheDrawWhoseMeshDoesNotExist) {
    Frame frame = demo::clay();
    frame.draws[2].mesh = 9;
    EXPECT_EQ(validate(frame).index, 2u);
}

TEST(FrameTest, RefusesASkinOnAMeshWithoutWeights) {
    Frame frame = demo::clay();
    frame.draws[1].skin = std::make_shared<std::vector<mat4>>(1, mat4(1.0f));
    EXPECT_EQ(validate(frame).index, 1u);
}

TEST(FrameTest, RefusesMoreLightsThanTheShaderHas) {
    Frame frame;
    frame.points.resize(kMaxPointLights + 1);
    EXPECT_EQ(validate(frame).got, kMaxPointLights + 1);
    EXPECT_EQ(validate(frame).want, kMaxPointLights);
}

TEST(FrameTest, RefusesACrowdWithoutOneTintAVertex) {
    Frame frame = demo::plaza(3);
    frame.crowds[0].tintOf = std::make_shared<std::vector<std::uint8_t>>(5, std::uint8_t{0});
    EXPECT_EQ(validate(frame).got, 5u);
}

TEST(FrameTest, RefusesAnOverlayImageWhoseBytesDoNotMatchItsSize) {
    Frame frame = demo::captions();
    frame.overlays.back().image.width = 3;
    EXPECT_FALSE(validate(frame).ok());
}

TEST(FrameTest, RefusesSizesThatAreNoPicture) {
    Frame frame;
    frame.width = 0;
    EXPECT_FALSE(validate(frame).ok());
    frame.width = 4;
    frame.supersample = 5;
    EXPECT_FALSE(validate(frame).ok());
}
