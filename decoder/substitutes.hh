// The single substitutes of a sentence: each edit that a table offers for one of its spans, once, with what it changes in
// the sentence's log probability, so that it is ranked in its context [BC05 section 2.2, eq. 4].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "decoder/options.hh"
#include "src/paragen/base/vocabulary.hh"

namespace paragen {

constexpr double kWorst = 1e300;

// A table that offers a substitute.
struct OfferC {
  uint32_t table;
  float logscore;
};

struct SubstituteC {
  uint32_t begin, end;
  uint32_t n_words;
  const uint32_t* words;            // of the store; the last one carries kLastWord
  size_t offers_begin, offers_end;  // by table
  double lm;                        // log P(sentence after) - log P(sentence), natural; 0 where it is not asked for
  double score;                     // the best offer's weighted log score, and the weighted `lm`
};

class Substitutes {
 public:
  // List span by span, from left to right, the shorter of equal begins first; each span's best first, ties by text.
  void collect(const ProblemC& problem, const SentenceC& sentence, const VocabularyView& names, bool with_lm) {
    substitutes.clear();
    offers.clear();
    if (with_lm) read(problem.lm, sentence);
    for (uint32_t begin = 0; begin < sentence.n_words; ++begin) {
      uint32_t node = 0;
      for (uint32_t end = begin + 1; end <= sentence.n_words && !sentence.keep[end - 1]; ++end) {
        node = problem.store.child(node, sentence.words[end - 1]);
        if (node == 0) break;
        gather(problem, sentence, begin, end, node);
        list(problem, sentence, begin, end, names, with_lm);
      }
    }
  }

  // What the sentence's log probability changes by if words, the last of which may carry kLastWord, take the place of those
  // in [begin, end); after collect() with the language model. Beyond the span, words count only until the model is in the
  // state it was in without them: no later word can tell the difference.
  double lm_change(const LmView& lm, const SentenceC& sentence, uint32_t begin, uint32_t end, const uint32_t* words,
                   uint32_t n_words) const {
    uint32_t state = states_[begin];
    double after = 0, before = 0;
    for (uint32_t i = 0; i < n_words; ++i) after += lm.score(state, words[i] & ~kLastWord, &state);
    for (uint32_t i = begin; i < end; ++i) before += logprobs_[i];
    for (uint32_t i = end; i <= sentence.n_words && state != states_[i]; ++i) {
      after += lm.score(state, i < sentence.n_words ? sentence.words[i] : lm.end_word, &state);
      before += logprobs_[i];
    }
    return after - before;
  }

  std::vector<SubstituteC> substitutes;
  std::vector<OfferC> offers;

 private:
  // The state before each word of the sentence and what each word, and the end, costs there.
  void read(const LmView& lm, const SentenceC& sentence) {
    states_.resize(sentence.n_words + 1);
    logprobs_.resize(sentence.n_words + 1);
    uint32_t state = lm.begin_state;
    for (uint32_t i = 0; i <= sentence.n_words; ++i) {
      states_[i] = state;
      logprobs_[i] = lm.score(state, i < sentence.n_words ? sentence.words[i] : lm.end_word, &state);
    }
  }

  // The entries of a span that change it, sorted by their words, then by table.
  void gather(const ProblemC& problem, const SentenceC& sentence, uint32_t begin, uint32_t end, uint32_t node) {
    entries_.clear();
    OptionReader reader(problem.store, node);
    OptionC entry;
    while (reader.next(&entry))
      if (is_usable(problem, entry) && is_edit(entry, sentence, begin, end) && is_allowed(entry, sentence, begin, end))
        entries_.push_back(entry);
    std::stable_sort(entries_.begin(), entries_.end(), [](const OptionC& a, const OptionC& b) {
      return std::lexicographical_compare(a.words, a.words + a.n_words, b.words, b.words + b.n_words);
    });
  }

  void list(const ProblemC& problem, const SentenceC& sentence, uint32_t begin, uint32_t end, const VocabularyView& names,
            bool with_lm) {
    const size_t first = substitutes.size();
    for (size_t i = 0; i < entries_.size();) {
      const OptionC& entry = entries_[i];
      SubstituteC substitute{begin, end, entry.n_words, entry.words, offers.size(), 0, 0, 0};
      double best = -kWorst;
      for (; i < entries_.size() && same_words(entry, entries_[i]); ++i) {
        offers.push_back({entries_[i].table, entries_[i].logscore});
        best = std::max(best, problem.weights.tables[entries_[i].table] * entries_[i].logscore);
      }
      substitute.offers_end = offers.size();
      if (with_lm) substitute.lm = lm_change(problem.lm, sentence, begin, end, entry.words, entry.n_words);
      const double score = best + (with_lm ? problem.weights.lm * substitute.lm : 0) + 0.0;  // never -0
      substitute.score = std::isnan(score) ? -kWorst : score;  // of an altered file: it would upset the sorting
      substitutes.push_back(substitute);
    }
    std::sort(substitutes.begin() + first, substitutes.end(), [&](const SubstituteC& a, const SubstituteC& b) {
      return a.score != b.score ? a.score > b.score : text_before(names, a, b);
    });
  }

  static bool same_words(const OptionC& a, const OptionC& b) {
    return a.n_words == b.n_words && std::equal(a.words, a.words + a.n_words, b.words);
  }

  // Word by word, bytewise, which is the order of their code points.
  static bool text_before(const VocabularyView& names, const SubstituteC& a, const SubstituteC& b) {
    for (uint32_t i = 0; i < a.n_words && i < b.n_words; ++i) {
      size_t left_length, right_length;
      const char* left = names.word(a.words[i] & ~kLastWord, &left_length);
      const char* right = names.word(b.words[i] & ~kLastWord, &right_length);
      const int order = std::memcmp(left, right, std::min(left_length, right_length));
      if (order != 0) return order < 0;
      if (left_length != right_length) return left_length < right_length;
    }
    return a.n_words < b.n_words;
  }

  std::vector<OptionC> entries_;     // of the span at hand
  std::vector<uint32_t> states_;     // by word of the sentence, and at its end
  std::vector<float> logprobs_;
};

}  // namespace paragen
