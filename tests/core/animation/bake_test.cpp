#include "core/animation/bake.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/animation/sampling.h"
#include "core/characters/block_person.h"

namespace rigproof {
namespace {

Skeleton oneJoint() {
    Skeleton s;
    s.names = {"root"};
    s.parents = {kNoParent};
    s.rest.joints.resize(1);
    bindAtRest(s);
    return s;
}

AnimationClip sliding(float duration, EndPolicy end) {
    AnimationClip clip{.name = "slide", .duration = duration, .end = end};
    clip.translations.push_back({.joint = 0, .times = {0.0f, duration}, .values = {vec3(0), vec3(1, 0, 0)}});
    return clip;
}

TEST(BakeTest, IsSkinningMatricesOfTheSampledPoses) {
    const BlockPerson person = makeBlockPerson();
    const PersonClips clips = makePersonClips();
    BakedAnimation baked;
    ASSERT_TRUE(bakeClips(person.skeleton, clips.clips, {}, baked).ok());
    ASSERT_EQ(baked.rows, 84u);
    ASSERT_EQ(baked.joints, 11u);
    EXPECT_EQ(baked.clips[kRun].firstRow, 30);
    EXPECT_EQ(baked.clips[kWave].firstRow, 48);
    EXPECT_EQ(baked.clips[kWave].frames, 36);
    for (std::size_t c = 0; c < 3; ++c) {
        for (const std::int32_t f : {0, 7, baked.clips[c].frames - 1}) {
            LocalPose pose = person.skeleton.rest;
            SampleCursor cursor;
            const double time =
                static_cast<double>(f) / baked.clips[c].frames * static_cast<double>(clips.clips[c].duration);
            sampleClip(clips.clips[c], time, cursor, pose);
            ModelPose model;
            SkinningMatrices expected;
            localToModel(person.skeleton.parents, pose, model);
            modelToSkinning(model, person.skeleton.inverseBind, expected);
            const auto row = baked.row(static_cast<std::size_t>(baked.clips[c].firstRow + f));
            for (std::size_t j = 0; j < baked.joints; ++j) {
                for (int column = 0; column < 4; ++column) {
                    const vec3 apart = row[j][column] - vec3(expected.joints[j][column]);
                    EXPECT_LT(glm::dot(apart, apart), 1e-12f) << "clip " << c << " frame " << f << " joint " << j;
                }
            }
        }
    }
}

TEST(BakeTest, BakesAClipShorterThanAFrameAsOneFrame) {
    const AnimationClip clips[] = {sliding(1.0f / 200.0f, EndPolicy::kLoop)};
    BakedAnimation baked;
    ASSERT_TRUE(bakeClips(oneJoint(), clips, {}, baked).ok());
    EXPECT_EQ(baked.rows, 1u);
    const RowBlend rows = rowsAt(baked.clips[0], 12.3, 1.0, 0.4);
    EXPECT_EQ(rows.before, 0);
    EXPECT_EQ(rows.after, 0);
}

TEST(BakeTest, ALoopLeavesItsEndOutAndAOneShotReachesIt) {
    BakedAnimation baked;
    const AnimationClip loop[] = {sliding(1.0f, EndPolicy::kLoop)};
    ASSERT_TRUE(bakeClips(oneJoint(), loop, {}, baked).ok());
    EXPECT_FLOAT_EQ(baked.row(29)[0][3].x, 29.0f / 30.0f);
    const AnimationClip once[] = {sliding(1.0f, EndPolicy::kClamp)};
    ASSERT_TRUE(bakeClips(oneJoint(), once, {}, baked).ok());
    EXPECT_FLOAT_EQ(baked.row(29)[0][3].x, 1.0f);
    EXPECT_EQ(rowsAt(baked.clips[0], 100.0, 1.0, 0.0).before, 29);
    EXPECT_EQ(rowsAt(baked.clips[0], 100.0, 1.0, 0.0).after, 29);
    const AnimationClip flash[] = {sliding(0.01f, EndPolicy::kClamp)};
    ASSERT_TRUE(bakeClips(oneJoint(), flash, {}, baked).ok());
    EXPECT_FLOAT_EQ(baked.row(0)[0][3].x, 1.0f);
}

TEST(BakeTest, RefusesNoClipsBadClipsBadRatesAndTooManyRows) {
    BakedAnimation baked;
    EXPECT_FALSE(bakeClips(oneJoint(), {}, {}, baked).ok());
    const AnimationClip good[] = {sliding(1.0f, EndPolicy::kLoop)};
    for (const float rate : {0.0f, -30.0f, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_FALSE(bakeClips(oneJoint(), good, {.framesPerSecond = rate}, baked).ok());
    const AnimationClip bad[] = {sliding(1.0f, EndPolicy::kLoop), sliding(-1.0f, EndPolicy::kLoop)};
    const BakeStatus status = bakeClips(oneJoint(), bad, {}, baked);
    EXPECT_EQ(status.clip, 1u);
    EXPECT_EQ(status.message(bad), "clip \"slide\": a clip's duration must be finite and > 0");
    const AnimationClip endless[] = {sliding(1e6f, EndPolicy::kLoop)};
    EXPECT_FALSE(bakeClips(oneJoint(), endless, {}, baked).ok());
}

TEST(BakeTest, NeverBlendsPastAClipsEndIntoTheNextClip) {
    const BakedClip clip{10, 5, 1.0f, true};
    const RowBlend rows = rowsAt(clip, 0.0, 1.0, 0.95);
    EXPECT_EQ(rows.before, 14);
    EXPECT_EQ(rows.after, 10);
    EXPECT_NEAR(rows.blend, 0.75f, 1e-6f);
    for (int i = -1000; i < 1000; ++i) {
        const RowBlend r = rowsAt(clip, i * 0.0137, 1.3, 0.2);
        EXPECT_TRUE(r.before >= 10 && r.before <= 14 && r.after >= 10 && r.after <= 14);
    }
}

TEST(BakeTest, StandsStillAtRateZeroAndPlaysBackwardsBelowIt) {
    const BakedClip clip{0, 10, 1.0f, true};
    EXPECT_EQ(rowsAt(clip, 123.0, 0.0, 0.35).before, 3);
    EXPECT_EQ(rowsAt(clip, 0.2, -1.0, 0.55).before, 3);
}

TEST(BakeTest, PhaseIsExactAfterAMillionSeconds) {
    const BakedClip clip{0, 36, 1.2f, true};
    const double rate = 1.1875; // exact in binary, so that the true answer is known in long double
    const long double cycles =
        1.0e6L * static_cast<long double>(rate) / static_cast<long double>(clip.duration) + 0.25L;
    const long double frame = (cycles - std::floor(cycles)) * 36.0L;
    const RowBlend rows = rowsAt(clip, 1.0e6, rate, 0.25);
    const double shown = static_cast<double>(rows.before) + static_cast<double>(rows.blend);
    EXPECT_NEAR(shown, static_cast<double>(frame), 1e-4);
}

} // namespace
} // namespace rigproof
