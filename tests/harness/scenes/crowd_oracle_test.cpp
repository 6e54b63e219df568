#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "core/animation/bake.h"
#include "core/characters/block_person.h"
#include "core/crowd/person.h"
#include "harness/compare/compare.h"
#include "harness/scenes/crowd_scene.h"
#include "render/renderer.h"

// The crowd's shader against the CPU: the same people drawn from vertices that core/crowd/person.h skinned, held to the
// default tolerances as any scenario is.

namespace rigproof {
namespace {

constexpr Viewport kPicture{.width = 480, .height = 300};

class CrowdOracleTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::string error;
        renderer_ = Renderer::create(DeviceChoice{}, error);
    }
    static void TearDownTestSuite() { renderer_.reset(); }
    void SetUp() override {
        if (!renderer_) GTEST_SKIP() << "no OpenGL ES 3 context";
    }
    static Image draw(const Frame& frame) {
        RenderResult result = renderer_->draw(frame);
        EXPECT_TRUE(result.ok()) << result.error;
        return std::move(result.image);
    }

  private:
    static inline std::unique_ptr<Renderer> renderer_;
};

/// Some dozens of people near the camera: a view in which every person counts.
Frame crowdAt(double seconds, Encoding encoding = Encoding::kMatrix4x4Float) {
    const auto scene = makeCrowdScene({.people = 48, .encoding = encoding, .counters = false});
    for (int i = 0; i < static_cast<int>(seconds * 60.0 + 0.5); ++i)
        scene->step(1.0 / 60.0);
    return scene->frame(kPicture);
}

/// The same picture with every person's vertices deformed here, in the bake's full precision.
Frame skinnedHere(Frame frame) {
    const PersonClips clips = makePersonClips();
    BakedAnimation baked;
    EXPECT_TRUE(bakeClips(makeBlockPerson().skeleton, clips.clips, {}, baked).ok());
    const CrowdDraw crowd = frame.crowds.front();
    frame.crowds.clear();
    const Mesh& person = *frame.meshes[crowd.mesh];
    std::vector<mat4> palette(baked.joints);
    for (const CrowdInstance& who : *crowd.people) {
        auto mesh = std::make_shared<Mesh>();
        mesh->indices = person.indices;
        mesh->positions.resize(person.vertexCount());
        mesh->normals.resize(person.vertexCount());
        const PersonMoment moment{.clip = who.clip,
                                  .time = crowd.time,
                                  .rate = static_cast<double>(who.rate),
                                  .phase = static_cast<double>(who.phase)};
        skinPerson(person, baked, moment, who.transform, palette, mesh->positions, mesh->normals);
        mesh->colors = person.colors;
        mesh->colors.resize(person.vertexCount(), vec3(1.0f));
        for (std::size_t v = 0; v < person.vertexCount(); ++v) {
            const std::uint8_t tint = (*crowd.tintOf)[v];
            if (tint > 0) mesh->colors[v] = who.tints[tint - 1u];
        }
        frame.meshes.push_back(std::move(mesh));
        frame.draws.push_back(
            {.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1), .material = crowd.material});
    }
    return frame;
}

void expectAlike(const Image& golden, const Image& actual, const char* what) {
    const ImageComparison c = compareImages(golden, actual, {});
    EXPECT_EQ(c.verdict, Verdict::kPass) << what << ": " << (c.reasons.empty() ? "" : c.reasons.front());
    EXPECT_LT(c.limitUsed, 0.5) << what << " is within the tolerance, but not by much";
}

TEST_F(CrowdOracleTest, TheGpuShowsWhatTheCpuSkinsShadowsIncluded) {
    for (const double seconds : {0.0, 0.7, 3.4}) {
        const Frame frame = crowdAt(seconds);
        expectAlike(draw(skinnedHere(frame)), draw(frame), "the crowd");
    }
}

TEST_F(CrowdOracleTest, EveryEncodingShowsTheSame) {
    const Image cpu = draw(skinnedHere(crowdAt(1.3)));
    for (const Encoding encoding : kAllEncodings)
        expectAlike(cpu, draw(crowdAt(1.3, encoding)), nameOf(encoding));
}

TEST_F(CrowdOracleTest, AWrongPoseOfOnePersonIsSeen) {
    // The comparison above would be worth nothing if it passed anything.
    Frame frame = crowdAt(0.7);
    const Image cpu = draw(skinnedHere(frame));
    auto people = std::make_shared<std::vector<CrowdInstance>>(*frame.crowds[0].people);
    for (CrowdInstance& who : *people)
        who.phase += 0.04f; // one frame of a clip of a second
    frame.crowds[0].people = std::move(people);
    EXPECT_EQ(compareImages(cpu, draw(frame), {}).verdict, Verdict::kFail);
}

/// Rounded to the grid on which a float 11 km from the origin lies, so that a move there loses nothing of its own.
vec3 onGrid(const vec3& v) {
    return glm::floor(v * 1024.0f + 0.5f) / 1024.0f;
}

/// The people alone (nothing else of the plaza is instanced by place), moved as a whole together with camera and sun.
Frame peopleAt(const vec3& where) {
    Frame frame = crowdAt(0.7);
    std::erase_if(frame.draws, [](const Draw& d) { return d.instances != nullptr; });
    auto people = std::make_shared<std::vector<CrowdInstance>>(*frame.crowds[0].people);
    for (CrowdInstance& who : *people)
        who.transform[3] = vec4(onGrid(vec3(who.transform[3])) + where, 1.0f);
    frame.crowds[0].people = std::move(people);
    for (Draw& draw : frame.draws)
        draw.transform[3] += vec4(where, 0.0f);
    frame.camera.position = onGrid(frame.camera.position) + where;
    frame.camera.target = onGrid(frame.camera.target) + where;
    for (DirectionalLight& light : frame.directionals) {
        light.position = onGrid(light.position) + where;
        light.target = onGrid(light.target) + where;
    }
    return frame;
}

TEST_F(CrowdOracleTest, PeopleElevenKilometresAwayLookAsAtTheOrigin) {
    const vec3 away(8192.0f, 0.0f, 7630.0f);
    ASSERT_NEAR(glm::length(away), 11195.0f, 1.0f);
    const Image here = draw(peopleAt(vec3(0.0f)));
    const ImageComparison c = compareImages(here, draw(peopleAt(away)), {});
    EXPECT_EQ(c.verdict, Verdict::kPass) << (c.reasons.empty() ? "" : c.reasons.front());
    EXPECT_LT(c.limitUsed, 0.5);
    // Half a metre on the way is not lost in the large numbers either.
    EXPECT_EQ(compareImages(here, draw(peopleAt(away + vec3(0.0f, 0.0f, 0.5f))), {}).verdict, Verdict::kPass);
}

} // namespace
} // namespace rigproof
