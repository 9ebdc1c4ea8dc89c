// What is kept of the pairs of phrases compared: the best similarity of each, and a sample.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "src/paragen/base/hash_table.hh"

namespace paragen::parallel {

struct ScoredPair {
  uint64_t key = 0;  // the smaller phrase number, then the larger one
  double score = 0;
  uint8_t label = 0;
};

inline uint64_t pair_key(uint32_t a, uint32_t b) { return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a; }

// The best similarity of each pair of phrases.
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

struct Candidate {
  uint64_t hash = 0;  // of what follows
  uint64_t key = 0;   // see pair_key
  uint32_t content = 0, content_sizes = 0;  // words in common, and the sum of the sizes of both sets
  uint32_t context = 0, context_sizes = 0;

  auto order() const { return std::tie(hash, key, content, content_sizes, context, context_sizes); }
  bool operator<(const Candidate& other) const { return order() < other.order(); }
  bool operator==(const Candidate& other) const { return order() == other.order(); }
};

// Keeps the `limit` distinct candidates with the smallest hashes, whatever the order in which they come.
class Sample {
 public:
  explicit Sample(size_t limit) : limit_(limit) {}

  void offer(Candidate candidate) {
    candidate.hash = hash_number(candidate.key + hash_number(uint64_t(candidate.content) << 48 ^ uint64_t(candidate.content_sizes) << 32 ^
                                                 uint64_t(candidate.context) << 16 ^ candidate.context_sizes));
    if (full_ && candidate.hash > kept_[limit_ - 1].hash) return;
    kept_.push_back(candidate);
    if (kept_.size() >= limit_ * 2 + 4096) shrink();
  }

  void add(const Sample& other) {
    for (const Candidate& candidate : other.kept_) offer(candidate);
  }

  const std::vector<Candidate>& finish() {
    shrink();
    return kept_;
  }

 private:
  void shrink() {
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    full_ = kept_.size() >= limit_;
    if (full_) kept_.resize(limit_);
  }

  size_t limit_;
  std::vector<Candidate> kept_;  // once full, the first `limit_` are ordered
  bool full_ = false;
};

}  // namespace paragen::parallel
