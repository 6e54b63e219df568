// The gradient comes row by row from a texture made on the CPU, so that no driver interpolates it.
uniform sampler2D uGradient;
out vec4 oColor;
void main() { oColor = vec4(texelFetch(uGradient, ivec2(0, int(gl_FragCoord.y)), 0).rgb, 1.0); }
