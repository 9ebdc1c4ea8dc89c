// Words as vectors: which words stand in the same places, and which stand near one another.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/paragen/text/tagger.hh"

namespace paragen {

constexpr uint32_t kVectorSize = 64;

// The row of a word is found by the hash of its form: rows are ordered by it. `words` says what a word is like, of length 1;
// `near` what stands around it. A byte is a number times 127.
struct VectorView {
  const uint32_t* forms = nullptr;  // n_words, increasing
  const int8_t* words = nullptr;    // n_words x kVectorSize
  const int8_t* near = nullptr;     // the same
  uint64_t n_words = 0;

  // The row of a word; n_words where it has none.
  uint64_t row(const TagWord& word) const { return word_row(forms, n_words, word.form); }
};

// The sum of at most kMostSummed vectors, in whole numbers: the same in any order.
constexpr uint32_t kMostSummed = 256;

class VectorSum {
 public:
  void clear() { *this = VectorSum(); }
  void add(const int8_t* row) {
    if (n_ == kMostSummed) return;
    ++n_;
    for (uint32_t i = 0; i < kVectorSize; ++i) values_[i] = static_cast<int16_t>(values_[i] + row[i]);
    square_ = -1;
  }

  // The first numbers of the sum at length 1; 0 where it has none.
  void direction(uint32_t n_numbers, float* out) {
    const double length = std::sqrt(double(square()));
    for (uint32_t i = 0; i < n_numbers; ++i) out[i] = length > 0 ? float(values_[i] / length) : 0;
  }

  // The cosine of two sums; 0 where one of them is of nothing.
  float cosine(VectorSum& other) {
    if (square() == 0 || other.square() == 0) return 0;
    return float(double(dot(other)) / std::sqrt(double(square()) * double(other.square())));
  }

 private:
  int64_t dot(const VectorSum& other) const {
    if (n_ * other.n_ <= kShortDot) return dot_in<int32_t>(other);
    return dot_in<int64_t>(other);
  }

  // Compilers turn products of short numbers into few instructions, if the sum of them fits four bytes.
  template <class Number>
  Number dot_in(const VectorSum& other) const {
    Number dot = 0;
    for (uint32_t i = 0; i < kVectorSize; ++i) dot += Number(values_[i]) * Number(other.values_[i]);
    return dot;
  }

  // The square of its length, computed once.
  int64_t square() {
    if (square_ < 0) square_ = dot(*this);
    return square_;
  }

  static constexpr uint32_t kShortDot = INT32_MAX / (128 * 128 * kVectorSize);

  uint32_t n_ = 0;  // vectors
  int16_t values_[kVectorSize] = {};
  int64_t square_ = 0;  // -1: not known yet
};

}  // namespace paragen
