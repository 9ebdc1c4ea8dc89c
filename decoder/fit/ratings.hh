// How good readers find an exchange of two phrases by itself, whatever stands around it: 48 bits of a pair's hash, a byte of how
// often the exchange is right, and one, from 1, of how good it is where it fits best; both in hundredths.
#pragma once
#include <cstdint>
#include <string_view>

#include "decoder/fit/fingerprints.hh"
#include "src/paragen/base/hash_table.hh"

namespace paragen {

constexpr float kUnrated = -1;  // instead of the ratings of a pair that nobody rated

struct Rating {
  float usual = kUnrated, best = kUnrated;  // hundredths
};

struct RatingView : FingerprintView<uint64_t, 16> {
  // Of two phrases, by their fingerprint.
  Rating operator()(uint64_t print) const {
    const uint64_t rating = find(print, print);
    if (rating == 0) return {};
    return {float(rating >> 8), float(rating & 0xFF) - 1};
  }

  static uint64_t phrase(std::string_view text) { return hash_bytes(text.data(), text.size()); }
  // Of two phrases, as the hashes of their words with a space between them.
  static uint64_t fingerprint(uint64_t source, uint64_t target) { return hash_number(source ^ hash_number(target)) >> 16; }
};

class RatingBuilder : public FingerprintBuilder<uint64_t, 16> {
 public:
  using FingerprintBuilder::FingerprintBuilder;

  // usual, best: 0 to 100.
  void add(std::string_view source, std::string_view target, uint8_t usual, uint8_t best) {
    const uint64_t print = RatingView::fingerprint(RatingView::phrase(source), RatingView::phrase(target));
    FingerprintBuilder::add(print, print, uint64_t(usual) << 8 | (best + 1u));
  }

  // Add another table's ratings, except those of exchanges that were added already.
  void add_all(const RatingView& others) {
    for (uint64_t i = 0; i < others.n_slots; ++i)
      if (const uint64_t slot = others.slots[i]; (slot & RatingView::kValue) != 0)
        FingerprintBuilder::add(slot >> 16, slot >> 16, slot & RatingView::kValue);
  }
};

}  // namespace paragen
