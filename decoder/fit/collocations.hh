// How often two words stand side by side in English at large: 24 bits of a pair's hash and a byte of 16 log2(1 + count / unit) / 2.
//
// Of a million lookups of absent pairs, a few dozen are false positives.
#pragma once
#include <cstdint>

#include "decoder/fit/fingerprints.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

struct CollocationView : FingerprintView<uint32_t, 8> {
  // A number that rises with the logarithm of the count of the words side by side; 0 where they are not known as a pair.
  float operator()(const TagWord& left, const TagWord& right) const {
    if (n_slots == 0) return 0;
    return float(find(home(left, right), fingerprint(left, right))) / 8;
  }

  static uint64_t home(const TagWord& left, const TagWord& right) { return tag_hash(left.form, right.form); }
  static uint32_t fingerprint(const TagWord& left, const TagWord& right) { return tag_hash(right.form, left.form) >> 8; }
};

class CollocationBuilder : public FingerprintBuilder<uint32_t, 8> {
 public:
  using FingerprintBuilder::FingerprintBuilder;

  // level: 1 to 255.
  void add(const TagWord& left, const TagWord& right, uint8_t level) {
    FingerprintBuilder::add(CollocationView::home(left, right), CollocationView::fingerprint(left, right), level);
  }
};

}  // namespace paragen
