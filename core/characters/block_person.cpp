#include "core/characters/block_person.h"

#include "core/mesh/primitives.h"

namespace rigproof {

namespace {

using namespace person;

/// Upper joint above, lower joint below, blended linearly within `half` of `height`.
struct Bend {
    std::uint16_t upper = 0;
    std::uint16_t lower = 0;
    float height = 0.0f;
    float half = 0.0f; ///< 0: the upper joint alone
};

struct Part {
    vec3 size;   ///< metres
    int rows;    ///< along Y
    vec3 bottom; ///< centre of the bottom face
    std::uint8_t tint;
    vec3 color;
    Bend bend;
    bool detail = false; ///< left out of the simple person
};

void addBox(Mesh& mesh, const Part& part, int rows) {
    const Mesh box = makeBox(part.size, rows);
    const auto first = static_cast<std::uint32_t>(mesh.vertexCount());
    const vec3 middle = part.bottom + vec3(0.0f, 0.5f * part.size.y, 0.0f);
    for (const vec3& corner : box.positions)
        mesh.positions.push_back(corner + middle);
    mesh.normals.insert(mesh.normals.end(), box.normals.begin(), box.normals.end());
    for (const std::uint32_t index : box.indices)
        mesh.indices.push_back(first + index);
}

void addPart(BlockPerson& person, const Part& part, const PersonOptions& options) {
    if (part.detail && options.simple) return;
    Mesh& mesh = person.mesh;
    const std::size_t first = mesh.vertexCount();
    const bool bends = part.bend.half > 0.0f && !options.oneBoneABox;
    addBox(mesh, part, bends || !options.simple ? part.rows : 1);
    const std::size_t added = mesh.vertexCount() - first;
    mesh.colors.insert(mesh.colors.end(), added, part.tint == 0 ? part.color : vec3(1.0f));
    person.tintOf.insert(person.tintOf.end(), added, part.tint);
    for (std::size_t v = first; v < mesh.vertexCount(); ++v) {
        constexpr float kTolerance = 1e-4f; // metres: vertices on an end of the bend belong to that end
        const Bend& bend = part.bend;
        float upper = 1.0f;
        if (bend.half > 0.0f) {
            const float y = mesh.positions[v].y;
            upper = (y - (bend.height - bend.half)) / (2.0f * bend.half);
            if (y >= bend.height + bend.half - kTolerance) upper = 1.0f;
            if (y <= bend.height - bend.half + kTolerance) upper = 0.0f;
            if (options.oneBoneABox) upper = 1.0f;
        }
        const bool upperFirst = upper >= 0.5f;
        const float larger = upperFirst ? upper : 1.0f - upper;
        const std::uint16_t other = upperFirst ? bend.lower : bend.upper;
        mesh.joints.push_back({upperFirst ? bend.upper : bend.lower, larger < 1.0f ? other : std::uint16_t{0},
                               std::uint16_t{0}, std::uint16_t{0}});
        mesh.weights.push_back({larger, 1.0f - larger, 0.0f, 0.0f});
    }
}

Skeleton makeSkeleton() {
    Skeleton s;
    const auto joint = [&](const char* name, std::int32_t parent, const vec3& pivot, const vec3& parentPivot) {
        s.names.emplace_back(name);
        s.parents.push_back(parent);
        s.rest.joints.push_back({.translation = pivot - parentPivot});
    };
    const vec3 hips(0, kHipsHeight, 0);
    const vec3 chest(0, kWaistHeight, 0);
    joint("hips", kNoParent, hips, vec3(0.0f));
    joint("chest", kHips, chest, hips);
    joint("head", kChest, {0, kNeckHeight, 0}, chest);
    for (const float side : {-1.0f, 1.0f}) {
        const vec3 shoulder(side * kShoulderOut, kShoulderHeight, 0);
        joint(side < 0 ? "right upper arm" : "left upper arm", kChest, shoulder, chest);
        joint(side < 0 ? "right forearm" : "left forearm", side < 0 ? kRightUpperArm : kLeftUpperArm,
              {shoulder.x, kElbowHeight, 0}, shoulder);
    }
    for (const float side : {-1.0f, 1.0f}) {
        const vec3 hip(side * kHipOut, kHipHeight, 0);
        joint(side < 0 ? "right thigh" : "left thigh", kHips, hip, hips);
        joint(side < 0 ? "right shin" : "left shin", side < 0 ? kRightThigh : kLeftThigh, {hip.x, kKneeHeight, 0}, hip);
    }
    bindAtRest(s);
    return s;
}

} // namespace

BlockPerson makeBlockPerson(const PersonOptions& options) {
    // Sizes, places and colours: the reference's table of boxes.
    BlockPerson person;
    person.skeleton = makeSkeleton();
    const vec3 skin = colorFromHex(0xf3c9a2);
    const auto add = [&](Part part) { addPart(person, part, options); };
    add({{.32f, .36f, .20f}, 3, {0, .50f, 0}, 1, vec3(1), {kChest, kHips, kWaistHeight, .06f}});
    add({{.30f, .10f, .19f}, 1, {0, .44f, 0}, 2, vec3(1), {.upper = kHips}});
    for (const float side : {-1.0f, 1.0f}) {
        const bool right = side < 0.0f;
        const std::uint16_t thigh = right ? kRightThigh : kLeftThigh;
        const std::uint16_t shin = right ? kRightShin : kLeftShin;
        const std::uint16_t upperArm = right ? kRightUpperArm : kLeftUpperArm;
        const std::uint16_t forearm = right ? kRightForearm : kLeftForearm;
        add({{.13f, .46f, .15f}, 4, {side * kHipOut, .04f, 0}, 2, vec3(1), {thigh, shin, kKneeHeight, .115f}});
        add({{.14f, .06f, kToeZ - kHeelZ}, 1, {side * kHipOut, 0, .025f}, 0, colorFromHex(0x3a2f2c), {.upper = shin}});
        add({{.09f, .36f, .10f},
             4,
             {side * kShoulderOut, .48f, 0},
             1,
             vec3(1),
             {upperArm, forearm, kElbowHeight, .09f}});
        add({{.08f, .07f, .09f}, 1, {side * kShoulderOut, .42f, 0}, 0, skin, {.upper = forearm}});
    }
    const Bend head{.upper = kHead};
    add({{.28f, .28f, .27f}, 1, {0, .86f, 0}, 0, skin, head});
    add({{.30f, .08f, .29f}, 1, {0, 1.10f, -.005f}, 3, vec3(1), head});
    add({{.30f, .17f, .06f}, 1, {0, .95f, -.125f}, 3, vec3(1), head});
    for (const float side : {-1.0f, 1.0f}) {
        add({{.04f, .06f, .02f}, 1, {side * .065f, .97f, .14f}, 0, colorFromHex(0x1d1a22), head, true});
        add({{.05f, .025f, .01f}, 1, {side * .10f, .925f, .138f}, 0, colorFromHex(0xf2938f), head, true});
    }
    return person;
}

} // namespace rigproof
