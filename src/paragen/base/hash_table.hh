// Hash table from the hash of a key to the number of an entry that the caller keeps.
//
// A slot holds half of the hash beside the number: a probe compares an entry only if it is very likely the one sought,
// and growing compares none.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace paragen {

constexpr uint32_t kNotFound = 0xFFFFFFFFu;  // no such entry; as a word id: unknown everywhere

// A 64-bit hash of a short byte string (multiply-and-fold, eight bytes at a time).
inline uint64_t hash_bytes(const char* data, size_t length) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
  uint64_t hash = length * kMultiplier;
  while (length >= 8) {
    uint64_t piece;
    std::memcpy(&piece, data, 8);
    hash = (hash ^ piece) * kMultiplier;
    hash ^= hash >> 32;
    data += 8;
    length -= 8;
  }
  uint64_t rest = 0;  // the last bytes, by reads that may overlap: faster than a copy of a length that is not known
  const auto byte = [data](size_t at) { return uint64_t(static_cast<uint8_t>(data[at])) << 8 * at; };
  if (length >= 4) {
    uint32_t first, last;
    std::memcpy(&first, data, 4);
    std::memcpy(&last, data + length - 4, 4);
    rest = first | uint64_t(last) << 8 * (length - 4);
  } else if (length != 0) {
    rest = byte(0) | byte(length / 2) | byte(length - 1);
  }
  hash = (hash ^ rest) * kMultiplier;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ull;
  return hash ^ (hash >> 32);
}

// A 64-bit hash of a number, or of two (the finaliser of SplitMix64).
inline uint64_t hash_number(uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ull;
  value = (value ^ value >> 27) * 0x94D049BB133111EBull;
  return value ^ value >> 31;
}

class HashTable {
 public:
  // The number of the entry sought, or kNotFound.
  template <class IsSought>
  uint32_t find(uint64_t hash, IsSought is_sought) const {
    const uint64_t slot = slots_[place(hash, is_sought)];
    return slot == 0 ? kNotFound : number(slot);
  }

  // The same, but a missing entry is added as number `next`; the caller then makes it.
  template <class IsSought>
  uint32_t find_or_add(uint64_t hash, uint32_t next, IsSought is_sought) {
    uint64_t& slot = slots_[place(hash, is_sought)];
    if (slot != 0) return number(slot);
    if (next >= kMost) throw std::length_error("more than 2^32 - 16 distinct entries");
    slot = (hash & kTag) | (uint64_t(next) + 1);
    if (++size_ * 3 > slots_.size() * 2) grow();
    return next;
  }

  // Asks for the memory that looking up this hash reads first.
  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }

  size_t memory() const { return slots_.capacity() * sizeof(uint64_t); }

 private:
  static constexpr uint64_t kTag = 0xFFFFFFFF00000000ull;  // the rest of a slot: number + 1, or 0 for empty
  static constexpr uint32_t kMost = 0xFFFFFFF0u;

  static uint32_t number(uint64_t slot) { return static_cast<uint32_t>(slot) - 1; }
  uint64_t home(uint64_t hash) const { return hash >> 32 & (slots_.size() - 1); }

  template <class IsSought>
  uint64_t place(uint64_t hash, IsSought is_sought) const {
    uint64_t at = home(hash);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
      if (((slots_[at] ^ hash) & kTag) == 0 && is_sought(number(slots_[at]))) break;
    return at;
  }

  void grow() {
    std::vector<uint64_t> old(slots_.size() * 2, 0);
    old.swap(slots_);
    for (const uint64_t slot : old)
      if (slot != 0) slots_[place(slot, [](uint32_t) { return false; })] = slot;
  }

  std::vector<uint64_t> slots_ = std::vector<uint64_t>(1024, 0);  // a power of two
  uint64_t size_ = 0;
};

}  // namespace paragen
