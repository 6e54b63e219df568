#include <array>
#include <cmath>

#include "core/animation/bake.h"
#include "core/characters/block_person.h"
#include "core/characters/gait.h"
#include "core/math/rotation.h"
#include "core/math/trigonometry.h"

namespace rigproof {

namespace {

using namespace person;

constexpr vec3 kX(1, 0, 0);
constexpr vec3 kY(0, 1, 0);
constexpr vec3 kZ(0, 0, 1);

/// A pose of the person: hips in character space, every joint's rotation relative to its parent.
struct PersonPose {
    vec3 hips{0.0f};
    std::array<quat, kJointCount> rotations{};
    PersonPose() { rotations.fill(quat(1, 0, 0, 0)); }
};

float wave(float cycles) {
    return det::sin(kTwoPi * cycles);
}
float cosineWave(float cycles) {
    return det::cos(kTwoPi * cycles);
}

/// Curves given by four numbers (Bernstein): starts at the first, ends at the last, drawn towards the middle two.
float curve(const std::array<float, 4>& p, float t) {
    const float s = 1.0f - t;
    return p[0] * s * s * s + 3.0f * p[1] * s * s * t + 3.0f * p[2] * s * t * t + p[3] * t * t * t;
}

/// Cubic between two values with their slopes; `width` is how much of the cycle lies between.
float hermite(float a, float slopeA, float b, float slopeB, float t, float width) {
    const float t2 = t * t;
    const float t3 = t2 * t;
    return a * (2 * t3 - 3 * t2 + 1) + slopeA * width * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) +
           slopeB * width * (t3 - t2);
}

/// What makes a way of going on two legs. The right foot strikes at cycle 0, the left at 0.5; angles in radians.
struct Gait {
    const char* name;
    float duration;      ///< seconds
    float stance;        ///< share of the cycle that a foot carries the body; at most half
    float aheadAtStrike; ///< metres the body's middle is ahead of the striking foot's ankle (negative: behind)
    float travel;        ///< metres the body passes over a standing foot
    std::array<float, 4> stanceKnee;   ///< flexion from strike to toe-off, a curve()
    float swingKnee;                   ///< flexion added in mid swing
    float swingThigh;                  ///< thigh raised in mid swing
    float flightRise;                  ///< metres risen between toe-off and strike
    float hipsYaw, hipsRoll, hipsSway; ///< amplitudes; sway in metres
    float hipsPitch, lean;             ///< forward tilt of the hips and, further, of the chest
    float chestTwist;                  ///< chest against hips
    float armSwing, armForward, armOut;
    float elbow, elbowSwing;
};

constexpr float kFootOut = 0.085f; ///< metres from the middle plane to a standing foot

/// Hips without their height, at a moment of the cycle.
struct Hips {
    quat rotation{1, 0, 0, 0};
    float sway = 0.0f;
};

Hips hipsAt(const Gait& g, float cycle) {
    // The striking side comes forward, the swinging side drops, the weight goes over the standing foot.
    return {axisAngle(kY, g.hipsYaw * cosineWave(cycle)) * axisAngle(kZ, -g.hipsRoll * wave(cycle)) *
                axisAngle(kX, g.hipsPitch),
            -g.hipsSway * wave(cycle)};
}

/// A leg in its own plane, which leans by `lateral` about Z, and the height of the hips' joint that it asks for.
struct Leg {
    LegAngles angles;
    float lateral = 0.0f;
    float hipsHeight = 0.0f;
};

vec3 hipFromHips(const Hips& hips, float side) {
    return hips.rotation * vec3(side * kHipOut, kHipHeight - kHipsHeight, 0.0f) + vec3(hips.sway, 0.0f, 0.0f);
}

float lateralLean(float footFromHip, float lengthInPlane) {
    return det::atan2(footFromHip, std::sqrt(lengthInPlane * lengthInPlane - footFromHip * footFromHip));
}

/// The leg that carries the body, `since` its strike (share of the cycle, 0..stance).
Leg stanceLeg(const Gait& g, float side, float cycle, float since, float flexion) {
    const vec3 hip = hipFromHips(hipsAt(g, cycle), side);
    const float ahead = g.aheadAtStrike + g.travel * (since / g.stance) + hip.z;
    const StanceLeg leg = standOn(ahead, flexion);
    const float across = side * kFootOut - hip.x;
    const float height = std::sqrt(leg.hipHeight * leg.hipHeight - across * across);
    return {leg.angles, lateralLean(across, leg.hipHeight), height - hip.y};
}

/// A gait with what is solved once: in a walk the strike's flexion is the one that takes the hips over at the height at
/// which the other leg leaves them.
class GaitSolver {
  public:
    explicit GaitSolver(const Gait& gait) : g_(gait) {
        if (g_.stance < 0.5f) return;
        const float left = rightStance(g_.stance).hipsHeight;
        const vec3 hip = hipFromHips(hipsAt(g_, 0.0f), -1.0f);
        const float across = -kFootOut - hip.x;
        const float inPlane = std::sqrt((left + hip.y) * (left + hip.y) + across * across);
        g_.stanceKnee[0] = flexionOnHeel(g_.aheadAtStrike + hip.z, inPlane);
    }

    /// The right leg at a moment 0..1 of its cycle; the left's is the mirror half a cycle later.
    Leg right(float cycle) const {
        if (cycle <= g_.stance) return rightStance(cycle);
        // Swing: from how the leg left the ground to how it will strike, at the speeds of both.
        const float width = 1.0f - g_.stance;
        const float t = (cycle - g_.stance) / width;
        const Leg off = rightStance(g_.stance);
        const Leg offBefore = rightStance(g_.stance - kSlope);
        const Leg strike = rightStance(0.0f);
        const Leg strikeAfter = rightStance(kSlope);
        const auto between = [&](float a, float aBefore, float b, float bAfter) {
            return hermite(a, (a - aBefore) / kSlope, b, (bAfter - b) / kSlope, t, width);
        };
        const float bump = wave(0.5f * t) * wave(0.5f * t);
        Leg leg;
        leg.angles.thigh =
            between(off.angles.thigh, offBefore.angles.thigh, strike.angles.thigh, strikeAfter.angles.thigh) +
            g_.swingThigh * bump;
        leg.angles.flexion = std::fmax(0.0f, between(off.angles.flexion, offBefore.angles.flexion,
                                                     strike.angles.flexion, strikeAfter.angles.flexion) +
                                                 g_.swingKnee * bump);
        leg.lateral = between(off.lateral, offBefore.lateral, strike.lateral, strikeAfter.lateral);
        return leg;
    }

    float hipsHeight(float cycle) const {
        const float w = cycle < 0.5f ? cycle : cycle - 0.5f; // both steps are alike
        if (w <= g_.stance) return rightStance(w).hipsHeight;
        const float width = 0.5f - g_.stance;
        const float t = (w - g_.stance) / width;
        const float off = rightStance(g_.stance).hipsHeight;
        const float strike = rightStance(0.0f).hipsHeight;
        const float offSlope = (off - rightStance(g_.stance - kSlope).hipsHeight) / kSlope;
        const float strikeSlope = (rightStance(kSlope).hipsHeight - strike) / kSlope;
        return hermite(off, offSlope, strike, strikeSlope, t, width) + g_.flightRise * wave(0.5f * t) * wave(0.5f * t);
    }

    PersonPose pose(float cycle) const {
        PersonPose pose;
        const Hips hips = hipsAt(g_, cycle);
        pose.hips = {hips.sway, hipsHeight(cycle), 0.0f};
        pose.rotations[kHips] = hips.rotation;
        const float otherCycle = cycle < 0.5f ? cycle + 0.5f : cycle - 0.5f;
        const Leg left = right(otherCycle);
        poseLeg(pose, kRightThigh, right(cycle), 1.0f);
        poseLeg(pose, kLeftThigh, left, -1.0f);

        const float twist = -(g_.hipsYaw + g_.chestTwist) * cosineWave(cycle);
        pose.rotations[kChest] =
            axisAngle(kY, twist) * axisAngle(kZ, 0.7f * g_.hipsRoll * wave(cycle)) * axisAngle(kX, g_.lean);
        // The eyes stay on the way.
        pose.rotations[kHead] =
            axisAngle(kX, -0.8f * (g_.lean + g_.hipsPitch)) * axisAngle(kY, g_.chestTwist * cosineWave(cycle));
        for (const float side : {-1.0f, 1.0f}) {
            const float swing = side * cosineWave(cycle - 0.03f); // a hair behind the legs
            const std::size_t arm = side < 0.0f ? kRightUpperArm : kLeftUpperArm;
            pose.rotations[arm] =
                axisAngle(kZ, side * g_.armOut) * axisAngle(kX, -(g_.armForward + g_.armSwing * swing));
            pose.rotations[arm + 1] = axisAngle(kX, -(g_.elbow + g_.elbowSwing * swing));
        }
        return pose;
    }

  private:
    static constexpr float kSlope = 1.0f / 256.0f; // of a cycle, for slopes

    Leg rightStance(float since) const {
        return stanceLeg(g_, -1.0f, since, since, curve(g_.stanceKnee, since / g_.stance));
    }

    static void poseLeg(PersonPose& pose, std::size_t thigh, const Leg& leg, float lateralSign) {
        pose.rotations[thigh] = glm::conjugate(pose.rotations[kHips]) * axisAngle(kZ, lateralSign * leg.lateral) *
                                axisAngle(kX, -leg.angles.thigh);
        pose.rotations[thigh + 1] = axisAngle(kX, leg.angles.flexion);
    }

    Gait g_;
};

/// Standing with soft knees, the weight going from foot to foot; the right arm up, its forearm waving twice a cycle.
PersonPose wavePose(float cycle) {
    constexpr float kSway = 0.012f;    // metres
    constexpr float kKneeBend = 0.13f; // radians, and how much of it comes and goes
    constexpr float kKneeGive = 0.06f;
    constexpr float kArmRaise = 1.95f; // upper arm from hanging, out to the side
    constexpr float kForearm = 1.05f;  // further up from there
    constexpr float kWaveWidth = 0.48f;
    PersonPose pose;
    const float thigh = kKneeBend + kKneeGive * cosineWave(2.0f * cycle);
    const vec2 hip = hipOverFlatFoot(thigh);
    const float sway = kSway * wave(cycle);
    const float height = std::sqrt(hip.y * hip.y - sway * sway);
    const float lateral = -lateralLean(sway, hip.y);
    pose.hips = {sway, height + kHipsHeight - kHipHeight, hip.x};
    for (const std::size_t leg : {kRightThigh, kLeftThigh}) {
        pose.rotations[leg] = axisAngle(kZ, lateral) * axisAngle(kX, -thigh);
        pose.rotations[leg + 1] = axisAngle(kX, thigh);
    }
    const float beat = wave(2.0f * cycle);
    pose.rotations[kChest] = axisAngle(kZ, -0.05f * wave(cycle) + 0.03f) * axisAngle(kX, 0.02f);
    pose.rotations[kHead] = axisAngle(kZ, 0.10f * wave(cycle - 0.1f)) * axisAngle(kX, -0.06f);
    pose.rotations[kRightUpperArm] = axisAngle(kZ, -(kArmRaise + 0.10f * beat)) * axisAngle(kY, 0.15f);
    pose.rotations[kRightForearm] = axisAngle(kZ, -(kForearm + kWaveWidth * wave(2.0f * cycle - 0.06f)));
    pose.rotations[kLeftUpperArm] = axisAngle(kZ, 0.12f) * axisAngle(kX, 0.05f * wave(cycle));
    pose.rotations[kLeftForearm] = axisAngle(kX, -(0.22f + 0.06f * wave(cycle - 0.1f)));
    return pose;
}

/// One key a baked frame and one at the end that is the first again, so that a bake at the reference's rate meets keys
/// only.
template <class PoseAt>
AnimationClip clipOf(const char* name, float duration, const PoseAt& poseAt) {
    const std::int32_t frames = frameCount(duration, kBakeRate);
    AnimationClip clip{.name = name, .duration = duration};
    clip.translations.push_back({.joint = kHips});
    for (std::uint16_t j = 0; j < kJointCount; ++j)
        clip.rotations.push_back({.joint = j});
    for (std::int32_t f = 0; f <= frames; ++f) {
        const float cycle = f == frames ? 0.0f : static_cast<float>(f) / static_cast<float>(frames);
        const float time = static_cast<float>(f) / static_cast<float>(frames) * duration;
        const PersonPose pose = poseAt(cycle);
        clip.translations[0].times.push_back(time);
        clip.translations[0].values.push_back(pose.hips);
        for (RotationTrack& track : clip.rotations) {
            track.times.push_back(time);
            track.values.push_back(normalizedOrIdentity(pose.rotations[track.joint]));
        }
    }
    return clip;
}

// Both ways of going were tuned by eye on the rendered crowd; nothing else depends on their numbers.
constexpr Gait kWalkGait{.name = "walk",
                         .duration = 1.0f,
                         .stance = 0.5f,
                         .aheadAtStrike = -0.115f,
                         .travel = 0.42f,
                         .stanceKnee = {0.0f, 0.42f, 0.02f, 0.62f}, // the first is solved
                         .swingKnee = 0.50f,
                         .swingThigh = 0.16f,
                         .flightRise = 0.0f,
                         .hipsYaw = 0.06f,
                         .hipsRoll = 0.035f,
                         .hipsSway = 0.014f,
                         .hipsPitch = 0.02f,
                         .lean = 0.05f,
                         .chestTwist = 0.03f,
                         .armSwing = 0.48f,
                         .armForward = 0.04f,
                         .armOut = 0.09f,
                         .elbow = 0.38f,
                         .elbowSwing = 0.20f};
constexpr Gait kRunGait{.name = "run",
                        .duration = 0.6f,
                        .stance = 5.0f / 18.0f, // on a frame, so that toe-off falls on a row
                        .aheadAtStrike = -0.14f,
                        .travel = 0.39f,
                        .stanceKnee = {0.72f, 1.20f, 1.15f, 0.60f},
                        .swingKnee = 2.35f,
                        .swingThigh = 0.74f,
                        .flightRise = 0.068f,
                        .hipsYaw = 0.06f,
                        .hipsRoll = 0.03f,
                        .hipsSway = 0.010f,
                        .hipsPitch = 0.12f,
                        .lean = 0.09f,
                        .chestTwist = 0.04f,
                        .armSwing = 0.85f,
                        .armForward = -0.05f,
                        .armOut = 0.14f,
                        .elbow = 1.45f,
                        .elbowSwing = 0.25f};

} // namespace

PersonClips makePersonClips() {
    PersonClips person;
    for (const Gait& gait : {kWalkGait, kRunGait}) {
        const GaitSolver solver(gait);
        person.strides[person.clips.size()] = gait.travel / gait.stance;
        person.clips.push_back(clipOf(gait.name, gait.duration, [&](float cycle) { return solver.pose(cycle); }));
    }
    person.clips.push_back(clipOf("wave", 1.2f, wavePose));
    return person;
}

} // namespace rigproof
