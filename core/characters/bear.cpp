#include "core/characters/bear.h"

#include <array>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/characters/bear_parts.h"
#include "core/math/rotation.h"

namespace rigproof {
namespace {

using Kind = ClayBlob::Kind;

vec3 mirrored(const vec3& p) {
    return {-p.x, p.y, p.z};
}

ClayBlob ball(const vec3& center, const vec3& radius, float blend) {
    return {Kind::kEllipsoid, center, center, radius, blend, false};
}
ClayBlob rod(const vec3& a, const vec3& b, float ra, float rb, float blend) {
    return {Kind::kRod, a, b, vec3(ra, rb, 0.0f), blend, false};
}

void addBothSides(std::vector<ClayBlob>& blobs, ClayBlob left) {
    blobs.push_back(left);
    left.a = mirrored(left.a);
    left.b = mirrored(left.b);
    blobs.push_back(left);
}

// Clay palette.
constexpr vec3 kFur = colorFromHex(0xd8955c);
constexpr vec3 kFurDark = colorFromHex(0xbd7a49);
constexpr vec3 kCream = colorFromHex(0xfbe6c4);
constexpr vec3 kCheek = colorFromHex(0xee9584);
constexpr vec3 kPad = colorFromHex(0x8f5636);

vec3 mix(const vec3& a, const vec3& b, float t) {
    return a + (b - a) * t;
}

// How far `p` lies inside an ellipsoidal patch: 1 inside, 0 outside, soft over a tenth of its size.
float patch(const vec3& p, const vec3& center, const vec3& radius) {
    const vec3 q = (p - center) / radius;
    return 1.0f - smoothstep(0.94f, 1.06f, std::sqrt(glm::dot(q, q)));
}

vec3 paintAt(const vec3& p, const BearPlan& plan) {
    const vec3 side(std::fabs(p.x), p.y, p.z);
    vec3 color = kFur;
    color = mix(color, kCream, patch(p, {0.0f, 0.88f, 0.47f}, {0.27f, 0.31f, 0.24f}));                 // belly
    color = mix(color, kCream, patch(p, {0.0f, 1.535f, 0.47f}, {0.205f, 0.155f, 0.24f}));              // muzzle
    color = mix(color, kCheek, 0.75f * patch(side, {0.285f, 1.56f, 0.345f}, {0.085f, 0.065f, 0.14f})); // cheeks
    color = mix(color, kCheek, 0.8f * patch(side, plan.ear + vec3(0.012f, 0.0f, 0.1f), {0.088f, 0.092f, 0.085f}));
    color = mix(color, kCream, patch(p, {0.0f, 0.81f, -0.545f}, {0.085f, 0.085f, 0.06f})); // the tip of the tail
    // Pads under the paws and the soles.
    color = mix(color, kPad, patch(side, plan.ankle + vec3(0.0f, -0.15f, 0.08f), {0.11f, 0.035f, 0.15f}));
    color = mix(color, kFurDark, patch(side, plan.wrist + vec3(0.085f, -0.075f, 0.0f), {0.1f, 0.1f, 0.14f}));
    color = mix(color, kFurDark, patch(side, plan.ankle + vec3(0.0f, -0.03f, 0.19f), {0.15f, 0.12f, 0.12f}));
    return color;
}

struct JointPlan {
    const char* name;
    BearJoint parent;
    vec3 head;
    vec3 tail;
    float radius;
};

std::array<JointPlan, kBearJoints> jointPlans(const BearPlan& p) {
    using J = BearJoint;
    const vec3 toe = p.ankle + vec3(0.01f, -0.05f, 0.2f);
    const vec3 earTip = p.ear + vec3(0.05f, 0.1f, 0.0f);
    return {{
        {"root", J::kRoot, vec3(0.0f), {0.0f, 0.1f, 0.0f}, 0.1f},
        {"hips", J::kRoot, {0.0f, 0.8f, 0.0f}, {0.0f, 0.98f, 0.02f}, 0.47f},
        {"chest", J::kHips, {0.0f, 0.98f, 0.02f}, {0.0f, 1.24f, 0.0f}, 0.37f},
        {"head", J::kChest, {0.0f, 1.34f, 0.02f}, {0.0f, 1.74f, 0.02f}, 0.4f},
        {"ear.L", J::kHead, p.ear, earTip, 0.1f},
        {"ear.R", J::kHead, mirrored(p.ear), mirrored(earTip), 0.1f},
        {"tail", J::kHips, {0.0f, 0.77f, -0.36f}, {0.0f, 0.8f, -0.45f}, 0.1f},
        {"upperArm.L", J::kChest, p.shoulder, p.elbow, 0.15f},
        {"upperArm.R", J::kChest, mirrored(p.shoulder), mirrored(p.elbow), 0.15f},
        {"foreArm.L", J::kUpperArmL, p.elbow, p.wrist, 0.15f},
        {"foreArm.R", J::kUpperArmR, mirrored(p.elbow), mirrored(p.wrist), 0.15f},
        {"thigh.L", J::kHips, p.hip, p.knee, 0.205f},
        {"thigh.R", J::kHips, mirrored(p.hip), mirrored(p.knee), 0.205f},
        {"shin.L", J::kThighL, p.knee, p.ankle, 0.18f},
        {"shin.R", J::kThighR, mirrored(p.knee), mirrored(p.ankle), 0.18f},
        {"foot.L", J::kShinL, p.ankle, toe, 0.12f},
        {"foot.R", J::kShinR, mirrored(p.ankle), mirrored(toe), 0.12f},
    }};
}

} // namespace

BearPlan planOf(const BearShape& shape) {
    BearPlan plan;
    if (shape.touchingLegs) {
        // 4 cm of air between the legs all the way down.
        plan.hip.x = 0.175f;
        plan.knee.x = 0.17f;
        plan.ankle.x = 0.165f;
    }
    return plan;
}

std::vector<ClayBlob> bearBlobs(const BearPlan& p) {
    std::vector<ClayBlob> blobs;
    // Trunk: a pear.
    blobs.push_back(ball({0.0f, 0.88f, 0.02f}, {0.43f, 0.41f, 0.40f}, 0.0f));
    blobs.push_back(ball({0.0f, 1.12f, 0.0f}, {0.34f, 0.30f, 0.30f}, 0.12f));
    addBothSides(blobs, rod(p.hip, p.knee, 0.165f, 0.145f, 0.05f));
    addBothSides(blobs, rod(p.knee, p.ankle, 0.145f, 0.13f, 0.03f));
    addBothSides(blobs, ball(p.ankle + vec3(0.005f, -0.015f, 0.09f), {0.15f, 0.112f, 0.215f}, 0.05f));
    addBothSides(blobs, rod(p.shoulder, p.elbow, 0.125f, 0.105f, 0.1f));
    addBothSides(blobs, rod(p.elbow, p.wrist, 0.105f, 0.105f, 0.02f));
    addBothSides(blobs, ball(p.wrist + vec3(0.03f, -0.025f, 0.0f), {0.13f, 0.12f, 0.125f}, 0.05f));
    blobs.push_back(ball({0.0f, 0.79f, -0.415f}, {0.12f, 0.115f, 0.12f}, 0.06f));
    // Head: wide, a little flat, with full cheeks and a short muzzle.
    blobs.push_back(ball({0.0f, 1.66f, 0.02f}, {0.475f, 0.42f, 0.41f}, 0.07f));
    addBothSides(blobs, ball({0.24f, 1.54f, 0.14f}, {0.19f, 0.16f, 0.21f}, 0.12f));
    blobs.push_back(ball({0.0f, 1.54f, 0.36f}, {0.19f, 0.145f, 0.15f}, 0.06f));
    addBothSides(blobs, ball(p.ear + vec3(0.02f, 0.03f, 0.0f), {0.15f, 0.155f, 0.08f}, 0.05f));
    // The bowl of each ear.
    ClayBlob bowl = ball(p.ear + vec3(0.022f, 0.03f, 0.115f), {0.095f, 0.1f, 0.075f}, 0.03f);
    bowl.carve = true;
    addBothSides(blobs, bowl);
    return blobs;
}

Status validate(const BearShape& shape) {
    if (!(shape.cell >= 0.003f && shape.cell <= 0.045f)) return refused("the bear's cell must be 0.003..0.045 m");
    return accepted();
}

Bear makeBear(const BearShape& shape) {
    const BearPlan plan = planOf(shape);
    Bear bear;
    bear.body = meshClay(bearBlobs(plan), {-1.12f, -0.1f, -0.72f}, {1.12f, 2.32f, 0.66f}, shape.cell);
    bear.body.colors.reserve(bear.body.vertexCount());
    for (const vec3& p : bear.body.positions)
        bear.body.colors.push_back(paintAt(p, plan));
    bear.details = bearDetails(bearBlobs(plan));

    Skeleton& skeleton = bear.skeleton;
    const auto joints = jointPlans(plan);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const JointPlan& joint = joints[j];
        const bool root = j == 0;
        skeleton.names.emplace_back(joint.name);
        skeleton.parents.push_back(root ? kNoParent : static_cast<std::int32_t>(jointIndex(joint.parent)));
        JointTransform rest;
        rest.translation = root ? joint.head : joint.head - joints[jointIndex(joint.parent)].head;
        skeleton.rest.joints.push_back(rest);
        bear.bones.push_back({joint.head, joint.tail, joint.radius});
    }
    bindAtRest(skeleton);
    return bear;
}

} // namespace rigproof
