#include "core/weights/quantize.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/weights/bake.h"
#include "tests/core/weights/shapes.h"

namespace rigproof {
namespace {

glm::u8vec4 bytes(const vec4& w) {
    glm::u8vec4 out(0);
    EXPECT_TRUE(quantizeWeights({&w, 1}, std::span(&out, 1)).ok());
    return out;
}

// Each rounded for itself gives 128 + 64 + 32 + 32 = 256.
TEST(QuantizeWeightsTest, TheSumIsExactWhereRoundingEachForItselfIsOneTooMany) {
    EXPECT_EQ(bytes({0.5f, 0.25f, 0.125f, 0.125f}), glm::u8vec4(127, 64, 32, 32));
    EXPECT_EQ(bytes({0.25f, 0.25f, 0.25f, 0.25f}), glm::u8vec4(64, 64, 64, 63));
}

TEST(QuantizeWeightsTest, WeightsThatDoNotSumToOneAreNormalisedFirst) {
    EXPECT_EQ(bytes({0.5f, 0.48f, 0.0f, 0.0f}), glm::u8vec4(130, 125, 0, 0));
    EXPECT_EQ(bytes({3.0f, 0.0f, 0.0f, 0.0f}), glm::u8vec4(255, 0, 0, 0));
    EXPECT_EQ(bytes({1.0f, 1e-9f, 0.0f, 0.0f}), glm::u8vec4(255, 0, 0, 0));
}

template <typename Quantized>
void expectExactSums(const std::vector<vec4>& weights, int whole) {
    std::vector<Quantized> out(weights.size());
    ASSERT_TRUE(quantizeWeights(weights, std::span(out)).ok());
    for (std::size_t v = 0; v < weights.size(); ++v) {
        int sum = 0;
        for (int k = 0; k < 4; ++k) {
            sum += out[v][k];
            ASSERT_NEAR(static_cast<float>(out[v][k]), weights[v][k] * static_cast<float>(whole), 1.01f) << v;
            ASSERT_TRUE(weights[v][k] != 0.0f || out[v][k] == 0) << v;
            ASSERT_TRUE(k == 0 || out[v][k] <= out[v][k - 1]) << v;
        }
        ASSERT_EQ(sum, whole) << v;
    }
}

TEST(QuantizeWeightsTest, EveryVertexOfABakedBearSumsExactly) {
    const Bear& bear = test::smallBear();
    BakedWeights baked;
    ASSERT_TRUE(bakeWeights(bear.body.positions, bear.body.indices, bear.bones, {}, 1, baked).ok());
    expectExactSums<glm::u8vec4>(baked.weights, 255);
    expectExactSums<glm::u16vec4>(baked.weights, 65'535);
}

TEST(QuantizeWeightsTest, BadWeightsAreRefusedByTheirVertex) {
    std::vector<vec4> weights(5, vec4(1, 0, 0, 0));
    std::vector<glm::u8vec4> out(5);
    for (const vec4& bad : {vec4(0.0f), vec4(1.0f, -0.1f, 0.0f, 0.0f), vec4(NAN, 1.0f, 0.0f, 0.0f),
                            vec4(std::numeric_limits<float>::infinity(), 0.0f, 0.0f, 0.0f)}) {
        weights[3] = bad;
        EXPECT_EQ(quantizeWeights(weights, std::span(out)).index, 3u);
    }
    out.resize(4);
    EXPECT_EQ(quantizeWeights(weights, std::span(out)).want, 5u);
}

} // namespace
} // namespace rigproof
