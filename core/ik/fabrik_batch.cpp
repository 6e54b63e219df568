#include "core/ik/fabrik_batch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ik/fabrik_batch_kernel.h"
#include "core/ik/fabrik_shared.h"

namespace rigproof {
namespace {

constexpr std::size_t kLanes = FabrikBatch::kLanes;

void storeVector(std::vector<float>& rows, std::size_t row, std::size_t lane, const vec3& v) {
    for (int axis = 0; axis < 3; ++axis)
        rows[(row + static_cast<std::size_t>(axis)) * kLanes + lane] = v[axis];
}

vec3 loadVector(const std::vector<float>& rows, std::size_t row, std::size_t lane) {
    return {rows[row * kLanes + lane], rows[(row + 1) * kLanes + lane], rows[(row + 2) * kLanes + lane]};
}

/// The direction of `d`; where it has none, on along `previous`.
vec3 onwards(const vec3& d, const vec3& previous) {
    const float squared = glm::dot(d, d);
    if (squared <= fabrik::kOnTop) return previous;
    return d * (1.0f / std::sqrt(squared));
}

vec3 turned(const vec3& previous, const vec3& direction, float along, const fabrik::Cone<float>& cone) {
    vec3 side = direction - previous * along;
    side -= previous * glm::dot(previous, side); // again: what is left of a short difference is not square yet
    const float squared = glm::dot(side, side);
    if (squared < static_cast<float>(fabrik::kParallelSquared)) {
        side = fabrik::sideOf(previous);
    } else {
        side *= 1.0f / std::sqrt(squared);
    }
    const vec3 t = previous * cone.cosine + side * cone.sine;
    return t * (1.5f - 0.5f * glm::dot(t, t)); // a Newton step: roundings must not add up along the chain
}

void passes(const FabrikGoal& goal, const fabrik::Cone<float>& cone, const vec3& firstAxis,
            std::span<const float> lengths, std::span<vec3> joints) {
    const std::size_t n = lengths.size();
    vec3 q = goal.target;
    vec3 previous = -firstAxis;
    for (std::size_t i = n; i-- > 1;) {
        previous = onwards(joints[i] - q, previous);
        q += previous * lengths[i];
        joints[i] = q;
    }
    q = goal.base;
    previous = firstAxis;
    joints[0] = q;
    for (std::size_t i = 0; i < n; ++i) {
        const vec3 end = i + 1 == n ? goal.target : joints[i + 1];
        vec3 direction = onwards(end - q, previous);
        const float along = glm::dot(previous, direction);
        if (along < cone.cosine) direction = turned(previous, direction, along, cone);
        q += direction * lengths[i];
        joints[i + 1] = q;
        previous = direction;
    }
}

} // namespace

FabrikBatch::FabrikBatch(std::size_t chains, std::size_t links)
    : chains_(chains), links_(std::max<std::size_t>(links, 1)), gaps_(chains), iterations_(chains) {
    // Lanes without a chain hold one too: a straight one whose target is its tip.
    const std::size_t blocks = (chains + kLanes - 1) / kLanes;
    coordinates_.assign(blocks * rows() * kLanes, 0.0f);
    lengths_.assign(blocks * links_ * kLanes, 1.0f);
    bases_.assign(blocks * 3 * kLanes, 0.0f);
    targets_.assign(blocks * 3 * kLanes, 0.0f);
    for (std::size_t c = 0; c < blocks * kLanes; ++c) {
        const std::size_t block = c / kLanes, lane = c % kLanes;
        for (std::size_t j = 0; j <= links_; ++j)
            storeVector(coordinates_, block * rows() + 3 * j, lane, vec3(0.0f, static_cast<float>(j), 0.0f));
        storeVector(targets_, 3 * block, lane, vec3(0.0f, static_cast<float>(links_), 0.0f));
    }
}

void FabrikBatch::setChain(std::size_t chain, std::span<const float> lengths, std::span<const vec3> joints) {
    const std::size_t block = chain / kLanes, lane = chain % kLanes;
    for (std::size_t i = 0; i < links_; ++i)
        lengths_[(block * links_ + i) * kLanes + lane] = lengths[i];
    for (std::size_t j = 0; j <= links_; ++j)
        storeVector(coordinates_, block * rows() + 3 * j, lane, joints[j]);
}

void FabrikBatch::setGoal(std::size_t chain, const vec3& base, const vec3& target) {
    storeVector(bases_, 3 * (chain / kLanes), chain % kLanes, base);
    storeVector(targets_, 3 * (chain / kLanes), chain % kLanes, target);
}

void FabrikBatch::joints(std::size_t chain, std::span<vec3> out) const {
    for (std::size_t j = 0; j <= links_; ++j)
        out[j] = loadVector(coordinates_, chain / kLanes * rows() + 3 * j, chain % kLanes);
}

Status solveFabrikBatch(const FabrikGoal& shared, FabrikBatch& batch) {
    FabrikGoal goal = shared;
    goal.base = goal.target = vec3(0.0f); // not looked at, so whatever they are is right
    const std::array<float, 1> anyLength{1.0f};
    const std::array<vec3, 2> anyJoints{};
    if (Status s = fabrik::check<float>(goal, anyLength, anyJoints); !s.ok()) return s;

    const std::size_t links = batch.links_, rows = batch.rows();
    const auto bad = [](const std::vector<float>& values, std::size_t rowsABlock, std::size_t& chain) {
        const std::size_t at = fabrik::firstBeyond(std::span<const float>(values), kFabrikLargest<float>);
        chain = at / (rowsABlock * kLanes) * kLanes + at % kLanes;
        return at < values.size();
    };
    std::size_t chain = 0;
    if (bad(batch.coordinates_, rows, chain)) return refused("a joint must be finite and within kFabrikLargest", chain);
    if (bad(batch.bases_, 3, chain)) return refused("the base must be finite and within kFabrikLargest", chain);
    if (bad(batch.targets_, 3, chain)) return refused("the target must be finite and within kFabrikLargest", chain);
    for (std::size_t at = 0; at < batch.lengths_.size(); ++at) {
        const float length = batch.lengths_[at];
        if (!(length > 0.0f) || length > kFabrikLargest<float>) {
            return refused("a link length must be finite and > 0", at / (links * kLanes) * kLanes + at % kLanes);
        }
    }

    const fabrik::Cone<float> cone = fabrik::coneOf(goal.maxAngle);
    const fabrik::BatchTerms terms{.links = links,
                                   .firstAxis = fabrik::directionOf(goal.firstAxis, goal.firstAxis),
                                   .cosine = cone.cosine,
                                   .sine = cone.sine,
                                   .toleranceSquared = goal.tolerance * goal.tolerance};
    std::vector<vec3> joints;
    std::vector<float> lengths;
    for (std::size_t block = 0; block * kLanes < batch.chains_; ++block) {
        fabrik::BatchBlock b{.joints = &batch.coordinates_[block * rows * kLanes],
                             .lengths = &batch.lengths_[block * links * kLanes],
                             .base = &batch.bases_[block * 3 * kLanes],
                             .target = &batch.targets_[block * 3 * kLanes]};
        bool any = fabrik::iterateBlock(terms, 1, b);
        if (any && goal.maxIterations > 1) {
            // Once, as solveFabrik() does: chains that lie on a line with their target are bowed off it.
            for (std::size_t lane = 0; links > 1 && goal.maxAngle > 0.0f && lane < kLanes; ++lane) {
                const std::size_t c = block * kLanes + lane;
                if (c >= batch.chains_ || b.gapSquared[lane] < terms.toleranceSquared) continue;
                goal.base = loadVector(batch.bases_, 3 * block, lane);
                goal.target = loadVector(batch.targets_, 3 * block, lane);
                const vec3 first = loadVector(batch.coordinates_, block * rows + 3, lane) - goal.base;
                const vec3 away = goal.target - goal.base;
                float reach = 0.0f;
                for (std::size_t i = 0; i < links; ++i)
                    reach += b.lengths[i * kLanes + lane];
                const vec3 square = glm::cross(first, away); // most are not: found out before anything is copied
                if (glm::dot(square, square) > 1e-11f * glm::dot(first, first) * (reach * reach)) continue;
                joints.resize(links + 1);
                lengths.resize(links);
                batch.joints(c, joints);
                for (std::size_t i = 0; i < links; ++i)
                    lengths[i] = b.lengths[i * kLanes + lane];
                if (!fabrik::stuckOnALine<float>(goal, reach, joints)) continue;
                fabrik::bowOffTheLine<float>(goal, reach, lengths, joints);
                batch.setChain(c, lengths, joints);
            }
            fabrik::iterateBlock(terms, goal.maxIterations - 1, b);
        }
        const std::size_t used = std::min(kLanes, batch.chains_ - block * kLanes);
        for (std::size_t lane = 0; lane < used; ++lane) {
            batch.iterations_[block * kLanes + lane] = b.iterations[lane];
            batch.gaps_[block * kLanes + lane] = std::sqrt(b.gapSquared[lane]);
        }
    }
    return accepted();
}

FabrikResult solveFabrikLane(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints) {
    FabrikResult result;
    result.status = fabrik::check<float>(goal, lengths, joints);
    if (!result.status.ok()) return result;
    const fabrik::Cone<float> cone = fabrik::coneOf(goal.maxAngle);
    const vec3 firstAxis = fabrik::directionOf(goal.firstAxis, goal.firstAxis);
    for (;;) {
        passes(goal, cone, firstAxis, lengths, joints);
        ++result.iterations;
        const vec3 left = goal.target - joints.back();
        const float gapSquared = glm::dot(left, left);
        result.gap = static_cast<double>(std::sqrt(gapSquared));
        result.reached = gapSquared < goal.tolerance * goal.tolerance;
        if (result.reached || result.iterations == goal.maxIterations) return result;
        if (result.iterations == 1 && lengths.size() > 1 && goal.maxAngle > 0.0f) {
            const float reach = fabrik::sumOf(lengths);
            if (fabrik::stuckOnALine<float>(goal, reach, joints))
                fabrik::bowOffTheLine<float>(goal, reach, lengths, joints);
        }
    }
}

} // namespace rigproof
