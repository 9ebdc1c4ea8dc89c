// Checks that the cells of a packed language model fit together as automaton.hh promises.
#pragma once
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lm/automaton.hh"
#include "src/paragen/base/vocabulary.hh"

namespace paragen {

class LmCheck {
 public:
  // levels: order + 1 first states, by context length; counts: n-grams by order.
  LmCheck(const LmView& lm, const VocabularyView& words, const uint64_t* levels, const uint64_t* counts)
      : lm_(lm), words_(words), levels_(levels), counts_(counts) {}

  // What is wrong first, or null. `at` tells which state or word it is.
  const char* run() {
    if (const char* fault = find_states()) return fault;
    if (lm_.next(lm_.at(0)) != 0 || lm_.backoff(0) != 0 || lm_.word(lm_.at(0)) != lm_.n_words || counts_[0] != lm_.n_words ||
        levels_[1] != 1 + uint64_t(lm_.n_words))
      return "an empty context that does not fit";
    if (const char* fault = check_words()) return fault;
    uint64_t n_arcs = 0;
    uint32_t length = 1;
    for (uint64_t state = levels_[1]; state < lm_.n_cells; state += 1 + uint64_t(lm_.n_slots(at))) {
      at = static_cast<uint32_t>(state);
      while (state >= levels_[length + 1]) ++length;
      if (const char* fault = check_state(at, length, &n_arcs)) return fault;
    }
    for (uint32_t n = 1; n < lm_.order; ++n) n_arcs -= counts_[n];
    return n_arcs != 0 ? "another number of arcs than of n-grams" : nullptr;
  }

  uint32_t at = 0;

 private:
  const char* find_states() {
    is_state_.assign(uint64_t(lm_.n_cells) + 1, false);
    uint64_t state = 0;
    for (; state < lm_.n_cells; state += 1 + uint64_t(lm_.word(lm_.at(at)))) {
      at = static_cast<uint32_t>(state);
      is_state_[state] = true;
    }
    if (state != lm_.n_cells) return "arcs outside the file";
    is_state_[state] = true;
    for (uint32_t n = 1; n <= lm_.order; ++n)
      if (!is_state_[levels_[n]]) return "a context length that begins within a state";
    return nullptr;
  }

  const char* check_words() {
    for (at = 0; at < lm_.n_words; ++at) {
      size_t length;
      const char* word = words_.word(at, &length);
      if (words_.find(word, length) != at) return "a word that is not found by its spelling";
      if (lm_.word(lm_.unigram(at)) != at) return "unigrams out of order";
      if (const char* fault = check_arc(lm_.unigram(at), 1)) return fault;
    }
    if (words_.find("<unk>", 5) != 0) return "no <unk> as word 0";
    if (words_.find("</s>", 4) != lm_.end_word) return "another end of sentence";
    const uint32_t begin = words_.find("<s>", 3);
    if (begin >= lm_.n_words || lm_.next(lm_.unigram(begin)) != lm_.begin_state) return "another begin of sentence";
    return nullptr;
  }

  const char* check_arc(const uint8_t* arc, uint32_t longest) const {
    if (lm_.word(arc) >= lm_.n_words) return "an arc with an impossible word";
    if (!(lm_.value(arc) <= 0 && lm_.value(arc) >= -kLargest)) return "an impossible probability";
    return is_state(lm_.next(arc), longest < lm_.order ? longest : lm_.order - 1) ? nullptr : "an arc into an impossible state";
  }

  bool is_state(uint32_t number, uint32_t longest) const { return number < levels_[longest + 1] && is_state_[number]; }

  const char* check_state(uint32_t state, uint32_t length, uint64_t* n_arcs) const {
    if (!(std::fabs(lm_.backoff(state)) <= kLargest)) return "an impossible back-off";
    if (!is_state(lm_.next(lm_.at(state)), length - 1)) return "a suffix that is not shorter";
    const uint32_t n_slots = lm_.word(lm_.at(state));
    uint32_t previous = 0;
    for (uint32_t slot = 0; slot < n_slots; ++slot) {
      const uint8_t* arc = lm_.at(state + 1 + slot);
      const uint32_t word = lm_.word(arc);
      if (word == lm_.no_word() && n_slots > kRow) continue;
      if (const char* fault = check_arc(arc, length + 1)) return fault;
      if (n_slots <= kRow && slot != 0 && word <= previous) return "arcs out of order";
      if (lm_.find(state, word) != arc) return "an arc that cannot be reached";
      previous = word;
      ++*n_arcs;
    }
    return nullptr;
  }

  const LmView& lm_;
  const VocabularyView& words_;
  const uint64_t* levels_;
  const uint64_t* counts_;
  std::vector<bool> is_state_;  // by cell; the end counts as one
};

}  // namespace paragen
