#include "core/crowd/people.h"

#include <algorithm>
#include <cmath>

#include "core/characters/block_person.h"
#include "core/math/random.h"
#include "core/math/trigonometry.h"

namespace rigproof {

namespace {

enum Purpose : std::uint32_t { kPlace, kHeading, kScale, kPhase, kMix, kGait, kWobble, kColors };

/// The generator `purpose` * 2^26 draws on: x * 16807^n mod 2^31 - 1 is that jump.
RandomStream streamFor(std::uint32_t seed, Purpose purpose) {
    constexpr std::uint64_t kModulus = 2147483647u;
    std::uint64_t state = seed % kModulus == 0 ? 1 : seed % kModulus;
    std::uint64_t power = 16807;
    for (std::uint64_t draws = std::uint64_t{purpose} << 26; draws != 0; draws >>= 1) {
        if (draws & 1u) state = state * power % kModulus;
        power = power * power % kModulus;
    }
    return RandomStream(static_cast<std::uint32_t>(state));
}

constexpr std::array<std::uint32_t, 10> kShirts = {0xe8504a, 0x3f7fe0, 0xf2c14e, 0x4cb36a, 0xa063d8,
                                                   0xff8a3d, 0x31b5b0, 0xf27fb0, 0xf4f1ea, 0x50607a};
constexpr std::array<std::uint32_t, 6> kTrousers = {0x2b3a5c, 0x3c3c44, 0x5a4636, 0x1f4a3a, 0x6b6f7a, 0x7a3b3b};
constexpr std::array<std::uint32_t, 6> kHair = {0x1d1612, 0x3b2617, 0x6b4223, 0xa86a32, 0xd9b26a, 0x2b2b30};

template <std::size_t n>
vec3 pick(const std::array<std::uint32_t, n>& colors, RandomStream& random) {
    return colorFromHex(colors[std::min(static_cast<std::size_t>(random.uniform() * static_cast<double>(n)), n - 1)]);
}

/// One channel of an HSL colour: `offset` of the hue circle away.
float channel(float low, float high, float hue) {
    hue -= std::floor(hue);
    if (hue < 1.0f / 6.0f) return low + (high - low) * 6.0f * hue;
    if (hue < 0.5f) return high;
    if (hue < 2.0f / 3.0f) return low + (high - low) * 6.0f * (2.0f / 3.0f - hue);
    return low;
}

/// Moves hue (a turn is 1) and lightness, both as in HSL, of an sRGB colour.
vec3 shifted(const vec3& color, float hueShift, float lightnessShift) {
    const float most = std::max({color.x, color.y, color.z});
    const float least = std::min({color.x, color.y, color.z});
    const float range = most - least;
    float lightness = 0.5f * (most + least);
    float hue = 0.0f;
    float saturation = 0.0f;
    if (range > 0.0f) {
        saturation = range / (lightness <= 0.5f ? most + least : 2.0f - most - least);
        if (most == color.x) {
            hue = (color.y - color.z) / range;
        } else if (most == color.y) {
            hue = 2.0f + (color.z - color.x) / range;
        } else {
            hue = 4.0f + (color.x - color.y) / range;
        }
        hue /= 6.0f;
    }
    hue += hueShift;
    lightness = std::clamp(lightness + lightnessShift, 0.0f, 1.0f);
    const float high =
        lightness <= 0.5f ? lightness * (1.0f + saturation) : lightness + saturation - lightness * saturation;
    const float low = 2.0f * lightness - high;
    return {channel(low, high, hue + 1.0f / 3.0f), channel(low, high, hue), channel(low, high, hue - 1.0f / 3.0f)};
}

/// A person's speed at scale 1, by clip and gait number 0..1.
float speedOf(std::uint32_t clip, float gait) {
    if (clip == kWalk) return 0.8f + 0.4f * gait;
    return clip == kRun ? 2.5f + 0.9f * gait : 0.0f;
}

bool isShare(float share) {
    return share >= 0.0f && share <= 1.0f;
}

Status check(const PeopleOptions& options, const std::array<ClipMotion, 3>& clips) {
    if (options.count > kMaxPeople) return refusedCount("too many people", options.count, kMaxPeople);
    if (!isShare(options.runShare)) return refused("the share of runners must be within 0..1");
    if (!isShare(options.waveShare)) return refused("the share of wavers must be within 0..1");
    for (std::size_t c = 0; c < clips.size(); ++c) {
        if (!(clips[c].duration > 0.0f)) return refused("a clip's duration must be > 0", c);
        if (c != kWave && !(clips[c].stride > 0.0f)) return refused("walk and run need a stride > 0", c);
    }
    return accepted();
}

} // namespace

float plazaRadius(std::size_t people) {
    constexpr float kAreaEach = 1.1f; // square metres
    constexpr float kFountainRadius = 4.2f;
    return std::sqrt(kAreaEach * static_cast<float>(people) / kPi + kFountainRadius * kFountainRadius);
}

Status makePeople(const PeopleOptions& options, const std::array<ClipMotion, 3>& clips, People& out) {
    if (Status s = check(options, clips); !s.ok()) return s;
    const std::size_t n = options.count;
    for (std::vector<float>* column : {&out.phase, &out.rate, &out.speed, &out.scale, &out.wobbleFrequency, &out.x,
                                       &out.z, &out.heading, &out.wobblePhase}) {
        column->resize(n);
    }
    out.clip.resize(n);
    out.tints.resize(n);
    const float together = std::max(options.runShare + options.waveShare, 1.0f);
    const float runs = options.runShare / together;
    const float waves = options.waveShare / together;
    const float radius = plazaRadius(n);
    const float inner = kFountainClearance * kFountainClearance;
    const float area = std::max(radius * radius - inner, 0.0f);
    const auto stream = [&](Purpose purpose) { return streamFor(options.seed, purpose); };
    RandomStream place = stream(kPlace), heading = stream(kHeading), scale = stream(kScale), phase = stream(kPhase),
                 mix = stream(kMix), gait = stream(kGait), wobble = stream(kWobble), colors = stream(kColors);
    for (std::size_t i = 0; i < n; ++i) {
        const float r = std::sqrt(inner + area * place.between(0.0f, 1.0f));
        const float around = place.between(0.0f, kTwoPi);
        out.x[i] = r * det::cos(around);
        out.z[i] = r * det::sin(around);
        out.heading[i] = heading.between(-kPi, kPi);
        out.scale[i] = scale.between(0.9f, 1.12f);
        const float start = phase.between(0.0f, 1.0f);
        out.phase[i] = options.allInStep ? 0.0f : start;
        const float mixed = mix.between(0.0f, 1.0f);
        const std::uint32_t clip = mixed < runs ? kRun : (mixed < runs + waves ? kWave : kWalk);
        const float g = gait.between(0.0f, 1.0f);
        const float speed = speedOf(clip, g);
        out.clip[i] = static_cast<std::uint8_t>(clip);
        out.speed[i] = speed * out.scale[i];
        // Legs grow with the person, so the scale cancels: the rate is that of the speed at scale 1.
        float rate = clip == kWave ? 0.8f + 0.4f * g : speed / clips[clip].stride * clips[clip].duration;
        if (options.allInStep || !options.matchRateToSpeed) rate = 1.0f;
        out.rate[i] = rate;
        out.wobbleFrequency[i] = wobble.between(0.3f, 0.8f);
        out.wobblePhase[i] = wobble.between(-kPi, kPi);
        const vec3 shirt = pick(kShirts, colors);
        const float hue = colors.between(-0.02f, 0.02f);
        const float lightness = colors.between(-0.05f, 0.05f);
        out.tints[i][0] = shifted(shirt, hue, lightness);
        out.tints[i][1] = pick(kTrousers, colors);
        out.tints[i][2] = pick(kHair, colors);
    }
    return accepted();
}

std::size_t distinctPhases(const People& people) {
    std::vector<float> sorted = people.phase;
    std::sort(sorted.begin(), sorted.end());
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

} // namespace rigproof
