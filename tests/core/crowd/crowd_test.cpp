#include "core/crowd/crowd.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include "core/characters/block_person.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

constexpr float kStep = 1.0f / 60.0f;

std::array<ClipMotion, 3> motions() {
    const PersonClips clips = makePersonClips();
    std::array<ClipMotion, 3> m{};
    for (std::size_t c = 0; c < 3; ++c)
        m[c] = {clips.clips[c].duration, clips.strides[c]};
    return m;
}

People people(const PeopleOptions& options) {
    People p;
    EXPECT_TRUE(makePeople(options, motions(), p).ok());
    return p;
}

Crowd started(std::size_t count) {
    Crowd crowd;
    startCrowd(people({.count = count}), crowd);
    return crowd;
}

bool sameBits(const Crowd& a, const Crowd& b) {
    const auto same = [](const auto& x, const auto& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
    };
    return same(a.x, b.x) && same(a.z, b.z) && same(a.heading, b.heading) && same(a.wobble, b.wobble) &&
           same(a.transforms, b.transforms);
}

TEST(PeopleTest, SharesHoldAndNobodyStartsInTheFountainOrOutside) {
    const People p = people({.count = 20000});
    std::size_t counts[3] = {};
    for (std::size_t i = 0; i < p.count(); ++i) {
        ++counts[p.clip[i]];
        const float r = std::sqrt(p.x[i] * p.x[i] + p.z[i] * p.z[i]);
        EXPECT_GE(r, 4.399f);
        EXPECT_LE(r, plazaRadius(20000) + 1e-3f);
    }
    EXPECT_NEAR(static_cast<double>(counts[kRun]) / 20000.0, 0.20, 0.01);
    EXPECT_NEAR(static_cast<double>(counts[kWave]) / 20000.0, 0.15, 0.01);
}

TEST(PeopleTest, SharesOverOneTogetherAreDividedByTheirSum) {
    const People p = people({.count = 10000, .runShare = 1.0f, .waveShare = 1.0f});
    std::size_t runs = 0;
    for (const std::uint8_t clip : p.clip) {
        EXPECT_NE(clip, kWalk);
        runs += clip == kRun ? 1u : 0u;
    }
    EXPECT_NEAR(static_cast<double>(runs), 5000.0, 150.0);
}

TEST(PeopleTest, OnePersonsDrawsDoNotDependOnHowManyThereAre) {
    const People few = people({.count = 10});
    const People many = people({.count = 1000});
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(few.phase[i], many.phase[i]);
        EXPECT_EQ(few.tints[i], many.tints[i]);
        EXPECT_EQ(few.scale[i], many.scale[i]);
    }
    EXPECT_NE(people({.count = 10, .seed = 8}).phase[0], few.phase[0]);
}

TEST(PeopleTest, ColoursAreWithinRange) {
    for (const auto& tints : people({.count = 2000}).tints) {
        for (const vec3& c : tints) {
            for (int k = 0; k < 3; ++k)
                EXPECT_TRUE(c[k] >= 0.0f && c[k] <= 1.0f);
        }
    }
}

TEST(PeopleTest, OutOfStepUnlessAskedFor) {
    EXPECT_GT(distinctPhases(people({.count = 1000})), 990u);
    EXPECT_EQ(distinctPhases(people({.count = 1000, .allInStep = true})), 1u);
    EXPECT_EQ(distinctPhases(people({.count = 0})), 0u);
}

TEST(PeopleTest, RefusesSharesOutOfRangeTooManyPeopleAndClipsWithoutStride) {
    People p;
    EXPECT_FALSE(makePeople({.runShare = -0.1f}, motions(), p).ok());
    EXPECT_FALSE(makePeople({.waveShare = std::nanf("")}, motions(), p).ok());
    EXPECT_FALSE(makePeople({.count = kMaxPeople + 1}, motions(), p).ok());
    std::array<ClipMotion, 3> still = motions();
    still[kRun].stride = 0.0f;
    EXPECT_EQ(makePeople({}, still, p).index, std::size_t{kRun});
}

TEST(CrowdTest, VectorsOfEveryWidthAndAnyNumberOfThreadsGiveThePlainStepsBits) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{17}, std::size_t{3000}}) {
        Crowd plain = started(count);
        for (int i = 0; i < 300; ++i)
            ASSERT_TRUE(stepPlain(plain, kStep).ok());
        const std::int64_t all = hwy::SupportedTargets();
        for (std::int64_t left = all; left != 0; left &= left - 1) {
            hwy::SetSupportedTargetsForTest(left & -left);
            for (const int threads : {1, 2, 3}) {
                Crowd crowd = started(count);
                for (int i = 0; i < 300; ++i)
                    ASSERT_TRUE(step(crowd, kStep, threads).ok());
                EXPECT_TRUE(sameBits(crowd, plain)) << count << " people, target " << (left & -left) << ", " << threads;
            }
        }
        hwy::SetSupportedTargetsForTest(0);
    }
}

TEST(CrowdTest, PeopleStayOnThePlazaAndOutOfTheFountain) {
    Crowd crowd = started(1000);
    for (int i = 0; i < 60 * 120; ++i)
        ASSERT_TRUE(step(crowd, kStep).ok());
    for (std::size_t i = 0; i < crowd.count; ++i) {
        const float r = std::sqrt(crowd.x[i] * crowd.x[i] + crowd.z[i] * crowd.z[i]);
        EXPECT_LT(r, crowd.radius + 4.5f) << i; // a runner's turning circle
        EXPECT_GT(r, 1.5f) << i;
        EXPECT_LE(std::fabs(crowd.heading[i]), 3.1415930f);
    }
}

TEST(CrowdTest, TurnsTowardsTheMiddleAsFastAsAllowedAndNoFaster) {
    Crowd crowd = started(1);
    crowd.x[0] = crowd.radius + 5.0f;
    crowd.z[0] = 0.0f;
    crowd.heading[0] = 0.3f; // the middle lies at -pi/2
    crowd.speed[0] = 1.0f;
    crowd.wobble[0] = -crowd.wobbleFrequency[0] * 0.1f; // the wobble passes 0 in this step
    ASSERT_TRUE(stepPlain(crowd, 0.1f).ok());
    EXPECT_NEAR(crowd.heading[0], 0.3f - 0.14f, 1e-5f);
}

TEST(CrowdTest, StandingPeopleStayWhereTheyAre) {
    const People p = people({.count = 500, .runShare = 0.0f, .waveShare = 1.0f});
    Crowd crowd;
    startCrowd(p, crowd);
    for (int i = 0; i < 100; ++i)
        ASSERT_TRUE(step(crowd, kStep).ok());
    for (std::size_t i = 0; i < crowd.count; ++i) {
        EXPECT_EQ(crowd.x[i], p.x[i]);
        EXPECT_EQ(crowd.heading[i], p.heading[i]);
    }
}

TEST(CrowdTest, AnEmptyPlazaStepsAndBadStepsAreRefused) {
    Crowd crowd = started(0);
    EXPECT_TRUE(step(crowd, kStep).ok());
    EXPECT_TRUE(crowd.people().empty());
    for (const float seconds : {-0.01f, 0.2f, std::nanf("")}) {
        EXPECT_FALSE(step(crowd, seconds).ok());
        EXPECT_FALSE(stepPlain(crowd, seconds).ok());
    }
}

TEST(CrowdTest, TheStepsSineKeepsItsStatedError) {
    for (int i = -100000; i <= 100000; ++i) {
        const float angle = static_cast<float>(i) * (kPi / 100000.0f);
        const double exact = static_cast<double>(angle);
        ASSERT_NEAR(static_cast<double>(crowdSine(angle)), det::sin(exact), 1.2e-7);
        ASSERT_NEAR(static_cast<double>(crowdCosine(angle)), det::cos(exact), 1.2e-7);
    }
}

} // namespace
} // namespace rigproof
