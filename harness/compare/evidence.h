#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/report/results.h"
#include "render/image.h"

// What the default tolerances stand on: noise that they must let pass (the same scenarios on other drivers) and small
// real changes that they must not.
//
//     const std::vector<RuleEvidence> evidence = weighEvidence(runsOnOtherDrivers, smallRealChanges);
//     for (const RuleEvidence& e : evidence) print(e.rule, e.noise, e.limit, e.change, e.proposal());

namespace rigproof {

/// How many pixels have a channel that is further off than so much; alpha counts as a channel.
struct StepCounts {
    std::int64_t any = 0;
    std::int64_t over8 = 0;
    std::int64_t over32 = 0;
};

/// Both pictures have the same size.
StepCounts countSteps(const Image& golden, const Image& actual);

/// One rule of the comparer between what it must not see and what it must.
struct RuleEvidence {
    std::string rule{}; ///< "mean", "share_over", "largest_cluster"
    double noise = 0.0; ///< the largest value that noise reached; 0 without any
    std::string noiseWhere{};
    double limit = 0.0;
    double change = 0.0; ///< the smallest value among the changes that are told by this rule; 0: none is
    std::string changeWhere{};
    int changes = 0; ///< how many are told by this rule

    /// The geometric middle of noise and change: as many times over the one as under the other. With one side missing
    /// the limit as it stands.
    double proposal() const;
};

/// A change is told by the rule of which it uses most: the others are not asked to see it. Captures without measure are
/// not evidence and are left out; of equal values the first one is named. `limit` is the first capture's.
std::vector<RuleEvidence> weighEvidence(std::span<const RunResults> noise, const RunResults& changes);

} // namespace rigproof
