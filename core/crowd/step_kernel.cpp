#include "core/crowd/step_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/crowd/step_kernel.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come before highway.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rigproof::crowd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, Crowd::kBlock>;
using V = hn::Vec<Lanes>;

// Multiplications and additions stay apart (never hn::MulAdd): fused ones round differently from target to target.

HWY_INLINE V sineOfHalfTurn(V x) {
    const Lanes d;
    const V squared = hn::Mul(x, x);
    V sum = hn::Add(hn::Set(d, kSine7), hn::Mul(squared, hn::Set(d, kSine9)));
    sum = hn::Add(hn::Set(d, kSine5), hn::Mul(squared, sum));
    sum = hn::Add(hn::Set(d, kSine3), hn::Mul(squared, sum));
    return hn::Add(x, hn::Mul(hn::Mul(x, squared), sum));
}
HWY_INLINE V sine(V angle) {
    const V a = hn::Abs(angle);
    const V folded = hn::Min(a, hn::Sub(hn::Set(Lanes(), kPi), a));
    return hn::CopySign(sineOfHalfTurn(folded), angle);
}
HWY_INLINE V cosine(V angle) {
    return sineOfHalfTurn(hn::Sub(hn::Set(Lanes(), kHalfPi), hn::Abs(angle)));
}
HWY_INLINE V wrapped(V angle) {
    const Lanes d;
    const V back = hn::IfThenElse(hn::Gt(angle, hn::Set(d, kPi)), hn::Sub(angle, hn::Set(d, kTwoPi)), angle);
    return hn::IfThenElse(hn::Lt(angle, hn::Set(d, -kPi)), hn::Add(angle, hn::Set(d, kTwoPi)), back);
}

void stepBlocks(Crowd& crowd, const StepNumbers& n, std::size_t begin, std::size_t end) {
    const Lanes d;
    const std::size_t lanes = hn::Lanes(d);
    HWY_ALIGN float cosines[Crowd::kBlock];
    HWY_ALIGN float sines[Crowd::kBlock];
    for (std::size_t i = begin; i < end; i += lanes) {
        const V v = hn::LoadU(d, crowd.speed.data() + i);
        const V x = hn::LoadU(d, crowd.x.data() + i);
        const V z = hn::LoadU(d, crowd.z.data() + i);
        const V before = hn::LoadU(d, crowd.heading.data() + i);
        const V frequency = hn::LoadU(d, crowd.wobbleFrequency.data() + i);
        const V wobble =
            wrapped(hn::Add(hn::LoadU(d, crowd.wobble.data() + i), hn::Mul(frequency, hn::Set(d, n.seconds))));
        hn::StoreU(wobble, d, crowd.wobble.data() + i);

        const V wandered = wrapped(hn::Add(before, hn::Mul(hn::Set(d, n.wobbleTurn), sine(wobble))));
        const V s = sine(wandered);
        const V c = cosine(wandered);
        const V squared = hn::Add(hn::Mul(x, x), hn::Mul(z, z));
        const auto outside = hn::Gt(squared, hn::Set(d, n.radiusSquared));
        const auto inside = hn::Lt(squared, hn::Set(d, n.innerSquared));
        const V wantX = hn::IfThenElse(outside, hn::Neg(x), x);
        const V wantZ = hn::IfThenElse(outside, hn::Neg(z), z);
        const V cross = hn::Sub(hn::Mul(wantX, c), hn::Mul(wantZ, s));
        const V along = hn::Add(hn::Mul(wantX, s), hn::Mul(wantZ, c));
        const V most = hn::IfThenElse(hn::Gt(v, hn::Set(d, kFastSpeed)), hn::Set(d, n.fastTurn), hn::Set(d, n.turn));
        const V distance = hn::Max(hn::Sqrt(squared), hn::Set(d, kShortestDistance));
        const V off = hn::Div(cross, distance);
        const V off2 = hn::Mul(off, off);
        const V angle = hn::Add(
            off, hn::Mul(hn::Mul(off, off2), hn::Add(hn::Set(d, kArcSine3), hn::Mul(off2, hn::Set(d, kArcSine5)))));
        const V ahead = hn::Max(hn::Min(angle, most), hn::Neg(most));
        const V turn = hn::IfThenElse(hn::Gt(along, hn::Zero(d)), ahead, hn::CopySign(most, cross));
        const V turned = hn::IfThenElse(hn::Or(outside, inside), wrapped(hn::Add(wandered, turn)), wandered);

        const V heading = hn::IfThenElse(hn::Gt(v, hn::Zero(d)), turned, before);
        const V sh = sine(heading);
        const V ch = cosine(heading);
        const V way = hn::Mul(v, hn::Set(d, n.seconds));
        hn::StoreU(heading, d, crowd.heading.data() + i);
        hn::StoreU(hn::Add(x, hn::Mul(sh, way)), d, crowd.x.data() + i);
        hn::StoreU(hn::Add(z, hn::Mul(ch, way)), d, crowd.z.data() + i);
        const V scale = hn::LoadU(d, crowd.scale.data() + i);
        hn::Store(hn::Mul(ch, scale), d, cosines);
        hn::Store(hn::Mul(sh, scale), d, sines);
        for (std::size_t k = 0; k < lanes; ++k) {
            // The other ten numbers of a matrix never change.
            mat4& m = crowd.transforms[i + k];
            m[0].x = cosines[k];
            m[0].z = -sines[k];
            m[2].x = sines[k];
            m[2].z = cosines[k];
            m[3].x = crowd.x[i + k];
            m[3].z = crowd.z[i + k];
        }
    }
}

} // namespace rigproof::crowd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rigproof::crowd {

HWY_EXPORT(stepBlocks);

void stepBlocks(Crowd& crowd, const StepNumbers& numbers, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(stepBlocks)(crowd, numbers, begin, end);
}

} // namespace rigproof::crowd
#endif // HWY_ONCE
