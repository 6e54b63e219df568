#include "core/weights/bake.h"

#include <algorithm>
#include <barrier>
#include <thread>

#include "core/weights/bone_heat.h"

namespace rigproof {
namespace {

Status validateInputs(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                      std::span<const BoneSegment> bones, const WeightParameters& parameters) {
    if (const Status s = validate(parameters); !s.ok()) return s;
    if (const Status s = validateBones(bones); !s.ok()) return s;
    return validateSurface(positions, indices);
}

} // namespace

Status validate(const WeightParameters& p) {
    if (const Status s = validate(p.distance); !s.ok()) return s;
    if (const Status s = validate(p.diffusion); !s.ok()) return s;
    if (p.influences < 1 || p.influences > kMaxKept) return refused("influences must be 1..8");
    if (!(p.spaceRadius > 0.0f && p.spaceRadius <= kLargestCoordinate)) return refused("spaceRadius must be > 0 m");
    return accepted();
}

std::string BakedWeights::fallbackMessage() const {
    if (fallbackPieces.empty()) return {};
    std::string line = std::to_string(fallbackPieces.size()) +
                       (fallbackPieces.size() == 1 ? " piece of the surface holds" : " pieces of the surface hold") +
                       " no bone and took distance weights: the one with vertex ";
    for (std::size_t i = 0; i < fallbackPieces.size(); ++i)
        line += (i == 0 ? "" : ", ") + std::to_string(fallbackPieces[i]);
    return line;
}

WeightBake::WeightBake(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                       std::span<const BoneSegment> bones, const WeightParameters& parameters)
    : positions_(positions),
      indices_(indices),
      bones_(bones),
      parameters_(parameters),
      status_(validateInputs(positions, indices, bones, parameters)),
      columns_(status_.ok() ? BoneColumns(bones, parameters.distance) : BoneColumns(parameters.distance)) {
    if (status_.ok()) prepare();
}

void WeightBake::prepare() {
    const std::size_t n = positions_.size();
    result_ = {};
    result_.joints.resize(n);
    result_.weights.resize(n);
    unitsDone_ = 0;
    unitsTotal_ = n;
    if (parameters_.method == WeightMethod::kNearest) return enter(Stage::kNearest);
    const bool heat = parameters_.method == WeightMethod::kBoneHeat;
    from_.resize(n, bones_.size());
    if (!heat) to_.resize(n, bones_.size());
    const auto passes = static_cast<std::size_t>(heat ? 0 : parameters_.diffusion.passes);
    unitsTotal_ += n * (1 + passes);
    if (!heat && parameters_.neighbours == Neighbours::kSpace) {
        unitsTotal_ += n;
        return enter(Stage::kSpace);
    }
    builder_.emplace(positions_, indices_);
    unitsTotal_ += builder_->workTotal();
    enter(Stage::kAdjacency);
}

void WeightBake::cancel() {
    builder_.reset();
    adjacency_ = {};
    from_.release();
    to_.release();
    result_ = {};
    stage_ = Stage::kCancelled;
    unitsDone_ = 0;
}

void WeightBake::enter(Stage stage) {
    stage_ = stage;
    at_ = 0;
}

std::size_t WeightBake::stageLength() const {
    return stage_ == Stage::kAdjacency ? builder_->workTotal() : positions_.size();
}

void WeightBake::work(std::size_t begin, std::size_t end) {
    switch (stage_) {
        case Stage::kAdjacency:
            builder_->advance(end - begin);
            break;
        case Stage::kDistance:
            distanceWeights(positions_, columns_, begin, end, from_);
            break;
        case Stage::kDiffusion:
            diffuse(adjacency_, parameters_.diffusion.share, begin, end, from_, to_);
            break;
        case Stage::kTop: {
            const Status s = topInfluences(from_, parameters_.influences, begin, end, result_.joints, result_.weights);
            if (status_.ok()) status_ = s;
            break;
        }
        case Stage::kNearest:
            nearestBone(positions_, bones_, parameters_.distance, begin, end, result_.joints, result_.weights);
            break;
        case Stage::kHeat:
            status_ = boneHeatWeights(positions_, indices_, bones_, adjacency_, parameters_.distance, from_,
                                      result_.fallbackPieces);
            break;
        case Stage::kSpace:
            status_ = buildSpaceAdjacency(positions_, parameters_.spaceRadius, adjacency_);
            break;
        case Stage::kCancelled:
        case Stage::kDone:
            break;
    }
}

void WeightBake::finishStage() {
    switch (stage_) {
        case Stage::kAdjacency:
            // The builder keeps its memory to the end: giving tens of megabytes back takes longer than a slice.
            adjacency_ = builder_->take();
            return enter(parameters_.method == WeightMethod::kBoneHeat ? Stage::kHeat : Stage::kDistance);
        case Stage::kSpace:
            return enter(Stage::kDistance);
        case Stage::kHeat:
            return enter(Stage::kTop);
        case Stage::kDistance:
            pass_ = 0;
            return enter(parameters_.diffusion.passes > 0 ? Stage::kDiffusion : Stage::kTop);
        case Stage::kDiffusion:
            std::swap(from_, to_);
            return enter(++pass_ < parameters_.diffusion.passes ? Stage::kDiffusion : Stage::kTop);
        default:
            return enter(Stage::kDone);
    }
}

bool WeightBake::step(SliceBudget budget) {
    if (stage_ == Stage::kCancelled) {
        status_ = accepted();
        prepare();
    }
    if (stage_ == Stage::kDone) return true;
    ++slices_;
    do {
        const std::size_t length = stageLength();
        const bool whole = stage_ == Stage::kHeat || stage_ == Stage::kSpace;
        const std::size_t end = whole ? length : std::min(length, at_ + SliceBudget::kItemsPerLook);
        work(at_, end);
        unitsDone_ += end - at_;
        at_ = end;
        if (!status_.ok()) stage_ = Stage::kDone;
        if (stage_ != Stage::kDone && at_ == length) finishStage();
    } while (stage_ != Stage::kDone && !budget.spent());
    return stage_ == Stage::kDone;
}

float WeightBake::progress() const {
    if (stage_ == Stage::kDone) return 1.0f;
    return static_cast<float>(static_cast<double>(unitsDone_) / static_cast<double>(unitsTotal_));
}

Status bakeWeights(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                   std::span<const BoneSegment> bones, const WeightParameters& parameters, int threads,
                   BakedWeights& out) {
    const bool parallel =
        threads > 1 && parameters.method == WeightMethod::kDistance && parameters.neighbours == Neighbours::kSurface;
    if (!parallel) {
        WeightBake bake(positions, indices, bones, parameters);
        bake.step(SliceBudget::unlimited());
        if (bake.status().ok()) out = bake.takeResult();
        return bake.status();
    }
    if (const Status s = validateInputs(positions, indices, bones, parameters); !s.ok()) return s;

    const std::size_t n = positions.size();
    const auto crew = static_cast<std::size_t>(threads);
    const BoneColumns columns(bones, parameters.distance);
    Adjacency adjacency;
    WeightTable from;
    WeightTable to;
    from.resize(n, bones.size());
    to.resize(n, bones.size());
    out.fallbackPieces.clear();
    out.joints.resize(n);
    out.weights.resize(n);
    std::vector<Status> statuses(crew);
    std::barrier together(static_cast<std::ptrdiff_t>(crew));

    const auto member = [&](std::size_t id) {
        // The adjacency is one thread's work; the others see to the distances meanwhile.
        if (id == 0) {
            AdjacencyBuilder builder(positions, indices);
            builder.advance(kNoIndex);
            adjacency = builder.take();
        } else {
            distanceWeights(positions, columns, n * (id - 1) / (crew - 1), n * id / (crew - 1), from);
        }
        const std::size_t begin = n * id / crew;
        const std::size_t end = n * (id + 1) / crew;
        WeightTable* read = &from;
        WeightTable* write = &to;
        for (int pass = 0; pass < parameters.diffusion.passes; ++pass) {
            together.arrive_and_wait();
            diffuse(adjacency, parameters.diffusion.share, begin, end, *read, *write);
            std::swap(read, write);
        }
        together.arrive_and_wait();
        statuses[id] = topInfluences(*read, parameters.influences, begin, end, out.joints, out.weights);
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t id = 1; id < crew; ++id)
            others.emplace_back(member, id);
        member(0);
    }
    for (const Status& s : statuses) {
        if (!s.ok()) return s;
    }
    return accepted();
}

} // namespace rigproof
