#include "render/renderer.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "core/math/rotation.h"
#include "tests/render/demo_frames.h"
#include "tests/render/test_renderer.h"

using namespace rigproof;

namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

mat4 moved(const vec3& place) {
    mat4 m(1.0f);
    m[3] = vec4(place, 1.0f);
    return m;
}

/// A square that faces the camera and fills the picture, lit by nothing yet.
Frame wall(const Material& material) {
    Frame frame;
    frame.width = 32;
    frame.height = 32;
    frame.camera = {.position = {0.0f, 0.0f, 2.0f}, .target = vec3(0.0f)};
    frame.hemisphere.intensity = 0.0f;
    frame.background = {vec3(0.0f), vec3(0.0f)};
    frame.meshes = {shared(demo::box({4.0f, 4.0f, 0.5f})), shared(demo::sphere(0.3f, 32, 24))};
    frame.draws.push_back({.mesh = 0, .material = material, .transform = moved({0.0f, 0.0f, -0.25f})});
    return frame;
}

vec3 middle(const Image& image) {
    const std::uint8_t* p = image.pixel(image.width / 2, image.height / 2);
    return {p[0], p[1], p[2]};
}

} // namespace

class RendererTest : public demo::DrawingTest {};

TEST_F(RendererTest, ShowsAnUnlitColorExactlyAsWritten) {
    for (const std::uint32_t hex : {0xc8643cu, 0x010203u, 0xfefdfcu, 0x5ad1ffu}) {
        const Image image = drawn(wall({.color = colorFromHex(hex), .shading = Shading::kUnlit})).image;
        EXPECT_EQ(middle(image), vec3(hex >> 16 & 255, hex >> 8 & 255, hex & 255));
        EXPECT_EQ(image.pixel(3, 3)[3], 255);
    }
}

TEST_F(RendererTest, CountsALightAsThreeJsDoes) {
    // Irradiance pi on a white diffuse surface sends back 1 / pi * pi = 1; the slight highlight of a rough dielectric
    // comes on top, so half of it is looked at: 0.5 of light is 188.
    Frame frame = wall({.roughness = 1.0f});
    frame.directionals.push_back({.position = {0.0f, 0.0f, 5.0f}, .intensity = kPi * 0.5f});
    EXPECT_NEAR(middle(drawn(frame).image).x, 188.0f, 3.0f);
    frame.directionals[0].position = {5.0f * 0.8660254f, 0.0f, 2.5f}; // 60 degrees: half of that
    EXPECT_NEAR(middle(drawn(frame).image).x, 137.0f, 3.0f);
}

TEST_F(RendererTest, MixesTheHemisphereByTheNormalsHeight) {
    Frame frame = wall({.roughness = 1.0f});
    frame.hemisphere = {vec3(1.0f), vec3(0.0f), kPi};
    EXPECT_NEAR(middle(drawn(frame).image).x, 188.0f, 1.0f);
}

TEST_F(RendererTest, EndsAPointLightAtItsRange) {
    Frame frame = wall({});
    frame.points.push_back({.position = {0.0f, 0.0f, 1.0f}, .intensity = 3.0f, .range = 3.0f});
    EXPECT_GT(middle(drawn(frame).image).x, 100.0f);
    frame.points[0].range = 0.99f;
    EXPECT_EQ(middle(drawn(frame).image), vec3(0.0f));
}

TEST_F(RendererTest, GivesTheSameBytesWhateverWasDrawnBefore) {
    const Image first = drawn(demo::clay(240, 150)).image;
    drawn(demo::tentacle(320, 200));
    drawn(demo::plaza(20, 160, 100));
    EXPECT_TRUE(drawn(demo::clay(240, 150)).image == first);
    std::string error;
    const auto fresh = Renderer::create({}, error);
    ASSERT_NE(fresh, nullptr) << error;
    EXPECT_TRUE(fresh->draw(demo::clay(240, 150)).image == first);
}

TEST_F(RendererTest, CountsEachDrawOnceUnderItsPass) {
    const std::map<std::string, int> expected = {{"background", 1},   {"crowd", 1}, {"crowd_shadow", 1}, {"scene", 1},
                                                 {"shadow_tiles", 2}, {"trees", 1}, {"trees_shadow", 1}};
    EXPECT_EQ(drawn(demo::plaza(7, 160, 100)).draws, expected);
    EXPECT_EQ(drawn(demo::plaza(300, 160, 100)).draws, expected);
}

TEST_F(RendererTest, DrawsNothingForNobody) {
    Frame frame = demo::plaza(5, 160, 100);
    frame.crowds[0].people = shared(std::vector<CrowdInstance>{});
    const RenderResult result = drawn(frame);
    EXPECT_EQ(result.draws.count("crowd"), 0u);
    EXPECT_EQ(result.draws.count("crowd_shadow"), 0u);
}

TEST_F(RendererTest, MakesNoShadowMapWhenNothingAsksForOne) {
    Frame frame = demo::clay(160, 100);
    frame.directionals[0].shadow.reset();
    EXPECT_EQ(drawn(frame).draws.count("scene_shadow"), 0u);
    frame = demo::clay(160, 100);
    for (Draw& draw : frame.draws)
        draw.material.castsShadow = false;
    EXPECT_EQ(drawn(frame).draws.count("shadow_tiles"), 0u);
}

TEST_F(RendererTest, HidesWhatIsBehindButNotWhatIsOnTop) {
    Frame frame = wall({.color = vec3(1, 0, 0), .shading = Shading::kUnlit});
    frame.draws.push_back({.mesh = 1,
                           .material = {.color = vec3(0, 1, 0), .shading = Shading::kUnlit},
                           .transform = moved({0.0f, 0.0f, -1.5f})});
    EXPECT_EQ(middle(drawn(frame).image), vec3(255, 0, 0));
    frame.draws[1].material.layer = Layer::kOnTop;
    EXPECT_EQ(middle(drawn(frame).image), vec3(0, 255, 0));
}

TEST_F(RendererTest, LetsTheBackgroundShineThroughByOpacity) {
    Frame frame =
        wall({.color = vec3(1.0f), .opacity = 0.5f, .shading = Shading::kUnlit, .layer = Layer::kTransparent});
    const float value = middle(drawn(frame).image).x;
    EXPECT_GT(value, 120.0f);
    EXPECT_LT(value, 145.0f);
}

TEST_F(RendererTest, RunsTheBackgroundFromTopToBottom) {
    Frame frame;
    frame.width = 8;
    frame.height = 64;
    frame.background = {colorFromHex(0x24365a), colorFromHex(0x0f1626)};
    const Image image = drawn(frame).image;
    EXPECT_NEAR(image.pixel(4, 0)[2], 0x5a, 1);
    EXPECT_NEAR(image.pixel(4, 63)[2], 0x26, 1);
    for (int y = 1; y < 64; ++y)
        EXPECT_LE(image.pixel(4, y)[2], image.pixel(4, y - 1)[2]);
}

TEST_F(RendererTest, FadesIntoTheFogAtItsFarDistance) {
    Frame frame = wall({.color = vec3(0.0f)});
    frame.fog = Fog{colorFromHex(0xa9cdee), 0.5f, 1.9f};
    EXPECT_EQ(middle(drawn(frame).image), vec3(0xa9, 0xcd, 0xee));
}

TEST_F(RendererTest, ThrowsAShadowOnlyWhereTheLightIsHidden) {
    Frame frame = wall({.roughness = 1.0f});
    frame.directionals.push_back(
        {.position = {0.0f, 0.0f, 5.0f}, .intensity = 2.0f, .shadow = ShadowMap{.halfExtent = 2.5f}});
    const Image open = drawn(frame).image;
    frame.draws.push_back(
        {.mesh = 1, .transform = moved({0.0f, 0.0f, 3.0f})}); // behind the camera: only its shadow is seen
    const Image shaded = drawn(frame).image;
    EXPECT_GT(middle(open).x, 150.0f);
    EXPECT_EQ(middle(shaded), vec3(0.0f));
    EXPECT_EQ(shaded.pixel(1, 1)[0], open.pixel(1, 1)[0]);
}

TEST_F(RendererTest, CastsNoShadowOnALitSurfaceFromItself) {
    // Acne would show as pixels darker than without a shadow map; the far side is unlit either way.
    Frame frame = demo::clay(320, 200);
    frame.draws.erase(frame.draws.begin() + 2, frame.draws.end()); // floor and sphere
    frame.draws.erase(frame.draws.begin());                        // the sphere alone
    const Image shadowed = drawn(frame).image;
    frame.directionals[0].shadow.reset();
    EXPECT_LE(demo::differenceOf(shadowed, drawn(frame).image).largest, 3);
}

TEST_F(RendererTest, LightsMirroredCopiesFromTheRightSide) {
    Frame frame = demo::clay(160, 100);
    frame.draws = {{.mesh = 0, .transform = moved({0.0f, 0.7f, 0.0f})}};
    const Image plain = drawn(frame).image;
    mat4 mirror = moved({0.0f, 0.7f, 0.0f});
    mirror[0] *= -1.0f; // a sphere's mirror image is itself
    frame.draws[0].transform = mirror;
    EXPECT_LE(demo::differenceOf(drawn(frame).image, plain).over8, 2);
    frame.draws[0].transform = mat4(1.0f);
    frame.draws[0].instances = shared(std::vector<Instance>{{.transform = mirror}});
    EXPECT_LE(demo::differenceOf(drawn(frame).image, plain).over8, 2);
}

TEST_F(RendererTest, TurnsNormalsOfASquashedCopyByTheInverseTranspose) {
    // A cube sheared into a slope: its top must be lit like any surface of that slope, whatever the scale did.
    Frame frame = wall({.roughness = 1.0f});
    frame.directionals.push_back({.position = {0.0f, 3.0f, 4.0f}, .intensity = 2.0f});
    Mesh slope;
    slope.positions = {{-2, -2, 0}, {2, -2, 0}, {2, 2, -1}, {-2, 2, -1}};
    slope.indices = {0, 1, 2, 0, 2, 3};
    frame.meshes = {shared(slope)};
    frame.draws[0].transform = mat4(1.0f);
    const vec3 direct = middle(drawn(frame).image);
    for (vec3& p : slope.positions)
        p.z *= 0.1f;
    frame.meshes = {shared(slope)};
    frame.draws[0].transform[2] *= 10.0f;
    EXPECT_LE(glm::length(middle(drawn(frame).image) - direct), 2.0f);
}

TEST_F(RendererTest, DrawsTheSameFarFromTheOrigin) {
    // 16,384 is exact in float, and so is every place beside it to a millimetre: only the renderer could lose
    // precision.
    Frame frame = demo::clay(240, 150);
    const Image near = drawn(frame).image;
    const vec3 far(16384.0f, 0.0f, -16384.0f);
    frame.camera.position += far;
    frame.camera.target += far;
    for (Draw& draw : frame.draws)
        draw.transform[3] += vec4(far, 0.0f);
    frame.directionals[0].position += far;
    frame.directionals[0].target += far;
    EXPECT_LE(demo::differenceOf(drawn(frame).image, near).over32, 12);
}

TEST_F(RendererTest, UploadsAgainWhenAnotherMeshTakesTheOldOnesPlace) {
    Frame frame = wall({.shading = Shading::kUnlit});
    frame.draws.clear();
    for (int i = 0; i < 20; ++i) {
        const bool big = i % 2 == 0;
        frame.meshes = {shared(demo::box(vec3(big ? 2.0f : 0.01f)))};
        frame.draws = {{.mesh = 0, .material = {.shading = Shading::kUnlit}, .transform = moved({0.4f, 0.4f, -1.0f})}};
        EXPECT_EQ(drawn(frame).image.pixel(18, 13)[0], big ? 255 : 0);
    }
}

TEST_F(RendererTest, RefusesAPictureOverTheDriversLimitWithBothNumbers) {
    Frame frame;
    frame.width = 100000;
    frame.supersample = 1;
    const std::string why = refusal(frame);
    EXPECT_NE(why.find("100000"), std::string::npos) << why;
    EXPECT_NE(why.find(std::to_string(renderer().driver().maxTextureSize)), std::string::npos) << why;
}

TEST_F(RendererTest, RefusesADamagedMeshAndStillDrawsTheNextFrame) {
    Mesh mesh = demo::floor(1.0f);
    mesh.indices[4] = 77;
    Frame frame = wall({});
    frame.meshes[0] = shared(mesh);
    EXPECT_NE(refusal(frame).find("index 4"), std::string::npos);
    EXPECT_TRUE(renderer().draw(demo::clay(64, 40)).ok());
}

TEST_F(RendererTest, NeedsNoMoreThanSixteenAttributeSlots) {
    EXPECT_GE(renderer().driver().maxVertexAttributes, 16);
    // A crowd is the widest draw: position, normal, colour, joints, weights, four of the matrix, clip, tints, tint
    // index.
    EXPECT_TRUE(renderer().draw(demo::plaza(3, 64, 40)).ok());
}
