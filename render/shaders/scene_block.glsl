// What every shader of a frame shares; mirrors SceneBlock in scene_block.h. Places are relative to the camera, which
// keeps float's precision where the picture is, however far from the origin that may be.
precision highp float;
precision highp int;
precision highp sampler2D;

layout(std140) uniform Scene {
    mat4 uViewProjection;
    mat4 uShadowClip;    // relative place -> the shadow map's clip space
    mat4 uShadowTexels;  // relative place -> texel x, texel y, depth 0..1
    vec4 uHemisphereSky; // rgb: linear radiance of a white diffuse surface that faces up
    vec4 uHemisphereGround;
    vec4 uDirection[3];      // xyz: towards the light
    vec4 uDirectionColor[3]; // rgb: linear irradiance / pi
    vec4 uPointPlace[4];     // xyz, w: range
    vec4 uPointColor[4];     // rgb: linear intensity / pi, w: decay
    vec4 uFogColor;          // rgb: linear
    vec4 uFogRange;          // x: nearest distance, y: 1 / (far - near)
    vec4 uShadow;            // x: bias of the depth range, y: normal bias in metres, z: texels a side
    vec4 uShadowFilter;      // radius x: in texels, y: in metres
    vec4 uCameraRight;       // xyz: the picture's x axis
    vec4 uCameraUp;          // xyz: the picture's y axis
};
