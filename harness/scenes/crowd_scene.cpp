#include "harness/scenes/crowd_scene.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/characters/block_person.h"
#include "core/crowd/crowd.h"
#include "core/crowd/person.h"
#include "core/math/segment.h"
#include "core/math/trigonometry.h"
#include "harness/scenes/crowd_overlays.h"
#include "harness/scenes/plaza.h"

namespace rigproof {

namespace {

constexpr int kMostPeople = 1000000;
constexpr float kRoughness = 0.72f;
constexpr float kFarFrom = 22.0f;      ///< metres from the camera from which people are simpler
constexpr float kPersonRadius = 0.95f; ///< of a ball about the middle of a person at scale 1, arms raised
constexpr float kPersonMiddle = 0.62f; ///< metres above the ground
constexpr float kShadowMargin = 2.0f;  ///< metres: whose shadow may reach into the picture from outside it
constexpr float kCloseUpDistance = 2.9f;
constexpr float kCloseUpAside = 0.55f; ///< radians from straight ahead of the watched person
constexpr float kSunAzimuth = 1.02f;   ///< radians, as a heading
constexpr float kClearOfView = 0.9f;   ///< metres about the line of sight of a close-up from which people step aside

int peopleOf(const CrowdParameters& p) {
    int people = std::clamp(p.people, 0, kMostPeople);
    if (p.mode == CrowdMode::kCompare) people = std::min(people, kMostCompared);
    if (p.viewport.width < kNarrowWidth) people = std::min(people, kMostInNarrowView);
    return people;
}

/// The four sides of what a camera sees.
class Sight {
  public:
    Sight(const Camera& camera, float aspect) : eye_(camera.position) {
        forward_ = glm::normalize(camera.target - camera.position);
        right_ = glm::normalize(glm::cross(forward_, vec3(0, 1, 0)));
        up_ = glm::cross(right_, forward_);
        const float half = 0.5f * camera.verticalFov;
        tall_ = det::sin(half) / det::cos(half);
        wide_ = tall_ * aspect;
    }
    bool sees(const vec3& center, float radius) const {
        const vec3 d = center - eye_;
        const float depth = glm::dot(d, forward_);
        const auto within = [&](float across, float slope) {
            return across - slope * depth <= radius * std::sqrt(1.0f + slope * slope);
        };
        return depth > -radius && within(std::fabs(glm::dot(d, right_)), wide_) &&
               within(std::fabs(glm::dot(d, up_)), tall_);
    }

  private:
    vec3 eye_, forward_{0.0f}, right_{0.0f}, up_{0.0f};
    float tall_ = 1.0f, wide_ = 1.0f;
};

class CrowdScene final : public Scene {
  public:
    explicit CrowdScene(const CrowdParameters& parameters);

    void step(double seconds) override {
        const float dt = std::clamp(static_cast<float>(seconds), 0.0f, kMaxStepSeconds);
        (void)rigproof::step(crowd_, dt); // within its range by the line above
    }

    Frame frame(const Viewport& viewport) const override;
    void measure(Metrics& metrics) const override;

  private:
    struct Bodies {
        std::shared_ptr<const Mesh> mesh;
        std::shared_ptr<const std::vector<std::uint8_t>> tintOf;
    };
    Bodies bodiesOf(const PersonOptions& options) const;
    void bake(const Skeleton& skeleton, const std::vector<AnimationClip>& clips);
    void makeComparedMeshes();
    double time() const { return parameters_.startTime + crowd_.time; }
    RowBlend rowsOf(std::size_t i) const {
        return rowsAt(stored_.clips[people_.clip[i]], time(), static_cast<double>(people_.rate[i]),
                      static_cast<double>(people_.phase[i]));
    }
    vec3 middleOf(std::size_t i) const { return {crowd_.x[i], kPersonMiddle * crowd_.scale[i], crowd_.z[i]}; }
    std::size_t choosePerson() const;
    void placeCamera(Frame& frame) const;
    bool inTheWay(std::size_t i, const Camera& camera) const;
    void drawPeople(Frame& frame) const;
    void drawCrowd(Frame& frame, const Bodies& bodies, std::vector<CrowdInstance> people, const char* pass) const;
    void drawShadowsAtAttention(Frame& frame) const;
    void drawCompared(Frame& frame) const;
    double worstSlide() const;

    CrowdParameters parameters_;
    Plaza plaza_;
    Bodies near_, far_;
    People people_;
    Crowd crowd_;
    std::size_t watched_ = kNoIndex; ///< whom texture view and close-up look at; kNoIndex on an empty plaza
    BakedAnimation stored_;          ///< as the texture holds it
    std::size_t textureBytes_ = 0;
    int textureWidth_ = 0;
    double encodingError_ = 0.0;
    std::array<ClipMotion, 3> motions_{};
    std::shared_ptr<const AnimationTextureView> view_;
    std::vector<std::shared_ptr<const Mesh>> compared_; ///< a mesh a person, in the person's colours
};

CrowdScene::CrowdScene(const CrowdParameters& parameters)
    : parameters_(parameters), plaza_(plazaRadius(static_cast<std::size_t>(peopleOf(parameters))), parameters.seed) {
    const PersonOptions options{.oneBoneABox = parameters.mistakes.oneBoneABox};
    const BlockPerson person = makeBlockPerson(options);
    const PersonClips clips = makePersonClips();
    for (std::size_t c = 0; c < motions_.size(); ++c)
        motions_[c] = {clips.clips[c].duration, clips.strides[c]};
    PeopleOptions who;
    who.count = static_cast<std::size_t>(peopleOf(parameters));
    who.runShare = std::clamp(parameters.runShare, 0.0f, 1.0f);
    who.waveShare = std::clamp(parameters.waveShare, 0.0f, 1.0f);
    who.allInStep = parameters.allInStep;
    who.matchRateToSpeed = !parameters.mistakes.rateNotMatched;
    who.seed = parameters.seed;
    if (Status s = makePeople(who, motions_, people_); !s.ok()) throw std::invalid_argument(s.message());
    startCrowd(people_, crowd_);
    watched_ = choosePerson();

    near_ = bodiesOf(options);
    PersonOptions simple = options;
    simple.simple = true;
    if (parameters.levelsOfDetail) far_ = bodiesOf(simple);
    bake(person.skeleton, clips.clips);
    if (parameters.mode == CrowdMode::kCompare) makeComparedMeshes();
}

CrowdScene::Bodies CrowdScene::bodiesOf(const PersonOptions& options) const {
    BlockPerson person = makeBlockPerson(options);
    return {std::make_shared<Mesh>(std::move(person.mesh)),
            std::make_shared<std::vector<std::uint8_t>>(std::move(person.tintOf))};
}

void CrowdScene::bake(const Skeleton& skeleton, const std::vector<AnimationClip>& clips) {
    BakedAnimation baked;
    const BakeOptions options{.withInverseBind = !parameters_.mistakes.withoutInverseBind};
    if (BakeStatus s = bakeClips(skeleton, clips, options, baked); !s.ok()) {
        throw std::invalid_argument(s.message(clips));
    }
    if (parameters_.mistakes.blendAcrossClipEnd) baked = blendedAcrossClipEnds(baked);
    AnimationTexture texture;
    if (Status s = encode(baked, {.encoding = parameters_.encoding}, texture); !s.ok()) {
        throw std::invalid_argument(s.message());
    }
    decode(texture, stored_);
    textureBytes_ = texture.bytes();
    textureWidth_ = texture.width;
    encodingError_ = worstVertexError(baked, texture, *near_.mesh);
    view_ = std::make_shared<AnimationTextureView>(viewOf(texture, stored_));
}

void CrowdScene::makeComparedMeshes() {
    for (std::size_t i = 0; i < people_.count(); ++i) {
        auto mesh = std::make_shared<Mesh>(*near_.mesh);
        for (std::size_t v = 0; v < mesh->vertexCount(); ++v) {
            const std::uint8_t tint = (*near_.tintOf)[v];
            if (tint > 0) mesh->colors[v] = people_.tints[i][tint - 1u];
        }
        compared_.push_back(std::move(mesh));
    }
}

std::size_t CrowdScene::choosePerson() const {
    const std::size_t n = people_.count();
    if (parameters_.watched >= 0 && static_cast<std::size_t>(parameters_.watched) < n) {
        return static_cast<std::size_t>(parameters_.watched);
    }
    // Best somebody with the sun in the face.
    std::size_t first = n > 0 ? 0 : kNoIndex;
    bool found = false;
    for (std::size_t i = 0; i < n; ++i) {
        if (people_.clip[i] != parameters_.watchedClip) continue;
        if (std::fabs(people_.heading[i] - kSunAzimuth) < 0.3f) return i;
        if (!found) first = i;
        found = true;
    }
    return first;
}

void CrowdScene::placeCamera(Frame& frame) const {
    plaza_.light(frame, time());
    const std::size_t i = watched_;
    if (!parameters_.closeUp || i == kNoIndex) return;
    frame.directionals.clear();
    // Ahead and to one side of where the person looked at the start, so that the view stays still while they turn.
    const float heading = people_.heading[i] + kCloseUpAside;
    const vec3 target(crowd_.x[i], 0.56f * crowd_.scale[i], crowd_.z[i]);
    frame.camera.target = target;
    frame.camera.position =
        target + vec3(kCloseUpDistance * det::sin(heading), 0.75f, kCloseUpDistance * det::cos(heading));
    frame.camera.nearPlane = 0.3f;
    plaza_.lightCloseUp(frame, target, kCloseUpDistance);
}

/// Whether somebody stands between a close-up's camera and whom it looks at.
bool CrowdScene::inTheWay(std::size_t i, const Camera& camera) const {
    if (!parameters_.closeUp || i == watched_) return false;
    const vec3 place = middleOf(i);
    const vec3 level(0.0f, place.y, 0.0f);
    const vec3 eye = camera.position * vec3(1, 0, 1) + level;
    const vec3 target = camera.target * vec3(1, 0, 1) + level;
    return distanceToSegment(place, eye, target) < kClearOfView;
}

void CrowdScene::drawCrowd(Frame& frame, const Bodies& bodies, std::vector<CrowdInstance> people,
                           const char* pass) const {
    CrowdDraw draw;
    frame.meshes.push_back(bodies.mesh);
    draw.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1);
    draw.tintOf = bodies.tintOf;
    draw.animation = view_;
    draw.people = std::make_shared<std::vector<CrowdInstance>>(std::move(people));
    draw.time = time();
    draw.material.roughness = kRoughness;
    draw.material.castsShadow = !parameters_.mistakes.shadowsAtAttention;
    draw.pass = pass;
    frame.crowds.push_back(std::move(draw));
}

void CrowdScene::drawShadowsAtAttention(Frame& frame) const {
    std::vector<Instance> standing;
    for (std::size_t i = 0; i < people_.count(); ++i) {
        if (!inTheWay(i, frame.camera)) standing.push_back({crowd_.transforms[i], vec3(1.0f)});
    }
    frame.meshes.push_back(near_.mesh);
    frame.draws.push_back({.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1),
                           .material = {.shadowOnly = true},
                           .instances = std::make_shared<std::vector<Instance>>(std::move(standing)),
                           .pass = "crowd"});
}

void CrowdScene::drawPeople(Frame& frame) const {
    const Sight sight(frame.camera, static_cast<float>(frame.width) / static_cast<float>(frame.height));
    std::vector<CrowdInstance> nearby, distant;
    nearby.reserve(people_.count());
    for (std::size_t i = 0; i < people_.count(); ++i) {
        const vec3 middle = middleOf(i);
        if (parameters_.culling && !sight.sees(middle, kPersonRadius * crowd_.scale[i] + kShadowMargin)) continue;
        if (inTheWay(i, frame.camera)) continue;
        const vec3 away = middle - frame.camera.position;
        const bool simple = parameters_.levelsOfDetail && glm::dot(away, away) > kFarFrom * kFarFrom;
        (simple ? distant : nearby)
            .push_back({crowd_.transforms[i], people_.clip[i], people_.phase[i], people_.rate[i], people_.tints[i]});
    }
    // An empty level is drawn too: the number of draws says nothing of where people are.
    drawCrowd(frame, near_, std::move(nearby), "crowd");
    if (parameters_.levelsOfDetail) drawCrowd(frame, far_, std::move(distant), "crowd_far");
    if (parameters_.mistakes.shadowsAtAttention) drawShadowsAtAttention(frame);
}

void CrowdScene::drawCompared(Frame& frame) const {
    const Sight sight(frame.camera, static_cast<float>(frame.width) / static_cast<float>(frame.height));
    for (std::size_t i = 0; i < people_.count(); ++i) {
        // Whom the camera does not see is still seen by the sun.
        const bool seen = !parameters_.culling || sight.sees(middleOf(i), kPersonRadius * crowd_.scale[i]);
        auto palette = std::make_shared<std::vector<mat4>>(stored_.joints);
        blendRows(stored_, rowsOf(i), *palette);
        frame.meshes.push_back(compared_[i]);
        Draw draw;
        draw.mesh = static_cast<std::uint32_t>(frame.meshes.size() - 1);
        draw.material.roughness = kRoughness;
        draw.material.shadowOnly = !seen;
        draw.transform = crowd_.transforms[i];
        draw.skin = std::move(palette);
        draw.pass = "compare";
        frame.draws.push_back(std::move(draw));
    }
}

Frame CrowdScene::frame(const Viewport& viewport) const {
    Frame frame;
    frame.width = viewport.width;
    frame.height = viewport.height;
    frame.supersample = viewport.supersample;
    placeCamera(frame);
    plaza_.draw(frame);
    const bool compare = parameters_.mode == CrowdMode::kCompare;
    if (compare) {
        drawCompared(frame);
    } else {
        drawPeople(frame);
    }
    if (parameters_.counters) {
        std::size_t draws = 0;
        for (const Draw& draw : frame.draws)
            draws += draw.pass != "compare" ? 0u : draw.material.shadowOnly ? 1u : 2u;
        for (const CrowdDraw& crowd : frame.crowds)
            draws += crowd.people->empty() ? 0u : 2u; // nobody, no draw
        addCounters(frame, {grouped(people_.count()) + " people", grouped(draws) + " crowd draws",
                            std::to_string(textureWidth_) + " x " + std::to_string(stored_.rows) + " texels, " +
                                grouped(textureBytes_) + " bytes"});
    }
    const std::size_t who = watched_;
    if (parameters_.textureView && who != kNoIndex) {
        addTextureView(frame, stored_, static_cast<std::size_t>(rowsOf(who).before));
    }
    return frame;
}

/// The slide of one step, of whoever slides most among those who go.
double CrowdScene::worstSlide() const {
    SoleTrack tracks[2];
    for (const std::size_t clip : {std::size_t{kWalk}, std::size_t{kRun}})
        tracks[clip] = trackSoles(stored_, clip);
    double worst = 0.0;
    for (std::size_t i = 0; i < people_.count(); ++i) {
        const std::size_t clip = people_.clip[i];
        if (clip == kWave) continue;
        const double cycle = static_cast<double>(motions_[clip].duration) / static_cast<double>(people_.rate[i]);
        worst = std::max(worst, footSlide(tracks[clip], static_cast<double>(people_.speed[i]) * cycle,
                                          static_cast<double>(people_.scale[i])));
    }
    return worst;
}

void CrowdScene::measure(Metrics& metrics) const {
    metrics["people"] = static_cast<double>(people_.count());
    metrics["crowd.foot_slide_m"] = worstSlide();
    metrics["crowd.distinct_phases"] = static_cast<double>(distinctPhases(people_));
    metrics["vat.width"] = textureWidth_;
    metrics["vat.rows"] = static_cast<double>(stored_.rows);
    metrics["vat.bytes"] = static_cast<double>(textureBytes_);
    metrics["vat.encoding_error_mm"] = 1000.0 * encodingError_;
    const std::size_t who = watched_;
    if (who == kNoIndex) return; // nobody reads a row
    const BakedClip& clip = stored_.clips[people_.clip[who]];
    metrics["vat.marker_row"] = rowsOf(who).before;
    metrics["vat.marker_clip_first_row"] = clip.firstRow;
    metrics["vat.marker_clip_last_row"] = clip.firstRow + clip.frames - 1;
}

} // namespace

std::unique_ptr<Scene> makeCrowdScene(const CrowdParameters& parameters) {
    return std::make_unique<CrowdScene>(parameters);
}

} // namespace rigproof
