// A square for a soft disc: on the ground, or facing the camera.
uniform vec4 uPlace; // xyz: relative to the camera, w: half the side
uniform bool uFacesCamera;
out vec2 vDisc; // -1..1
void main() {
    vDisc = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
    vec3 x = uFacesCamera ? uCameraRight.xyz : vec3(1.0, 0.0, 0.0);
    vec3 y = uFacesCamera ? uCameraUp.xyz : vec3(0.0, 0.0, -1.0);
    gl_Position = uViewProjection * vec4(uPlace.xyz + uPlace.w * (vDisc.x * x + vDisc.y * y), 1.0);
}
