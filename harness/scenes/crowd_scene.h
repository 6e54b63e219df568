#pragma once

#include <cstdint>
#include <memory>

#include "core/crowd/animation_texture.h"
#include "harness/scene.h"

namespace rigproof {

/// The mistakes that this technique invites, one switch each, so that a scenario can prove that it would be caught.
struct CrowdMistakes {
    bool withoutInverseBind = false; ///< model matrices baked alone: everything is moved twice
    bool oneBoneABox = false;        ///< knees and elbows tear
    bool shadowsAtAttention = false; ///< the shadow pass draws the bind pose
    bool blendAcrossClipEnd = false; ///< after a clip's last row comes the next clip's first
    bool rateNotMatched = false;     ///< every clip at its own rate, whatever the speed: feet slide
};

enum class CrowdMode : std::uint8_t {
    kTexture, ///< one instanced draw for everybody, and one for the shadows
    kCompare, ///< one skinned draw a person, as without the technique; at most kMostCompared people
};

inline constexpr int kMostCompared = 1000;
/// Under this width a picture is a narrow view, and the plaza holds at most so many people: on a phone's screen more
/// are only noise, and its GPU has the same work a person.
inline constexpr int kNarrowWidth = 500;
inline constexpr int kMostInNarrowView = 1500;

struct CrowdParameters {
    int people = 5000;       ///< 0..1,000,000
    float runShare = 0.2f;   ///< 0..1
    float waveShare = 0.15f; ///< 0..1
    bool allInStep = false;
    CrowdMode mode = CrowdMode::kTexture;
    Encoding encoding = Encoding::kMatrix4x4Float;
    bool culling = false;        ///< bodies out of sight are left out; kTexture: with their shadows, beyond a margin
    bool levelsOfDetail = false; ///< people far off are simpler: two crowd draws instead of one, whatever their number
    bool textureView = false;    ///< the baked texture in a corner, with the row that the watched person reads
    bool closeUp = false;        ///< the camera follows the watched person
    int watched = -1;            ///< a person's index; -1: the first who does `watchedClip` with the sun in the face
    int watchedClip = 0;         ///< 0 walk, 1 run, 2 wave
    bool counters = true;        ///< people, draws and size of the texture as text
    double startTime = 0.0;      ///< seconds on the clock at the first step: what a long-running show comes to
    Viewport viewport{};         ///< of the picture: its width decides whether the view is narrow
    std::uint32_t seed = 7;
    CrowdMistakes mistakes{};
};

/// People walk, run and wave on a plaza with a fountain, animated by a baked animation texture (core/crowd).
/// Out-of-range parameters are clamped (the schema refuses them before); steps are at most 0.1 s.
///
/// Metrics: people, crowd.foot_slide_m (a step of whoever slides most), crowd.distinct_phases,
/// vat.width, vat.rows, vat.bytes, vat.encoding_error_mm (worst vertex
/// of all rows), vat.marker_row, vat.marker_clip_first_row, vat.marker_clip_last_row. Draws are the runner's: crowd,
/// crowd_shadow (with levels of detail also crowd_far, crowd_far_shadow), compare, compare_shadow, plaza, trees.
std::unique_ptr<Scene> makeCrowdScene(const CrowdParameters& parameters);

} // namespace rigproof
