#include "core/weights/kernels.h"

#include <cstdint>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/weights/kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come before highway.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rigproof::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kBlock = WeightTable::kBlock;
using Wide = hn::CappedTag<float, kBlock>;
#if HWY_TARGET != HWY_SCALAR
using Four = hn::FixedTag<float, 4>;
#endif

// The sum of a register's lanes, folded in halves as the header of distance.h says.
template <class V>
HWY_INLINE float sumOfLanes(V v) {
#if HWY_TARGET == HWY_SCALAR
    return hn::GetLane(v);
#else
    if constexpr (hn::MaxLanes(hn::DFromV<V>()) > 4) {
        const hn::Half<hn::DFromV<V> > half;
        return sumOfLanes(hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
    } else {
        const auto two = hn::Add(v, hn::Shuffle1032(v));
        return hn::GetLane(hn::Add(two, hn::Shuffle2301(two)));
    }
#endif
}

template <int kPower>
HWY_INLINE void distanceRow(const vec3& p, const BoneColumns& bones, float* row) {
    const Wide d;
    const std::size_t lanes = hn::Lanes(d);
    const auto px = hn::Set(d, p.x);
    const auto py = hn::Set(d, p.y);
    const auto pz = hn::Set(d, p.z);
    const auto zero = hn::Zero(d);
    const auto one = hn::Set(d, 1.0f);
    const auto contact = hn::Set(d, bones.parameters.contactDistance);
    const bool clampEnds = bones.parameters.shape != BoneShape::kLine;
    const std::size_t stride = bones.stride;
    const float* const b = bones.values.data();

    const auto weigh = [&](std::size_t c) HWY_ATTR {
        const auto hx = hn::Sub(px, hn::LoadU(d, b + c));
        const auto hy = hn::Sub(py, hn::LoadU(d, b + stride + c));
        const auto hz = hn::Sub(pz, hn::LoadU(d, b + 2 * stride + c));
        const auto ax = hn::LoadU(d, b + 3 * stride + c);
        const auto ay = hn::LoadU(d, b + 4 * stride + c);
        const auto az = hn::LoadU(d, b + 5 * stride + c);
        const auto dot = hn::Add(hn::Add(hn::Mul(hx, ax), hn::Mul(hy, ay)), hn::Mul(hz, az));
        auto t = hn::Mul(dot, hn::LoadU(d, b + 6 * stride + c));
        if (clampEnds) t = hn::Min(hn::Max(t, zero), one);
        const auto ox = hn::Sub(hx, hn::Mul(ax, t));
        const auto oy = hn::Sub(hy, hn::Mul(ay, t));
        const auto oz = hn::Sub(hz, hn::Mul(az, t));
        const auto squared = hn::Add(hn::Add(hn::Mul(ox, ox), hn::Mul(oy, oy)), hn::Mul(oz, oz));
        const auto outside = hn::Sub(hn::Sqrt(squared), hn::LoadU(d, b + 7 * stride + c));
        auto f = hn::Add(hn::Max(outside, zero), contact);
        if constexpr (kPower >= 2) f = hn::Mul(f, f);
        if constexpr (kPower >= 4) f = hn::Mul(f, f);
        const auto w = hn::Mul(hn::Div(one, f), hn::LoadU(d, b + 8 * stride + c));
        hn::Store(w, d, row + c);
        return w;
    };

    // Sixteen lanes of sums, in as many registers as they take.
    HWY_ALIGN float sums[kBlock];
    float total = 0.0f;
    if (lanes == kBlock) {
        auto sum = weigh(0);
        for (std::size_t c = kBlock; c < stride; c += kBlock)
            sum = hn::Add(sum, weigh(c));
        total = sumOfLanes(sum);
    } else {
        for (std::size_t c = 0; c < stride; c += lanes) {
            float* const at = sums + c % kBlock;
            const auto w = weigh(c);
            hn::Store(c < kBlock ? w : hn::Add(hn::Load(d, at), w), d, at);
        }
        for (std::size_t half = kBlock / 2; half > 0; half /= 2) {
            for (std::size_t l = 0; l < half; ++l)
                sums[l] += sums[l + half];
        }
        total = sums[0];
    }
    const auto scale = hn::Set(d, 1.0f / total);
    for (std::size_t c = 0; c < stride; c += lanes)
        hn::Store(hn::Mul(hn::Load(d, row + c), scale), d, row + c);
}

void distanceRows(const vec3* positions, const BoneColumns& bones, std::size_t begin, std::size_t end, float* table) {
    for (std::size_t v = begin; v < end; ++v) {
        float* const row = table + v * bones.stride;
        if (bones.parameters.power == 4.0f) {
            distanceRow<4>(positions[v], bones, row);
        } else if (bones.parameters.power == 2.0f) {
            distanceRow<2>(positions[v], bones, row);
        } else {
            distanceRow<1>(positions[v], bones, row);
        }
    }
}

void diffuseRows(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const float* from,
                 float* to, std::size_t stride) {
    const Wide d;
    const std::size_t lanes = hn::Lanes(d);
    const std::uint32_t* const offsets = adjacency.offsets.data();
    const std::uint32_t* const targets = adjacency.targets.data();
    const auto keep = hn::Set(d, 1.0f - share);
    for (std::size_t v = begin; v < end; ++v) {
        const std::uint32_t first = offsets[v];
        const std::uint32_t last = offsets[v + 1];
        const float* const own = from + v * stride;
        float* const out = to + v * stride;
        if (first == last) {
            std::memcpy(out, own, stride * sizeof(float));
            continue;
        }
        const auto ofMean = hn::Set(d, share / static_cast<float>(last - first));
        for (std::size_t c = 0; c < stride; c += lanes) {
            auto sum = hn::Load(d, from + targets[first] * stride + c);
            for (std::uint32_t k = first + 1; k < last; ++k)
                sum = hn::Add(sum, hn::Load(d, from + targets[k] * stride + c));
            hn::Store(hn::Add(hn::Mul(keep, hn::Load(d, own + c)), hn::Mul(ofMean, sum)), d, out + c);
        }
    }
}

// Four vertices at a time, a lane each: their rows are turned from rows into columns in 4 x 4 tiles, and every column
// is sorted into the four best so far without a branch.
std::size_t topFourRows(const float* table, std::size_t stride, std::size_t begin, std::size_t end,
                        JointIndices* joints, vec4* weights) {
    std::size_t bad = kNoIndex;
#if HWY_TARGET != HWY_SCALAR
    const Four d;
    const hn::RebindToSigned<Four> di;
    HWY_ALIGN const float padding[kBlock] = {};
#endif
    for (std::size_t v = begin; v < end; v += 4) {
        const std::size_t count = end - v < 4 ? end - v : 4;
        HWY_ALIGN float best[4][4] = {};
        HWY_ALIGN std::int32_t bone[4][4] = {};
#if HWY_TARGET != HWY_SCALAR
        auto w0 = hn::Zero(d), w1 = w0, w2 = w0, w3 = w0;
        auto b0 = hn::Zero(di), b1 = b0, b2 = b0, b3 = b0;
        const auto insert = [&](decltype(w0) w, std::int32_t column) HWY_ATTR {
            const auto id = hn::Set(di, column + 1);
            const auto over0 = hn::Gt(w, w0);
            const auto over1 = hn::Gt(w, w1);
            const auto over2 = hn::Gt(w, w2);
            const auto over3 = hn::Gt(w, w3);
            const auto i0 = hn::RebindMask(di, over0);
            const auto i1 = hn::RebindMask(di, over1);
            const auto i2 = hn::RebindMask(di, over2);
            const auto i3 = hn::RebindMask(di, over3);
            w3 = hn::IfThenElse(over3, hn::IfThenElse(over2, w2, w), w3);
            b3 = hn::IfThenElse(i3, hn::IfThenElse(i2, b2, id), b3);
            w2 = hn::IfThenElse(over2, hn::IfThenElse(over1, w1, w), w2);
            b2 = hn::IfThenElse(i2, hn::IfThenElse(i1, b1, id), b2);
            w1 = hn::IfThenElse(over1, hn::IfThenElse(over0, w0, w), w1);
            b1 = hn::IfThenElse(i1, hn::IfThenElse(i0, b0, id), b1);
            w0 = hn::IfThenElse(over0, w, w0);
            b0 = hn::IfThenElse(i0, id, b0);
        };
        for (std::size_t c = 0; c < stride; c += 4) {
            const auto source = [&](std::size_t k) { return k < count ? table + (v + k) * stride + c : padding; };
            const auto r0 = hn::Load(d, source(0));
            const auto r1 = hn::Load(d, source(1));
            const auto r2 = hn::Load(d, source(2));
            const auto r3 = hn::Load(d, source(3));
            const auto low02 = hn::InterleaveLower(d, r0, r2);
            const auto low13 = hn::InterleaveLower(d, r1, r3);
            const auto high02 = hn::InterleaveUpper(d, r0, r2);
            const auto high13 = hn::InterleaveUpper(d, r1, r3);
            const auto column = static_cast<std::int32_t>(c);
            insert(hn::InterleaveLower(d, low02, low13), column);
            insert(hn::InterleaveUpper(d, low02, low13), column + 1);
            insert(hn::InterleaveLower(d, high02, high13), column + 2);
            insert(hn::InterleaveUpper(d, high02, high13), column + 3);
        }
        hn::Store(w0, d, best[0]);
        hn::Store(w1, d, best[1]);
        hn::Store(w2, d, best[2]);
        hn::Store(w3, d, best[3]);
        hn::Store(b0, di, bone[0]);
        hn::Store(b1, di, bone[1]);
        hn::Store(b2, di, bone[2]);
        hn::Store(b3, di, bone[3]);
#else
        for (std::size_t k = 0; k < count; ++k) {
            const float* const row = table + (v + k) * stride;
            for (std::size_t c = 0; c < stride; ++c) {
                float w = row[c];
                auto id = static_cast<std::int32_t>(c + 1);
                bool in = false; // once in, everything behind it moves down
                for (int place = 0; place < 4; ++place) {
                    in = in || w > best[place][k];
                    if (!in) continue;
                    const float heldWeight = best[place][k];
                    const std::int32_t heldBone = bone[place][k];
                    best[place][k] = w;
                    bone[place][k] = id;
                    w = heldWeight;
                    id = heldBone;
                }
            }
        }
#endif
        for (std::size_t k = 0; k < count; ++k) {
            const float sum = ((best[0][k] + best[1][k]) + best[2][k]) + best[3][k];
            const float scale = 1.0f / sum;
            const float largest = std::numeric_limits<float>::max();
            if (!(sum > 0.0f && sum <= largest && scale <= largest)) {
                if (bad == kNoIndex) bad = v + k;
                joints[v + k] = JointIndices(0);
                weights[v + k] = vec4(0.0f);
                continue;
            }
            joints[v + k] =
                JointIndices(static_cast<std::uint16_t>(bone[0][k]), static_cast<std::uint16_t>(bone[1][k]),
                             static_cast<std::uint16_t>(bone[2][k]), static_cast<std::uint16_t>(bone[3][k]));
            weights[v + k] = vec4(best[0][k], best[1][k], best[2][k], best[3][k]) * scale;
        }
    }
    return bad;
}

} // namespace rigproof::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rigproof::kernels {

HWY_EXPORT(distanceRows);
HWY_EXPORT(diffuseRows);
HWY_EXPORT(topFourRows);

void distanceRows(const vec3* positions, const BoneColumns& bones, std::size_t begin, std::size_t end, float* table) {
    HWY_DYNAMIC_DISPATCH(distanceRows)(positions, bones, begin, end, table);
}

void diffuseRows(const Adjacency& adjacency, float share, std::size_t begin, std::size_t end, const float* from,
                 float* to, std::size_t stride) {
    HWY_DYNAMIC_DISPATCH(diffuseRows)(adjacency, share, begin, end, from, to, stride);
}

std::size_t topFourRows(const float* table, std::size_t stride, std::size_t begin, std::size_t end,
                        JointIndices* joints, vec4* weights) {
    return HWY_DYNAMIC_DISPATCH(topFourRows)(table, stride, begin, end, joints, weights);
}

} // namespace rigproof::kernels
#endif // HWY_ONCE
