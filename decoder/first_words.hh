// The language model's answer for every pair of a context and a first word, in one dense matrix.
//
// The contexts of a stack share their suffixes, and log p(w | context) differs from log p(w | suffix) + back-off only
// for the words the context has an arc for: few, for a long context. So the rows are computed from the empty context
// upwards: copy the suffix's row, add the back-off, overwrite what the state's own arcs say. A state with more arcs than
// there are words is asked word by word.
#pragma once
#include <cstdint>
#include <vector>

#include "decoder/lm/lm.hh"

namespace paragen {

class FirstWords {
 public:
  // states: the contexts; words: distinct. Probabilities are multiplied by `weight`.
  void compute(const LmView& lm, float weight, const std::vector<uint32_t>& states, const std::vector<uint32_t>& words) {
    weight_ = weight;
    n_words_ = words.size();
    index_words(lm, words);
    rows_.clear();
    slots_.assign(64, 0);
    add_root(lm);
    row_of_.resize(states.size());
    for (size_t i = 0; i < states.size(); ++i) row_of_[i] = row(lm, states[i]);
  }

  // Row of the i-th context: weighted scores, and which of the word's next states follows.
  const float* scores(size_t context) const { return scores_.data() + row_of_[context] * n_words_; }
  const uint32_t* next(size_t context) const { return next_.data() + row_of_[context] * n_words_; }
  // The states that may follow a word, whatever the context.
  const std::vector<uint32_t>& next_states(size_t word) const { return next_states_[word]; }

 private:
  static constexpr uint32_t kFew = 4;

  void index_words(const LmView& lm, const std::vector<uint32_t>& words) {
    word_slots_.assign(64, {kNoWord, 0});
    while (word_slots_.size() < words.size() * 4) word_slots_.resize(word_slots_.size() * 2, {kNoWord, 0});
    words_.resize(words.size());
    if (next_states_.size() < words.size()) next_states_.resize(words.size());
    for (uint32_t i = 0; i < words.size(); ++i) {
      // Unknown words share id 0: the matrix keeps a column for each, the index only the last of them (below).
      words_[i] = words[i] < lm.n_words ? words[i] : 0;
      __builtin_prefetch(lm.unigrams + words_[i]);
    }
    same_.assign(words.size(), kNoWord);
    for (uint32_t i = 0; i < words.size(); ++i) {
      uint32_t slot = word_slot(words_[i]);
      while (word_slots_[slot].word != kNoWord && word_slots_[slot].word != words_[i]) slot = (slot + 1) & mask();
      if (word_slots_[slot].word == words_[i]) same_[i] = word_slots_[slot].column;
      word_slots_[slot] = {words_[i], i};
    }
  }

  uint32_t mask() const { return static_cast<uint32_t>(word_slots_.size() - 1); }
  uint32_t word_slot(uint32_t word) const { return (word * 0x9E3779B1u >> 16) & mask(); }

  void add_root(const LmView& lm) {
    scores_.resize(n_words_);
    next_.assign(n_words_, 0);
    for (size_t i = 0; i < n_words_; ++i) {
      const LmArcC& arc = lm.unigrams[words_[i]];
      scores_[i] = weight_ * arc.logprob;
      next_states_[i].assign(1, arc.next < lm.n_states ? arc.next : 0);
    }
    rows_.push_back(0);
  }

  // The row of a state, made together with those of its suffixes where they are missing.
  uint32_t row(const LmView& lm, uint32_t state) {
    chain_.clear();
    uint32_t found = 0;
    while (state != 0 && (found = known(state)) == 0) {
      chain_.push_back(state);
      const uint32_t suffix = lm.states[state].suffix;
      state = suffix < state ? suffix : 0;
    }
    for (size_t i = chain_.size(); i-- > 0;) found = make_row(lm, chain_[i], found);
    return found;
  }

  uint32_t known(uint32_t state) const {
    for (uint32_t slot = state_slot(state);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) return 0;
      if (rows_[slots_[slot]] == state) return slots_[slot];
    }
  }

  uint32_t state_slot(uint32_t state) const { return (state * 0x9E3779B1u >> 12) & (slots_.size() - 1); }

  uint32_t make_row(const LmView& lm, uint32_t state, uint32_t suffix_row) {
    const uint32_t number = static_cast<uint32_t>(rows_.size());
    rows_.push_back(state);
    if (rows_.size() * 2 > slots_.size()) grow();
    else insert(number);
    if (scores_.size() < rows_.size() * n_words_) {
      scores_.resize(rows_.size() * n_words_ * 2);
      next_.resize(rows_.size() * n_words_ * 2);
    }
    float* scores = scores_.data() + number * n_words_;
    uint32_t* next = next_.data() + number * n_words_;
    const float* from_scores = scores_.data() + suffix_row * n_words_;
    const uint32_t* from_next = next_.data() + suffix_row * n_words_;
    const float backoff = weight_ * lm.states[state].backoff;
    for (size_t i = 0; i < n_words_; ++i) {
      scores[i] = from_scores[i] + backoff;
      next[i] = from_next[i];
    }
    overwrite(lm, state, scores, next);
    return number;
  }

  void overwrite(const LmView& lm, uint32_t state, float* scores, uint32_t* next) {
    const LmStateC& from = lm.states[state];
    if (uint64_t(from.first) + from.n_slots > lm.n_arcs) return;
    if (from.n_slots <= kFew * n_words_) {
      const LmArcC* arc = lm.arcs + from.first;
      for (const LmArcC* end = arc + from.n_slots; arc != end; ++arc) {
        if (arc->word == kNoWord) continue;
        uint32_t slot = word_slot(arc->word);
        while (word_slots_[slot].word != kNoWord && word_slots_[slot].word != arc->word) slot = (slot + 1) & mask();
        if (word_slots_[slot].word == kNoWord) continue;
        for (uint32_t i = word_slots_[slot].column; i != kNoWord; i = same_[i]) set(lm, *arc, i, scores, next);
      }
    } else {
      for (size_t i = 0; i < n_words_; ++i) lm.prefetch(state, words_[i]);
      for (uint32_t i = 0; i < n_words_; ++i)
        if (const LmArcC* arc = lm.find(state, words_[i])) set(lm, *arc, i, scores, next);
    }
  }

  void set(const LmView& lm, const LmArcC& arc, uint32_t column, float* scores, uint32_t* next) {
    scores[column] = weight_ * arc.logprob;
    const uint32_t state = arc.next < lm.n_states ? arc.next : 0;
    std::vector<uint32_t>& states = next_states_[column];
    if (states[next[column]] == state) return;
    uint32_t k = 0;
    while (k < states.size() && states[k] != state) ++k;
    if (k == states.size()) states.push_back(state);
    next[column] = k;
  }

  void insert(uint32_t number) {
    uint32_t slot = state_slot(rows_[number]);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = number;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (uint32_t number = 1; number < rows_.size(); ++number) insert(number);
  }

  struct WordSlot {
    uint32_t word, column;
  };

  float weight_ = 1;
  size_t n_words_ = 0;
  std::vector<uint32_t> words_, same_;             // columns; the next column with the same (unknown) word
  std::vector<WordSlot> word_slots_;
  std::vector<std::vector<uint32_t>> next_states_; // by column
  std::vector<uint32_t> rows_, slots_;             // row -> state (row 0: the empty context); state -> row
  std::vector<float> scores_;                      // rows x columns
  std::vector<uint32_t> next_;                     // rows x columns: index into next_states_
  std::vector<uint32_t> row_of_;                   // by context
  std::vector<uint32_t> chain_;
};

}  // namespace paragen
