#include <cmath>

#include <gtest/gtest.h>

#include "core/skinning/linear_blend.h"
#include "render/animation_texture.h"
#include "render/frame_upload.h"
#include "tests/render/demo_frames.h"
#include "tests/render/test_renderer.h"

using namespace rigproof;

namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

mat4 jointAt(const AnimationTextureView& view, int row, int joint) {
    mat4 m(1.0f);
    for (int t = 0; t < 4; ++t) {
        for (int k = 0; k < 4; ++k)
            m[t][k] = view.texels[static_cast<std::size_t>(((row * view.width) + joint * 4 + t) * 4 + k)];
    }
    return m;
}

/// What the shader should show, drawn person by person from vertices that the CPU deformed.
Frame rigidTwin(Frame frame) {
    const CrowdDraw crowd = frame.crowds.front();
    const Mesh& mesh = *frame.meshes[crowd.mesh];
    const AnimationTextureView& view = *crowd.animation;
    frame.crowds.clear();
    for (const CrowdInstance& person : *crowd.people) {
        const AnimationTextureView::Clip& clip = view.clips[person.clip];
        const double cycles = crowd.time * static_cast<double>(person.rate) / static_cast<double>(clip.duration) +
                              static_cast<double>(person.phase);
        const double row = (cycles - std::floor(cycles)) * clip.frames;
        const int before = static_cast<int>(row) % clip.frames;
        const int after = (before + 1) % clip.frames;
        const auto blend = static_cast<float>(row - std::floor(row));
        SkinningMatrices skin;
        for (int joint = 0; joint < view.joints; ++joint) {
            skin.joints.push_back(jointAt(view, clip.firstRow + before, joint) * (1.0f - blend) +
                                  jointAt(view, clip.firstRow + after, joint) * blend);
        }
        Mesh out = mesh;
        skinLinearBlend(mesh.positions, mesh.normals, mesh.joints, mesh.weights, skin, out.positions, out.normals);
        out.colors.assign(mesh.vertexCount(), vec3(1.0f));
        for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
            const std::uint8_t tint = (*crowd.tintOf)[i];
            if (tint > 0) out.colors[i] = person.tints[tint - 1u];
        }
        frame.meshes.push_back(shared(std::move(out)));
        frame.draws.push_back({.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1),
                               .material = crowd.material,
                               .transform = person.transform});
    }
    return frame;
}

Frame withPeople(const std::vector<CrowdInstance>& people, double time) {
    Frame frame = demo::plaza(2, 240, 150);
    frame.crowds[0].people = shared(people);
    frame.crowds[0].time = time;
    return frame;
}

CrowdInstance person(float x, std::uint32_t clip, float phase, float rate) {
    CrowdInstance p;
    p.transform[3] = vec4(x, 0.0f, 0.0f, 1.0f);
    p.clip = clip;
    p.phase = phase;
    p.rate = rate;
    p.tints = {colorFromHex(0xe8504a), colorFromHex(0x2b3a5c), colorFromHex(0x3b2617)};
    return p;
}

/// The same rows laid beside each other in `folds` columns.
AnimationTextureView folded(const AnimationTextureView& view, int folds) {
    AnimationTextureView out = view;
    const int row = view.width;
    out.rowsPerFold = (view.height + folds - 1) / folds;
    out.width = row * folds;
    out.height = out.rowsPerFold;
    out.texels.assign(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4, -99.0f);
    for (int r = 0; r < view.height; ++r) {
        const auto from = view.texels.begin() + std::ptrdiff_t{r} * row * 4;
        const int column = r / out.rowsPerFold * row;
        std::copy(from, from + std::ptrdiff_t{row} * 4,
                  out.texels.begin() + (std::ptrdiff_t{r % out.rowsPerFold} * out.width + column) * 4);
    }
    return out;
}

} // namespace

class CrowdDrawTest : public demo::DrawingTest {
  protected:
    static void expectSameAsCpu(const Frame& frame) {
        const demo::ImageDifference d = demo::differenceOf(drawn(frame).image, drawn(rigidTwin(frame)).image);
        EXPECT_LE(d.over8, 3);
        EXPECT_EQ(d.over32, 0);
    }
};

TEST_F(CrowdDrawTest, ShowsEveryPersonAsTheCpuWouldDeformThemShadowsIncluded) {
    expectSameAsCpu(demo::plaza(40, 320, 200));
}

TEST_F(CrowdDrawTest, BlendsAClipsLastFrameIntoItsFirst) {
    // Half-way behind the last row: the next row of the texture belongs to the other clip.
    expectSameAsCpu(withPeople({person(-1.0f, 0, 29.5f / 30.0f, 1.0f), person(1.0f, 1, 29.5f / 30.0f, 1.0f)}, 0.0));
}

TEST_F(CrowdDrawTest, PlaysBackwardsAndStandsStill) {
    expectSameAsCpu(withPeople({person(-1.0f, 0, 0.2f, -1.7f), person(1.0f, 1, 0.3f, 0.0f)}, 7.3));
    const Image early = drawn(withPeople({person(0.0f, 0, 0.3f, 0.0f)}, 1.0)).image;
    EXPECT_TRUE(early == drawn(withPeople({person(0.0f, 0, 0.3f, 0.0f)}, 99.0)).image);
}

TEST_F(CrowdDrawTest, StaysWithinAHundredthOfAFrameAfterAMillionSeconds) {
    // Every cycle lasts 1 s here, so a whole number of seconds must change nothing at all; and a 64th of a frame must.
    const AnimationTextureView::Clip clip{0, 30, 1.0f};
    const CrowdInstance p = person(0.0f, 0, 0.25f, 1.0f);
    EXPECT_EQ(rowOf(clip, p, 1e6), rowOf(clip, p, 0.0));
    EXPECT_NEAR(rowOf(clip, p, 1e6 + 1.0 / 64.0), 7.5f + 30.0f / 64.0f, 1e-4f);
    expectSameAsCpu(withPeople({person(0.0f, 0, 0.25f, 1.0f)}, 1e6 + 0.4));
}

TEST_F(CrowdDrawTest, DrawsAThreeRowTextureLikeAFourColumnOne) {
    Frame frame = demo::plaza(12, 240, 150);
    const Image columns = drawn(frame).image;
    frame.crowds[0].animation = shared(demo::swingTexture(30, 3));
    EXPECT_EQ(demo::differenceOf(drawn(frame).image, columns).over8, 0);
}

TEST_F(CrowdDrawTest, ReadsAFoldedTextureToTheLastTexel) {
    Frame frame = demo::plaza(30, 240, 150);
    const Image plain = drawn(frame).image;
    const AnimationTextureView view = *frame.crowds[0].animation;
    for (const int folds : {2, 3, 7}) {
        frame.crowds[0].animation = shared(folded(view, folds));
        EXPECT_TRUE(drawn(frame).image == plain) << folds << " folds";
    }
}

TEST_F(CrowdDrawTest, GivesTwoCrowdsTheirOwnClipsFromTheFirstFrame) {
    std::string error;
    const auto fresh = Renderer::create({}, error);
    ASSERT_NE(fresh, nullptr) << error;
    Frame frame = withPeople({person(-1.0f, 0, 0.25f, 1.0f)}, 0.0);
    CrowdDraw other = frame.crowds[0];
    other.people = shared(std::vector<CrowdInstance>{person(1.0f, 1, 0.75f, 1.0f)});
    frame.crowds.push_back(other);
    const Image both = fresh->draw(frame).image;
    const Frame one = withPeople({person(-1.0f, 0, 0.25f, 1.0f), person(1.0f, 1, 0.75f, 1.0f)}, 0.0);
    EXPECT_TRUE(both == drawn(one).image);
}

TEST_F(CrowdDrawTest, MovesTheShadowWithThePerson) {
    // What the shadow map darkens, as 0 or 1 a pixel, at two ends of the swing.
    const auto shadowAt = [](float phase) {
        Frame frame = withPeople({person(0.0f, 0, phase, 1.0f)}, 0.0);
        frame.crowds[0].material.receivesShadow = false;
        const Image with = drawn(frame).image;
        frame.crowds[0].material.castsShadow = false;
        const Image without = drawn(frame).image;
        Image mask(with.width, with.height);
        for (std::size_t i = 0; i < with.rgba.size(); ++i)
            mask.rgba[i] = without.rgba[i] > with.rgba[i] + 8 ? 255 : 0;
        return mask;
    };
    const Image left = shadowAt(0.25f);
    EXPECT_GT(demo::differenceOf(left, Image(left.width, left.height)).over32, 30);
    EXPECT_GT(demo::differenceOf(left, shadowAt(0.75f)).over32, 10);
}

TEST_F(CrowdDrawTest, RefusesAClipThatDoesNotExist) {
    EXPECT_NE(refusal(withPeople({person(0.0f, 0, 0.0f, 1.0f), person(0.0f, 2, 0.0f, 1.0f)}, 0.0)).find("person 1"),
              std::string::npos);
}

TEST(AnimationTextureTest, NamesBothNumbersWhenATextureIsTooLarge) {
    AnimationTextureView view = demo::swingTexture(30, 4);
    EXPECT_EQ(refusalOf(view, 60), "");
    const std::string why = refusalOf(view, 59);
    EXPECT_NE(why.find("60"), std::string::npos) << why;
    EXPECT_NE(why.find("59"), std::string::npos) << why;
}

TEST(AnimationTextureTest, RefusesWhatWouldReadOutsideItsTexels) {
    const AnimationTextureView good = demo::swingTexture(30, 4);
    EXPECT_EQ(refusalOf(good, 4096), "");
    AnimationTextureView view = good;
    view.clips[1].frames = 31;
    EXPECT_NE(refusalOf(view, 4096).find("clip 1"), std::string::npos);
    view = good;
    view.clips[0].frames = 0;
    EXPECT_NE(refusalOf(view, 4096), "");
    view = good;
    view.joints = 3;
    EXPECT_NE(refusalOf(view, 4096), "");
    view = good;
    view.texels.pop_back();
    EXPECT_NE(refusalOf(view, 4096), "");
    view = good;
    view.texelsPerJoint = 2;
    EXPECT_NE(refusalOf(view, 4096), "");
    EXPECT_EQ(refusalOf(folded(good, 7), 4096), "");
}
