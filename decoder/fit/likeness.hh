// How alike a span and its substitutes are, and how well either fits the words around it, by the vectors of words.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "decoder/fit/feature_names.hh"
#include "decoder/fit/knowledge.hh"
#include "decoder/fit/tagging.hh"
#include "src/paragen/base/wide.hh"

namespace paragen {

constexpr float kNoFit = -20;  // of a phrase none of whose words has a vector

// How likely the words of a phrase are in their place.
struct PlaceFit {
  float mean = kNoFit, sum = 0, least = kNoFit;
};

class WordLikeness {
 public:
  WordLikeness() = default;
  explicit WordLikeness(const VectorView& vectors)
      : vectors_(vectors), unknown_(special("<unk>")), end_(special("</s>")) {}

  // The sentence whose spans come next.
  void read_window(const TaggedWindow& place) {
    window_.clear();
    for (uint32_t i = 0; has_vectors() && i < place.n_words; ++i) window_.push_back(known(vectors_.row(place.shapes[i])));
  }

  // The span [begin, end) of the sentence, whose substitutes come next, and the feature of its own words.
  void read_span(uint32_t begin, uint32_t end, float* row) {
    if (!has_vectors()) return;
    if (has_wide()) wide_span(begin, end);
    else any_span(begin, end);
    row[kFitsBefore] = source_.mean;
  }

  // The features of a substitute, by the rows of its words.
  void target(const uint64_t* rows, uint32_t n_words, float* row) {
    if (!has_vectors()) return;
    if (has_wide()) wide_target(rows, n_words, row);
    else any_target(rows, n_words, row);
  }

 private:
  static constexpr uint32_t kShift = 5;  // so that a sum of neighbours in whole numbers fits two bytes

  bool has_vectors() const { return vectors_.n_words > 0; }

  PARAGEN_WIDE void wide_span(uint32_t begin, uint32_t end) { any_span(begin, end); }
  PARAGEN_WIDE void wide_target(const uint64_t* rows, uint32_t n_words, float* row) { any_target(rows, n_words, row); }

  PARAGEN_INLINE void any_span(uint32_t begin, uint32_t end) {
    std::fill(around_, around_ + kVectorSize, 0);
    n_around_ = 0;
    for (uint32_t distance = 1; distance <= std::min(kReach, begin + 1); ++distance)
      add_neighbour(distance <= begin ? window_[begin - distance] : end_, kReach - distance, around_, &n_around_);
    const uint32_t n_after = static_cast<uint32_t>(window_.size()) - end;
    for (uint32_t distance = 1; distance <= std::min(kReach, n_after + 1); ++distance)
      add_neighbour(distance <= n_after ? window_[end + distance - 1] : end_, kReach + distance - 1, around_, &n_around_);
    shift(around_, near_);
    sum(window_.data() + begin, end - begin, &source_inputs_, &source_outputs_);
    source_ = fit(window_.data() + begin, end - begin);
  }

  PARAGEN_INLINE void any_target(const uint64_t* rows, uint32_t n_words, float* row) {
    const PlaceFit found = fit(rows, n_words);
    row[kFitsAfter] = found.mean;
    row[kFitsChange] = found.mean - source_.mean;
    row[kFitsSumChange] = found.sum - source_.sum;
    row[kFitsLeast] = found.least;
    row[kFitsLeastChange] = found.least - source_.least;
    sum(rows, n_words, &inputs_, &outputs_);
    row[kAlikeWords] = inputs_.cosine(source_inputs_);
    row[kAlikePlaces] = outputs_.cosine(source_outputs_);
  }

  // How well a phrase fits in the place of the span, by the rows of its words.
  PARAGEN_INLINE PlaceFit fit(const uint64_t* rows, uint32_t n_words) const {
    PlaceFit found;
    uint32_t n_known = 0;
    for (uint32_t i = 0; i < n_words; ++i) {
      if (!is_known(rows[i])) continue;
      const float likely = likelihood(rows, n_words, i);
      found.least = n_known == 0 ? likely : std::min(found.least, likely);
      found.sum += likely;
      ++n_known;
    }
    if (n_known > 0) found.mean = found.sum / float(n_known);
    return found;
  }

  uint64_t special(std::string_view name) const { return vectors_.row(tag_word(name.data(), name.size(), 0)); }
  bool is_known(uint64_t row) const { return row < vectors_.n_words && row != unknown_; }
  uint64_t known(uint64_t row) const { return row < vectors_.n_words ? row : unknown_; }

  PARAGEN_INLINE void add_neighbour(uint64_t row, uint32_t place, int32_t* sum, uint32_t* n_words) const {
    if (row >= vectors_.n_words) return;
    const int8_t* const input = vectors_.inputs + row * kVectorSize;
    const int8_t* const weight = vectors_.places + size_t(place) * kVectorSize;
    for (uint32_t k = 0; k < kVectorSize; ++k) sum[k] += int16_t(input[k]) * int16_t(weight[k]);
    ++*n_words;
  }

  // How likely word i of a phrase is, beside its others and what stands around the span.
  PARAGEN_INLINE float likelihood(const uint64_t* rows, uint32_t n_words, uint32_t i) const {
    if (n_words == 1) return likelihood(rows[0], near_, n_around_);
    int32_t sum[kVectorSize];
    int16_t near[kVectorSize];
    uint32_t n_neighbours = n_around_;
    std::copy(around_, around_ + kVectorSize, sum);
    for (uint32_t k = i < kReach ? 0 : i - kReach; k < std::min(n_words, i + kReach + 1); ++k)
      if (k != i) add_neighbour(known(rows[k]), k < i ? kReach - (i - k) : kReach + (k - i) - 1, sum, &n_neighbours);
    shift(sum, near);
    return likelihood(rows[i], near, n_neighbours);
  }

  // near: the sum of its neighbours, shifted.
  PARAGEN_INLINE float likelihood(uint64_t row, const int16_t* near, uint32_t n_neighbours) const {
    if (n_neighbours == 0) return vectors_.biases[row];
    const int8_t* const output = vectors_.outputs + row * kVectorSize;
    int32_t dot = 0;
    for (uint32_t k = 0; k < kVectorSize; ++k) dot += int32_t(near[k]) * int16_t(output[k]);
    return vectors_.biases[row] + vectors_.scale * float(dot) * float(1 << kShift) / float(n_neighbours);
  }

  PARAGEN_INLINE static void shift(const int32_t* sum, int16_t* near) {
    for (uint32_t k = 0; k < kVectorSize; ++k) near[k] = static_cast<int16_t>(sum[k] >> kShift);
  }

  PARAGEN_INLINE void sum(const uint64_t* rows, uint32_t n_words, VectorSum* inputs, VectorSum* outputs) const {
    inputs->clear();
    outputs->clear();
    for (uint32_t i = 0; i < n_words; ++i) {
      if (!is_known(rows[i])) continue;
      inputs->add(vectors_.inputs + rows[i] * kVectorSize);
      outputs->add(vectors_.outputs + rows[i] * kVectorSize);
    }
  }

  VectorView vectors_;
  uint64_t unknown_ = 0, end_ = 0;  // the rows of what stands for any other word, and for the end of a sentence
  std::vector<uint64_t> window_;    // the rows of the sentence's words
  int32_t around_[kVectorSize] = {};  // the sum of the words around the span
  int16_t near_[kVectorSize] = {};    // the same, shifted
  uint32_t n_around_ = 0;
  PlaceFit source_;
  VectorSum source_inputs_, source_outputs_, inputs_, outputs_;
};

}  // namespace paragen
