#include "core/skeleton/skeleton.h"

#include <limits>

#include <gtest/gtest.h>

#include "core/math/rotation.h"

namespace rigproof {
namespace {

Skeleton arm() {
    Skeleton s;
    s.names = {"shoulder", "elbow", "hand"};
    s.parents = {kNoParent, 0, 1};
    s.rest.joints = {{.translation = {1, 2, 3}}, {.translation = {0, 1, 0}}, {.translation = {0, 1, 0}}};
    bindAtRest(s);
    return s;
}

TEST(SkeletonTest, AtRestTheSkinningMatricesAreTheIdentity) {
    Skeleton s = arm();
    s.rest.joints[1].rotation = axisAngle({0, 0, 1}, 0.7f);
    s.rest.joints[0].scale = vec3(2.0f);
    bindAtRest(s);
    ModelPose model;
    localToModel(s.parents, s.rest, model);
    SkinningMatrices matrices;
    modelToSkinning(model, s.inverseBind, matrices);
    for (const mat4& m : matrices.joints)
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 4; ++r)
                EXPECT_NEAR(m[c][r], c == r ? 1.0f : 0.0f, 1e-5f);
}

TEST(SkeletonTest, AParentsTurnAndScaleCarryItsChildren) {
    Skeleton s = arm();
    s.rest.joints[0].rotation = axisAngle({0, 0, 1}, -0.5f * kPi); // +Y to +X
    s.rest.joints[0].scale = vec3(2.0f);
    ModelPose model;
    localToModel(s.parents, s.rest, model);
    const vec3 hand(model.joints[2][3]);
    EXPECT_NEAR(hand.x, 5.0f, 1e-5f);
    EXPECT_NEAR(hand.y, 2.0f, 1e-5f);
}

TEST(SkeletonTest, FindsJointsByName) {
    EXPECT_EQ(arm().find("hand"), 2u);
    EXPECT_EQ(arm().find("tail"), kNoIndex);
}

TEST(SkeletonTest, RefusesWhatIsWrongAndNamesIt) {
    EXPECT_TRUE(validate(arm()).ok());
    Skeleton s = arm();
    s.inverseBind.pop_back();
    EXPECT_EQ(validate(s).got, 2u);
    EXPECT_EQ(validate(s).want, 3u);
    s = arm();
    s.parents[1] = 2;
    EXPECT_EQ(validate(s).index, 1u);
    s = arm();
    s.rest.joints[2].translation.x = std::numeric_limits<float>::infinity();
    EXPECT_EQ(validate(s).index, 2u);
    s = arm();
    s.inverseBind[1][2][3] = 0.5f;
    EXPECT_EQ(validate(s).index, 1u);
}

} // namespace
} // namespace rigproof
