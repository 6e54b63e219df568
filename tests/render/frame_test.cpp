#include "render/frame.h"

#include <gtest/gtest.h>

TEST(FrameTest, StartsAsAnEmptyPictureOfAUsableSize) {
    const rigproof::Frame frame;
    EXPECT_GT(frame.width, 0);
    EXPECT_GT(frame.height, 0);
    EXPECT_TRUE(frame.draws.empty());
}
