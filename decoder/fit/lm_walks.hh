// A window as fit sees it, and what the language model says about the substitutes of a span and the words after it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/fit/feature_names.hh"
#include "decoder/fit/tagging.hh"
#include "lm/automaton.hh"

namespace paragen {

// The language model, and how long the context of a state is.
struct LmLevels {
  LmView lm;
  const uint64_t* levels = nullptr;  // order + 1: the first state of each context length, and the end

  // log p(word | state), natural; *next becomes the state after, *matched the order of the n-gram that was found.
  float score(uint32_t state, uint32_t word, uint32_t* next, uint32_t* matched) const {
    if (word >= lm.n_words) word = 0;
    float backoff = 0;
    const uint8_t* arc = nullptr;
    for (; state != 0; state = lm.suffix(state)) {
      if ((arc = lm.find(state, word)) != nullptr) break;
      backoff += lm.backoff(state);
    }
    *matched = length(state) + 1;
    if (arc == nullptr) arc = lm.unigram(word);
    *next = lm.after(arc);
    return LmView::sound(backoff + lm.value(arc));
  }

  float unigram(uint32_t word) const { return LmView::sound(lm.value(lm.unigram(word < lm.n_words ? word : 0))); }

  // Prefetch the memory that score(state, word) and unigram(word) will read first.
  void prefetch(uint32_t state, uint32_t word) const {
    if (word >= lm.n_words) word = 0;
    lm.prefetch(state, word);
    lm.prefetch(0, word);
  }

  // The same for a state that was not read yet.
  void prefetch_state(uint32_t state, uint32_t word) const {
    lm.prefetch(state);
    lm.prefetch(0, word < lm.n_words ? word : 0);
  }

 private:
  uint32_t length(uint32_t state) const {
    uint32_t n = 0;
    while (n + 1 < lm.order && state >= levels[n + 1]) ++n;
    return n;
  }
};

class FitWindow : public TaggedWindow {
 public:
  void read(const LmLevels& lm, const TaggerView& tagger, const LexiconView& names, const SentenceC& sentence,
            const uint8_t* marks) {
    tag(tagger, names, sentence, marks);
    states.resize(n_words + 1);
    logprobs.resize(n_words + 1);
    matched.resize(n_words + 1);
    uint32_t state = lm.lm.begin_state, n_capitals = 0, n_digits = 0;
    float common = 0;
    for (uint32_t i = 0; i <= n_words; ++i) {
      states[i] = state;
      logprobs[i] = lm.score(state, word(i, lm.lm), &state, &matched[i]);
      if (i == n_words) break;
      n_capitals += i > 0 && (shapes[i].marks & kMarkCapital) != 0;
      n_digits += (shapes[i].marks & kMarkDigit) != 0;
      common += lm.unigram(words[i]);
    }
    const float n = float(std::max(n_words, 1u));
    capitals_ = float(n_capitals) / n;
    digits_ = float(n_digits) / n;
    common_ = common / n;
  }

  // The features of the kind of text.
  void kind_of_text(float* row) const {
    row[kSentenceCapitals] = capitals_;
    row[kSentenceDigits] = digits_;
    row[kSentenceCommon] = common_;
  }

  // The word at a place; the end of the sentence after the last.
  uint32_t word(uint32_t i, const LmView& lm) const { return i < n_words ? words[i] : lm.end_word; }

  // Does a word that is not common stand in the window outside [begin, end)?
  bool elsewhere(const LmLevels& lm, uint32_t word, uint32_t begin, uint32_t end) const {
    if (lm.unigram(word) > kCommon) return false;
    const uint32_t* const last = words + n_words;
    return std::find(words, words + begin, word) != words + begin || std::find(words + end, last, word) != last;
  }

  std::vector<uint32_t> states;    // of the language model before each word, and before the end
  std::vector<float> logprobs;     // of each word there, and of the end
  std::vector<uint32_t> matched;   // the order of the n-gram that each was found in

 private:
  float capitals_ = 0, digits_ = 0, common_ = 0;
  static constexpr float kCommon = -7;        // log probability of a word that may stand twice in a sentence unnoticed: *would*
};

// What the language model says about the substitutes of a span and the words after it.
//
// All substitutes advance one word at a time, in turn: the memory that one needs next arrives while the others' is read.
// A substitute on its way through the language model.
struct Walk {
  const uint32_t* words;
  uint32_t n_words, state;
  float inside = 0;            // of its words, less that of the span's
  float right = 0;             // of the words after it, less what they had
  float first = 0;             // of its first word
  uint32_t matched_first = 0;  // the order of the n-gram that its first word was found in
  uint32_t matched_right = 0;  // that of the word after it; 0 if unchanged
  uint32_t matched_least = UINT32_MAX;
  bool merged = false;         // the log probabilities of the words that follow are unchanged
};

class Walks {
 public:
  void clear() { walks_.clear(); }
  void add(const uint32_t* words, uint32_t n_words) { walks_.push_back({words, n_words, 0}); }
  const Walk& operator[](size_t i) const { return walks_[i]; }

  // Advance all of them from the words before the span [begin, end) to where the model cannot tell them from the span any more.
  void run(const LmLevels& lm, const FitWindow& place, uint32_t begin, uint32_t end) {
    uint32_t most = 0;
    for (Walk& walk : walks_) {
      walk.state = place.states[begin];
      most = std::max(most, walk.n_words);
    }
    for (uint32_t i = 0; i < most; ++i)
      for (Walk& walk : walks_)
        if (i < walk.n_words) inside(lm, i, i + 1 < walk.n_words ? walk.words[i + 1] : place.word(end, lm.lm), &walk);
    for (Walk& walk : walks_)
      for (uint32_t i = begin; i < end; ++i) walk.inside -= place.logprobs[i];
    bool goes_on = true;
    for (uint32_t i = end; i <= place.n_words && goes_on; ++i) {
      goes_on = false;
      for (Walk& walk : walks_) {
        walk.merged |= walk.state == place.states[i];
        if (walk.merged) continue;
        goes_on = true;
        const uint32_t matched = right(lm, place, i, &walk);
        if (i == end) walk.matched_least = std::min(walk.matched_least, walk.matched_right = matched);
      }
    }
  }

 private:
  static void inside(const LmLevels& lm, uint32_t i, uint32_t next_word, Walk* walk) {
    uint32_t matched;
    const float score = lm.score(walk->state, walk->words[i], &walk->state, &matched);
    walk->inside += score;
    walk->matched_least = std::min(walk->matched_least, matched);
    if (i == 0) {
      walk->first = score;
      walk->matched_first = matched;
    }
    lm.prefetch_state(walk->state, next_word);
  }

  static uint32_t right(const LmLevels& lm, const FitWindow& place, uint32_t i, Walk* walk) {
    uint32_t matched;
    walk->right += lm.score(walk->state, place.word(i, lm.lm), &walk->state, &matched) - place.logprobs[i];
    if (i < place.n_words) lm.prefetch_state(walk->state, place.word(i + 1, lm.lm));
    return matched;
  }

  std::vector<Walk> walks_;
};

}  // namespace paragen
