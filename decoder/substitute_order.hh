// The order of the substitutes of one span.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

constexpr double kWorst = 1e300;

inline bool same_span(const SubstituteC& a, const SubstituteC& b) { return a.begin == b.begin && a.end == b.end; }

// Whether the text of one comes before the other's: word by word, bytewise, which is the order of their code points.
inline bool text_before(const OptionSet& set, const LexiconView& names, uint32_t left, uint32_t right) {
  const SubstituteC &a = set.substitutes[left], &b = set.substitutes[right];
  for (uint32_t i = 0; i < a.n_words && i < b.n_words; ++i) {
    size_t left_length, right_length;
    const char* left_bytes = names.word(set.words[a.words_begin + i], &left_length);
    const char* right_bytes = names.word(set.words[b.words_begin + i], &right_length);
    const int order = std::memcmp(left_bytes, right_bytes, std::min(left_length, right_length));
    if (order != 0) return order < 0;
    if (left_length != right_length) return left_length < right_length;
  }
  return a.n_words < b.n_words;
}

}  // namespace paragen
