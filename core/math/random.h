#pragma once

#include <cstdint>

namespace rigproof {

/// The "minimal standard" generator of Park and Miller (1988): x = 16807 x mod (2^31 - 1). One stream a purpose, so
/// that a new draw in one place does not shift every other. Seeds 0 and 2^31 - 1 would stay 0 for ever; they are taken
/// as 1.
class RandomStream {
  public:
    explicit RandomStream(std::uint32_t seed) : state_(seed % kModulus == 0 ? 1 : seed % kModulus) {}

    /// 1 .. 2^31 - 2.
    std::uint32_t next() {
        state_ = static_cast<std::uint32_t>(std::uint64_t{16807} * state_ % kModulus);
        return state_;
    }

    /// Uniform in (0, 1): next() / (2^31 - 1).
    double uniform() { return static_cast<double>(next()) / static_cast<double>(kModulus); }

    /// Uniform in [low, high); float.
    float between(float low, float high) { return low + (high - low) * static_cast<float>(uniform()); }

  private:
    static constexpr std::uint32_t kModulus = 2147483647u;
    std::uint32_t state_;
};

} // namespace rigproof
