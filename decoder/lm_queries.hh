// Many questions to the language model at once, so that their cache misses overlap.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "decoder/arena.hh"
#include "lm/automaton.hh"

namespace paragen {

// The language model's answer for every pair of a context and a first word, in one dense matrix.
//
// The contexts of a stack share their suffixes, and log p(w | context) differs from log p(w | suffix) + back-off only
// for the words the context has an arc for: few, for a long context. So the rows are computed from the empty context
// upwards: copy the suffix's row, add the back-off, overwrite the words of the state's own arcs. For a state with more
// arcs than there are words, each word is looked up. Memory is prefetched some rows ahead.
// One row: what may follow a context. By column: weighted log probability; which of the column's next states follows.
struct FirstWordRow {
  const float* scores;
  const uint32_t* next;
};

class FirstWords {
 public:
  // states: the contexts; words: one a column. Probabilities are multiplied by `weight`. The rows live in the arena.
  void compute(const LmView& lm, float weight, const std::vector<uint32_t>& states, const std::vector<uint32_t>& words,
               Arena* arena) {
    weight_ = weight;
    n_columns_ = static_cast<uint32_t>(words.size());
    n_padded_ = (n_columns_ + kLanes - 1) / kLanes * kLanes;
    for (const uint32_t state : states) lm.prefetch(state);
    index_words(lm, words);
    find_rows(lm, states);
    FirstWordRow* rows = arena->array<FirstWordRow>(nodes_.size());
    root_row(lm, arena, rows);
    for (uint32_t ahead = 1; ahead < nodes_.size() && ahead < kAhead; ++ahead) ask(lm, nodes_[ahead].state);
    for (uint32_t number = 1; number < nodes_.size(); ++number) {
      if (number + kAhead - 1 < nodes_.size()) ask(lm, nodes_[number + kAhead - 1].state);
      make_row(lm, number, arena, rows);
    }
    rows_ = rows;
  }

  const FirstWordRow& row(size_t context) const { return rows_[row_of_[context]]; }
  // The states that may follow a column's word, whatever the context.
  const std::vector<uint32_t>& next_states(size_t column) const { return next_states_[column]; }

 private:
  static constexpr uint32_t kFew = 4;      // a state with more slots per word than this is looked up word by word
  static constexpr uint32_t kAhead = 8;    // rows
  static constexpr uint32_t kFilter = 16;  // 64-bit words
  static constexpr uint32_t kLanes = 8;    // rows are padded to whole vectors
  static constexpr size_t kFewSlots = 64;  // a power of two

  struct Node {
    uint32_t state;
    uint32_t suffix;     // number of its suffix's row, smaller than its own
  };
  struct WordSlot {
    uint32_t word, column;
  };

  static uint32_t hash(uint32_t x) { return x * 0x9E3779B1u >> 8; }

  // Words the language model does not know share its word 0: their columns are chained.
  void index_words(const LmView& lm, const std::vector<uint32_t>& words) {
    size_t size = kFewSlots;
    while (size < words.size() * 4) size *= 2;
    word_slots_.assign(size, {kNoWord, 0});
    words_.resize(n_columns_);
    same_.assign(n_columns_, kNoWord);
    std::fill(filter_, filter_ + kFilter, 0);
    if (next_states_.size() < n_columns_) next_states_.resize(n_columns_);
    for (uint32_t column = 0; column < n_columns_; ++column) {
      words_[column] = words[column] < lm.n_words ? words[column] : 0;
      lm.prefetch(0, words_[column]);
      filter_[words_[column] >> 6 & (kFilter - 1)] |= uint64_t(1) << (words_[column] & 63);
      WordSlot& slot = word_slot(words_[column]);
      if (slot.word == words_[column]) same_[column] = slot.column;
      slot = {words_[column], column};
    }
  }

  // A quick filter: false for most words that are no column.
  bool may_be_column(uint32_t word) const { return filter_[word >> 6 & (kFilter - 1)] >> (word & 63) & 1; }

  // The slot that holds the word, or the empty one where it would stand.
  WordSlot& word_slot(uint32_t word) {
    const size_t mask = word_slots_.size() - 1;
    size_t slot = hash(word) & mask;
    while (word_slots_[slot].word != kNoWord && word_slots_[slot].word != word) slot = (slot + 1) & mask;
    return word_slots_[slot];
  }

  // Number the contexts and all their suffixes, each suffix before its contexts.
  void find_rows(const LmView& lm, const std::vector<uint32_t>& states) {
    nodes_.assign(1, {0, 0});
    state_slots_.assign(state_slots_.empty() ? kFewSlots : state_slots_.size(), 0);
    row_of_.resize(states.size());
    for (size_t i = 0; i < states.size(); ++i) {
      chain_.clear();
      uint32_t state = states[i], row = 0;
      while (state != 0 && (row = known(state)) == 0) {
        chain_.push_back(state);
        state = lm.suffix(state);
      }
      for (size_t k = chain_.size(); k-- > 0;) row = add_node(chain_[k], row);
      row_of_[i] = row;
    }
  }

  uint32_t known(uint32_t state) const {
    const size_t mask = state_slots_.size() - 1;
    size_t slot = hash(state) & mask;
    while (state_slots_[slot] != 0 && nodes_[state_slots_[slot]].state != state) slot = (slot + 1) & mask;
    return state_slots_[slot];
  }

  uint32_t add_node(uint32_t state, uint32_t suffix) {
    const uint32_t number = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({state, suffix});
    if (nodes_.size() * 2 <= state_slots_.size()) {
      insert(number);
    } else {
      state_slots_.assign(state_slots_.size() * 2, 0);
      for (uint32_t other = 1; other <= number; ++other) insert(other);
    }
    return number;
  }

  void insert(uint32_t number) {
    const size_t mask = state_slots_.size() - 1;
    size_t slot = hash(nodes_[number].state) & mask;
    while (state_slots_[slot] != 0) slot = (slot + 1) & mask;
    state_slots_[slot] = number;
  }

  bool word_by_word(uint32_t n_slots) const { return n_slots > kFew * n_columns_; }

  void ask(const LmView& lm, uint32_t state) const {
    const uint32_t n_slots = lm.n_slots(state);
    if (word_by_word(n_slots)) {
      for (const uint32_t word : words_) lm.prefetch(state, word);
    } else {
      const uint8_t *at = lm.at(state) + lm.width, *const end = at + size_t(n_slots) * lm.width;
      for (; at < end; at += 64) __builtin_prefetch(at);
    }
  }

  void root_row(const LmView& lm, Arena* arena, FirstWordRow* rows) {
    float* scores = arena->array<float>(n_padded_);
    uint32_t* next = arena->array<uint32_t>(n_padded_);
    std::fill(scores + n_columns_, scores + n_padded_, 0.0f);
    std::fill(next + n_columns_, next + n_padded_, 0);
    for (uint32_t column = 0; column < n_columns_; ++column) {
      const uint8_t* arc = lm.unigram(words_[column]);
      scores[column] = weight_ * LmView::sound(lm.value(arc));
      next[column] = 0;
      next_states_[column].assign(1, lm.after(arc));
    }
    rows[0] = {scores, next};
  }

  void make_row(const LmView& lm, uint32_t number, Arena* arena, FirstWordRow* rows) {
    float* __restrict scores = arena->array<float>(n_padded_);
    uint32_t* __restrict next = arena->array<uint32_t>(n_padded_);
    const FirstWordRow& from = rows[nodes_[number].suffix];
    const float* __restrict from_scores = from.scores;
    const uint32_t* __restrict from_next = from.next;
    const uint32_t state = nodes_[number].state, n_slots = lm.n_slots(state);
    const float backoff = weight_ * LmView::sound(lm.backoff(state));
    for (uint32_t first = 0; first < n_padded_; first += kLanes) {
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        scores[first + lane] = from_scores[first + lane] + backoff;
        next[first + lane] = from_next[first + lane];
      }
    }
    rows[number] = {scores, next};
    const uint8_t* arc = lm.at(state) + lm.width;
    if (word_by_word(n_slots)) {
      for (uint32_t column = 0; column < n_columns_; ++column)
        if (const uint8_t* found = lm.find(arc, n_slots, words_[column])) set(lm, found, column, scores, next);
    } else {
      const uint32_t width = lm.width, mask = lm.word_mask;  // which the rows do not alias
      for (const uint8_t* end = arc + uint64_t(n_slots) * width; arc != end; arc += width) {
        const uint32_t word = read_bytes(arc, mask);
        if (!may_be_column(word) || word == mask) continue;
        const WordSlot& slot = word_slot(word);
        if (slot.word == kNoWord) continue;
        for (uint32_t column = slot.column; column != kNoWord; column = same_[column]) set(lm, arc, column, scores, next);
      }
    }
  }

  void set(const LmView& lm, const uint8_t* arc, uint32_t column, float* scores, uint32_t* next) {
    scores[column] = weight_ * LmView::sound(lm.value(arc));
    const uint32_t state = lm.after(arc);
    std::vector<uint32_t>& states = next_states_[column];
    if (states[next[column]] == state) return;
    states.push_back(state);
    uint32_t k = 0;
    for (const uint32_t* known = states.data(); known[k] != state;) ++k;
    if (k + 1 < states.size()) states.pop_back();
    next[column] = k;
  }

  float weight_ = 1;
  uint32_t n_columns_ = 0, n_padded_ = 0;
  const FirstWordRow* rows_ = nullptr;
  std::vector<uint32_t> words_, same_;              // by column: its word; the next column with the same one
  uint64_t filter_[kFilter];                        // bit w mod 1024 is set for each word w
  std::vector<WordSlot> word_slots_;                // word -> its last column
  std::vector<std::vector<uint32_t>> next_states_;  // by column
  std::vector<Node> nodes_;                         // by row; row 0 is the empty context
  std::vector<uint32_t> state_slots_;               // state -> row
  std::vector<uint32_t> row_of_;                    // by context
  std::vector<uint32_t> chain_;
};

// Many language-model queries at once: their cache misses overlap, because each round prefetches the memory of all
// before reading it.
class QueryBatch {
 public:
  struct Query {
    uint32_t state;     // in: the context; out: the state after the word
    uint32_t word;
    float logprob;      // out, natural
  };

  void clear() { size_ = 0; }
  size_t size() const { return size_; }
  const Query& operator[](size_t i) const { return queries_[i]; }

  // One word after each of n states.
  void add(const LmView& lm, const uint32_t* states, uint32_t n, uint32_t word) {
    if (size_ + n > queries_.size()) queries_.resize(2 * size_ + n);
    if (word >= lm.n_words) word = 0;
    for (uint32_t k = 0; k < n; ++k) lm.prefetch(states[k]);
    Query* queries = queries_.data() + size_;
    for (uint32_t k = 0; k < n; ++k) queries[k] = {states[k], word, 0};
    size_ += n;
  }

  void run(const LmView& model) {
    const LmView lm = model;  // which the queries do not alias
    pending_.resize(size_);
    std::iota(pending_.begin(), pending_.end(), 0);
    while (!pending_.empty()) {
      for (const uint32_t i : pending_) lm.prefetch(queries_[i].state, queries_[i].word);
      size_t kept = 0;
      for (const uint32_t i : pending_)
        if (!answer(lm, &queries_[i])) pending_[kept++] = i;
      pending_.resize(kept);
    }
  }

 private:
  // One step down the failure links; true when the query is answered.
  static bool answer(const LmView& lm, Query* query) {
    const uint8_t* arc;
    if (query->state == 0) {
      arc = lm.unigram(query->word);
    } else if ((arc = lm.find(query->state, query->word)) == nullptr) {
      query->logprob += lm.backoff(query->state);
      query->state = lm.suffix(query->state);
      lm.prefetch(query->state);
      return false;
    }
    query->logprob = LmView::sound(query->logprob + lm.value(arc));
    query->state = lm.after(arc);
    return true;
  }

  std::vector<Query> queries_;  // `size_` of them
  std::vector<uint32_t> pending_;
  size_t size_ = 0;
};

}  // namespace paragen
