// How alike a span and its substitutes are, as vectors of their words: in meaning, and in what usually stands around them.
#pragma once
#include <cstdint>

#include "decoder/fit/knowledge.hh"
#include "decoder/fit/tagging.hh"

namespace paragen {

class WordLikeness {
 public:
  WordLikeness() = default;
  explicit WordLikeness(const VectorView& vectors) : vectors_(vectors) {}

  // The span whose substitutes come next.
  void read_span(const TaggedWindow& place, uint32_t begin, uint32_t end) {
    if (vectors_.n_words == 0) return;
    source_.clear();
    around_.clear();
    for (uint32_t i = begin; i < end; ++i) add(vectors_.row(place.shapes[i]), vectors_.words, &source_);
    const uint32_t first = begin > kAround ? begin - kAround : 0;
    for (uint32_t i = first; i < begin; ++i) add(vectors_.row(place.shapes[i]), vectors_.near, &around_);
    for (uint32_t i = end; i < place.n_words && i < end + kAround; ++i)
      add(vectors_.row(place.shapes[i]), vectors_.near, &around_);
  }

  // The first numbers of its direction, and how well it fits what stands around it.
  void source(uint32_t n_numbers, float* numbers, float* in_place) {
    if (vectors_.n_words == 0) return;
    *in_place = source_.cosine(around_);
    source_.direction(n_numbers, numbers);
  }

  // The same of a substitute, by the rows of its words; and how alike it is to the span.
  void target(const uint64_t* rows, uint32_t n_words, uint32_t n_numbers, float* numbers, float* alike, float* in_place) {
    if (vectors_.n_words == 0) return;
    target_.clear();
    for (uint32_t i = 0; i < n_words; ++i) add(rows[i], vectors_.words, &target_);
    target_.direction(n_numbers, numbers);
    *alike = target_.cosine(source_);
    *in_place = target_.cosine(around_);
  }

 private:
  static constexpr uint32_t kAround = 5;  // words on either side that count as the surroundings of a span

  void add(uint64_t row, const int8_t* rows, VectorSum* sum) const {
    if (row < vectors_.n_words) sum->add(rows + row * kVectorSize);
  }

  VectorView vectors_;
  VectorSum source_, target_, around_;
};

}  // namespace paragen
