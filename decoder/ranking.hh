// The single substitutes of each span: the best of all tables, as Pharaoh limits its translation options; and all of them ranked,
// by tables and scorers, and in their context by the language model [BC05 section 2.2, eq. 4].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/options.hh"

namespace paragen {

// The best score that `score` gives a substitute as one of the tables offers it.
template <class Score>
double best_offer(const OptionSet& set, const WindowC& window, uint32_t number, const Score& score) {
  double best = -kWorst;
  Option option = substitute_option(set, window, number);
  for_each_offer(set, set.substitutes[number], &option, [&](const Option* offered) {
    const double found = score(*offered);
    if (found > best) best = found;  // not NaN, of an altered file, which would upset the sorting
  });
  return best;
}

// Forbid all but the best `limit` substitutes of each span, by the weighted sum of their features without the language model and
// what depends on other options; ties by text.
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
        ranked.push_back({best_offer(*set, window, at, [&](const Option& option) { return features.base(option); }), at});
      if (ranked.size() <= limit) continue;
      std::sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        return a.base != b.base ? a.base > b.base : text_before(*set, names, a.substitute, b.substitute);
      });
      for (size_t i = limit; i < ranked.size(); ++i) set->forbidden[ranked[i].substitute] = 1;
    }
}

struct RankedC {
  uint32_t substitute;   // its number in the option set
  double lm;             // log P(sentence after) - log P(sentence), natural; 0 where it is not asked for
  double score;          // the weighted scores of the best table and of the scorers, and the weighted `lm`; or that of one scorer
};

// The context of each window of an option set, and its substitutes that are not forbidden: span by span as in the set, each
// span's best first, ties by text.
class Ranking {
 public:
  void rank(const FeatureList& features, const OptionSet& set, const LexiconView& names, bool with_lm, uint32_t scorer) {
    ranked.clear();
    contexts.clear();
    for (const WindowC& window : set.windows) {
      if (with_lm) {
        contexts.emplace_back();
        const SentenceC sentence = set.sentence(window);
        contexts.back().read(features.lm(), sentence.words, sentence.n_words);
      }
      for (uint32_t first = window.first_substitute; first < window.last_substitute;)
        first = rank_span(features, set, names, window, first, with_lm, scorer);
    }
  }

  std::vector<RankedC> ranked;
  std::vector<LmContext> contexts;   // by window; empty without the language model

 private:
  // Rank the substitutes of the span of `first`; return the number after its last.
  uint32_t rank_span(const FeatureList& features, const OptionSet& set, const LexiconView& names, const WindowC& window,
                     uint32_t first, bool with_lm, uint32_t scorer) {
    const size_t begin = ranked.size();
    uint32_t at = first;
    for (; at < window.last_substitute && same_span(set.substitutes[at], set.substitutes[first]); ++at) {
      if (!set.allows(at)) continue;
      const SubstituteC& substitute = set.substitutes[at];
      double lm = 0, score;
      if (scorer == kNone) score = best_offer(set, window, at, [&](const Option& option) { return features.ranked(option); });
      else score = set.scores_of(at) ? set.scores_of(at)[scorer] : 0;
      if (with_lm) {
        lm = contexts.back().change(substitute.begin - window.begin, substitute.end - window.begin,
                                    set.words_of(substitute), substitute.n_words);
        score += features.lm_weight() * lm;
      }
      score += 0.0;  // never -0
      ranked.push_back({at, lm, std::isnan(score) ? -kWorst : score});  // NaN, of an altered file, would upset the sorting
    }
    std::sort(ranked.begin() + begin, ranked.end(), [&](const RankedC& a, const RankedC& b) {
      return a.score != b.score ? a.score > b.score : text_before(set, names, a.substitute, b.substitute);
    });
    return at;
  }
};

}  // namespace paragen
