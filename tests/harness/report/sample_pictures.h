#pragma once

#include <filesystem>

#include "harness/report/results.h"
#include "render/image.h"

namespace rigproof {

/// What a sample picture shows; the fields are the small changes that a comparison must show.
struct SampleScene {
    enum class Kind { kBear, kTentacle, kCrowd } kind = Kind::kBear;
    double time = 0.0;       ///< seconds; moves limbs, chain and people
    double bend = 0.0;       ///< radians added to every joint of the tentacle, or to the bear's left arm
    int missingPerson = -1;  ///< index of a person of the crowd who is not there
    double brightness = 1.0; ///< multiplies every colour
    int noise = 0;           ///< largest change of a channel, the same for the same picture
    int width = 480;
    int height = 300;
};

Image drawSample(const SampleScene& scene);

/// Writes a PNG; makes its folder.
void writePicture(const std::filesystem::path& path, const Image& image);

/// Measures as a comparer would (not FLIP: the mean absolute difference stands for it), and a map of the difference.
/// All differing pixels over the threshold are taken for one cluster.
struct SampleComparison {
    ImageMeasure measure;
    Image map;
};
SampleComparison compareSamples(const Image& golden, const Image& actual, double threshold);

} // namespace rigproof
