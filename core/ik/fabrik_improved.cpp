#include "core/ik/fabrik_improved.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ik/chain_analysis.h"
#include "core/ik/fabrik_shared.h"
#include "core/math/trigonometry.h"

namespace rigproof {
namespace {

constexpr int kFewest = 4;         ///< iterations under which there is nothing to be shared out
constexpr int kRootSteps = 12;     ///< of the search for the bend; the iterations after it do the rest
constexpr double kRootEnds = 1e-4; ///< ... which ends when the tip is as near as this share of the reach

/// A chain in a plane: straight (or bent away), then bent by one angle at every joint in [first, last), then straight.
struct Curl {
    std::size_t first = 1, last = 1;
    double lead = 0.0; ///< radians at the joints before `first`: 0, or to the other side
    double bend = 0.0; ///< radians
    double tipX = 0.0; ///< along the first link
    double tipY = 0.0; ///< square to it, to the side it bends to
};

/// Calls place(link, x, y) with each link's direction, the first one's being (x, y).
template <typename Place>
void walk(const Curl& c, double x, double y, std::size_t links, Place place) {
    const double cosine = det::cos(c.bend), sine = det::sin(c.bend);
    const double leadCosine = det::cos(c.lead), leadSine = det::sin(c.lead);
    for (std::size_t i = 0; i < links; ++i) {
        const bool bent = i >= c.first && i < c.last;
        if (bent || (i > 0 && i < c.first)) {
            const double turnX = bent ? cosine : leadCosine, turnY = bent ? sine : leadSine;
            const double turned = x * turnX - y * turnY;
            y = x * turnY + y * turnX;
            x = turned;
        }
        place(i, x, y);
    }
}

void layTip(Curl& c, std::span<const float> lengths) {
    c.tipX = c.tipY = 0.0;
    walk(c, 1.0, 0.0, lengths.size(), [&](std::size_t i, double x, double y) {
        c.tipX += x * static_cast<double>(lengths[i]);
        c.tipY += y * static_cast<double>(lengths[i]);
    });
}

/// The curl with `straight` straight links, before the bend or after it, whose tip is `distance` away, or as near to
/// that as the limit lets it come.
Curl curlOf(std::size_t straight, bool before, double lead, double distance, double reach, double limit,
            std::span<const float> lengths) {
    const std::size_t n = lengths.size();
    Curl c{.first = before ? 1 + straight : 1, .last = before ? n : n - straight, .lead = lead};
    const auto excess = [&](double bend) {
        c.bend = bend;
        layTip(c, lengths);
        return std::sqrt(c.tipX * c.tipX + c.tipY * c.tipY) - distance;
    };
    // Up to a full circle the chord only gets shorter.
    double low = 0.0, high = std::fmin(limit, 6.28 / static_cast<double>(c.last - c.first + 1));
    double atLow = lead < 0.0 ? excess(0.0) : reach - distance, atHigh = excess(high);
    if (atHigh > 0.0 || atLow < 0.0) return c;
    for (int k = 0; k < kRootSteps; ++k) { // regula falsi, the end that stays weighing half (Illinois)
        const double at = low + (high - low) * (atLow / (atLow - atHigh));
        const double e = excess(at);
        if (std::fabs(e) < kRootEnds * reach) break;
        if (e > 0.0) {
            low = at;
            atLow = e;
            atHigh *= 0.5;
        } else {
            high = at;
            atHigh = e;
            atLow *= 0.5;
        }
    }
    return c;
}

struct Start {
    Curl curl;
    double lean = 0.0; ///< of the first link against the axis, towards the side on which the target is
    double gap = 0.0;
};

/// The best of the curls for a target at `distance`, `elevation` radians from the axis.
Start startFor(double distance, double elevation, double reach, double limit, std::span<const float> lengths) {
    Start best{.curl = {}, .lean = 0.0, .gap = 3.0 * reach};
    double wanted = 0.0; // the lean that would bring the tip in line with the target
    bool tooWide = false;
    const auto attempt = [&](std::size_t straight, bool before, double lead) {
        const Curl c = curlOf(straight, before, lead, distance, reach, limit, lengths);
        const double chord = std::sqrt(c.tipX * c.tipX + c.tipY * c.tipY);
        const double tipAngle = det::atan2(c.tipY, c.tipX);
        wanted = elevation - tipAngle - (tipAngle < 0.0 ? 6.283185307179586 : 0.0);
        if (wanted < -3.15) wanted += 6.283185307179586;
        tooWide = chord > distance + 2.0 * kRootEnds * reach;
        const double lean = std::clamp(wanted, -limit, limit);
        const double gapSquared =
            chord * chord + distance * distance - 2.0 * chord * distance * det::cos(wanted - lean);
        const double gap = std::sqrt(std::fmax(gapSquared, 0.0));
        if (gap < best.gap) best = {c, lean, gap};
    };
    attempt(0, true, 0.0);
    if (!tooWide && std::fabs(wanted) <= limit) return best;
    // The later the bend, the more the tip lies ahead: straight links before it for a lean too far back, after it for
    // one too far forward. The more of them, the sharper the bend.
    const bool before = wanted < 0.0;
    const bool evenFits = !tooWide; // if not, fewer bends would fit still less
    std::size_t low = 1, high = lengths.size() - 1;
    while (evenFits && low < high && best.gap > kRootEnds * reach * 4.0) {
        const std::size_t straight = (low + high) / 2;
        attempt(straight, before, 0.0);
        if (!tooWide && (wanted < 0.0) == before) {
            low = straight + 1;
        } else {
            high = straight;
        }
    }
    // A target close to the root asks for a loop that the limits leave no room for, unless the chain first bends away.
    const std::size_t mostLeading = lengths.size() / 3;
    for (std::size_t leading = 1; leading <= mostLeading && best.gap > kRootEnds * reach * 4.0; ++leading)
        attempt(leading, true, -limit);
    return best;
}

void lay(const Start& start, const FabrikGoal& goal, const vec3& axis, const vec3& side, std::span<const float> lengths,
         std::span<vec3> joints) {
    joints[0] = goal.base;
    walk(start.curl, det::cos(start.lean), det::sin(start.lean), lengths.size(),
         [&](std::size_t i, double x, double y) {
             joints[i + 1] = joints[i] + (axis * static_cast<float>(x) + side * static_cast<float>(y)) * lengths[i];
         });
}

} // namespace

FabrikResult solveFabrikImproved(const FabrikGoal& goal, std::span<const float> lengths, std::span<vec3> joints) {
    if (goal.maxIterations < kFewest || lengths.size() < 3 || joints.size() != lengths.size() + 1) {
        return solveFabrik(goal, lengths, joints);
    }
    const std::size_t changesBefore = sideChanges(joints);
    FabrikGoal half = goal;
    half.maxIterations = goal.maxIterations / 2;
    FabrikResult plain = solveFabrik(half, lengths, joints);
    if (!plain.status.ok()) return plain;
    const bool zigzag = plain.reached && sideChanges(joints) > changesBefore;
    if (plain.reached && !zigzag) return plain;

    const vec3 axis = fabrik::directionOf(goal.firstAxis, goal.firstAxis);
    const vec3 way = goal.target - goal.base;
    const double reach = static_cast<double>(fabrik::sumOf(lengths));
    const double distance = std::sqrt(static_cast<double>(glm::dot(way, way)));
    const auto goOn = [&](int iterations) {
        FabrikGoal rest = goal;
        rest.maxIterations = iterations;
        FabrikResult r = solveFabrik(rest, lengths, joints);
        r.iterations += plain.iterations;
        return r;
    };
    const float up = glm::dot(axis, way);
    const vec3 across = way - axis * up;
    vec3 side = fabrik::sideOf(axis); // for a target on the axis
    if (glm::dot(across, across) > 1e-6f * glm::dot(way, way)) {
        side = fabrik::directionOf(across, side);
        side = fabrik::directionOf(side - axis * glm::dot(axis, side), side); // square again after the difference
    }
    if (distance >= reach) return zigzag ? plain : goOn(goal.maxIterations - plain.iterations);
    const double elevation = det::atan2(static_cast<double>(glm::dot(side, way)), static_cast<double>(up));
    const Start start = startFor(distance, elevation, reach, static_cast<double>(goal.maxAngle), lengths);
    if (start.gap >= plain.gap && !zigzag) return goOn(goal.maxIterations - plain.iterations);
    // Keep the best of three poses: the warm-started one, the new start, and the new start after some passes.
    std::vector<vec3> best(joints.begin(), joints.end());
    lay(start, goal, axis, side, lengths, joints);
    FabrikResult laid = plain;
    const vec3 left = goal.target - joints.back();
    laid.gap = static_cast<double>(std::sqrt(glm::dot(left, left)));
    laid.reached = laid.gap < static_cast<double>(goal.tolerance);
    if (laid.reached) return laid;
    FabrikResult kept = plain;
    if (laid.gap < plain.gap) {
        kept = laid;
        std::copy(joints.begin(), joints.end(), best.begin());
    }
    const FabrikResult polished = goOn(goal.maxIterations - plain.iterations);
    if (polished.gap < kept.gap) return polished;
    kept.iterations = polished.iterations;
    std::copy(best.begin(), best.end(), joints.begin());
    return kept;
}

} // namespace rigproof
