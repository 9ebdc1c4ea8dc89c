// How good readers find an exchange of two phrases by itself, whatever stands around it.
//
// One table of 64-bit slots: the upper 48 bits of a pair's hash, a byte of how often the exchange is right, and one, from 1, of
// how good it is where it fits best; both in hundredths. 0 for an empty slot.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/base/hash_table.hh"

namespace paragen {

constexpr float kUnrated = -1;  // in the place of the ratings of a pair that nobody rated

struct Rating {
  float usual = kUnrated, best = kUnrated;  // hundredths
};

struct RatingView {
  const uint64_t* slots = nullptr;  // n_slots, a power of two; at least one in four is empty
  uint64_t n_slots = 0;             // 0: nothing is known of any pair

  // Of two phrases, as the hashes of their words with a space between them.
  Rating operator()(uint64_t source, uint64_t target) const {
    if (n_slots == 0) return {};
    const uint64_t hash = pair(source, target);
    for (uint64_t slot = home(hash), probes = 0; probes < n_slots; slot = (slot + 1) & (n_slots - 1), ++probes) {
      if (slots[slot] == 0) return {};
      if ((slots[slot] ^ hash) >> 16 == 0) return {float(slots[slot] >> 8 & 0xFF), float(slots[slot] & 0xFF) - 1};
    }
    return {};
  }

  static uint64_t phrase(std::string_view text) { return hash_bytes(text.data(), text.size()); }
  static uint64_t pair(uint64_t source, uint64_t target) { return hash_number(source ^ hash_number(target)); }
  uint64_t home(uint64_t hash) const { return hash >> 16 & (n_slots - 1); }
};

// Builds the slots, for up to n_pairs pairs; of a pair that is given twice the first stays.
class RatingBuilder {
 public:
  explicit RatingBuilder(size_t n_pairs) {
    size_t n = 16;
    while (n < n_pairs + n_pairs / 2) n *= 2;
    slots.assign(n, 0);
  }

  // usual, best: 0 to 100.
  void add(std::string_view source, std::string_view target, uint8_t usual, uint8_t best) {
    const uint64_t hash = RatingView::pair(RatingView::phrase(source), RatingView::phrase(target));
    uint64_t slot = RatingView{slots.data(), slots.size()}.home(hash);
    for (; slots[slot] != 0; slot = (slot + 1) & (slots.size() - 1))
      if ((slots[slot] ^ hash) >> 16 == 0) return;
    slots[slot] = (hash & ~uint64_t(0xFFFF)) | uint64_t(usual) << 8 | (best + 1u);
  }

  std::vector<uint64_t> slots;
};

}  // namespace paragen
