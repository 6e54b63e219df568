// Every mesh, in the colour pass and in the shadow map.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec3 aColor; // linear

#if INSTANCED || CROWD
layout(location = 5) in mat4 aTransform; // slots 5..8; relative to the camera
#define TRANSFORM aTransform
#else
uniform mat4 uTransform;
#define TRANSFORM uTransform
#endif
#if CROWD
layout(location = 10) in uvec3 aTints;  // each 10 bits a channel, square roots of linear values
layout(location = 11) in uint aTintOf; // 0: none, 1..3
#elif INSTANCED
layout(location = 9) in vec3 aInstanceColor; // linear
#endif

#if !SHADOW_PASS
uniform vec3 uColor; // linear
out vec3 vPlace;
out vec3 vNormal;
out vec3 vColor;
#if SHADOWS
out vec3 vShadow;
#endif
#endif

// Normals turn by the inverse transpose. The cofactor matrix is that times the determinant, and needs no division;
// the sign puts a mirrored copy's normals outside again.
vec3 turned(mat3 m, vec3 normal) {
    mat3 cofactor = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
    return cofactor * normal * (dot(m[0], cofactor[0]) < 0.0 ? -1.0 : 1.0);
}

void main() {
    vec4 place = vec4(aPosition, 1.0);
    vec3 normal = aNormal;
#if SKINNED || CROWD
    mat4 bones = blendMatrix();
    place = vec4((bones * place).xyz, 1.0);
    normal = mat3(bones) * normal;
#endif
    vec3 relative = (TRANSFORM * place).xyz;
#if SHADOW_PASS
    gl_Position = uShadowClip * vec4(relative, 1.0);
#else
    normal = normalize(turned(mat3(TRANSFORM), normal));
    vPlace = relative;
    vNormal = normal;
    vColor = aColor * uColor;
#if CROWD
    uint tint = aTintOf == 1u ? aTints.x : aTintOf == 2u ? aTints.y : aTints.z;
    vec3 root = vec3(float(tint & 1023u), float(tint >> 10 & 1023u), float(tint >> 20)) / 1023.0;
    vColor *= aTintOf == 0u ? vec3(1.0) : root * root;
#elif INSTANCED
    vColor *= aInstanceColor;
#endif
#if SHADOWS
    // A slanted surface rises within the filter's radius by radius * tan(slant): leaving it by radius * sin(slant)
    // along the normal clears it exactly, so that nothing shadows itself.
    float facing = dot(normal, uDirection[0].xyz);
    float slant = sqrt(max(1.0 - facing * facing, 0.0));
    vec3 outside = relative + normal * (uShadow.y + uShadowFilter.y * slant);
    vShadow = (uShadowTexels * vec4(outside, 1.0)).xyz;
#endif
    gl_Position = uViewProjection * vec4(relative, 1.0);
#endif
}
