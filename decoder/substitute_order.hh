// The order of the substitutes of one span.
#pragma once
#include <cstdint>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

constexpr double kWorst = 1e300;

inline bool same_span(const SubstituteC& a, const SubstituteC& b) { return a.begin == b.begin && a.end == b.end; }

// Whether the text of one comes before the other's.
inline bool text_before(const OptionSet& set, const LexiconView& names, uint32_t left, uint32_t right) {
  const SubstituteC &a = set.substitutes[left], &b = set.substitutes[right];
  return text_before(names, set.words_of(a), a.n_words, set.words_of(b), b.n_words);
}

}  // namespace paragen
