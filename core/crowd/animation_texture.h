#pragma once

#include <cstdint>
#include <vector>

#include "core/animation/bake.h"
#include "core/mesh/mesh.h"
#include "core/status.h"

// A bake packed into texels of four channels. All encodings share one layout: the texel
//     (row * joints + joint) * texelsPerJoint + k
// of the animation lies at x = texel mod width, y = texel / width. Unfolded, `width` is one animation row and y is the
// row; a texture wider or taller than the limit only has another `width`, so that folding costs the reader nothing.
//
//     AnimationTexture texture;
//     if (Status s = encode(baked, {.encoding = Encoding::kMatrix3x4Half}, texture); !s.ok()) ...
//     upload(texture.texels.data(), texture.width, texture.height);

namespace rigproof {

enum class Encoding : std::uint8_t {
    kMatrix4x4Float,      ///< four columns; 64 bytes a joint, the reference's
    kMatrix3x4Float,      ///< three rows, the constant fourth left out; 48 bytes, the same bits
    kMatrix3x4Half,       ///< 24 bytes
    kDualQuaternionFloat, ///< real and dual part (x, y, z, w each); 32 bytes, rotations and translations only
    kDualQuaternionHalf,  ///< 16 bytes
};

inline constexpr Encoding kAllEncodings[] = {Encoding::kMatrix4x4Float, Encoding::kMatrix3x4Float,
                                             Encoding::kMatrix3x4Half, Encoding::kDualQuaternionFloat,
                                             Encoding::kDualQuaternionHalf};

int texelsPerJoint(Encoding encoding);
int bytesPerTexel(Encoding encoding);  ///< 16 (RGBA32F) or 8 (RGBA16F)
const char* nameOf(Encoding encoding); ///< "matrix4x4-float" ...

struct EncodeOptions {
    Encoding encoding = Encoding::kMatrix4x4Float;
    int maxTextureSize = 2048; ///< texels a side; what every OpenGL ES 3 driver has (GL_MAX_TEXTURE_SIZE)
};

/// How far a matrix may be from a rotation and still be stored as a dual quaternion.
inline constexpr float kRigidTolerance = 1e-4f;

struct AnimationTexture {
    Encoding encoding = Encoding::kMatrix4x4Float;
    int width = 0; ///< texels; a multiple of the texels of a joint, so that a joint never straddles two rows
    int height = 0;
    std::size_t joints = 0;
    std::size_t rows = 0;             ///< of the animation
    std::vector<std::uint8_t> texels; ///< width * height * bytesPerTexel, ready to upload; unused ones are 0
    std::vector<BakedClip> clips;

    std::size_t bytes() const { return texels.size(); }
    bool folded() const {
        return static_cast<std::size_t>(width) != joints * static_cast<std::size_t>(texelsPerJoint(encoding));
    }
};

/// Packs a bake. Folds when one side is over the limit. Refused: nothing baked, a limit under one joint, more bones and
/// frames than the limit's square holds (got and wanted texels), and as dual quaternions any matrix that scales, shears
/// or mirrors (the index is row * joints + joint). Allocates when `out` has to grow.
Status encode(const BakedAnimation& baked, const EncodeOptions& options, AnimationTexture& out);

/// The matrix that a reader gets back for one joint of one row.
AffineMatrix decode(const AnimationTexture& texture, std::size_t row, std::size_t joint);

/// The whole texture back as a bake, to skin with what was stored.
void decode(const AnimationTexture& texture, BakedAnimation& out);

/// The farthest that any vertex of `mesh` in any row lies from where the bake puts it; metres.
double worstVertexError(const BakedAnimation& baked, const AnimationTexture& texture, const Mesh& mesh);

/// Half-precision floats (IEEE 754 binary16), rounded to nearest even; beyond 65504 infinity.
std::uint16_t toHalf(float value);
float fromHalf(std::uint16_t half);

} // namespace rigproof
