// The cells of an automaton while it is laid out, and how they become those of automaton.hh.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_set>
#include <vector>

#include "lm/automaton.hh"

namespace paragen {

// Cells while they are laid out.
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
    std::unordered_set<float> found;
    for (uint64_t i = 0; i < n_cells && found.size() <= kMostValues; ++i) found.insert(cells[i].arc.logprob);
    if (found.size() <= kMostValues) values.assign(found.begin(), found.end());
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
