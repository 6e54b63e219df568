#include "render/camera.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

using namespace rigproof;

namespace {

Frame bearFrame() {
    Frame frame;
    frame.width = 960;
    frame.height = 600;
    frame.camera = {.position = {0.9f, 1.45f, 5.6f}, .target = {0.0f, 1.08f, 0.0f}, .verticalFov = radians(30.0f)};
    return frame;
}

} // namespace

TEST(CameraTest, SeesItsTargetInTheMiddle) {
    const Frame frame = bearFrame();
    const std::optional<vec2> pixel = pixelOf(frame, frame.camera.target);
    ASSERT_TRUE(pixel);
    EXPECT_NEAR(pixel->x, 480.0f, 1e-3f);
    EXPECT_NEAR(pixel->y, 300.0f, 1e-3f);
}

TEST(CameraTest, SendsARayBackToThePlaceThatAPixelShows) {
    const Frame frame = bearFrame();
    for (const vec3& place : {vec3(-0.82f, 2.42f, 0.0f), vec3(0.82f, 0.1f, 0.7f), vec3(0.0f, 1.0f, -3.0f)}) {
        const Ray ray = rayThrough(frame, *pixelOf(frame, place));
        const vec3 way = place - ray.origin;
        EXPECT_LT(glm::length(way - ray.direction * glm::dot(way, ray.direction)), 1e-4f);
    }
}

TEST(CameraTest, SeesNothingBehindItself) {
    const Frame frame = bearFrame();
    EXPECT_FALSE(pixelOf(frame, {0.9f, 1.45f, 9.0f}));
    EXPECT_FALSE(pixelOf(frame, frame.camera.position));
}

TEST(CameraTest, HasOrthogonalAxesWhereverItLooks) {
    for (const vec3& target : {vec3(0, 0, 0), vec3(0, -5, 0), vec3(0, 9, 0), vec3(3, 4, 5)}) {
        const mat3 axes = cameraAxes({.position = {0, 4, 0}, .target = target});
        const mat3 shouldBeOne = glm::transpose(axes) * axes;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                EXPECT_NEAR(shouldBeOne[i][j], i == j ? 1.0f : 0.0f, 1e-5f);
        }
    }
}

TEST(CameraTest, KeepsTheHalfWidthInViewAtTheDistanceItNames) {
    Frame frame = bearFrame();
    frame.width = 390;
    frame.height = 844;
    const float distance = distanceToKeepHalfWidth(frame.camera, 390.0f / 844.0f, 2.3f);
    frame.camera.target = vec3(0.0f);
    frame.camera.position = {0.0f, 0.0f, distance};
    EXPECT_NEAR(pixelOf(frame, {2.3f, 0.0f, 0.0f})->x, 390.0f, 0.01f);
    EXPECT_NEAR(pixelOf(frame, {-2.3f, 0.0f, 0.0f})->x, 0.0f, 0.01f);
}
