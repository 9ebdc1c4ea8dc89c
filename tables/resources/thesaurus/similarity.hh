// Words with the most similar features [Z08 eq. 5], after Lin 1998.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace paragen {

// Words x features, compressed by rows: those of row i stand from begins[i] up to begins[i + 1]. Not owned.
struct SparseView {
  const int64_t* begins = nullptr;
  const int32_t* columns = nullptr;
  const float* values = nullptr;
  int64_t n_rows = 0;
};

// Finds the nearest words of the words first to last, and writes `top` of them a word to `nearest` and `scores`, best first;
// -1 where there are fewer. Ties go to the smaller number.
//
//   words       words x features: information
//   features    the same, features x words
//   totals      n_words: the information of all features of a word
//   threshold   least similarity
inline void nearest_words(const SparseView& words, const SparseView& features, const double* totals, int64_t first, int64_t last,
                          int64_t top, double threshold, int32_t* nearest, double* scores) {
  std::vector<double> shared(words.n_rows, 0.0);
  std::vector<int32_t> met;
  std::vector<std::pair<double, int32_t>> found;
  for (int64_t word = first; word < last; ++word) {
    met.clear();
    for (int64_t at = words.begins[word]; at < words.begins[word + 1]; ++at) {
      const int32_t feature = words.columns[at];
      const double own = words.values[at];
      for (int64_t i = features.begins[feature]; i < features.begins[feature + 1]; ++i) {
        const int32_t other = features.columns[i];
        if (shared[other] == 0.0) met.push_back(other);  // information is above 0
        shared[other] += own + features.values[i];
      }
    }
    found.clear();
    for (const int32_t other : met) {
      const double score = shared[other] / (totals[word] + totals[other]);
      shared[other] = 0.0;
      if (other != word && score >= threshold) found.emplace_back(-score, other);
    }
    const size_t kept = std::min<size_t>(static_cast<size_t>(top), found.size());
    std::partial_sort(found.begin(), found.begin() + kept, found.end());
    int32_t* ids = nearest + (word - first) * top;
    double* best = scores + (word - first) * top;
    std::fill(ids, ids + top, -1);
    std::fill(best, best + top, 0.0);
    for (size_t i = 0; i < kept; ++i) {
      ids[i] = found[i].second;
      best[i] = std::min(1.0, -found[i].first);  // rounding
    }
  }
}

}  // namespace paragen
