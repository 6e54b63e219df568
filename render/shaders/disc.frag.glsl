// uTint: rgb in square roots, a: opacity at the centre. Falls off smoothly to exactly 0 at the rim.
uniform vec4 uTint;
uniform bool uFacesCamera;
in vec2 vDisc;
out vec4 oColor;
void main() {
    float inside = clamp(1.0 - dot(vDisc, vDisc), 0.0, 1.0);
    // A glow needs a hot centre, a contact shadow a broad one.
    float soft = uFacesCamera ? inside * inside * inside * inside : inside * inside;
    oColor = vec4(uTint.rgb, uTint.a * soft);
}
