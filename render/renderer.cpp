#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "render/animation_texture.h"
#include "render/draw_counter.h"
#include "render/frame_buffers.h"
#include "render/frame_upload.h"
#include "render/gl_check.h"
#include "render/mesh_cache.h"
#include "render/overlay.h"
#include "render/resolve.h"
#include "render/scene_block.h"
#include "render/shader_library.h"
#include "render/srgb.h"

namespace rigproof {

namespace {

/// A draw or a crowd, ready to be drawn in any pass.
struct Item {
    GpuMesh* mesh = nullptr;
    const Material* material = nullptr;
    const Draw* draw = nullptr;       // null for a crowd
    const CrowdDraw* crowd = nullptr; // null for a draw
    const DrawData* data = nullptr;
    SurfaceFeatures shape; // skinned, crowd, instanced: what every pass needs

    const std::string& pass() const { return draw != nullptr ? draw->pass : crowd->pass; }
};

bool castsShadow(const Item& item) {
    return item.material->castsShadow && item.material->layer == Layer::kOpaque;
}

float alphaSquared(float roughness) {
    const float alpha = std::clamp(roughness, 0.05f, 1.0f) * std::clamp(roughness, 0.05f, 1.0f);
    return alpha * alpha;
}

void setVec3(GLint place, const vec3& v) {
    if (place >= 0) glUniform3f(place, v.x, v.y, v.z);
}

} // namespace

struct Renderer::State {
    // Declared first, so that it ends last: deleting GL objects needs the context.
    std::unique_ptr<EglContext> context;
    DriverDescription driver;
    GlCheck check;
    ShaderLibrary shaders;
    MeshCache meshes;
    AnimationTextureCache animations;
    FrameUpload upload;
    BigPicture picture;
    ShadowBuffer shadowMap;
    GlTexture gradient;
    GlVertexArray emptyVertexArray;
    GlBuffer sceneBuffer;

    // Of the frame being drawn.
    const Frame* frame = nullptr;
    DrawCounter counter;
    std::vector<Item> items;
    std::string error;

    bool refuse(std::string why) {
        error = std::move(why);
        return false;
    }
    bool admit();
    bool prepare();
    void sendScene();
    bool drawItem(const Item& item, bool shadowPass, bool depthTested);
    bool shadowPass();
    bool layer(Layer wanted);
    bool background();
    bool disc(const char* pass, const vec3& center, float halfSide, bool facesCamera, const vec3& color, float opacity);
    bool discs();
    bool drawAll();
    SurfaceFeatures colorFeatures(const Item& item) const;
};

/// What validate() cannot know: the driver's limits and the people's clips.
bool Renderer::State::admit() {
    if (const Status status = validate(*frame); !status.ok()) return refuse("frame: " + status.message());
    const int limit = driver.maxTextureSize;
    const int width = frame->width * frame->supersample;
    const int height = frame->height * frame->supersample;
    if (width > limit || height > limit) {
        return refuse("frame: " + std::to_string(width) + " x " + std::to_string(height) +
                      " samples are over the driver's limit of " + std::to_string(limit));
    }
    if (const ShadowMap* map = shadowOf(*frame); map != nullptr && (map->size < 16 || map->size > limit)) {
        return refuse("frame: a shadow map of " + std::to_string(map->size) + " texels; the driver allows 16 to " +
                      std::to_string(limit));
    }
    for (const CrowdDraw& crowd : frame->crowds) {
        if (std::string why = refusalOf(*crowd.animation, limit); !why.empty()) return refuse("frame: " + why);
        for (std::size_t i = 0; i < crowd.people->size(); ++i) {
            if ((*crowd.people)[i].clip >= crowd.animation->clips.size()) {
                return refuse("frame: person " + std::to_string(i) + " of a crowd has clip " +
                              std::to_string((*crowd.people)[i].clip) + " of " +
                              std::to_string(crowd.animation->clips.size()));
            }
        }
    }
    return true;
}

bool Renderer::State::prepare() {
    if (!upload.send(*frame, driver.maxTextureSize, error)) return false;
    items.clear();
    for (std::size_t i = 0; i < frame->draws.size(); ++i) {
        const Draw& draw = frame->draws[i];
        Item item;
        item.mesh = meshes.get(frame->meshes[draw.mesh], draw.material.flat, nullptr, error);
        if (item.mesh == nullptr) return false;
        if (draw.skin && draw.skin->size() < item.mesh->jointCount) {
            return refuse("frame: draw " + std::to_string(i) + " has " + std::to_string(draw.skin->size()) +
                          " skinning matrices, its mesh names " + std::to_string(item.mesh->jointCount) + " joints");
        }
        item.material = &draw.material;
        item.draw = &draw;
        item.data = &upload.draws()[i];
        item.shape.skinned = draw.skin != nullptr;
        item.shape.instanced = draw.instances != nullptr;
        item.shape.influences = draw.skin ? item.mesh->influences : 0;
        items.push_back(item);
    }
    for (std::size_t i = 0; i < frame->crowds.size(); ++i) {
        const CrowdDraw& crowd = frame->crowds[i];
        Item item;
        item.mesh = meshes.get(frame->meshes[crowd.mesh], crowd.material.flat, crowd.tintOf, error);
        if (item.mesh == nullptr) return false;
        if (static_cast<std::size_t>(crowd.animation->joints) < item.mesh->jointCount) {
            return refuse("frame: crowd " + std::to_string(i) + " has an animation of " +
                          std::to_string(crowd.animation->joints) + " joints, its mesh names " +
                          std::to_string(item.mesh->jointCount));
        }
        item.material = &crowd.material;
        item.crowd = &crowd;
        item.data = &upload.crowds()[i];
        item.shape.crowd = true;
        item.shape.influences = item.mesh->influences;
        item.shape.texelsPerJoint = crowd.animation->texelsPerJoint;
        items.push_back(item);
        animations.get(crowd.animation); // uploaded before the first pass
    }
    sendScene();
    return check.passed("upload", error);
}

void Renderer::State::sendScene() {
    const SceneBlock block = makeSceneBlock(*frame);
    glBindBuffer(GL_UNIFORM_BUFFER, sceneBuffer.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(block), &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, kSceneBinding, sceneBuffer.get());
}

SurfaceFeatures Renderer::State::colorFeatures(const Item& item) const {
    const Material& material = *item.material;
    SurfaceFeatures f = item.shape;
    f.unlit = material.shading == Shading::kUnlit;
    f.fog = frame->fog.has_value() && material.layer != Layer::kOnTop;
    if (f.unlit) return f;
    f.doubleSided = material.doubleSided;
    f.clearcoat = material.clearcoat > 0.0f;
    f.sheen = material.sheen > 0.0f;
    f.directionals = static_cast<int>(frame->directionals.size());
    f.points = static_cast<int>(frame->points.size());
    const ShadowMap* map = shadowOf(*frame);
    const bool any = map != nullptr && std::any_of(items.begin(), items.end(), castsShadow);
    f.shadowTaps = any && material.receivesShadow ? shadowTaps(*map) : 0;
    return f;
}

bool Renderer::State::drawItem(const Item& item, bool shadow, bool depthTested) {
    const Material& material = *item.material;
    SurfaceFeatures features = item.shape;
    if (shadow) {
        features.shadowPass = true;
    } else {
        features = colorFeatures(item);
    }
    Program* program = shaders.surface(features, error);
    if (program == nullptr) return false;
    glUseProgram(program->name.get());

    // The shadow map takes both sides: a shadow then begins where a thing touches the ground, and sheets cast one too.
    const bool bothSides = shadow || material.doubleSided || (item.data->mirrored && item.draw == nullptr) ||
                           (item.data->mirrored && item.shape.instanced);
    if (bothSides) {
        glDisable(GL_CULL_FACE);
    } else {
        glEnable(GL_CULL_FACE);
        glCullFace(GL_BACK);
        glFrontFace(item.data->mirrored ? GL_CW : GL_CCW);
    }
    if (depthTested) {
        glEnable(GL_DEPTH_TEST);
    } else {
        glDisable(GL_DEPTH_TEST);
    }

    glBindVertexArray(item.mesh->vertexArray.get());
    if (item.shape.instanced) upload.pointAtInstances(*item.data);
    if (item.shape.crowd) {
        upload.pointAtPeople(*item.data);
        const AnimationTextureView& view = *item.crowd->animation;
        glActiveTexture(GL_TEXTURE0 + kAnimationUnit);
        glBindTexture(GL_TEXTURE_2D, animations.get(item.crowd->animation));
        glUniform4i(program->animationShape, view.joints, view.texelsPerJoint, view.rowsPerFold, 0);
    }
    if (item.shape.skinned) glUniform1i(program->paletteBase, item.data->paletteBase);
    if (program->transform >= 0) {
        const mat4 transform = relativeTo(frame->camera.position, item.draw->transform);
        glUniformMatrix4fv(program->transform, 1, GL_FALSE, &transform[0].x);
    }
    if (!shadow) {
        setVec3(program->color, linearFromSrgb(material.color));
        glUniform4f(program->surface, alphaSquared(material.roughness), material.opacity, material.sheen,
                    material.clearcoat);
        const vec3 emissive = linearFromSrgb(material.emissive);
        glUniform4f(program->emissive, emissive.x, emissive.y, emissive.z, alphaSquared(material.clearcoatRoughness));
    }
    counter.elements(shadow ? item.pass() + "_shadow" : item.pass(), item.mesh->indexCount, item.data->copies);
    if (item.shape.instanced || item.shape.crowd) FrameUpload::stopPointing();
    return true;
}

bool Renderer::State::shadowPass() {
    const ShadowMap* map = shadowOf(*frame);
    if (map == nullptr || std::none_of(items.begin(), items.end(), castsShadow)) return true;
    shadowMap.bind(map->size);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glClear(GL_DEPTH_BUFFER_BIT);
    for (const Item& item : items) {
        if (!castsShadow(item)) continue;
        if (!drawItem(item, true, true)) return false;
    }
    if (!shadowMap.makeTiles(shaders, shadowTaps(*map) / 2, counter, error)) return false;
    return check.passed("shadow pass", error);
}

bool Renderer::State::layer(Layer wanted) {
    for (const Item& item : items) {
        if (item.material->layer != wanted || item.material->shadowOnly) continue;
        const bool seeThrough = wanted != Layer::kOpaque && item.material->opacity < 1.0f;
        if (seeThrough) {
            glEnable(GL_BLEND);
            glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        } else {
            glDisable(GL_BLEND);
        }
        glDepthMask(seeThrough ? GL_FALSE : GL_TRUE);
        const bool depthTested = !(wanted == Layer::kOnTop && seeThrough);
        if (!drawItem(item, false, depthTested)) return false;
    }
    return check.passed("surfaces", error);
}

bool Renderer::State::background() {
    Program* program = shaders.background(error);
    if (program == nullptr) return false;
    // Mixed as encoded values, the way a page's gradient is, then kept as the picture keeps everything: square roots.
    const int rows = frame->height * frame->supersample;
    std::vector<vec4> texels(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) {
        const float up = (static_cast<float>(row) + 0.5f) / static_cast<float>(rows);
        const vec3 encoded = frame->background.bottom + (frame->background.top - frame->background.bottom) * up;
        const vec3 linear = linearFromSrgb(encoded);
        texels[static_cast<std::size_t>(row)] = {static_cast<float>(rootBits(linear.x)) / 1023.0f,
                                                 static_cast<float>(rootBits(linear.y)) / 1023.0f,
                                                 static_cast<float>(rootBits(linear.z)) / 1023.0f, 1.0f};
    }
    glActiveTexture(GL_TEXTURE0 + kGradientUnit);
    uploadFloatTexture(gradient.get(), 1, rows, &texels[0].x);
    glUseProgram(program->name.get());
    glBindVertexArray(emptyVertexArray.get());
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    counter.arrays("background", GL_TRIANGLES, 3);
    return check.passed("background", error);
}

bool Renderer::State::disc(const char* pass, const vec3& center, float halfSide, bool facesCamera, const vec3& color,
                           float opacity) {
    Program* program = shaders.disc(error);
    if (program == nullptr) return false;
    glUseProgram(program->name.get());
    glBindVertexArray(emptyVertexArray.get());
    const vec3 place = center - frame->camera.position;
    glUniform4f(program->place, place.x, place.y, place.z, halfSide);
    glUniform1i(program->facesCamera, facesCamera ? 1 : 0);
    const vec3 linear = linearFromSrgb(color);
    glUniform4f(program->tint, std::sqrt(linear.x), std::sqrt(linear.y), std::sqrt(linear.z), opacity);
    counter.arrays(pass, GL_TRIANGLE_STRIP, 4);
    return true;
}

bool Renderer::State::discs() {
    if (frame->blobShadows.empty()) return true;
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    // Lifted by a hair, so that the ground it lies on does not hide it.
    constexpr float kLift = 0.004f;
    for (const BlobShadow& blob : frame->blobShadows) {
        if (!disc("blob", blob.center + vec3(0.0f, kLift, 0.0f), blob.radius, false, blob.color, blob.opacity))
            return false;
    }
    return check.passed("blob shadows", error);
}

bool Renderer::State::drawAll() {
    if (!admit() || !prepare()) return false;
    upload.bindPalette();
    if (!shadowPass()) return false;

    picture.bind(frame->width * frame->supersample, frame->height * frame->supersample);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (!layer(Layer::kOpaque) || !background() || !discs() || !layer(Layer::kTransparent)) return false;

    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    for (const GlowSprite& glow : frame->glows) {
        if (!disc("glow", glow.center, 0.5f * glow.size, true, glow.color, glow.opacity)) return false;
    }
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT); // what is on top is hidden by nothing but what is on top
    if (!layer(Layer::kOnTop)) return false;
    glDepthMask(GL_TRUE);
    return check.passed("glows", error);
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() {
    std::string ignored;
    state_->context->makeCurrent(ignored);
}

std::unique_ptr<Renderer> Renderer::create(const DeviceChoice& device, std::string& error) {
    auto state = std::make_unique<State>();
    state->context = EglContext::create(device, error);
    if (!state->context) return nullptr;
    state->driver = describeCurrentDriver(state->context->platform());
#ifndef NDEBUG
    state->check.listen();
#endif
    if (!state->check.passed("start-up", error)) return nullptr;
    return std::unique_ptr<Renderer>(new Renderer(std::move(state)));
}

RenderResult Renderer::draw(const Frame& frame) {
    State& s = *state_;
    RenderResult result;
    if (!s.context->makeCurrent(result.error)) return result;
    s.frame = &frame;
    s.counter = {};
    s.error.clear();
    if (s.drawAll()) {
        result.image = Image(frame.width, frame.height);
        const std::vector<std::uint32_t>& samples = s.picture.read();
        if (s.check.passed("reading the picture back", s.error)) {
            resolve(samples, frame.supersample, result.image);
            drawOverlays(frame.overlays, result.image);
        }
    }
    s.items.clear();
    s.frame = nullptr;
    s.meshes.sweep();
    s.animations.sweep();
    if (!s.error.empty()) result.image = {};
    result.draws = s.counter.counts();
    result.error = std::move(s.error);
    return result;
}

const DriverDescription& Renderer::driver() const {
    return state_->driver;
}

} // namespace rigproof
