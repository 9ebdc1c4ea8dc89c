// Back-off language model as a deterministic automaton with failure links.
//
// A state is a context of up to order - 1 words that matters for what may follow: an n-gram that some longer n-gram
// extends, or that has a back-off other than 0. All states lie in one array of cells: a state is its header, and the arcs of
// the words seen after it follow directly, so that one read often brings both. The number of a state is the place of its
// header. State 0 is the empty context; its arcs are the unigrams, by word id. States are ordered by context length, so
// that a state's suffix (the longest proper suffix of its context that is a state) always has a smaller number: following
// suffixes terminates, whatever the bytes of the file.
//
// A few arcs stand in a row, ordered by word. More are a hash table with linear probing, in which an arc never stands farther
// from its home than the one it displaced (Robin Hood): it may be nearly full, and a search for an absent word ends soon.
#pragma once
#include <cstdint>

#include "src/paragen/base/check.hh"

namespace paragen {

constexpr uint32_t kNoWord = 0xFFFFFFFFu;
constexpr uint32_t kRow = 8;              // up to this many arcs stand in a row
constexpr float kLargest = 2.4e4f;         // magnitude of a log probability or back-off
constexpr float kImpossible = -1e6f;      // no sum of scores comes near it: the file was altered

struct LmArcC {
  uint32_t word;    // kNoWord: an empty slot
  uint32_t next;    // the state after this word
  float logprob;    // log p(word | context), natural
};

struct LmStateC {
  uint32_t n_slots; // of its arcs; up to kRow, each is one
  uint32_t suffix;  // < the state's own number, but for state 0
  float backoff;    // natural
};

union LmCellC {
  LmStateC state;
  LmArcC arc;
};

// Slots for n_arcs arcs.
inline uint64_t slots_for(uint64_t n_arcs) { return n_arcs <= kRow ? n_arcs : n_arcs + n_arcs / 2; }

// The home of a word among more slots than kRow.
inline uint32_t arc_home(uint32_t word, uint32_t n_slots) {
  return static_cast<uint32_t>((uint64_t(word * 0x9E3779B1u) * n_slots) >> 32);
}

// How far a slot is from the home of the word in it.
inline uint32_t arc_distance(uint32_t word, uint32_t slot, uint32_t n_slots) {
  const uint32_t home = arc_home(word, n_slots);
  return slot >= home ? slot - home : slot + n_slots - home;
}

struct LmView {
  const LmCellC* cells = nullptr;     // n_cells, more than n_words
  uint32_t n_cells = 0;
  uint32_t n_words = 0;               // word 0 is <unk>; ids from n_words up are unknown too
  uint32_t begin_state = 0;           // after <s>
  uint32_t end_word = 0;              // </s>
  uint32_t order = 0;

  const LmStateC& state(uint32_t number) const {
    PARAGEN_CHECK(number < n_cells);
    return cells[number].state;
  }
  const LmArcC& unigram(uint32_t word) const {
    PARAGEN_CHECK(word < n_words);
    return cells[1 + word].arc;
  }
  // Where an arc leads; an altered file leads to the empty context.
  uint32_t after(const LmArcC& arc) const { return arc.next < n_cells ? arc.next : 0; }
  uint32_t suffix(uint32_t number) const { return state(number).suffix < number ? state(number).suffix : 0; }
  // The slots of a state that lie in the file.
  uint32_t n_slots(uint32_t number) const {
    const uint32_t stated = state(number).n_slots;
    return stated < n_cells - number ? stated : 0;
  }
  const LmArcC* slots(uint32_t number) const { return &cells[number].arc + 1; }

  // The arc of `word` out of a state (not 0), or null. An altered file gives null, never a bad read.
  const LmArcC* find(uint32_t number, uint32_t word) const {
    const uint32_t n = n_slots(number);
    const LmArcC* at = slots(number);
    if (n <= kRow) {
      for (uint32_t i = 0; i < n; ++i)
        if (at[i].word == word) return at + i;
      return nullptr;
    }
    uint32_t slot = arc_home(word, n);
    for (uint32_t distance = 0; distance < n; ++distance) {
      const uint32_t found = at[slot].word;
      if (found == word) return at + slot;
      if (found == kNoWord || (distance > 0 && arc_distance(found, slot, n) < distance)) return nullptr;
      if (++slot == n) slot = 0;
    }
    return nullptr;
  }

  // Prefetch the memory that find(number, word), or the unigram of state 0, will read; the state itself is read already.
  void prefetch(uint32_t number, uint32_t word) const {
    if (number == 0) {
      __builtin_prefetch(&unigram(word));
      return;
    }
    const uint32_t n = n_slots(number);
    __builtin_prefetch(slots(number) + (n <= kRow ? n : arc_home(word, n)));
  }

  // log p(word | state), natural; *next becomes the state after the word. number < n_cells.
  float score(uint32_t number, uint32_t word, uint32_t* next) const {
    PARAGEN_CHECK(number < n_cells && n_words > 0);
    if (word >= n_words) word = 0;
    float backoff = 0;
    const LmArcC* arc = nullptr;
    for (; number != 0; number = suffix(number)) {
      if ((arc = find(number, word)) != nullptr) break;
      backoff += state(number).backoff;
    }
    if (arc == nullptr) arc = &unigram(word);
    *next = after(*arc);
    return sound(backoff + arc->logprob);
  }

  // Keeps scores finite even if the file was altered.
  static float sound(float score) {
    return (score > kImpossible) & (score < -kImpossible) ? score : kImpossible;  // NaN is neither
  }
};

}  // namespace paragen
