#include "core/math/rotation.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/math/random.h"
#include "core/math/segment.h"

namespace rigproof {
namespace {

vec3 randomUnit(RandomStream& random) {
    for (;;) {
        const vec3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
        const float d = glm::dot(v, v);
        if (d > 0.01f && d < 1.0f) return v / std::sqrt(d);
    }
}

TEST(RotationTest, ShortestArcTakesOneDirectionToTheOther) {
    RandomStream random(3);
    for (int i = 0; i < 20'000; ++i) {
        const vec3 a = randomUnit(random);
        const vec3 b = randomUnit(random);
        EXPECT_LT(glm::length(shortestArc(a, b) * a - b), 2e-5f);
    }
}

TEST(RotationTest, ShortestArcOfOppositeVectorsTurnsHalfATurnAboutAFixedAxis) {
    for (const vec3 a : {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1), vec3(0.6f, 0.0f, -0.8f)}) {
        const quat q = shortestArc(a, -a);
        EXPECT_LT(glm::length(q * a + a), 1e-5f);
        EXPECT_EQ(q, shortestArc(a, -a));
    }
}

TEST(RotationTest, ShortestArcNearlyOppositeStaysFiniteAndRight) {
    for (int k = 1; k <= 40; ++k) {
        const float eps = std::pow(0.5f, static_cast<float>(k));
        const vec3 a(0, 1, 0);
        const vec3 b = glm::normalize(vec3(eps, -1, 0.3f * eps));
        const vec3 turned = shortestArc(a, b) * a;
        EXPECT_TRUE(isFinite(turned)) << k;
        EXPECT_LT(glm::length(turned - b), 2e-3f) << k;
    }
}

TEST(RotationTest, PerpendicularIsUnitAndPerpendicularForEveryScale) {
    RandomStream random(4);
    for (int i = 0; i < 5'000; ++i) {
        const float scale = std::pow(10.0f, random.between(-18, 18));
        const vec3 v = randomUnit(random) * scale;
        const vec3 p = anyPerpendicular(v);
        EXPECT_NEAR(glm::length(p), 1.0f, 1e-5f);
        EXPECT_NEAR(glm::dot(p, v) / scale, 0.0f, 1e-5f);
    }
}

TEST(RotationTest, SlerpGoesTheShortWayAtConstantSpeed) {
    const vec3 axis(0, 0, 1);
    const quat a = axisAngle(axis, 0.2f);
    const quat b = axisAngle(axis, 1.4f);
    const quat minusB(-b.w, -b.x, -b.y, -b.z);
    for (int i = 0; i <= 10; ++i) {
        const float t = static_cast<float>(i) / 10.0f;
        const quat want = axisAngle(axis, 0.2f + 1.2f * t);
        EXPECT_NEAR(std::fabs(glm::dot(slerp(a, b, t), want)), 1.0f, 1e-6f);
        EXPECT_NEAR(std::fabs(glm::dot(slerp(a, minusB, t), want)), 1.0f, 1e-6f);
    }
}

TEST(RotationTest, NormalisingAZeroOrNonFiniteQuaternionGivesTheIdentity) {
    EXPECT_EQ(normalizedOrIdentity(quat(0, 0, 0, 0)), quat(1, 0, 0, 0));
    EXPECT_EQ(normalizedOrIdentity(quat(NAN, 0, 0, 0)), quat(1, 0, 0, 0));
}

TEST(SegmentTest, MeasuresToTheSegmentNotToItsPointOrItsLine) {
    const vec3 a(0, 0, 0);
    const vec3 b(2, 0, 0);
    EXPECT_FLOAT_EQ(distanceToSegment({1, 3, 0}, a, b), 3.0f); // over the middle: the line's distance
    EXPECT_FLOAT_EQ(distanceToSegment({5, 4, 0}, a, b), 5.0f); // beyond the end: the point's distance
    EXPECT_FLOAT_EQ(distanceToSegment({-3, 4, 0}, a, b), 5.0f);
    EXPECT_FLOAT_EQ(distanceToSegment({3, 4, 0}, a, a), 5.0f); // a segment without length
}

} // namespace
} // namespace rigproof
