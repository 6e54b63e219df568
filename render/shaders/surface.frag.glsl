// Lambert diffuse + GGX specular under the conventions of three.js' MeshStandardMaterial since r155: a directional light
// gives irradiance intensity * color, and diffuse reflection is albedo / pi of it.
in vec3 vPlace;
in vec3 vNormal;
in vec3 vColor;
#if SHADOWS
in vec3 vShadow;
uniform sampler2D uShadowMap;
uniform highp usampler2D uTiles; // nearest and farthest depth around each tile of the map, see tiles.frag.glsl
#endif
uniform vec4 uSurface;   // alpha^2 of GGX (roughness^4), opacity, sheen, clearcoat
uniform vec4 uEmissive;  // rgb: linear; w: alpha^2 of the clearcoat
out vec4 oColor;

#if SHADOWS
// Share of the light that arrives. Depths are fetched and compared here: filtered comparison samplers differ between
// drivers. Each texel counts by a bump of the exact distance to it, so that the edge moves smoothly with the receiver,
// and by a short ramp of the depth difference, so that a last bit decides nothing.
float lightArriving() {
    float size = uShadow.z;
    float ramp = 1.0 / max(uShadow.x, 1e-5);
    float offset = 2.0 - vShadow.z * ramp;
    bool outside = vShadow.z >= 1.0 || any(greaterThan(abs(vShadow.xy - 0.5 * size), vec2(0.5 * size)));

    // Most places are wholly lit or wholly dark, and the tile's nearest and farthest depth tell: they look at no texel.
    // A loop and not an `if`, because a software rasteriser leaves a loop when no pixel of its group goes on, but walks
    // through both sides of a branch.
    ivec2 tile = ivec2(clamp(vShadow.xy, vec2(0.0), vec2(size - 1.0))) / TILE_SIZE;
    vec2 range = uintBitsToFloat(texelFetch(uTiles, tile, 0).xy);
    bool lit = outside || range.x * ramp + offset >= 1.0;
    bool dark = range.y * ramp + offset <= 0.0;
    int tapsLeft = lit || dark ? 0 : SHADOW_TAPS * SHADOW_TAPS;

    vec2 corner = floor(vShadow.xy - 0.5);
    vec2 part = vShadow.xy - 0.5 - corner;
    ivec2 first = ivec2(clamp(corner, vec2(SHADOW_TAPS), vec2(size - float(SHADOW_TAPS) - 1.0))) - (SHADOW_TAPS / 2 - 1);
    ivec2 at = first;
    vec2 start = -(part + float(SHADOW_TAPS / 2 - 1));
    vec2 away = start;
    float scale = 1.0 / (uShadowFilter.x * uShadowFilter.x);
    float sum = 0.0;
    float total = 0.0;
    while (tapsLeft > 0) {
        vec2 w = max(1.0 - away * away * scale, 0.0);
        float weight = w.x * w.y;
        sum += weight * clamp(texelFetch(uShadowMap, at, 0).r * ramp + offset, 0.0, 1.0);
        total += weight;
        --tapsLeft;
        ++at.x;
        away.x += 1.0;
        if (at.x == first.x + SHADOW_TAPS) {
            at = ivec2(first.x, at.y + 1);
            away = vec2(start.x, away.y + 1.0);
        }
    }
    return total > 0.0 ? sum / total : lit ? 1.0 : 0.0;
}
#endif

#if !UNLIT
// Schlick's Fresnel for dielectrics, F0 = 0.04.
float fresnel(float cosine) {
    float m = 1.0 - cosine;
    float m2 = m * m;
    return 0.04 + 0.96 * m2 * m2 * m;
}

// pi * D * V: GGX distribution and Hammon's fit of the height-correlated Smith visibility ("PBR Diffuse Lighting for
// GGX+Smith Microsurfaces", GDC 2017), which needs no square root.
float highlight(float alpha2, float NoL, float NoV, float NoH) {
    float alpha = sqrt(alpha2);
    float d = NoH * NoH * (alpha2 - 1.0) + 1.0;
    return alpha2 / (d * d) * 0.5 / max(mix(2.0 * NoL * NoV, NoL + NoV, alpha), 1e-4);
}

struct Lit {
    vec3 diffuse;
    vec3 specular;
    vec3 coat;
};

void addLight(inout Lit lit, vec3 n, vec3 v, float NoV, vec3 l, vec3 color) {
    float NoL = clamp(dot(n, l), 0.0, 1.0);
    vec3 h = normalize(l + v);
    float NoH = clamp(dot(n, h), 0.0, 1.0);
    vec3 arriving = color * NoL;
    float f = fresnel(clamp(dot(v, h), 0.0, 1.0));
    lit.diffuse += arriving;
    lit.specular += arriving * (f * highlight(uSurface.x, NoL, NoV, NoH));
#if CLEARCOAT
    lit.coat += arriving * (f * highlight(uEmissive.w, NoL, NoV, NoH));
#endif
}
#endif

void main() {
    vec3 albedo = vColor;
#if UNLIT
    vec3 color = albedo + uEmissive.rgb;
#else
    vec3 n = normalize(vNormal);
#if DOUBLE_SIDED
    n = gl_FrontFacing ? n : -n;
#endif
    vec3 v = normalize(-vPlace);
    float NoV = clamp(dot(n, v), 0.0, 1.0);
    vec3 around = mix(uHemisphereGround.rgb, uHemisphereSky.rgb, 0.5 * n.y + 0.5);
    Lit lit = Lit(around, vec3(0.0), vec3(0.0));
#if DIRECTIONALS > 0
#if SHADOWS
    addLight(lit, n, v, NoV, uDirection[0].xyz, uDirectionColor[0].rgb * lightArriving());
#else
    addLight(lit, n, v, NoV, uDirection[0].xyz, uDirectionColor[0].rgb);
#endif
#endif
#if DIRECTIONALS > 1
    for (int i = 1; i < DIRECTIONALS; ++i) addLight(lit, n, v, NoV, uDirection[i].xyz, uDirectionColor[i].rgb);
#endif
#if POINTS > 0
    for (int i = 0; i < POINTS; ++i) {
        vec3 way = uPointPlace[i].xyz - vPlace;
        float d2 = max(dot(way, way), 1e-8);
        float d = sqrt(d2);
        float decay = uPointColor[i].w;
        float power = decay == 2.0 ? d2 : pow(d, decay);
        float part = d2 / (uPointPlace[i].w * uPointPlace[i].w);
        float window = clamp(1.0 - part * part, 0.0, 1.0);
        addLight(lit, n, v, NoV, way / d, uPointColor[i].rgb * (window * window / max(power, 0.01)));
    }
#endif
    vec3 color = albedo * lit.diffuse + lit.specular;
#if SHEEN
    // Fibres or dust that catch the light where one looks along the surface.
    float graze = 1.0 - NoV;
    color += uSurface.z * graze * graze * graze * mix(albedo, vec3(1.0), 0.35) * lit.diffuse;
#endif
#if CLEARCOAT
    float f = fresnel(NoV) * uSurface.w;
    vec3 mirrored = reflect(-v, n);
    vec3 seen = mix(uHemisphereGround.rgb, uHemisphereSky.rgb, smoothstep(-0.3, 0.6, mirrored.y));
    color = color * (1.0 - f) + uSurface.w * lit.coat + f * seen;
#endif
    color += uEmissive.rgb;
#endif
#if FOG
    color = mix(color, uFogColor.rgb, clamp((length(vPlace) - uFogRange.x) * uFogRange.y, 0.0, 1.0));
#endif
    // The big picture holds square roots: near enough to what the eye sees for 10 bits, and exact to undo.
    oColor = vec4(sqrt(clamp(color, 0.0, 1.0)), uSurface.y);
}
