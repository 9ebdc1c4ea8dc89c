// Lays out the n-grams that builder.hh has gathered as the cells of automaton.hh, a part at a time, the shortest contexts first.
//
// Each part holds the states of some contexts of one length. Its arcs are found by going through all n-grams that are one
// word longer: this is quicker than to sort them, as what is written to stays in the cache, and takes no memory.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lm/automaton.hh"
#include "lm/builder.hh"

namespace paragen {

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

class LmLayout {
 public:
  explicit LmLayout(LmBuilder* builder) : builder_(*builder) {
    builder_.forget_indices();
    place_states();
    find_values();
    const uint32_t begin = builder_.find_word("<s>");
    end_word = builder_.find_word("</s>");
    begin_state = begin == kNotFound ? 0 : states_[1 + begin];
  }

  // Lays out the next part, of no bytes after the last; false where an n-gram appears twice: the builder then knows which.
  bool next() {
    n_bytes_ = 0;
    for (; n_bytes_ == 0 && n_ < builder_.order(); ++n_) {
      while (n_bytes_ == 0 && at_ < n_contexts(n_))
        if (!lay_part()) return false;
      if (n_bytes_ != 0) return true;
      at_ = 0;
    }
    return true;
  }

  // The part; its fields as `automaton.hh` has them.
  const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(cells_.begin()); }
  uint64_t n_bytes() const { return n_bytes_; }

  std::vector<uint64_t> levels;  // order + 1: the first state of each context length, then the number of cells
  std::vector<float> values;     // the different numbers in the cells, in order; none if they are too many for two bytes
  uint32_t word_bytes = 0, next_bytes = 0;
  uint32_t begin_state = 0;
  uint32_t end_word = kNotFound;

 private:
  static constexpr size_t kMostValues = 1u << 16;
  static constexpr uint32_t kBatch = 32;
  // Cells of a part, but for a state that has more.
#ifdef PARAGEN_DEBUG
  static constexpr uint64_t kPart = 16;  // so that small models have several
#else
  static constexpr uint64_t kPart = 1u << 20;
#endif

  uint64_t n_contexts(uint32_t n) const { return n == 0 ? 1 : builder_.n_ngrams(n); }

  // states_: a node's own state, or that of the longest suffix that is one.
  void place_states() {
    const uint32_t order = builder_.order();
    states_ = Buffer<uint32_t>(builder_.begin(std::max(order, 2u)));
    for (uint32_t n = 2; n <= order; ++n)
      builder_.for_each_context(n, [&](uint64_t, uint32_t context) { ++states_[context]; });  // first the number of children
    uint64_t at = 1 + uint64_t(builder_.n_words()), most_slots = builder_.n_words();
    levels.assign(1, 0);
    for (uint32_t n = 1; n < order; ++n) {
      levels.push_back(at);
      for (uint64_t i = 0; i < builder_.n_ngrams(n); ++i) {
        const LmNode node = builder_.ngram(n, i);
        uint32_t& state = states_[builder_.begin(n) + i];
        const uint64_t n_slots = slots_for(state);
        const bool is_state = n_slots != 0 || node.backoff != 0;
        state = is_state ? static_cast<uint32_t>(at) : states_[node.suffix];
        if (is_state && (at += 1 + n_slots) >= kNoWord) throw std::length_error("more than 2^32 states and arcs");
        most_slots = std::max(most_slots, n_slots);
      }
    }
    levels.push_back(at);
    word_bytes = bytes_for(static_cast<uint32_t>(most_slots + 1));
    next_bytes = bytes_for(static_cast<uint32_t>(at));
  }

  void find_values() {
    HashTable places;
    const auto add = [&](float value) {
      const uint32_t n_values = static_cast<uint32_t>(values.size());
      const auto is_value = [&](uint32_t place) { return values[place] == value; };
      if (places.find_or_add(hash_number(bits_of(value + 0.0f)), n_values, is_value) == n_values) values.push_back(value);
    };
    add(0);  // of empty slots
    for (uint32_t n = 1; n <= builder_.order(); ++n) {
      for (uint64_t i = 0; i < builder_.n_ngrams(n) && values.size() <= kMostValues; ++i) {
        add(builder_.logprob(n, i));
        if (n < builder_.order()) add(builder_.ngram(n, i).backoff);
      }
    }
    if (values.size() > kMostValues) values.clear();
    std::sort(values.begin(), values.end());
  }

  // Lays out the states of the contexts from at_ on, as many as make a part.
  bool lay_part() {
    const uint32_t begin = builder_.begin(n_);
    uint64_t end = at_, end_cell = levels[n_ + 1];
    for (; end < n_contexts(n_); ++end) {
      const uint32_t state = states_[begin + end];
      if (state < first_cell_ + kPart || state == first_cell_) continue;
      end_cell = state;
      break;
    }
    n_cells_ = end_cell - first_cell_;
    if (n_cells_ > cells_.size()) cells_ = Buffer<LmCellC>(n_cells_);
    lay_headers(end, end_cell);
    if (!lay_arcs(end)) return false;
    pack();
    at_ = end;
    first_cell_ = end_cell;
    return true;
  }

  // The headers of states, and their slots, empty. A state ends where the next begins.
  void lay_headers(uint64_t end, uint64_t end_cell) {
    for (uint64_t i = end; i-- > at_;) {
      const uint32_t state = states_[builder_.begin(n_) + i];
      if (state < levels[n_]) continue;
      const LmNode node = builder_.ngram(n_, i);
      LmCellC* cell = cells_.begin() + (state - first_cell_);
      cell->state = {static_cast<uint32_t>(end_cell - state - 1), states_[node.suffix], node.backoff};
      std::fill(cell + 1, cells_.begin() + (end_cell - first_cell_), LmCellC{LmStateC{kNoWord, 0, 0}});
      end_cell = state;
    }
  }

  // The arcs of the n-grams whose contexts are in the part.
  bool lay_arcs(uint64_t end) {
    const uint32_t n = n_ + 1, first = builder_.begin(n_) + static_cast<uint32_t>(at_);
    uint32_t ngrams[kBatch], count = 0;
    bool fine = true;
    builder_.for_each_context(n, [&](uint64_t i, uint32_t context) {
      ngrams[count] = static_cast<uint32_t>(i);
      count += context - first < end - at_;
      if (count < kBatch) return;
      fine = fine && lay_arcs(n, ngrams, count);
      count = 0;
    });
    return fine && lay_arcs(n, ngrams, count);
  }

  // A batch of them, so that they wait for memory together.
  bool lay_arcs(uint32_t n, const uint32_t* ngrams, uint32_t count) {
    LmNode nodes[kBatch];
    const uint32_t* nexts[kBatch];
    for (uint32_t i = 0; i < count; ++i) {
      nodes[i] = builder_.ngram(n, ngrams[i]);
      nexts[i] = &states_[n == builder_.order() ? nodes[i].suffix : builder_.begin(n) + ngrams[i]];
      __builtin_prefetch(&states_[nodes[i].context]);
      __builtin_prefetch(nexts[i]);
    }
    LmCellC* states[kBatch];
    for (uint32_t i = 0; i < count; ++i) {
      states[i] = cells_.begin() + (states_[nodes[i].context] - first_cell_);
      __builtin_prefetch(states[i]);
    }
    for (uint32_t i = 0; i < count; ++i) {
      const LmArcC arc{nodes[i].word, *nexts[i], nodes[i].logprob};
      if (n == 1) {
        states[i][1 + arc.word].arc = arc;
      } else if (!insert(states[i], arc)) {
        builder_.fail(LmAdd::kDuplicate, ngrams[i], builder_.words(nodes[i]));
        return false;
      }
    }
    return true;
  }

  static bool insert(LmCellC* state, LmArcC arc) {
    const uint32_t n_slots = state->state.n_slots;
    LmArcC* slots = &state->arc + 1;
    if (n_slots <= kRow) {
      while (slots->word < arc.word) ++slots;
      if (slots->word == arc.word) return false;
      for (; arc.word != kNoWord; ++slots) std::swap(arc, *slots);
      return true;
    }
    uint32_t slot = arc_home(arc.word, n_slots);
    for (uint32_t distance = 0; slots[slot].word != kNoWord; ++distance) {
      if (slots[slot].word == arc.word) return false;
      const uint32_t other = arc_distance(slots[slot].word, slot, n_slots);
      if (other < distance) {
        std::swap(arc, slots[slot]);
        distance = other;
      }
      if (++slot == n_slots) slot = 0;
    }
    slots[slot] = arc;
    return true;
  }

  // Shortens the cells where they stand. What is written beyond a field is written over by the next, or read already.
  void pack() {
    uint8_t* at = reinterpret_cast<uint8_t*>(cells_.begin());
    for (uint64_t i = 0; i < n_cells_; ++i) {
      const LmArcC cell = cells_[i].arc;
      const uint32_t value = values.empty() ? bits_of(cell.logprob) : place_of(cell.logprob);
      std::memcpy(at, &cell.word, 4);
      std::memcpy(at + word_bytes, &cell.next, 4);
      std::memcpy(at + word_bytes + next_bytes, &value, values.empty() ? 4 : 2);
      at += word_bytes + next_bytes + (values.empty() ? 4 : 2);
    }
    n_bytes_ = static_cast<uint64_t>(at - bytes());
  }

  uint32_t place_of(float value) const {
    return static_cast<uint32_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  }

  static uint32_t bits_of(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }

  LmBuilder& builder_;
  Buffer<uint32_t> states_;
  Buffer<LmCellC> cells_;              // of the part, and perhaps more
  uint64_t n_cells_ = 0, n_bytes_ = 0;
  uint32_t n_ = 0;                     // words in the contexts that are being laid out
  uint64_t at_ = 0, first_cell_ = 0;   // the first that is not yet, and where its state, or the next one, is to stand
};

}  // namespace paragen
