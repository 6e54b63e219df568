#include "core/math/trigonometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "core/math/random.h"

namespace rigproof {
namespace {

// The oracle is long double (64 bits of mantissa here) of the C library, whose own error is far below what is asserted.
constexpr int kSamples = 200'000;

double ulpsApart(double got, long double want) {
    const double rounded = static_cast<double>(want);
    const double ulp = std::nextafter(std::fabs(rounded), std::numeric_limits<double>::infinity()) - std::fabs(rounded);
    return static_cast<double>(std::fabs(static_cast<long double>(got) - want) / ulp);
}

TEST(TrigonometryTest, SineAndCosineAreWithinFourTimesTenToMinus16OverAMillionRadians) {
    RandomStream random(11);
    double worst = 0.0;
    for (int i = 0; i < kSamples; ++i) {
        const double range = i % 2 == 0 ? 10.0 : 1e6;
        const double x = (random.uniform() * 2.0 - 1.0) * range;
        worst = std::max(worst, std::fabs(static_cast<double>(det::sin(x) - std::sin(static_cast<long double>(x)))));
        worst = std::max(worst, std::fabs(static_cast<double>(det::cos(x) - std::cos(static_cast<long double>(x)))));
    }
    EXPECT_LE(worst, 4e-16);
}

TEST(TrigonometryTest, InverseTangentIsWithinTwoUlpAndInverseCosineWithinThree) {
    RandomStream random(12);
    double worstAtan = 0.0;
    double worstAcos = 0.0;
    for (int i = 0; i < kSamples; ++i) {
        const double magnitude = std::exp((random.uniform() - 0.5) * 40.0);
        worstAtan =
            std::max(worstAtan, ulpsApart(det::atan(magnitude), std::atan(static_cast<long double>(magnitude))));
        const double x = random.uniform() * 2.0 - 1.0;
        worstAcos = std::max(worstAcos, ulpsApart(det::acos(x), std::acos(static_cast<long double>(x))));
    }
    EXPECT_LE(worstAtan, 2.0);
    EXPECT_LE(worstAcos, 3.0);
}

TEST(TrigonometryTest, ExponentialAndLogarithmAreWithinTwoUlp) {
    RandomStream random(13);
    double worstExp = 0.0;
    double worstLog = 0.0;
    for (int i = 0; i < kSamples; ++i) {
        const double x = (random.uniform() * 2.0 - 1.0) * 700.0;
        worstExp = std::max(worstExp, ulpsApart(det::exp(x), std::exp(static_cast<long double>(x))));
        const double y = std::exp((random.uniform() - 0.5) * 1000.0);
        worstLog = std::max(worstLog, ulpsApart(det::log(y), std::log(static_cast<long double>(y))));
    }
    EXPECT_LE(worstExp, 2.0);
    EXPECT_LE(worstLog, 2.0);
}

TEST(TrigonometryTest, Atan2KnowsEveryQuadrantAndZero) {
    for (const double y : {-3.0, -0.5, 0.0, 0.5, 3.0}) {
        for (const double x : {-2.0, -0.25, 0.0, 0.25, 2.0})
            EXPECT_NEAR(det::atan2(y, x), std::atan2(y, x), 1e-15);
    }
    EXPECT_EQ(det::atan2(0.0, -1.0), std::numbers::pi);
    EXPECT_EQ(det::atan2(-0.0, -1.0), -std::numbers::pi);
}

TEST(TrigonometryTest, EdgesAreNamedValuesNotAccidents) {
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(det::sin(0.0), 0.0);
    EXPECT_EQ(det::cos(0.0), 1.0);
    EXPECT_EQ(det::acos(1.0), 0.0);
    EXPECT_EQ(det::acos(2.0), 0.0);
    EXPECT_EQ(det::acos(-2.0), std::numbers::pi);
    EXPECT_EQ(det::exp(-1000.0), 0.0);
    EXPECT_EQ(det::exp(1000.0), inf);
    EXPECT_EQ(det::exp(0.0), 1.0);
    EXPECT_TRUE(std::isnan(det::sin(inf)));
    EXPECT_TRUE(std::isnan(det::atan(nan)));
    EXPECT_TRUE(std::isnan(det::acos(nan)));
    EXPECT_TRUE(std::isnan(det::log(-1.0)));
    EXPECT_EQ(det::atan(inf), std::numbers::pi / 2);
    EXPECT_EQ(det::pow(0.0, 2.0), 0.0);
    EXPECT_NEAR(det::pow(2.0, 0.5), std::numbers::sqrt2, 1e-15);
}

// The very bits: any compiler, level or processor that answers otherwise breaks every golden.
TEST(TrigonometryTest, GivesTheSameBitsEverywhere) {
    std::uint64_t hash = 1469598103934665603ull;
    const auto mix = [&hash](double v) {
        std::uint64_t bits;
        static_assert(sizeof bits == sizeof v);
        std::copy_n(reinterpret_cast<const unsigned char*>(&v), sizeof v, reinterpret_cast<unsigned char*>(&bits));
        hash = (hash ^ bits) * 1099511628211ull;
    };
    RandomStream random(14);
    for (int i = 0; i < 20'000; ++i) {
        const double x = (random.uniform() - 0.5) * 2000.0;
        mix(det::sin(x));
        mix(det::cos(x));
        mix(det::atan2(x, random.uniform() - 0.5));
        mix(det::acos(random.uniform() * 2.0 - 1.0));
        mix(det::exp(x * 0.3));
        mix(det::log(random.uniform()));
    }
    EXPECT_EQ(hash, 2080209824849064318u);
}

} // namespace
} // namespace rigproof
