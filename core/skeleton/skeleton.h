#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/math/types.h"
#include "core/status.h"

namespace rigproof {

// Three kinds of pose that users elsewhere confuse; here each is its own type.
//   LocalPose          joint relative to its parent           (what clips and IK write)
//   ModelPose          joint relative to the character        (what one draws bones with)
//   SkinningMatrices   bind-pose vertex -> posed vertex       (what a mesh is deformed with)

/// Translation, rotation and scale of one joint relative to its parent (a root: relative to the character).
struct JointTransform {
    vec3 translation{0.0f};
    quat rotation{1.0f, 0.0f, 0.0f, 0.0f}; ///< unit length
    vec3 scale{1.0f};
};

struct LocalPose {
    std::vector<JointTransform> joints;
};
struct ModelPose {
    std::vector<mat4> joints;
};
struct SkinningMatrices {
    std::vector<mat4> joints;
};

inline constexpr std::int32_t kNoParent = -1;
inline constexpr std::size_t kMaxJoints = 65535; ///< a vertex names its joints in 16 bits

/// Joints of a character. Parents come before their children, so that one forward walk turns local into model space.
struct Skeleton {
    std::vector<std::string> names;
    std::vector<std::int32_t> parents; ///< kNoParent for a root, otherwise smaller than the joint's own index
    LocalPose rest;                    ///< the pose without animation
    std::vector<mat4> inverseBind;     ///< character space of the bind pose -> joint space; affine

    std::size_t jointCount() const { return parents.size(); }
    /// The joint's index, or kNoIndex.
    std::size_t find(std::string_view name) const;
};

/// Checks counts (names, parents, rest and inverse bind matrices agree), parent order, at most kMaxJoints joints,
/// finite transforms, affine inverse bind matrices. The index names the joint; a count names both numbers.
Status validate(const Skeleton& skeleton);

/// Sets `inverseBind` from the rest pose. Allocates on the first call.
void bindAtRest(Skeleton& skeleton);

/// Local -> model space. `model.joints` is resized (allocates only when it grows).
void localToModel(std::span<const std::int32_t> parents, const LocalPose& local, ModelPose& model);

/// Model space -> skinning matrices: model * inverseBind. `out.joints` is resized.
void modelToSkinning(const ModelPose& model, std::span<const mat4> inverseBind, SkinningMatrices& out);

} // namespace rigproof
