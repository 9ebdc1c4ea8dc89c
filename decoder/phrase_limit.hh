// The best substitutes of each phrase over all tables, as Pharaoh limits its translation options.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/features.hh"
#include "decoder/substitute_order.hh"

namespace paragen {

// The weighted sum of the features of a substitute's best offer, without the language model and floors.
inline double best_base(const FeatureList& features, const OptionSet& set, uint32_t number) {
  const SubstituteC& substitute = set.substitutes[number];
  double best = -kWorst;
  Option option;
  option.edit = true;
  option.n_words = substitute.n_words;
  option.words = set.words_of(substitute);
  for (uint32_t i = 0; i < substitute.n_offers; ++i) {
    option.table = set.offers[substitute.offers_begin + i].table;
    option.logscore = set.offers[substitute.offers_begin + i].logscore;
    const double base = features.base(option);
    if (base > best) best = base;  // not NaN, of an altered file, which would upset the sorting
  }
  return best;
}

// Forbid all but the best `limit` substitutes of each span; ties by text.
inline void limit_phrases(const FeatureList& features, const LexiconView& names, uint32_t limit, OptionSet* set) {
  struct Ranked {
    double base;
    uint32_t substitute;
  };
  std::vector<Ranked> ranked;
  set->forbidden.resize(set->substitutes.size(), 0);
  for (const WindowC& window : set->windows)
    for (uint32_t first = window.first_substitute, at = first; first < window.last_substitute; first = at) {
      ranked.clear();
      for (; at < window.last_substitute && same_span(set->substitutes[at], set->substitutes[first]); ++at)
        ranked.push_back({best_base(features, *set, at), at});
      if (ranked.size() <= limit) continue;
      std::sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        return a.base != b.base ? a.base > b.base : text_before(*set, names, a.substitute, b.substitute);
      });
      for (size_t i = limit; i < ranked.size(); ++i) set->forbidden[ranked[i].substitute] = 1;
    }
}

}  // namespace paragen
