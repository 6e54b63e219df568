#include "core/ik/fabrik_batch_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ik/fabrik_batch_kernel.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come before highway.h.
#include <hwy/highway.h>

// Each function does what its namesake in fabrik_batch.cpp does to one chain, with choices for branches.
HWY_BEFORE_NAMESPACE();
namespace rigproof::fabrik::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = 16;
using Wide = hn::CappedTag<float, kLanes>;
using V = hn::Vec<Wide>;
using M = hn::Mask<Wide>;

struct V3 {
    V x, y, z;
};

HWY_INLINE V3 load(const float* rows) {
    const Wide d;
    return {hn::LoadU(d, rows), hn::LoadU(d, rows + kLanes), hn::LoadU(d, rows + 2 * kLanes)};
}
HWY_INLINE void store(const V3& v, float* rows) {
    const Wide d;
    hn::StoreU(v.x, d, rows);
    hn::StoreU(v.y, d, rows + kLanes);
    hn::StoreU(v.z, d, rows + 2 * kLanes);
}
HWY_INLINE V3 same(const vec3& v) {
    const Wide d;
    return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}
HWY_INLINE V3 add(const V3& a, const V3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE V3 subtract(const V3& a, const V3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE V3 scaled(const V3& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE V3 choose(M m, const V3& yes, const V3& no) {
    return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y), hn::IfThenElse(m, yes.z, no.z)};
}
HWY_INLINE V inverseRoot(V squared) {
    const Wide d;
    return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
}

HWY_INLINE V3 onwards(const V3& way, const V3& previous) {
    const Wide d;
    const V squared = dot(way, way);
    return choose(hn::Le(squared, hn::Set(d, kOnTop)), previous, scaled(way, inverseRoot(squared)));
}

/// sideOf() of fabrik_shared.h.
HWY_INLINE V3 sideOf(const V3& v) {
    const Wide d;
    const V zero = hn::Zero(d);
    const V3 aboutX{zero, hn::Sub(zero, v.z), v.y};
    const V3 aboutY{v.z, zero, hn::Sub(zero, v.x)};
    const V3 aboutZ{hn::Sub(zero, v.y), v.x, zero};
    const V3 other = choose(hn::Le(hn::Abs(v.y), hn::Abs(v.z)), aboutY, aboutZ);
    const V3 side = choose(hn::Lt(dot(aboutX, aboutX), hn::Set(d, 1e-4f)), other, aboutX);
    const V length = hn::Sqrt(dot(side, side));
    return {hn::Div(side.x, length), hn::Div(side.y, length), hn::Div(side.z, length)};
}

HWY_INLINE V3 turned(const V3& previous, const V3& direction, V along, V cosine, V sine) {
    const Wide d;
    V3 side = subtract(direction, scaled(previous, along));
    side = subtract(side, scaled(previous, dot(previous, side)));
    const V squared = dot(side, side);
    side = scaled(side, inverseRoot(squared));
    const M parallel = hn::Lt(squared, hn::Set(d, 1e-10f));
    if (!hn::AllFalse(d, parallel)) side = choose(parallel, sideOf(previous), side);
    const V3 t = add(scaled(previous, cosine), scaled(side, sine));
    return scaled(t, hn::Sub(hn::Set(d, 1.5f), hn::Mul(hn::Set(d, 0.5f), dot(t, t))));
}

bool iterateLanes(const BatchTerms& terms, int iterations, BatchBlock& block) {
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    const std::size_t n = terms.links;
    const V3 up = same(terms.firstAxis);
    const V3 down = same(-terms.firstAxis);
    const V cosine = hn::Set(d, terms.cosine);
    const V sine = hn::Set(d, terms.sine);
    bool any = false;
    for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
        float* const joints = block.joints + lane;
        const float* const lengths = block.lengths + lane;
        const V3 base = load(block.base + lane);
        const V3 target = load(block.target + lane);
        auto count = hn::LoadU(di, block.iterations + lane);
        V gapSquared = hn::LoadU(d, block.gapSquared + lane);
        // A first call has counted nothing, a later one goes on with those that are not there.
        M active = hn::Or(hn::RebindMask(d, hn::Eq(count, hn::Zero(di))),
                          hn::Ge(gapSquared, hn::Set(d, terms.toleranceSquared)));
        for (int k = 0; k < iterations && !hn::AllFalse(d, active); ++k) {
            V3 q = target;
            V3 previous = down;
            for (std::size_t i = n; i-- > 1;) {
                float* const row = joints + 3 * kLanes * i;
                const V3 old = load(row);
                previous = onwards(subtract(old, q), previous);
                q = add(q, scaled(previous, hn::LoadU(d, lengths + kLanes * i)));
                store(choose(active, q, old), row);
            }
            q = base;
            previous = up;
            store(choose(active, q, load(joints)), joints);
            for (std::size_t i = 0; i < n; ++i) {
                float* const row = joints + 3 * kLanes * (i + 1);
                const V3 old = load(row);
                V3 direction = onwards(subtract(i + 1 == n ? target : old, q), previous);
                const V along = dot(previous, direction);
                const M beyond = hn::Lt(along, cosine);
                if (!hn::AllFalse(d, beyond))
                    direction = choose(beyond, turned(previous, direction, along, cosine, sine), direction);
                q = add(q, scaled(direction, hn::LoadU(d, lengths + kLanes * i)));
                store(choose(active, q, old), row);
                previous = direction;
            }
            const V3 left = subtract(target, q);
            gapSquared = hn::IfThenElse(active, dot(left, left), gapSquared);
            count = hn::Sub(count, hn::BitCast(di, hn::VecFromMask(d, active))); // a true mask is -1
            active = hn::And(active, hn::Ge(gapSquared, hn::Set(d, terms.toleranceSquared)));
        }
        hn::StoreU(gapSquared, d, block.gapSquared + lane);
        hn::StoreU(count, di, block.iterations + lane);
        any = any || !hn::AllFalse(d, active);
    }
    return any;
}

} // namespace rigproof::fabrik::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rigproof::fabrik {

HWY_EXPORT(iterateLanes);

bool iterateBlock(const BatchTerms& terms, int iterations, BatchBlock& block) {
    return HWY_DYNAMIC_DISPATCH(iterateLanes)(terms, iterations, block);
}

} // namespace rigproof::fabrik
#endif // HWY_ONCE
