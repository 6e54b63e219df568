#include <cmath>

#include <glm/geometric.hpp>

#include "core/characters/bear.h"
#include "core/ik/two_bone.h"
#include "core/math/rotation.h"

namespace rigproof {
namespace {

const vec3 kX(1.0f, 0.0f, 0.0f);
const vec3 kZ(0.0f, 0.0f, 1.0f);

// Rotations of the motion at its full share, radians; those of forearm, thigh and shin also scale with the bend.
constexpr float kUpperArmForward = -0.8f;
constexpr float kUpperArmInwards = 0.12f;
constexpr float kForeArm = 2.35f;
constexpr float kThigh = -1.35f;
constexpr float kShin = 2.2f;
constexpr float kFoot = -0.5f;
constexpr float kHead = 0.12f;
constexpr float kChest = -0.06f;
constexpr float kHipsSink = 0.02f; // metres

// The place of a joint in character space, and the turn of its frame, by walking up from it.
struct Place {
    vec3 position{0.0f};
    quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
};
Place placeOf(const Bear& bear, const LocalPose& pose, std::size_t joint) {
    Place place;
    for (auto j = static_cast<std::int32_t>(joint); j != kNoParent;
         j = bear.skeleton.parents[static_cast<std::size_t>(j)]) {
        const JointTransform& t = pose.joints[static_cast<std::size_t>(j)];
        place.position = t.translation + t.rotation * place.position;
        place.rotation = t.rotation * place.rotation;
    }
    return place;
}

// Keeps the right foot where it stood: the knee goes to the point at both bones' lengths from hip and ankle, on the
// side of the character's +Z; the foot keeps the character's own orientation.
void standOnRightLeg(const Bear& bear, LocalPose& pose) {
    const std::size_t thigh = jointIndex(BearJoint::kThighR);
    const std::size_t shin = jointIndex(BearJoint::kShinR);
    const std::size_t foot = jointIndex(BearJoint::kFootR);
    const vec3 target = bear.bones[foot].head;
    const Place parent = placeOf(bear, pose, jointIndex(BearJoint::kHips));
    const vec3 hip = parent.position + parent.rotation * pose.joints[thigh].translation;
    const vec3 upper = pose.joints[shin].translation; // in the thigh's frame, which rests unturned
    const vec3 lower = pose.joints[foot].translation;
    const float upperLength = std::sqrt(glm::dot(upper, upper));
    const float lowerLength = std::sqrt(glm::dot(lower, lower));
    const TwoBoneResult leg =
        solveTwoBone({.root = hip, .target = target, .pole = hip + kZ, .upper = upperLength, .lower = lowerLength});

    const quat thighTurn = shortestArc(upper / upperLength, glm::normalize(leg.middle - hip));
    const quat shinTurn = shortestArc(lower / lowerLength, glm::normalize(leg.end - leg.middle));
    pose.joints[thigh].rotation = glm::conjugate(parent.rotation) * thighTurn;
    pose.joints[shin].rotation = glm::conjugate(thighTurn) * shinTurn;
    pose.joints[foot].rotation = glm::conjugate(shinTurn);
}

} // namespace

float bearMotionShare(double seconds) {
    const double t = seconds - std::floor(seconds / kBearMotionSeconds) * kBearMotionSeconds;
    const auto lt = static_cast<float>(t);
    return smoothstep(0.2f, 1.6f, lt) * (1.0f - smoothstep(3.0f, 3.9f, lt));
}

void poseBear(const Bear& bear, double seconds, float bend, LocalPose& pose) {
    using J = BearJoint;
    const float k = bearMotionShare(seconds);
    pose.joints = bear.skeleton.rest.joints;
    const auto turn = [&pose](J joint, const quat& rotation) { pose.joints[jointIndex(joint)].rotation = rotation; };

    const vec3 arm =
        glm::normalize(bear.bones[jointIndex(J::kUpperArmL)].tail - bear.bones[jointIndex(J::kUpperArmL)].head);
    turn(J::kUpperArmL, axisAngle(kX, kUpperArmForward * k) * axisAngle(kZ, -kUpperArmInwards * k));
    turn(J::kUpperArmR, axisAngle(kX, kUpperArmForward * k) * axisAngle(kZ, kUpperArmInwards * k));
    // Elbows bend in the plane of the arm and the character's front.
    turn(J::kForeArmL, axisAngle(glm::normalize(vec3(arm.y, -arm.x, 0.0f)), kForeArm * k * bend));
    turn(J::kForeArmR, axisAngle(glm::normalize(vec3(arm.y, arm.x, 0.0f)), kForeArm * k * bend));
    turn(J::kThighL, axisAngle(kX, kThigh * k * bend));
    turn(J::kShinL, axisAngle(kX, kShin * k * bend));
    turn(J::kFootL, axisAngle(kX, kFoot * k));
    turn(J::kHead, axisAngle(kZ, kHead * k));
    turn(J::kChest, axisAngle(kX, kChest * k));
    pose.joints[jointIndex(J::kHips)].translation.y -= kHipsSink * k;
    standOnRightLeg(bear, pose);
}

} // namespace rigproof
