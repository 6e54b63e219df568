#include "core/animation/clip.h"

#include <limits>

#include <gtest/gtest.h>

#include "core/animation/sampling.h"
#include "core/math/rotation.h"

namespace rigproof {
namespace {

const quat kNone(1, 0, 0, 0);

AnimationClip turning() {
    AnimationClip clip{.name = "turn", .duration = 2.0f};
    clip.rotations.push_back(
        {.joint = 1, .times = {0.0f, 1.0f, 2.0f}, .values = {kNone, axisAngle({0, 1, 0}, 1.0f), kNone}});
    return clip;
}

std::string refusal(const AnimationClip& clip) {
    return validate(clip, 2).message(clip);
}

LocalPose sampled(const AnimationClip& clip, double time) {
    LocalPose pose;
    pose.joints.resize(2);
    SampleCursor cursor;
    sampleClip(clip, time, cursor, pose);
    return pose;
}

TEST(ClipTest, AcceptsAGoodClipAndOneWithoutTracks) {
    EXPECT_EQ(refusal(turning()), "ok");
    EXPECT_EQ(refusal({.name = "rest", .duration = 1.0f}), "ok");
}

TEST(ClipTest, RefusesLengthsThatAreNotPositive) {
    for (const float duration :
         {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        AnimationClip clip = turning();
        clip.duration = duration;
        EXPECT_EQ(refusal(clip), "clip \"turn\": a clip's duration must be finite and > 0");
    }
}

TEST(ClipTest, NamesTrackAndKeyOfUnsortedAndDuplicateKeys) {
    AnimationClip clip = turning();
    clip.translations.push_back({.joint = 0, .times = {0.0f}, .values = {vec3(0)}});
    clip.rotations[0].times = {0.0f, 1.5f, 1.0f};
    EXPECT_EQ(refusal(clip), "clip \"turn\": key times must rise (joint 1, track 1, key 2)");
    clip.rotations[0].times = {0.0f, 1.0f, 1.0f};
    EXPECT_EQ(refusal(clip), "clip \"turn\": two keys of a track stand at the same time (joint 1, track 1, key 2)");
    clip.rotations[0].times = {-1.0f, 1.0f, 2.0f};
    EXPECT_EQ(refusal(clip), "clip \"turn\": key times must be finite and >= 0 (joint 1, track 1, key 0)");
}

TEST(ClipTest, RefusesTracksWithoutKeysWithWrongCountsOrJoints) {
    AnimationClip clip = turning();
    clip.rotations[0].times.clear();
    clip.rotations[0].values.clear();
    EXPECT_EQ(refusal(clip), "clip \"turn\": a track needs at least one key (joint 1, track 0)");
    clip = turning();
    clip.rotations[0].interpolation = Interpolation::kCubic;
    EXPECT_EQ(refusal(clip), "clip \"turn\": a track needs one value a key (cubic: three) (joint 1, track 0)");
    clip = turning();
    clip.rotations[0].joint = 2;
    EXPECT_FALSE(validate(clip, 2).ok());
}

TEST(ClipTest, RefusesRotationsThatAreNotOfUnitLengthAndScalesOfZero) {
    AnimationClip clip = turning();
    clip.rotations[0].values[1] = quat(2, 0, 0, 0);
    EXPECT_EQ(refusal(clip), "clip \"turn\": rotation keys must be of unit length (joint 1, track 0, key 1)");
    clip = turning();
    clip.scales.push_back({.joint = 0, .times = {0.0f}, .values = {vec3(1, 0, 1)}});
    EXPECT_FALSE(validate(clip, 2).ok());
}

TEST(SamplingTest, OneKeyHoldsForEver) {
    AnimationClip clip{.name = "hold", .duration = 1.0f};
    clip.translations.push_back({.joint = 0, .times = {0.5f}, .values = {vec3(1, 2, 3)}});
    for (const double t : {-3.0, 0.0, 0.5, 0.99, 40.0})
        EXPECT_EQ(sampled(clip, t).joints[0].translation, vec3(1, 2, 3));
}

TEST(SamplingTest, SignFlippedNeighboursTurnTheShortWay) {
    for (const Interpolation how : {Interpolation::kLinear, Interpolation::kSpherical}) {
        AnimationClip clip = turning();
        clip.rotations[0].interpolation = how;
        AnimationClip flipped = clip;
        flipped.rotations[0].values[1] = -flipped.rotations[0].values[1];
        for (const double t : {0.25, 0.5, 1.3, 1.9}) {
            const quat a = sampled(clip, t).joints[1].rotation;
            const quat b = sampled(flipped, t).joints[1].rotation;
            EXPECT_NEAR(std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z), 1.0f, 1e-6f) << t;
            EXPECT_GT(a.w, 0.8f) << "the long way round";
        }
    }
}

TEST(SamplingTest, CubicFollowsItsTangents) {
    AnimationClip clip{.name = "cubic", .duration = 2.0f};
    // x(t) = t^3 on one span of 2 s: value and slope at both ends.
    clip.translations.push_back({.joint = 0,
                                 .interpolation = Interpolation::kCubic,
                                 .times = {0.0f, 2.0f},
                                 .values = {vec3(0), vec3(0), vec3(0), vec3(12, 0, 0), vec3(8, 0, 0), vec3(0)}});
    ASSERT_TRUE(validate(clip, 2).ok());
    for (const float t : {0.25f, 1.0f, 1.5f})
        EXPECT_NEAR(sampled(clip, static_cast<double>(t)).joints[0].translation.x, t * t * t, 1e-5f);
}

TEST(SamplingTest, StepHoldsTheKeyBefore) {
    AnimationClip clip = turning();
    clip.rotations[0].interpolation = Interpolation::kStep;
    EXPECT_EQ(sampled(clip, 0.999).joints[1].rotation, kNone);
    EXPECT_NE(sampled(clip, 1.0).joints[1].rotation, kNone);
}

TEST(SamplingTest, LoopsWrapAndOneShotsHoldTheirEnd) {
    AnimationClip clip{.name = "slide", .duration = 2.0f};
    clip.translations.push_back({.joint = 0, .times = {0.0f, 2.0f}, .values = {vec3(0), vec3(4, 0, 0)}});
    EXPECT_FLOAT_EQ(sampled(clip, 2.5).joints[0].translation.x, 1.0f);
    EXPECT_FLOAT_EQ(sampled(clip, -0.5).joints[0].translation.x, 3.0f);
    clip.end = EndPolicy::kClamp;
    EXPECT_FLOAT_EQ(sampled(clip, 2.5).joints[0].translation.x, 4.0f);
    EXPECT_FLOAT_EQ(sampled(clip, -0.5).joints[0].translation.x, 0.0f);
}

TEST(SamplingTest, ACursorChangesNoResult) {
    const AnimationClip clip = turning();
    SampleCursor kept;
    LocalPose pose;
    pose.joints.resize(2);
    for (const double t : {0.1, 1.7, 0.4, 1.0, 0.0, 1.99}) {
        sampleClip(clip, t, kept, pose);
        EXPECT_EQ(pose.joints[1].rotation, sampled(clip, t).joints[1].rotation) << t;
    }
}

} // namespace
} // namespace rigproof
