// A component of a graph of phrases and their translations, as co-clustering sees it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tables/bilingual/graph/array_checks.hh"

namespace paragen::graph {

/// A phrase table as `BipartiteGraph` has it; borrowed.
struct PhraseTable {
  const int64_t* offsets;     // of each vertex's neighbours
  const int32_t* neighbours;  // ascending
  const double* counts;
  int32_t paraphrased;  // vertices below it are of the side to paraphrase
  int64_t vertices, entries;

  void check(const int32_t* members, size_t n) const {
    for (size_t i = 0; i < n; ++i) {
      const int32_t vertex = members[i];
      check_that(vertex >= 0 && vertex < vertices, "members that are no vertices");
      check_that(i == 0 || members[i - 1] < vertex, "members that do not ascend");
      check_that(is_run(offsets[vertex], offsets[vertex + 1], entries), "neighbours of a vertex that are not there");
    }
  }
};

/// The phrases of one side of a component, and their translations in it. Phrases are known by their places among those of their
/// side.
struct Side {
  std::vector<size_t> begin;       // of each phrase's entries, and the end
  std::vector<uint32_t> other;     // translations, ascending
  std::vector<double> count;       // n(s,t)
  std::vector<double> share;       // p(t|s)
  std::vector<double> total;       // of the counts of each phrase
  std::vector<uint32_t> by_share;  // phrases, those with the same p(.|s) next to each other
  std::vector<uint8_t> is_twin;    // whether the phrase at a place of by_share has the same p(.|s) as the one before it

  size_t size() const { return total.size(); }

  /// Take what follows from entries; to be called when `begin`, `other` and `count` are there.
  void complete() {
    const size_t n = begin.size() - 1;
    total.assign(n, 0.0);
    share.resize(count.size());
    by_share.resize(n);
    std::iota(by_share.begin(), by_share.end(), 0);
    for (size_t x = 0; x < n; ++x) {
      for (size_t i = begin[x]; i < begin[x + 1]; ++i) total[x] += count[i];
      for (size_t i = begin[x]; i < begin[x + 1]; ++i) share[i] = count[i] / total[x];
    }
    std::sort(by_share.begin(), by_share.end(), [this](uint32_t x, uint32_t z) {
      const int order = compare(x, z);
      return order != 0 ? order < 0 : x < z;
    });
    is_twin.assign(n, 0);
    for (size_t i = 1; i < n; ++i) is_twin[i] = compare(by_share[i - 1], by_share[i]) == 0;
  }

 private:
  int compare(uint32_t x, uint32_t z) const {
    const size_t n = begin[x + 1] - begin[x], m = begin[z + 1] - begin[z];
    if (n != m) return n < m ? -1 : 1;
    for (size_t i = begin[x], k = begin[z]; i < begin[x + 1]; ++i, ++k) {
      if (other[i] != other[k]) return other[i] < other[k] ? -1 : 1;
      if (share[i] != share[k]) return share[i] < share[k] ? -1 : 1;
    }
    return 0;
  }
};

}  // namespace paragen::graph
