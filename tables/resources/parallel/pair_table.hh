// The best similarity of each pair of phrases.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/paragen/base/hash_table.hh"

namespace paragen::parallel {

struct ScoredPair {
  uint64_t key = 0;  // the smaller phrase number, then the larger one
  double score = 0;
  uint8_t label = 0;
};

inline uint64_t pair_key(uint32_t a, uint32_t b) { return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a; }

class PairTable {
 public:
  // Keeps the best score of a pair; of labels with the same score, the smallest: the order of adding changes nothing.
  void add(const ScoredPair& pair) {
    const uint32_t next = static_cast<uint32_t>(pairs_.size());
    const uint32_t at = table_.find_or_add(hash_number(pair.key), next, [&](uint32_t i) { return pairs_[i].key == pair.key; });
    if (at == next) pairs_.push_back(pair);
    ScoredPair& known = pairs_[at];
    if (pair.score > known.score || (pair.score == known.score && pair.label < known.label)) known = pair;
  }

  void add(const PairTable& other) {
    for (const ScoredPair& pair : other.pairs_) add(pair);
  }

  // All pairs, ordered by their phrases.
  std::vector<ScoredPair> sorted() const {
    std::vector<ScoredPair> pairs = pairs_;
    std::sort(pairs.begin(), pairs.end(), [](const ScoredPair& a, const ScoredPair& b) { return a.key < b.key; });
    return pairs;
  }

 private:
  HashTable table_;
  std::vector<ScoredPair> pairs_;
};

}  // namespace paragen::parallel
