#include "core/weights/cache.h"

#include <bit>
#include <cstring>

namespace rigproof {
namespace {

constexpr std::string_view kMagic = "RPWB";
constexpr std::uint32_t kFormatVersion = 1;
/// To be raised whenever a bake of the same inputs gives other bits.
constexpr std::uint32_t kMethodVersion = 1;
constexpr std::size_t kHeaderBytes = 4 + 4 + 16 + 8 + 8;
constexpr std::size_t kVertexBytes = 4 * 2 + 4 * 4;
constexpr std::size_t kChecksumBytes = 8;

// Two multiply-and-fold lanes of 64 bits (the product's halves are folded together, as in Wang Yi's wyhash).
class Hash {
  public:
    void add(std::uint64_t word) {
        low_ = fold(low_ ^ word, 0xa0761d6478bd642fu);
        high_ = fold(high_ + word, 0xe7037ed1a0b428dbu) ^ (word << 32 | word >> 32);
    }
    void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
    void add(const vec3& v) {
        add(std::uint64_t{std::bit_cast<std::uint32_t>(v.x)} << 32 | std::bit_cast<std::uint32_t>(v.y));
        add(v.z);
    }
    WeightKey key() const { return {fold(high_, 0x8ebc6af09c88c6e3u), fold(low_, 0x589965cc75374cc3u)}; }

  private:
    // The 128-bit product from four 32-bit ones: every compiler has those.
    static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
        constexpr std::uint64_t kHalf = 0xffffffffu;
        const std::uint64_t ll = (a & kHalf) * (b & kHalf);
        const std::uint64_t lh = (a & kHalf) * (b >> 32);
        const std::uint64_t hl = (a >> 32) * (b & kHalf);
        const std::uint64_t hh = (a >> 32) * (b >> 32);
        const std::uint64_t middle = (ll >> 32) + (lh & kHalf) + (hl & kHalf);
        const std::uint64_t low = (ll & kHalf) | middle << 32;
        const std::uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
        return low ^ high;
    }
    std::uint64_t low_ = 0x1d8e4e27c47d124fu;
    std::uint64_t high_ = 0xeb44accab455d165u;
};

std::uint64_t checksumOf(std::string_view bytes) {
    Hash hash;
    hash.add(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 8 && i + k < bytes.size(); ++k)
            word |= std::uint64_t{static_cast<unsigned char>(bytes[i + k])} << 8 * k;
        hash.add(word);
    }
    return hash.key().low;
}

template <class Word>
void put(std::string& bytes, Word word) {
    for (std::size_t k = 0; k < sizeof(Word); ++k)
        bytes.push_back(static_cast<char>(word >> 8 * k & 0xffu));
}

class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    template <class Word>
    Word take() {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < sizeof(Word); ++k)
            word |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + k])} << 8 * k;
        at_ += sizeof(Word);
        return static_cast<Word>(word);
    }

  private:
    std::string_view bytes_;
    std::size_t at_ = kMagic.size();
};

} // namespace

std::string WeightKey::hex() const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint64_t half : {high, low}) {
        for (int shift = 60; shift >= 0; shift -= 4)
            text.push_back(kDigits[half >> shift & 15u]);
    }
    return text;
}

WeightKey weightKey(std::span<const vec3> positions, std::span<const std::uint32_t> indices,
                    std::span<const BoneSegment> bones, const WeightParameters& p) {
    Hash hash;
    hash.add(std::uint64_t{kMethodVersion});
    for (const std::size_t count : {positions.size(), indices.size(), bones.size()})
        hash.add(std::uint64_t{count});
    for (const vec3& v : positions)
        hash.add(v);
    for (const std::uint32_t i : indices)
        hash.add(std::uint64_t{i});
    for (const BoneSegment& b : bones) {
        hash.add(b.head);
        hash.add(b.tail);
        hash.add(b.radius);
    }
    hash.add(static_cast<std::uint64_t>(p.method));
    hash.add(static_cast<std::uint64_t>(p.neighbours));
    hash.add(static_cast<std::uint64_t>(p.distance.shape));
    hash.add(static_cast<std::uint64_t>(p.diffusion.passes));
    hash.add(static_cast<std::uint64_t>(p.influences));
    for (const float f :
         {p.distance.power, p.distance.radiusShare, p.distance.contactDistance, p.diffusion.share, p.spaceRadius}) {
        hash.add(f);
    }
    return hash.key();
}

std::shared_ptr<const BakedWeights> WeightCache::find(const WeightKey& key) const {
    const std::lock_guard lock(mutex_);
    const auto it = held_.find(key);
    return it == held_.end() ? nullptr : it->second;
}

std::shared_ptr<const BakedWeights> WeightCache::keep(const WeightKey& key, BakedWeights weights) {
    auto made = std::make_shared<const BakedWeights>(std::move(weights));
    const std::lock_guard lock(mutex_);
    return held_.try_emplace(key, std::move(made)).first->second;
}

std::size_t WeightCache::size() const {
    const std::lock_guard lock(mutex_);
    return held_.size();
}

std::string serializeWeights(const WeightKey& key, const BakedWeights& w) {
    std::string bytes;
    bytes.reserve(kHeaderBytes + w.joints.size() * kVertexBytes + w.fallbackPieces.size() * 4 + kChecksumBytes);
    bytes += kMagic;
    put(bytes, kFormatVersion);
    put(bytes, key.high);
    put(bytes, key.low);
    put(bytes, std::uint64_t{w.joints.size()});
    put(bytes, std::uint64_t{w.fallbackPieces.size()});
    for (const JointIndices& j : w.joints) {
        for (int k = 0; k < 4; ++k)
            put(bytes, j[k]);
    }
    for (const vec4& v : w.weights) {
        for (int k = 0; k < 4; ++k)
            put(bytes, std::bit_cast<std::uint32_t>(v[k]));
    }
    for (const std::uint32_t piece : w.fallbackPieces)
        put(bytes, piece);
    put(bytes, checksumOf(bytes));
    return bytes;
}

Status deserializeWeights(std::string_view bytes, const WeightKey& key, std::size_t vertices, std::size_t bones,
                          BakedWeights& out) {
    if (bytes.size() < kHeaderBytes + kChecksumBytes || bytes.substr(0, kMagic.size()) != kMagic) {
        return refused("not a file of baked weights");
    }
    Reader reader(bytes);
    const auto version = reader.take<std::uint32_t>();
    if (version != kFormatVersion) return refusedCount("baked weights of another version", version, kFormatVersion);
    WeightKey held;
    held.high = reader.take<std::uint64_t>();
    held.low = reader.take<std::uint64_t>();
    const auto count = reader.take<std::uint64_t>();
    const auto pieces = reader.take<std::uint64_t>();
    const std::size_t payload = bytes.size() - kHeaderBytes - kChecksumBytes;
    // Counts from a damaged file may be anything: they are compared before they are multiplied.
    if (count > payload / kVertexBytes || pieces > payload / 4 || count * kVertexBytes + pieces * 4 != payload) {
        return refused("baked weights are cut short or too long");
    }
    std::uint64_t checksum = 0;
    for (std::size_t k = 0; k < kChecksumBytes; ++k) {
        checksum |= std::uint64_t{static_cast<unsigned char>(bytes[bytes.size() - kChecksumBytes + k])} << 8 * k;
    }
    if (checksum != checksumOf(bytes.substr(0, bytes.size() - kChecksumBytes))) {
        return refused("baked weights are damaged: the checksum differs");
    }
    if (held != key) return refused("baked weights of another mesh, skeleton or setting");
    if (count != vertices) return refusedCount("baked weights of another number of vertices", count, vertices);
    BakedWeights read;
    read.joints.resize(count);
    read.weights.resize(count);
    read.fallbackPieces.resize(pieces);
    for (std::size_t v = 0; v < count; ++v) {
        for (int k = 0; k < 4; ++k) {
            read.joints[v][k] = reader.take<std::uint16_t>();
            if (read.joints[v][k] >= bones) return refused("baked weights name a bone that does not exist", v);
        }
    }
    for (vec4& v : read.weights) {
        for (int k = 0; k < 4; ++k)
            v[k] = std::bit_cast<float>(reader.take<std::uint32_t>());
    }
    for (std::uint32_t& piece : read.fallbackPieces)
        piece = reader.take<std::uint32_t>();
    out = std::move(read);
    return accepted();
}

} // namespace rigproof
