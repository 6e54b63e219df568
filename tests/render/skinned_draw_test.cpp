#include <gtest/gtest.h>

#include "core/skinning/linear_blend.h"
#include "tests/render/demo_frames.h"
#include "tests/render/test_renderer.h"

using namespace rigproof;

namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

/// The same mesh deformed by the CPU and drawn rigid.
Mesh deformed(const Mesh& mesh, const std::vector<mat4>& skin) {
    Mesh out = mesh;
    skinLinearBlend(mesh.positions, mesh.normals, mesh.joints, mesh.weights, {skin}, out.positions, out.normals);
    out.joints.clear();
    out.weights.clear();
    return out;
}

/// Replaces the frame's skinned draws by rigid draws of meshes that the CPU deformed.
Frame rigidTwin(Frame frame) {
    for (Draw& draw : frame.draws) {
        if (!draw.skin) continue;
        frame.meshes.push_back(shared(deformed(*frame.meshes[draw.mesh], *draw.skin)));
        draw.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1);
        draw.skin.reset();
    }
    return frame;
}

Frame tubeFrame(Mesh mesh, std::vector<mat4> skin) {
    Frame frame = demo::tentacle(240, 150);
    frame.meshes[0] = shared(std::move(mesh));
    frame.draws[0].skin = shared(std::move(skin));
    return frame;
}

} // namespace

class SkinnedDrawTest : public demo::DrawingTest {
  protected:
    /// Deformed on the GPU and on the CPU, the picture and its shadows are the same but for rounding at edges.
    static void expectSameAsCpu(const Frame& frame) {
        const demo::ImageDifference d = demo::differenceOf(drawn(frame).image, drawn(rigidTwin(frame)).image);
        EXPECT_LE(d.over8, 2);
        EXPECT_EQ(d.over32, 0);
        EXPECT_LE(d.any, 100);
    }
};

TEST_F(SkinnedDrawTest, DeformsAsTheCpuDoesShadowsIncluded) {
    expectSameAsCpu(tubeFrame(demo::skinnedTube(2.0f, 0.13f, 12), demo::bentTube(2.0f, 12, -0.13f)));
    expectSameAsCpu(tubeFrame(demo::skinnedTube(2.0f, 0.13f, 3), demo::bentTube(2.0f, 3, 0.9f)));
}

TEST_F(SkinnedDrawTest, UsesAllFourInfluences) {
    Mesh mesh = demo::skinnedTube(2.0f, 0.13f, 8);
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
        mesh.joints[i] = {1, 3, 5, 7};
        mesh.weights[i] = {0.4f, 0.3f, 0.2f, 0.1f};
    }
    expectSameAsCpu(tubeFrame(mesh, demo::bentTube(2.0f, 8, 0.1f)));
}

TEST_F(SkinnedDrawTest, FollowsTheFirstJointWhereAllWeightsAreZeroInEveryPass) {
    Mesh mesh = demo::skinnedTube(2.0f, 0.13f, 6);
    Mesh whole = mesh;
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
        mesh.joints[i] = whole.joints[i] = {2, 0, 0, 0};
        mesh.weights[i] = vec4(0.0f);
        whole.weights[i] = {1.0f, 0.0f, 0.0f, 0.0f};
    }
    const std::vector<mat4> skin = demo::bentTube(2.0f, 6, 0.2f);
    EXPECT_TRUE(drawn(tubeFrame(mesh, skin)).image == drawn(tubeFrame(whole, skin)).image);
}

TEST_F(SkinnedDrawTest, ReadsThe300thAndThe65535thJoint) {
    const std::vector<mat4> bent = demo::bentTube(2.0f, 4, 0.3f);
    for (const std::size_t joints : {std::size_t{300}, kMaxJoints}) {
        Mesh mesh = demo::skinnedTube(2.0f, 0.13f, 4);
        const auto first = static_cast<std::uint16_t>(joints - 4);
        for (JointIndices& j : mesh.joints)
            j = JointIndices(j.x + first, j.y + first, first, first);
        std::vector<mat4> skin(joints, mat4(0.0f));
        std::copy(bent.begin(), bent.end(), skin.end() - 4);
        const Image high = drawn(tubeFrame(mesh, skin)).image;
        EXPECT_TRUE(high == drawn(tubeFrame(demo::skinnedTube(2.0f, 0.13f, 4), bent)).image) << joints;
    }
}

TEST_F(SkinnedDrawTest, KeepsTheSkinsOfManyDrawsApart) {
    Frame frame = demo::tentacle(240, 150);
    const Draw tube = frame.draws[0];
    frame.draws.clear();
    for (int i = 0; i < 5; ++i) {
        Draw draw = tube;
        draw.transform[3].x = 0.7f * static_cast<float>(i - 2);
        draw.skin = shared(demo::bentTube(2.0f, 12, 0.06f * static_cast<float>(i - 2)));
        frame.draws.push_back(draw);
    }
    expectSameAsCpu(frame);
}

TEST_F(SkinnedDrawTest, RefusesFewerMatricesThanTheMeshNamesWithBothNumbers) {
    const std::string why = refusal(tubeFrame(demo::skinnedTube(2.0f, 0.13f, 12), demo::bentTube(2.0f, 9, 0.0f)));
    EXPECT_NE(why.find(" 9 "), std::string::npos) << why;
    EXPECT_NE(why.find(" 12 "), std::string::npos) << why;
}
