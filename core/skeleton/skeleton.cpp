#include "core/skeleton/skeleton.h"

#include <string_view>

#include "core/math/rotation.h"

namespace rigproof {

std::size_t Skeleton::find(std::string_view name) const {
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (names[j] == name) return j;
    }
    return kNoIndex;
}

Status validate(const Skeleton& skeleton) {
    const std::size_t n = skeleton.jointCount();
    if (n > kMaxJoints) return refusedCount("a skeleton has at most 65535 joints", n, kMaxJoints);
    if (skeleton.names.size() != n)
        return refusedCount("joint names must be as many as joints", skeleton.names.size(), n);
    if (skeleton.rest.joints.size() != n) {
        return refusedCount("rest transforms must be as many as joints", skeleton.rest.joints.size(), n);
    }
    if (skeleton.inverseBind.size() != n) {
        return refusedCount("inverse bind matrices must be as many as joints", skeleton.inverseBind.size(), n);
    }
    for (std::size_t j = 0; j < n; ++j) {
        const std::int32_t parent = skeleton.parents[j];
        if (parent != kNoParent && (parent < 0 || static_cast<std::size_t>(parent) >= j)) {
            return refused("a joint's parent must come before it", j);
        }
        const JointTransform& rest = skeleton.rest.joints[j];
        const quat& q = rest.rotation;
        if (!isFinite(rest.translation) || !isFinite(rest.scale) || !isFinite(vec3(q.x, q.y, q.z)) ||
            q.w - q.w != 0.0f) {
            return refused("a joint's rest transform must be finite", j);
        }
        const mat4& m = skeleton.inverseBind[j];
        for (int c = 0; c < 4; ++c) {
            if (!isFinite(vec3(m[c])) || m[c][3] != (c == 3 ? 1.0f : 0.0f)) {
                return refused("an inverse bind matrix must be finite with last row 0 0 0 1", j);
            }
        }
    }
    return accepted();
}

void bindAtRest(Skeleton& skeleton) {
    ModelPose model;
    localToModel(skeleton.parents, skeleton.rest, model);
    skeleton.inverseBind.resize(skeleton.jointCount());
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        skeleton.inverseBind[j] = affineInverse(model.joints[j]);
}

void localToModel(std::span<const std::int32_t> parents, const LocalPose& local, ModelPose& model) {
    model.joints.resize(parents.size());
    for (std::size_t j = 0; j < parents.size(); ++j) {
        const JointTransform& t = local.joints[j];
        const mat4 m = composeTransform(t.translation, t.rotation, t.scale);
        model.joints[j] = parents[j] == kNoParent ? m : model.joints[static_cast<std::size_t>(parents[j])] * m;
    }
}

void modelToSkinning(const ModelPose& model, std::span<const mat4> inverseBind, SkinningMatrices& out) {
    out.joints.resize(model.joints.size());
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        out.joints[j] = model.joints[j] * inverseBind[j];
}

} // namespace rigproof
