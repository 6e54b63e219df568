// The one skinning function of every pass: the colour pass and the shadow map deform alike because they share this text.
// The rule is core/skinning/linear_blend.h's: weights as they are; all 0 follows the first joint.
#if SKINNED
uniform sampler2D uPalette;
uniform int uPaletteBase; // the draw's first joint in the frame's shared palette

mat4 jointMatrix(uint joint) {
    int texel = (uPaletteBase + int(joint)) * 4;
    ivec2 at = ivec2(texel & (PALETTE_WIDTH - 1), texel / PALETTE_WIDTH);
    return mat4(texelFetch(uPalette, at, 0), texelFetch(uPalette, at + ivec2(1, 0), 0),
                texelFetch(uPalette, at + ivec2(2, 0), 0), texelFetch(uPalette, at + ivec2(3, 0), 0));
}
#endif

#if CROWD
layout(location = 9) in vec3 aClip; // first row, frames, row within the clip (0 <= row <= frames, fractional)
uniform sampler2D uAnimation;
uniform ivec4 uAnimationShape; // joints, texels a joint, rows a fold (0: not folded)

ivec2 texelOf(int row, int joint) {
    int x = joint * uAnimationShape.y;
    if (uAnimationShape.z > 0) {
        x += row / uAnimationShape.z * uAnimationShape.x * uAnimationShape.y;
        row %= uAnimationShape.z;
    }
    return ivec2(x, row);
}

// The two frames around the moment, blended; after a clip's last frame comes its first, never the next clip's.
mat4 jointMatrix(uint joint) {
    float before = floor(aClip.z);
    float blend = aClip.z - before;
    int frames = int(aClip.y);
    int first = int(aClip.x);
    ivec2 a = texelOf(first + int(before) % frames, int(joint));
    ivec2 b = texelOf(first + (int(before) + 1) % frames, int(joint));
    vec4 t0 = mix(texelFetch(uAnimation, a, 0), texelFetch(uAnimation, b, 0), blend);
    vec4 t1 = mix(texelFetch(uAnimation, a + ivec2(1, 0), 0), texelFetch(uAnimation, b + ivec2(1, 0), 0), blend);
    vec4 t2 = mix(texelFetch(uAnimation, a + ivec2(2, 0), 0), texelFetch(uAnimation, b + ivec2(2, 0), 0), blend);
#if TEXELS_PER_JOINT == 3
    return transpose(mat4(t0, t1, t2, vec4(0.0, 0.0, 0.0, 1.0)));
#else
    return mat4(t0, t1, t2, mix(texelFetch(uAnimation, a + ivec2(3, 0), 0), texelFetch(uAnimation, b + ivec2(3, 0), 0), blend));
#endif
}
#endif

#if SKINNED || CROWD
layout(location = 3) in uvec4 aJoints;
layout(location = 4) in vec4 aWeights;

mat4 blendMatrix() {
    if (aWeights == vec4(0.0)) return jointMatrix(aJoints.x);
    mat4 blended = jointMatrix(aJoints.x) * aWeights.x;
#if INFLUENCES > 1
    blended += jointMatrix(aJoints.y) * aWeights.y;
#endif
#if INFLUENCES > 2
    blended += jointMatrix(aJoints.z) * aWeights.z;
#endif
#if INFLUENCES > 3
    blended += jointMatrix(aJoints.w) * aWeights.w;
#endif
    return blended;
}
#endif
