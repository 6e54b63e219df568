// The nearest and the farthest depth that a shadow filter can meet from anywhere in a tile: first along x, then along y.
// Depths are positive floats, which order like their bits; integer textures can be written in every GLES 3.0.
precision highp usampler2D;
#if ALONG_X
uniform sampler2D uShadowMap;
#else
uniform usampler2D uTiles;
#endif
in vec2 vTexel;
out uvec4 oRange;
void main() {
    ivec2 at = ivec2(vTexel);
    uvec2 range = uvec2(0xffffffffu, 0u);
    for (int i = -TILE_MARGIN; i < TILE_SIZE + TILE_MARGIN; ++i) {
#if ALONG_X
        int last = textureSize(uShadowMap, 0).x - 1;
        uint depth = floatBitsToUint(texelFetch(uShadowMap, ivec2(clamp(at.x * TILE_SIZE + i, 0, last), at.y), 0).r);
        range = uvec2(min(range.x, depth), max(range.y, depth));
#else
        int last = textureSize(uTiles, 0).y - 1;
        uvec2 row = texelFetch(uTiles, ivec2(at.x, clamp(at.y * TILE_SIZE + i, 0, last)), 0).xy;
        range = uvec2(min(range.x, row.x), max(range.y, row.y));
#endif
    }
    oRange = uvec4(range, 0u, 0u);
}
