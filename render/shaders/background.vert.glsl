// One triangle over the whole picture, at the far plane: only what nothing has covered is filled.
uniform sampler2D uGradient;
out float vRow; // counted here and not by gl_FragCoord, which softpipe (Mesa 22.3) gets wrong after a change of size
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vRow = (0.5 * corner.y + 0.5) * float(textureSize(uGradient, 0).y);
    gl_Position = vec4(corner, 1.0, 1.0);
}
