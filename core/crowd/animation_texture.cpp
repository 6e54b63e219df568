#include "core/crowd/animation_texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/skinning/linear_blend.h"

namespace rigproof {

namespace {

constexpr int kMaxFloats = 16; // of one joint

bool isHalf(Encoding encoding) {
    return encoding == Encoding::kMatrix3x4Half || encoding == Encoding::kDualQuaternionHalf;
}
bool isDualQuaternion(Encoding encoding) {
    return encoding == Encoding::kDualQuaternionFloat || encoding == Encoding::kDualQuaternionHalf;
}

/// Orthonormal and right-handed within kRigidTolerance.
bool isRigid(const AffineMatrix& m) {
    const float lengths[] = {glm::dot(m[0], m[0]), glm::dot(m[1], m[1]), glm::dot(m[2], m[2])};
    const float angles[] = {glm::dot(m[0], m[1]), glm::dot(m[1], m[2]), glm::dot(m[2], m[0])};
    for (int i = 0; i < 3; ++i) {
        if (!(std::fabs(lengths[i] - 1.0f) <= kRigidTolerance) || !(std::fabs(angles[i]) <= kRigidTolerance)) {
            return false;
        }
    }
    return glm::dot(glm::cross(m[0], m[1]), m[2]) > 0.0f;
}

/// The rotation of an orthonormal matrix, by its largest component (Shepperd 1978).
quat rotationOf(const AffineMatrix& m) {
    const float trace = m[0].x + m[1].y + m[2].z;
    quat q;
    if (trace > 0.0f) {
        const float s = std::sqrt(trace + 1.0f) * 2.0f;
        q = quat(0.25f * s, (m[1].z - m[2].y) / s, (m[2].x - m[0].z) / s, (m[0].y - m[1].x) / s);
    } else if (m[0].x > m[1].y && m[0].x > m[2].z) {
        const float s = std::sqrt(1.0f + m[0].x - m[1].y - m[2].z) * 2.0f;
        q = quat((m[1].z - m[2].y) / s, 0.25f * s, (m[1].x + m[0].y) / s, (m[2].x + m[0].z) / s);
    } else if (m[1].y > m[2].z) {
        const float s = std::sqrt(1.0f + m[1].y - m[0].x - m[2].z) * 2.0f;
        q = quat((m[2].x - m[0].z) / s, (m[1].x + m[0].y) / s, 0.25f * s, (m[2].y + m[1].z) / s);
    } else {
        const float s = std::sqrt(1.0f + m[2].z - m[0].x - m[1].y) * 2.0f;
        q = quat((m[0].y - m[1].x) / s, (m[2].x + m[0].z) / s, (m[2].y + m[1].z) / s, 0.25f * s);
    }
    return q;
}

/// Real part, then dual part (half the translation times the real part), on the side of `near` of the sphere, so that
/// two neighbouring rows may be blended.
void packDualQuaternion(const AffineMatrix& m, const float* near, float* out) {
    quat q = rotationOf(m);
    if (near != nullptr && q.x * near[0] + q.y * near[1] + q.z * near[2] + q.w * near[3] < 0.0f) q = -q;
    const vec3 t = m[3] * 0.5f;
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
    out[4] = t.x * q.w + t.y * q.z - t.z * q.y;
    out[5] = t.y * q.w + t.z * q.x - t.x * q.z;
    out[6] = t.z * q.w + t.x * q.y - t.y * q.x;
    out[7] = -(t.x * q.x + t.y * q.y + t.z * q.z);
}

AffineMatrix unpackDualQuaternion(const float* v) {
    const float inverse = 1.0f / std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    const float x = v[0] * inverse, y = v[1] * inverse, z = v[2] * inverse, w = v[3] * inverse;
    const float dx = v[4] * inverse, dy = v[5] * inverse, dz = v[6] * inverse, dw = v[7] * inverse;
    return {vec3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            vec3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            vec3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
            vec3(2 * (dx * w - dw * x - dy * z + dz * y), 2 * (dy * w - dw * y - dz * x + dx * z),
                 2 * (dz * w - dw * z - dx * y + dy * x))};
}

void packRows(const AffineMatrix& m, float* out) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            out[row * 4 + column] = m[column][row];
    }
}

void packColumns(const AffineMatrix& m, float* out) {
    for (int column = 0; column < 4; ++column) {
        out[column * 4] = m[column].x;
        out[column * 4 + 1] = m[column].y;
        out[column * 4 + 2] = m[column].z;
        out[column * 4 + 3] = column == 3 ? 1.0f : 0.0f;
    }
}

/// Sizes of the texture; refused when no shape within the limit holds all.
Status shapeOf(const BakedAnimation& baked, const EncodeOptions& options, AnimationTexture& out) {
    const auto perJoint = static_cast<std::size_t>(texelsPerJoint(options.encoding));
    const std::size_t limit = options.maxTextureSize > 0 ? static_cast<std::size_t>(options.maxTextureSize) : 0;
    if (limit < perJoint) return refusedCount("the texture limit must hold one joint", limit, perJoint);
    const std::size_t all = baked.rows * baked.joints * perJoint;
    std::size_t width = baked.joints * perJoint;
    std::size_t height = baked.rows;
    if (width > limit || height > limit) {
        width = limit / perJoint * perJoint;
        height = (all + width - 1) / width;
        if (height > limit)
            return refusedCount("more bones and frames than the texture limit holds", all, width * limit);
    }
    out.width = static_cast<int>(width);
    out.height = static_cast<int>(height);
    return accepted();
}

} // namespace

int texelsPerJoint(Encoding encoding) {
    if (encoding == Encoding::kMatrix4x4Float) return 4;
    return isDualQuaternion(encoding) ? 2 : 3;
}

int bytesPerTexel(Encoding encoding) {
    return isHalf(encoding) ? 8 : 16;
}

const char* nameOf(Encoding encoding) {
    switch (encoding) {
        case Encoding::kMatrix4x4Float:
            return "matrix4x4-float";
        case Encoding::kMatrix3x4Float:
            return "matrix3x4-float";
        case Encoding::kMatrix3x4Half:
            return "matrix3x4-half";
        case Encoding::kDualQuaternionFloat:
            return "dual-quaternion-float";
        case Encoding::kDualQuaternionHalf:
            break;
    }
    return "dual-quaternion-half";
}

Status encode(const BakedAnimation& baked, const EncodeOptions& options, AnimationTexture& out) {
    if (baked.rows == 0 || baked.joints == 0) return refused("there is nothing baked to encode");
    if (Status s = shapeOf(baked, options, out); !s.ok()) return s;
    const Encoding encoding = options.encoding;
    const auto floats = static_cast<std::size_t>(texelsPerJoint(encoding)) * 4;
    const std::size_t count = baked.rows * baked.joints;
    const bool dual = isDualQuaternion(encoding);
    const bool half = isHalf(encoding);
    const std::size_t stride = floats * (half ? 2 : 4);
    out.encoding = encoding;
    out.joints = baked.joints;
    out.rows = baked.rows;
    out.clips = baked.clips;
    out.texels.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) *
                      static_cast<std::size_t>(bytesPerTexel(encoding)));
    std::vector<float> previous; // a joint's dual quaternion in the row before
    if (dual) previous.resize(baked.joints * 8);
    std::uint8_t* to = out.texels.data();
    for (std::size_t i = 0; i < count; ++i, to += stride) {
        const AffineMatrix& m = baked.matrices[i];
        float values[kMaxFloats];
        if (dual) {
            if (!isRigid(m)) return refused("a dual quaternion holds no scale, shear or mirror", i);
            float* before = previous.data() + i % baked.joints * 8;
            packDualQuaternion(m, i < baked.joints ? nullptr : before, values);
            std::memcpy(before, values, 8 * sizeof(float));
        } else if (encoding == Encoding::kMatrix4x4Float) {
            packColumns(m, values);
        } else {
            packRows(m, values);
        }
        if (half) {
            std::uint16_t halves[kMaxFloats];
            for (std::size_t k = 0; k < floats; ++k)
                halves[k] = toHalf(values[k]);
            std::memcpy(to, halves, stride);
        } else {
            std::memcpy(to, values, stride);
        }
    }
    std::fill(to, out.texels.data() + out.texels.size(), std::uint8_t{0});
    return accepted();
}

AffineMatrix decode(const AnimationTexture& texture, std::size_t row, std::size_t joint) {
    const auto perJoint = static_cast<std::size_t>(texelsPerJoint(texture.encoding));
    const std::size_t texel = (row * texture.joints + joint) * perJoint;
    const auto width = static_cast<std::size_t>(texture.width);
    const std::size_t x = texel % width;
    const std::size_t y = texel / width;
    const auto texelBytes = static_cast<std::size_t>(bytesPerTexel(texture.encoding));
    const std::uint8_t* from = texture.texels.data() + (y * width + x) * texelBytes;
    float v[kMaxFloats] = {};
    for (std::size_t k = 0; k < perJoint * 4; ++k) {
        if (isHalf(texture.encoding)) {
            std::uint16_t half = 0;
            std::memcpy(&half, from + k * 2, 2);
            v[k] = fromHalf(half);
        } else {
            std::memcpy(v + k, from + k * 4, 4);
        }
    }
    if (isDualQuaternion(texture.encoding)) return unpackDualQuaternion(v);
    AffineMatrix m;
    for (int column = 0; column < 4; ++column) {
        for (int r = 0; r < 3; ++r)
            m[column][r] = texture.encoding == Encoding::kMatrix4x4Float ? v[column * 4 + r] : v[r * 4 + column];
    }
    return m;
}

void decode(const AnimationTexture& texture, BakedAnimation& out) {
    out.joints = texture.joints;
    out.rows = texture.rows;
    out.clips = texture.clips;
    out.matrices.resize(texture.rows * texture.joints);
    for (std::size_t row = 0; row < texture.rows; ++row) {
        for (std::size_t joint = 0; joint < texture.joints; ++joint)
            out.matrices[row * texture.joints + joint] = decode(texture, row, joint);
    }
}

double worstVertexError(const BakedAnimation& baked, const AnimationTexture& texture, const Mesh& mesh) {
    double worst = 0.0;
    std::vector<mat4> exact(baked.joints);
    std::vector<mat4> stored(baked.joints);
    for (std::size_t row = 0; row < baked.rows; ++row) {
        for (std::size_t j = 0; j < baked.joints; ++j) {
            exact[j] = mat4(baked.row(row)[j]);
            stored[j] = mat4(decode(texture, row, j));
        }
        for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
            const vec4 place(mesh.positions[v], 1.0f);
            const vec3 apart(blendMatrix(mesh.joints[v], mesh.weights[v], exact) * place -
                             blendMatrix(mesh.joints[v], mesh.weights[v], stored) * place);
            worst = std::max(worst, static_cast<double>(std::sqrt(glm::dot(apart, apart))));
        }
    }
    return worst;
}

std::uint16_t toHalf(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);  // NaN stays one
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u); // rounds past 65504
    if (magnitude < 0x38800000u) {
        // Below 2^-14 a half counts in steps of 2^-24; a float addition that ends in that step rounds for us.
        const float counted = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(counted) - 0x3f000000u));
    }
    const std::uint32_t rebased = magnitude - 0x38000000u; // exponent bias 127 -> 15
    const std::uint32_t odd = rebased >> 13 & 1u;
    return static_cast<std::uint16_t>(sign | (rebased + 0xfffu + odd) >> 13);
}

float fromHalf(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t magnitude = half & 0x7fffu;
    if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    if (magnitude < 0x400u) {
        const float small = static_cast<float>(magnitude) * (1.0f / 16777216.0f);
        return sign != 0 ? -small : small;
    }
    return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
}

} // namespace rigproof
