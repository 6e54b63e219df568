#include "core/math/rotation.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "core/math/trigonometry.h"

namespace rigproof {

vec3 anyPerpendicular(const vec3& v) {
    const vec3 a = glm::abs(v);
    vec3 axis(0.0f);
    if (a.x <= a.y && a.x <= a.z) {
        axis.x = 1.0f;
    } else if (a.y <= a.z) {
        axis.y = 1.0f;
    } else {
        axis.z = 1.0f;
    }
    // Scaled first: the squares of very short or very long vectors would leave the range of float.
    const float largest = std::fmax(a.x, std::fmax(a.y, a.z));
    const vec3 u = v / largest;
    const vec3 p = axis - u * (glm::dot(u, axis) / glm::dot(u, u));
    return p / std::sqrt(glm::dot(p, p));
}

quat axisAngle(const vec3& axis, float angle) {
    const float s = det::sin(0.5f * angle);
    return {det::cos(0.5f * angle), axis.x * s, axis.y * s, axis.z * s};
}

quat shortestArc(const vec3& from, const vec3& to) {
    const float d = glm::dot(from, to);
    if (d <= -1.0f + 1e-6f) {
        const vec3 axis = anyPerpendicular(from);
        return {0.0f, axis.x, axis.y, axis.z};
    }
    const vec3 c = glm::cross(from, to);
    return normalizedOrIdentity(quat(1.0f + d, c.x, c.y, c.z));
}

quat slerp(const quat& a, const quat& b, float t) {
    float d = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    quat end = b;
    if (d < 0.0f) {
        d = -d;
        end = quat(-b.w, -b.x, -b.y, -b.z);
    }
    float wa = 1.0f - t;
    float wb = t;
    if (d < 1.0f - 1e-6f) {
        const float angle = det::acos(d);
        const float inverse = 1.0f / det::sin(angle);
        wa = det::sin(wa * angle) * inverse;
        wb = det::sin(wb * angle) * inverse;
    }
    return normalizedOrIdentity(
        quat(wa * a.w + wb * end.w, wa * a.x + wb * end.x, wa * a.y + wb * end.y, wa * a.z + wb * end.z));
}

quat normalizedOrIdentity(const quat& q) {
    const float d = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(d > 0.0f) || d - d != 0.0f) return {1.0f, 0.0f, 0.0f, 0.0f};
    const float n = 1.0f / std::sqrt(d);
    return {q.w * n, q.x * n, q.y * n, q.z * n};
}

mat4 composeTransform(const vec3& translation, const quat& rotation, const vec3& scale) {
    mat4 m = glm::mat4_cast(rotation);
    m[0] *= scale.x;
    m[1] *= scale.y;
    m[2] *= scale.z;
    m[3] = vec4(translation, 1.0f);
    return m;
}

mat4 affineInverse(const mat4& m) {
    const mat3 inverse = glm::inverse(mat3(m));
    mat4 r(inverse);
    r[3] = vec4(-(inverse * vec3(m[3])), 1.0f);
    return r;
}

float smoothstep(float edge0, float edge1, float x) {
    float t = (x - edge0) / (edge1 - edge0);
    t = t < 0.0f ? 0.0f : (t > 1.0f ? 1.0f : t);
    return t * t * (3.0f - 2.0f * t);
}

} // namespace rigproof
