// The gradient comes row by row from a texture made on the CPU, so that no driver interpolates it.
uniform sampler2D uGradient;
in float vRow; // half-way between two whole numbers: no rounding can change its row
out vec4 oColor;
void main() { oColor = vec4(texelFetch(uGradient, ivec2(0, int(vRow)), 0).rgb, 1.0); }
