// The pairs of one table: read in any order, then reduced to the best options of each phrase.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tables/store/phrase_pool.hh"

namespace paragen {

constexpr uint32_t kMaxOptions = 0xFFFF;  // a phrase and table: as many as a packed list can hold

struct PhrasePair {
  uint32_t source;  // phrases of the pool
  uint32_t target;
  float logscore;   // natural
  uint32_t label;   // of the source; 0: none
};

// What a table held when it was read. Stored in the packed file, field for field.
struct TableCountsC {
  uint64_t pairs = 0;    // distinct
  uint64_t phrases = 0;  // distinct sources
  uint64_t options = 0;  // pairs kept
  double min_logscore = 0;
};

// Groups pairs by source (counting sort): indexes of `pairs`, and where each source's begin.
struct BySource {
  std::vector<uint32_t> begin, index;

  template <class Pairs>
  BySource(const Pairs& pairs, uint32_t n_phrases) : begin(uint64_t(n_phrases) + 1, 0), index(pairs.size()) {
    if (pairs.size() >= 0xFFFFFFFFu) throw std::length_error("more than 2^32 - 2 phrase pairs");
    for (const auto& pair : pairs) ++begin[pair.source + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    for (uint32_t i = 0; i < pairs.size(); ++i) index[next[pairs[i].source]++] = i;
  }
};

// Keeps the best score of each target; the caller's bucket shrinks to the distinct ones.
inline void drop_repeats(std::vector<PhrasePair>* bucket) {
  std::sort(bucket->begin(), bucket->end(), [](const PhrasePair& a, const PhrasePair& b) {
    return a.target != b.target ? a.target < b.target : a.logscore > b.logscore;
  });
  const auto same = [](const PhrasePair& a, const PhrasePair& b) { return a.target == b.target; };
  bucket->erase(std::unique(bucket->begin(), bucket->end(), same), bucket->end());
}

// Best first; ties by the bytes of the text.
inline void keep_best(const PhrasePool& pool, uint32_t top, std::vector<PhrasePair>* bucket) {
  const auto better = [&pool](const PhrasePair& a, const PhrasePair& b) {
    return a.logscore != b.logscore ? a.logscore > b.logscore : pool.text(a.target) < pool.text(b.target);
  };
  const size_t kept = std::min<size_t>(bucket->size(), top);
  std::partial_sort(bucket->begin(), bucket->begin() + kept, bucket->end(), better);
  bucket->resize(kept);
}

// Reduces the pairs of a table whose phrases are normal, in place: what stays is the `top` best of each source, grouped by it.
inline TableCountsC reduce_table(const PhrasePool& pool, uint32_t top, std::vector<PhrasePair>* pairs) {
  TableCountsC counts;
  std::vector<PhrasePair> kept, bucket;
  const BySource groups(*pairs, pool.size());
  for (uint32_t source = 0; source < pool.size(); ++source) {
    if (groups.begin[source] == groups.begin[source + 1]) continue;
    bucket.clear();
    for (uint32_t i = groups.begin[source]; i < groups.begin[source + 1]; ++i) bucket.push_back((*pairs)[groups.index[i]]);
    drop_repeats(&bucket);
    counts.pairs += bucket.size();
    ++counts.phrases;
    for (const PhrasePair& pair : bucket) counts.min_logscore = std::min(counts.min_logscore, double(pair.logscore));
    keep_best(pool, top, &bucket);
    kept.insert(kept.end(), bucket.begin(), bucket.end());
  }
  counts.options = kept.size();
  pairs->swap(kept);
  return counts;
}

}  // namespace paragen
