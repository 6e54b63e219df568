#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace rigproof {

/// The weights of every bone at every vertex, before the strongest few are picked: one row a vertex, padded to a
/// multiple of 16 floats, so that 16 bones are one cache line and whole vector registers. Column c is bone c + 1 (the
/// root has none); columns beyond the last bone hold 0.
class WeightTable {
  public:
    static constexpr std::size_t kBlock = 16; ///< floats a row is padded to; 64 bytes, the alignment too

    /// Room for `vertices` rows of `bones` (the root counted) bones. Contents are unspecified. Allocates when it grows.
    void resize(std::size_t vertices, std::size_t bones) {
        vertices_ = vertices;
        columns_ = bones - 1;
        stride_ = (columns_ + kBlock - 1) / kBlock * kBlock;
        if (vertices_ * stride_ <= capacity_) return;
        capacity_ = vertices_ * stride_;
        // Not cleared: every row is written before it is read, and a sliced bake must not stop for a big memset.
        values_.reset(static_cast<float*>(::operator new[](capacity_ * sizeof(float), kAlignment)));
    }
    void release() {
        values_.reset();
        vertices_ = capacity_ = 0;
    }

    std::size_t vertices() const { return vertices_; }
    std::size_t columns() const { return columns_; } ///< bones without the root
    std::size_t stride() const { return stride_; }   ///< floats from one row to the next

    float* data() { return values_.get(); }
    const float* data() const { return values_.get(); }
    std::span<float> row(std::size_t vertex) { return {data() + vertex * stride_, stride_}; }
    std::span<const float> row(std::size_t vertex) const { return {data() + vertex * stride_, stride_}; }
    /// The weight of bone `bone` >= 1.
    float at(std::size_t vertex, std::size_t bone) const { return data()[vertex * stride_ + bone - 1]; }

  private:
    static constexpr std::align_val_t kAlignment{kBlock * sizeof(float)};
    struct Free {
        void operator()(float* p) const { ::operator delete[](p, kAlignment); }
    };
    std::unique_ptr<float[], Free> values_;
    std::size_t vertices_ = 0;
    std::size_t columns_ = 0;
    std::size_t stride_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace rigproof
