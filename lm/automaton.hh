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
//
// A cell has three fields. An arc: its word, the state after it, and log p(word | context). A header: the number of its slots,
// its suffix, and its back-off. The first two fields take as many bytes as the greatest number needs; an empty slot has all bits
// of the first set. The third is the place of the number in `values`, in two bytes, or the float itself if there are no `values`,
// as in a model with more than 2^16 different ones. Logarithms are natural.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "src/paragen/base/bytes.hh"
#include "src/paragen/base/check.hh"
#include "src/paragen/base/hash_table.hh"

namespace paragen {

constexpr uint32_t kNoWord = 0xFFFFFFFFu;  // no id of a word
constexpr uint32_t kRow = 8;              // up to this many arcs stand in a row
constexpr uint32_t kLmPadding = 8;        // bytes after the cells, as four are read at once
constexpr float kLargest = 2.4e4f;         // magnitude of a log probability or back-off
constexpr float kImpossible = -1e6f;      // no sum of scores comes near it: the file was altered

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
  const uint8_t* cells = nullptr;     // n_cells, more than n_words, and kLmPadding
  const float* values = nullptr;      // n_values, or null: the cells hold them
  uint32_t n_values = 0;
  uint32_t n_cells = 0;
  uint32_t n_words = 0;               // word 0 is <unk>; ids from n_words up are unknown too
  uint32_t begin_state = 0;           // after <s>
  uint32_t end_word = 0;              // </s>
  uint32_t order = 0;
  uint32_t word_mask = 0, next_mask = 0, next_at = 0, value_at = 0, width = 0;  // of a cell

  // Bytes of the first two fields.
  void set_layout(uint32_t word_bytes, uint32_t next_bytes, bool has_values) {
    word_mask = mask_of(word_bytes);
    next_mask = mask_of(next_bytes);
    next_at = word_bytes;
    value_at = word_bytes + next_bytes;
    width = value_at + (has_values ? 2 : 4);
  }

  const uint8_t* at(uint32_t cell) const {
    PARAGEN_CHECK(cell < n_cells);
    return cells + uint64_t(cell) * width;
  }
  // The word of an arc, or no_word() of an empty slot; the number of slots of a state.
  uint32_t word(const uint8_t* cell) const { return read_bytes(cell, word_mask); }
  uint32_t no_word() const { return word_mask; }
  // The state after an arc, or the suffix of a state.
  uint32_t next(const uint8_t* cell) const { return read_bytes(cell + next_at, next_mask); }
  // The log probability of an arc, or the back-off of a state.
  float value(const uint8_t* cell) const {
    float value;
    if (values != nullptr) {
      uint16_t place;
      std::memcpy(&place, cell + value_at, sizeof place);
      return place < n_values ? values[place] : std::numeric_limits<float>::quiet_NaN();
    }
    std::memcpy(&value, cell + value_at, sizeof value);
    return value;
  }

  const uint8_t* unigram(uint32_t word) const {
    PARAGEN_CHECK(word < n_words);
    return at(1 + word);
  }
  // Where an arc leads; an altered file leads to the empty context.
  uint32_t after(const uint8_t* arc) const { return next(arc) < n_cells ? next(arc) : 0; }
  uint32_t suffix(uint32_t state) const { return next(at(state)) < state ? next(at(state)) : 0; }
  float backoff(uint32_t state) const { return value(at(state)); }
  // The slots of a state that lie in the file; they follow it.
  uint32_t n_slots(uint32_t state) const {
    const uint32_t stated = word(at(state));
    return stated < n_cells - state ? stated : 0;
  }

  // The arc of `word` out of a state (not 0), or null. An altered file gives null, never a bad read.
  const uint8_t* find(uint32_t state, uint32_t word) const { return find(at(state) + width, n_slots(state), word); }

  // The same, given the n slots of the state. The search ends: no arc of n is n slots from its home.
  const uint8_t* find(const uint8_t* slots, uint32_t n, uint32_t word) const {
    const uint8_t* arc = slots;
    if (n <= kRow) {
      for (uint32_t i = 0; i < n; ++i, arc += width)
        if (this->word(arc) == word) return arc;
      return nullptr;
    }
    uint32_t slot = arc_home(word, n);
    arc += uint64_t(slot) * width;
    uint32_t found = this->word(arc);
    for (uint32_t distance = 1; found != word; ++distance) {
      if (found == no_word()) return nullptr;
      arc += width;
      if (++slot == n) {
        slot = 0;
        arc = slots;
      }
      found = this->word(arc);
      if (arc_distance(found, slot, n) < distance) return nullptr;
    }
    return arc;
  }

  // Prefetch a state that was not read yet.
  void prefetch(uint32_t state) const { __builtin_prefetch(at(state)); }

  // Prefetch the memory that find(state, word), or the unigram of state 0, will read; the state itself is read already.
  void prefetch(uint32_t state, uint32_t word) const {
    if (state == 0) {
      __builtin_prefetch(unigram(word));
      return;
    }
    const uint32_t n = n_slots(state);
    __builtin_prefetch(at(state) + uint64_t(1 + (n <= kRow ? n : arc_home(word, n))) * width);
  }

  // log p(word | state), natural; *next becomes the state after the word. state < n_cells.
  float score(uint32_t state, uint32_t word, uint32_t* next) const {
    PARAGEN_CHECK(state < n_cells && n_words > 0);
    if (word >= n_words) word = 0;
    float backoff = 0;
    const uint8_t* arc = nullptr;
    for (; state != 0; state = suffix(state)) {
      if ((arc = find(state, word)) != nullptr) break;
      backoff += this->backoff(state);
    }
    if (arc == nullptr) arc = unigram(word);
    *next = after(arc);
    return sound(backoff + value(arc));
  }

  // Keeps scores finite even if the file was altered.
  static float sound(float score) {
    return (score > kImpossible) & (score < -kImpossible) ? score : kImpossible;  // NaN is neither
  }
};

}  // namespace paragen
