// A table of small values under fingerprints of keys, open-addressed, in one array that is packed as it stands.
//
// The low kValueBits of a slot hold the value, 0 for an empty slot; the rest the fingerprint. Two keys may share a fingerprint;
// how often depends on how they are made.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paragen {

template <class Slot, uint32_t kValueBits>
struct FingerprintView {
  static constexpr Slot kValue = (Slot(1) << kValueBits) - 1;

  const Slot* slots = nullptr;  // n_slots, a power of two; at least one in four is empty
  uint64_t n_slots = 0;         // 0: no key has a value

  // The value of the key with this fingerprint, probing from the slot `home` (modulo n_slots) on; 0 for none.
  Slot find(uint64_t home, Slot fingerprint) const {
    for (uint64_t probes = 0; probes < n_slots; ++probes, ++home) {
      const Slot slot = slots[home & (n_slots - 1)];
      if ((slot & kValue) == 0) return 0;
      if (slot >> kValueBits == fingerprint) return slot & kValue;
    }
    return 0;
  }

  // Prefetch the memory that find(home, …) will read first.
  void prefetch(uint64_t home) const {
    if (n_slots > 0) __builtin_prefetch(slots + (home & (n_slots - 1)));
  }

  size_t n_keys() const {
    size_t n = 0;
    for (uint64_t i = 0; i < n_slots; ++i) n += (slots[i] & kValue) != 0;
    return n;
  }
};

// Builds the slots, for up to n_keys keys; the first value of a key that is given twice stays.
template <class Slot, uint32_t kValueBits>
class FingerprintBuilder {
 public:
  explicit FingerprintBuilder(size_t n_keys) {
    size_t n = 16;
    while (n < n_keys + n_keys / 2) n *= 2;
    slots.assign(n, 0);
  }

  // value: not 0.
  void add(uint64_t home, Slot fingerprint, Slot value) {
    const uint64_t mask = slots.size() - 1;
    for (home &= mask; slots[home] != 0; home = (home + 1) & mask)
      if (slots[home] >> kValueBits == fingerprint) return;
    slots[home] = fingerprint << kValueBits | value;
  }

  std::vector<Slot> slots;
};

}  // namespace paragen
