// A sample of candidates that does not depend on the order in which they come.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tables/resources/parallel/pair_table.hh"

namespace paragen::parallel {

struct Candidate {
  uint64_t hash = 0;  // of what follows
  uint64_t key = 0;   // see pair_key
  uint32_t content = 0, content_sizes = 0;  // words in common, and the sum of the sizes of both sets
  uint32_t context = 0, context_sizes = 0;

  auto order() const { return std::tie(hash, key, content, content_sizes, context, context_sizes); }
  bool operator<(const Candidate& other) const { return order() < other.order(); }
  bool operator==(const Candidate& other) const { return order() == other.order(); }
};

// Keeps the `limit` distinct candidates with the smallest hashes.
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
