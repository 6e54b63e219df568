// One triangle over a texture that is written texel by texel.
uniform ivec2 uSize; // of the texture written
out vec2 vTexel;     // half-way between whole numbers in each texel
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vTexel = (0.5 * corner + 0.5) * vec2(uSize);
    gl_Position = vec4(corner, 0.0, 1.0);
}
