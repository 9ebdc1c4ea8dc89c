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

// Cells while they are laid out, before their fields are shortened.
struct LmArcC {
  uint32_t word;    // kNoWord: an empty slot
  uint32_t next;    // the state after this word
  float logprob;    // log p(word | context)
};

struct LmStateC {
  uint32_t n_slots; // of its arcs; up to kRow, each is one
  uint32_t suffix;  // < the state's own number, but for state 0
  float backoff;
};

union LmCellC {
  LmStateC state;
  LmArcC arc;
};

class LmCellPacker {
 public:
  // Shortens the cells where they stand.
  void pack(LmCellC* cells, uint64_t n_cells) {
    uint32_t greatest = 0;
    for (uint64_t i = 0; i < n_cells; ++i)
      if (cells[i].arc.word != kNoWord) greatest = std::max(greatest, cells[i].arc.word + 1);
    word_bytes = bytes_for(greatest);
    next_bytes = bytes_for(static_cast<uint32_t>(n_cells));
    find_values(cells, n_cells);
    const uint32_t value_bytes = values.empty() ? 4 : 2;
    uint8_t* at = reinterpret_cast<uint8_t*>(cells);
    const auto put = [&at](uint32_t number, uint32_t n_bytes) {
      for (; n_bytes-- > 0; number >>= 8) *at++ = static_cast<uint8_t>(number);
    };
    for (uint64_t i = 0; i < n_cells; ++i) {
      const LmArcC cell = cells[i].arc;
      put(cell.word, word_bytes);
      put(cell.next, next_bytes);
      put(values.empty() ? bits_of(cell.logprob) : place_of(cell.logprob), value_bytes);
    }
    std::fill(at, at + kLmPadding, 0);
    n_bytes = n_cells * (word_bytes + next_bytes + value_bytes) + kLmPadding;
  }

  std::vector<float> values;
  uint32_t word_bytes = 0, next_bytes = 0;
  uint64_t n_bytes = 0;  // of the cells, and their padding

 private:
  static constexpr size_t kMostValues = 1u << 16;

  // The different numbers in the cells, in order; none if they are too many for two bytes.
  void find_values(const LmCellC* cells, uint64_t n_cells) {
    HashTable places;
    for (uint64_t i = 0; i < n_cells && values.size() <= kMostValues; ++i) {
      const float value = cells[i].arc.logprob;
      const uint32_t n_values = static_cast<uint32_t>(values.size());
      const auto is_value = [&](uint32_t place) { return values[place] == value; };
      if (places.find_or_add(hash_number(bits_of(value + 0.0f)), n_values, is_value) == n_values) values.push_back(value);
    }
    if (values.size() > kMostValues) values.clear();
    std::sort(values.begin(), values.end());
  }

  uint32_t place_of(float value) const {
    return static_cast<uint32_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  }

  static uint32_t bits_of(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
};

}  // namespace paragen
