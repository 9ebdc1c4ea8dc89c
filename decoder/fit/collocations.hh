// How often two words stand side by side in English at large: counts of pairs in one table of 32-bit slots.
//
// A slot is the upper 24 bits of a pair's hash and a byte of 16 log2(1 + count / unit) / 2, 0 for an empty one. Two pairs may
// share a fingerprint: of a million pairs asked for that there are not, a few dozen seem to be there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/paragen/text/tagger.hh"

namespace paragen {

struct CollocationView {
  const uint32_t* slots = nullptr;  // n_slots, a power of two; at least one in four is empty
  uint64_t n_slots = 0;             // 0: nothing is known of any pair

  // A number that rises with the logarithm of the count of the words side by side; 0 where they are not known as a pair.
  float operator()(const TagWord& left, const TagWord& right) const {
    if (n_slots == 0) return 0;
    const uint32_t hash = tag_hash(left.form, right.form);
    for (uint64_t slot = hash & (n_slots - 1), probes = 0; probes < n_slots; slot = (slot + 1) & (n_slots - 1), ++probes) {
      if ((slots[slot] & 0xFF) == 0) return 0;
      if (slots[slot] >> 8 == fingerprint(left.form, right.form)) return float(slots[slot] & 0xFF) / 8;
    }
    return 0;
  }

  static uint32_t fingerprint(uint32_t left, uint32_t right) { return tag_hash(right, left) >> 8; }
};

// Builds the slots, for up to n_pairs pairs; of a pair that is given twice the first stays.
class CollocationBuilder {
 public:
  explicit CollocationBuilder(size_t n_pairs) {
    size_t n = 16;
    while (n < n_pairs + n_pairs / 2) n *= 2;
    slots.assign(n, 0);
  }

  // level: 1 to 255.
  void add(const TagWord& left, const TagWord& right, uint8_t level) {
    const uint32_t print = CollocationView::fingerprint(left.form, right.form);
    uint64_t slot = tag_hash(left.form, right.form) & (slots.size() - 1);
    for (; slots[slot] & 0xFF; slot = (slot + 1) & (slots.size() - 1))
      if (slots[slot] >> 8 == print) return;
    slots[slot] = print << 8 | level;
  }

  std::vector<uint32_t> slots;
};

}  // namespace paragen
