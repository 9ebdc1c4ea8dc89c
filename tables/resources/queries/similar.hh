// Similar queries: pairs that share words or clicked documents, by prefix-filtered inverted indexes, and their similarity.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tables/resources/overlap_rate.hh"

namespace paragen::queries {

// Sets of items, one a query: items begin[q] … begin[q + 1], ascending; item 0 is the rarest. Not owned.
struct Sets {
  const uint64_t* begin = nullptr;
  const uint32_t* items = nullptr;

  size_t size(size_t q) const { return begin[q + 1] - begin[q]; }
  const uint32_t* of(size_t q) const { return items + begin[q]; }
};

struct Settings {
  double beta, threshold;
  uint32_t top;
  uint64_t max_sharing;  // an item of more queries leads to no candidates
  bool containment;      // whether all words of a query may be among those of the other
};

struct Neighbour {
  uint32_t query;
  double score;
};

constexpr double kSlack = 1e-9;  // bounds leave out no pair by rounding

// How many items two sets share.
inline size_t shared_items(const Sets& sets, size_t p, size_t q) {
  const uint32_t *a = sets.of(p), *b = sets.of(q), *a_end = sets.of(p + 1), *b_end = sets.of(q + 1);
  size_t n = 0;
  while (a != a_end && b != b_end) {
    if (*a < *b) ++a;
    else if (*b < *a) ++b;
    else ++n, ++a, ++b;
  }
  return n;
}

// An overlap rate of `rate` takes rate / (2 - rate) of the smaller set at least, so that two such sets share an item among
// the rarest of either: as many as there are beyond those they must share, and one more.
inline size_t prefix(size_t size, double rate) {
  if (size == 0) return 0;
  const double must = std::ceil(rate / (2 - rate) * static_cast<double>(size) - kSlack);
  return size + 1 - std::min(size, static_cast<size_t>(std::max(1.0, must)));
}

// Item -> the queries in whose prefix it is, ascending.
class Index {
 public:
  // `rate`: overlap rates to find; above 1, the index is empty.
  Index(const Sets& sets, size_t n_queries, size_t n_items, double rate, uint64_t max_sharing) : rate_(rate) {
    begin_.assign(n_items + 1, 0);
    if (rate > 1) return;
    std::vector<uint64_t> sharing(n_items, 0);
    for (size_t i = 0; i < sets.begin[n_queries]; ++i) ++sharing[sets.items[i]];
    each(sets, n_queries, [&](uint32_t item, uint32_t) { begin_[item + 1] += sharing[item] <= max_sharing; });
    for (size_t item = 0; item < n_items; ++item) begin_[item + 1] += begin_[item];
    queries_.resize(begin_[n_items]);
    std::vector<uint64_t> next(begin_.begin(), begin_.end() - 1);
    each(sets, n_queries, [&](uint32_t item, uint32_t q) {
      if (sharing[item] <= max_sharing) queries_[next[item]++] = q;
    });
  }

  double rate() const { return rate_; }

  // The queries of an item.
  const uint32_t* begin(uint32_t item) const { return queries_.data() + begin_[item]; }
  const uint32_t* end(uint32_t item) const { return queries_.data() + begin_[item + 1]; }

 private:
  template <class Visit>
  void each(const Sets& sets, size_t n_queries, Visit visit) const {
    for (size_t q = 0; q < n_queries; ++q) {
      const uint32_t* item = sets.of(q);
      for (const uint32_t* end = item + prefix(sets.size(q), rate_); item != end; ++item) visit(*item, static_cast<uint32_t>(q));
    }
  }

  double rate_;
  std::vector<uint64_t> begin_;
  std::vector<uint32_t> queries_;
};

// Finds the queries most similar to each.
class Finder {
 public:
  // As the similarity is a mean of two rates, a pair above the threshold without a common document has a content similarity
  // above threshold / beta; and where the threshold is above beta, any pair has a click similarity above this:
  // (threshold - beta) / (1 - beta). Only such pairs are looked for.
  Finder(Sets words, Sets documents, size_t n_queries, size_t n_words, size_t n_documents, Settings settings)
      : words_(words), documents_(documents), n_queries_(n_queries), settings_(settings),
        by_words_(words, n_queries, n_words, word_rate(settings), settings.max_sharing),
        by_documents_(documents, n_queries, n_documents, document_rate(settings), settings.max_sharing) {}

  // Appends the neighbours of each of `n` queries, best first, ties in their order, and how many it has.
  void find(const uint32_t* queries, size_t n, std::vector<Neighbour>& found, std::vector<uint32_t>& counts) const {
    std::vector<uint32_t> seen(n_queries_, UINT32_MAX);
    std::vector<Neighbour> heap;
    for (const uint32_t* at = queries; at != queries + n; ++at) {
      const uint32_t q = *at;
      heap.clear();
      seen[q] = q;
      probe(by_words_, words_, q, seen, heap);
      probe(by_documents_, documents_, q, seen, heap);
      std::sort_heap(heap.begin(), heap.end(), better);
      found.insert(found.end(), heap.begin(), heap.end());
      counts.push_back(static_cast<uint32_t>(heap.size()));
    }
  }

 private:
  static double word_rate(const Settings& s) { return s.threshold < s.beta ? s.threshold / s.beta : 2.0; }
  static double document_rate(const Settings& s) {
    return s.beta >= 1 ? 2.0 : std::max(0.0, (s.threshold - s.beta) / (1 - s.beta));
  }

  static bool better(const Neighbour& a, const Neighbour& b) {
    return a.score != b.score ? a.score > b.score : a.query < b.query;
  }

  void probe(const Index& index, const Sets& sets, uint32_t q, std::vector<uint32_t>& seen, std::vector<Neighbour>& heap) const {
    if (index.rate() > 1) return;
    const uint32_t* item = sets.of(q);
    for (const uint32_t* end = item + prefix(sets.size(q), index.rate()); item != end; ++item) {
      for (const uint32_t* p = index.begin(*item); p != index.end(*item); ++p) {
        if (seen[*p] == q) continue;
        seen[*p] = q;
        consider(q, *p, heap);
      }
    }
  }

  void consider(uint32_t q, uint32_t p, std::vector<Neighbour>& heap) const {
    const bool full = heap.size() == settings_.top;
    const double least = full ? std::max(heap.front().score, settings_.threshold) : settings_.threshold;
    const size_t a = words_.size(q), b = words_.size(p), c = documents_.size(q), d = documents_.size(p);
    const double clicks_at_most = overlap_rate(std::min(c, d), c + d);
    if (mean(overlap_rate(std::min(a, b), a + b), clicks_at_most) < least - kSlack) return;
    const size_t shared = shared_items(words_, q, p);
    if (!settings_.containment && a != b && shared == std::min(a, b)) return;
    const double content = overlap_rate(shared, a + b);
    if (mean(content, clicks_at_most) < least - kSlack) return;
    const double clicks = clicks_at_most > 0 ? overlap_rate(shared_items(documents_, q, p), c + d) : 0.0;
    const Neighbour found{p, std::min(1.0, mean(content, clicks))};
    if (!(found.score > settings_.threshold) || (full && !better(found, heap.front()))) return;
    if (full) {
      std::pop_heap(heap.begin(), heap.end(), better);
      heap.back() = found;
    } else {
      heap.push_back(found);
    }
    std::push_heap(heap.begin(), heap.end(), better);
  }

  double mean(double content, double clicks) const { return settings_.beta * content + (1 - settings_.beta) * clicks; }

  Sets words_, documents_;
  size_t n_queries_;
  Settings settings_;
  Index by_words_, by_documents_;
};

}  // namespace paragen::queries
