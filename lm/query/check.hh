// Checks that the arrays of a packed language model fit together as automaton.hh promises.
#pragma once
#include <cmath>
#include <cstdint>
#include <string_view>

#include "lm/query/automaton.hh"
#include "src/paragen/base/vocabulary.hh"

namespace paragen {

class LmCheck {
 public:
  // levels: order + 1 first states, by context length; counts: n-grams by order.
  LmCheck(const LmView& lm, const VocabularyView& words, const uint64_t* levels, const uint64_t* counts)
      : lm_(lm), words_(words), levels_(levels), counts_(counts) {}

  // What is wrong first, or null. `at` tells which state or word it is.
  const char* run() {
    if (const char* fault = check_words()) return fault;
    if (levels_[1] != 1 || counts_[0] != lm_.n_words) return "counts that do not fit";
    if (lm_.states[0].suffix != 0 || lm_.states[0].n_slots != 0) return "an empty context that is not empty";
    uint64_t first = 0, n_arcs = 0;
    uint32_t length = 0;
    for (uint32_t state = 0; state < lm_.n_states; ++state) {
      at = state;
      while (state >= levels_[length + 1]) ++length;
      if (const char* fault = check_state(state, length, &first, &n_arcs)) return fault;
    }
    for (uint32_t n = 1; n < lm_.order; ++n) n_arcs -= counts_[n];
    return first != lm_.n_arcs || n_arcs != 0 ? "arcs that belong to no state" : nullptr;
  }

  uint64_t at = 0;

 private:
  const char* check_words() {
    for (uint32_t id = 0; id < lm_.n_words; ++id) {
      at = id;
      size_t length;
      const char* word = words_.word(id, &length);
      if (words_.find(word, length) != id) return "a word that is not found by its spelling";
      const LmArcC& arc = lm_.unigrams[id];
      if (arc.word != id) return "unigrams out of order";
      if (const char* fault = check_arc(arc, 1)) return fault;
    }
    if (words_.find("<unk>", 5) != 0) return "no <unk> as word 0";
    if (words_.find("</s>", 4) != lm_.end_word) return "another end of sentence";
    const uint32_t begin = words_.find("<s>", 3);
    if (begin >= lm_.n_words || lm_.unigrams[begin].next != lm_.begin_state) return "another begin of sentence";
    return nullptr;
  }

  const char* check_arc(const LmArcC& arc, uint32_t longest) const {
    if (arc.word >= lm_.n_words) return "an arc with an impossible word";
    if (!std::isfinite(arc.logprob) || arc.logprob > 0) return "an impossible probability";
    // A next state is at most one word longer, and never of the full order.
    const uint32_t bound = longest < lm_.order ? longest : lm_.order - 1;
    return arc.next >= levels_[bound + 1] ? "an arc into an impossible state" : nullptr;
  }

  const char* check_state(uint32_t state, uint32_t length, uint64_t* first, uint64_t* n_arcs) const {
    const LmStateC& from = lm_.states[state];
    if (!std::isfinite(from.backoff)) return "an impossible back-off";
    if (state != 0 && from.suffix >= levels_[length]) return "a suffix that is not shorter";
    if (from.n_slots == 0) return nullptr;
    if (from.first != *first || from.n_slots > lm_.n_arcs - *first) return "arcs outside the file";
    if (from.n_slots > 4 && (from.n_slots & (from.n_slots - 1)) != 0) return "a table whose size is no power of two";
    *first += from.n_slots;
    uint32_t previous = 0;
    for (uint32_t slot = 0; slot < from.n_slots; ++slot) {
      const LmArcC& arc = lm_.arcs[from.first + slot];
      if (arc.word == kNoWord && from.n_slots > 4) continue;
      if (const char* fault = check_arc(arc, length + 1)) return fault;
      if (from.n_slots <= 4 && slot != 0 && arc.word <= previous) return "arcs out of order";
      if (lm_.find(state, arc.word) != &arc) return "an arc that cannot be reached";
      previous = arc.word;
      ++*n_arcs;
    }
    return nullptr;
  }

  const LmView& lm_;
  const VocabularyView& words_;
  const uint64_t* levels_;
  const uint64_t* counts_;
};

}  // namespace paragen
