// The best similarity of each pair of phrases.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace paragen::parallel {

struct ScoredPair {
  uint64_t key = 0;  // the smaller phrase number, then the larger one; 0 is no pair
  double score = 0;
  uint8_t label = 0;
};

inline uint64_t pair_key(uint32_t a, uint32_t b) { return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a; }

// Mixes all bits of a number (the finaliser of SplitMix64).
inline uint64_t mixed(uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ull;
  value = (value ^ value >> 27) * 0x94D049BB133111EBull;
  return value ^ value >> 31;
}

class PairTable {
 public:
  PairTable() : slots_(1024) {}

  // Keeps the best score of a pair; of labels with the same score, the smallest: the order of adding changes nothing.
  void add(const ScoredPair& pair) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    ScoredPair& slot = find(pair.key);
    if (slot.key == 0) {
      slot = pair;
      ++size_;
    } else if (pair.score > slot.score || (pair.score == slot.score && pair.label < slot.label)) {
      slot = pair;
    }
  }

  void add(const PairTable& other) {
    for (const ScoredPair& pair : other.slots_)
      if (pair.key) add(pair);
  }

  // All pairs, ordered by their phrases.
  std::vector<ScoredPair> sorted() const {
    std::vector<ScoredPair> pairs;
    pairs.reserve(size_);
    for (const ScoredPair& pair : slots_)
      if (pair.key) pairs.push_back(pair);
    std::sort(pairs.begin(), pairs.end(), [](const ScoredPair& a, const ScoredPair& b) { return a.key < b.key; });
    return pairs;
  }

 private:
  ScoredPair& find(uint64_t key) {
    const uint64_t mask = slots_.size() - 1;
    uint64_t slot = mixed(key) & mask;
    while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & mask;
    return slots_[slot];
  }

  void grow() {
    std::vector<ScoredPair> old(slots_.size() * 2);
    old.swap(slots_);
    for (const ScoredPair& pair : old)
      if (pair.key) find(pair.key) = pair;
  }

  std::vector<ScoredPair> slots_;  // open addressing, a power of two
  uint64_t size_ = 0;
};

}  // namespace paragen::parallel
