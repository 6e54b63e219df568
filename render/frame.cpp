#include "render/frame.h"

namespace rigproof {

Status validate(const Frame& frame) {
    if (frame.width < 1 || frame.height < 1) return refused("a picture has at least one pixel");
    if (frame.supersample < 1 || frame.supersample > 4) return refused("supersample must be 1..4");
    if (frame.directionals.size() > kMaxDirectionalLights) {
        return refusedCount("too many directional lights", frame.directionals.size(), kMaxDirectionalLights);
    }
    if (frame.points.size() > kMaxPointLights) {
        return refusedCount("too many point lights", frame.points.size(), kMaxPointLights);
    }
    for (std::size_t i = 1; i < frame.directionals.size(); ++i) {
        if (frame.directionals[i].shadow) return refused("only the first directional light may cast shadows", i);
    }
    for (std::size_t i = 0; i < frame.meshes.size(); ++i) {
        if (!frame.meshes[i]) return refused("a mesh must not be null", i);
    }
    for (std::size_t i = 0; i < frame.draws.size(); ++i) {
        const Draw& draw = frame.draws[i];
        if (draw.mesh >= frame.meshes.size()) return refused("a draw names a mesh that does not exist", i);
        if (draw.skin && frame.meshes[draw.mesh]->joints.empty()) {
            return refused("a skinned draw needs a mesh with joints and weights", i);
        }
    }
    for (std::size_t i = 0; i < frame.crowds.size(); ++i) {
        const CrowdDraw& crowd = frame.crowds[i];
        if (crowd.mesh >= frame.meshes.size()) return refused("a crowd names a mesh that does not exist", i);
        const Mesh& mesh = *frame.meshes[crowd.mesh];
        if (mesh.joints.empty()) return refused("a crowd needs a mesh with joints and weights", i);
        if (!crowd.animation || !crowd.people || !crowd.tintOf) {
            return refused("a crowd needs an animation texture, people and tints", i);
        }
        if (crowd.tintOf->size() != mesh.vertexCount()) {
            return refusedCount("a crowd needs one tint index a vertex", crowd.tintOf->size(), mesh.vertexCount());
        }
    }
    for (std::size_t i = 0; i < frame.overlays.size(); ++i) {
        const OverlayImage& image = frame.overlays[i].image;
        if (frame.overlays[i].kind != Overlay::Kind::kImage) continue;
        if (image.width < 1 || image.height < 1 ||
            image.rgba.size() != static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4) {
            return refused("an overlay image needs four bytes a pixel of its size", i);
        }
    }
    return accepted();
}

} // namespace rigproof
