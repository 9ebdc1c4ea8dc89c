// Back-off language model as a deterministic automaton with failure links.
//
// A state is a context of up to order - 1 words that matters for what may follow: an n-gram that some longer n-gram
// extends, or that has a back-off other than 0. State 0 is the empty context. States are numbered by increasing
// context length, so a state's suffix (the longest proper suffix of its context that is a state) always has a smaller
// number: following suffixes ends, whatever the bytes of the file. Each state owns a small hash table of arcs, one for
// each word that was seen after it; the empty context's arcs are the unigrams, indexed by word id.
#pragma once
#include <cstdint>

#include "src/paragen/base/check.hh"

namespace paragen {

constexpr uint32_t kNoWord = 0xFFFFFFFFu;

struct LmArcC {
  uint32_t word;    // kNoWord: an empty slot
  uint32_t next;    // the state after this word
  float logprob;    // log p(word | context), natural
};

struct LmStateC {
  uint32_t first;   // first slot of its arcs
  uint32_t n_slots; // 1 to 4: that many arcs in a row, ordered by word; else a power of two, open addressing; 0: no arcs
  float backoff;    // natural
  uint32_t suffix;  // < the state's own number, but for state 0
};

// Multiplicative hash of a word into a power of two of slots.
inline uint32_t arc_slot(uint32_t word, uint32_t n_slots) {
  return static_cast<uint32_t>((uint64_t(word * 0x9E3779B1u) * n_slots) >> 32);
}

struct LmView {
  const LmStateC* states = nullptr;   // n_states, at least 1
  const LmArcC* arcs = nullptr;       // n_arcs slots
  const LmArcC* unigrams = nullptr;   // n_words, by word id
  uint64_t n_arcs = 0;
  uint32_t n_states = 0;
  uint32_t n_words = 0;               // word 0 is <unk>; ids from n_words up are unknown too
  uint32_t begin_state = 0;           // after <s>
  uint32_t end_word = 0;              // </s>
  uint32_t order = 0;

  // The arc of `word` out of `state` (not 0), or null. An altered file gives null, never a bad read.
  const LmArcC* find(uint32_t state, uint32_t word) const {
    PARAGEN_CHECK(state < n_states);
    const LmStateC& from = states[state];
    if (uint64_t(from.first) + from.n_slots > n_arcs) return nullptr;
    const LmArcC* slots = arcs + from.first;
    if (from.n_slots <= 4) {
      for (uint32_t i = 0; i < from.n_slots; ++i)
        if (slots[i].word == word) return slots + i;
      return nullptr;
    }
    uint32_t slot = arc_slot(word, from.n_slots);
    for (uint32_t probes = 0; probes < from.n_slots; ++probes) {
      if (slots[slot].word == word) return slots + slot;
      if (slots[slot].word == kNoWord) return nullptr;
      if (++slot == from.n_slots) slot = 0;
    }
    return nullptr;
  }

  // Ask for the memory that find(state, word), or the unigram where state is 0, will read.
  void prefetch(uint32_t state, uint32_t word) const {
    if (state == 0) {
      __builtin_prefetch(unigrams + word);
      return;
    }
    const LmStateC& from = states[state];
    const uint64_t slot = uint64_t(from.first) + (from.n_slots <= 4 ? 0 : arc_slot(word, from.n_slots));
    if (slot < n_arcs) __builtin_prefetch(arcs + slot);
  }

  // log p(word | state), natural; *next becomes the state after the word. state < n_states.
  float score(uint32_t state, uint32_t word, uint32_t* next) const {
    PARAGEN_CHECK(state < n_states && n_words > 0);
    if (word >= n_words) word = 0;
    float backoff = 0;
    while (state != 0) {
      if (const LmArcC* arc = find(state, word)) {
        *next = arc->next < n_states ? arc->next : 0;
        return backoff + arc->logprob;
      }
      backoff += states[state].backoff;
      const uint32_t suffix = states[state].suffix;
      state = suffix < state ? suffix : 0;
    }
    const LmArcC& arc = unigrams[word];
    *next = arc.next < n_states ? arc.next : 0;
    return backoff + arc.logprob;
  }
};

}  // namespace paragen
