// Sub-phrase-tables with their clusters, as kernels read them, and how strongly phrases are tied to target clusters [MM12].
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "tables/bilingual/graph/array_checks.hh"

namespace paragen::graph {

// Views of arrays that the caller keeps. Phrases of the side to paraphrase are vertices below `paraphrased`.
struct SubPhraseTables {
  // the phrase table: entries of each vertex, neighbours ascending
  const int64_t* offsets;
  const int32_t* neighbours;
  const double* counts;
  int32_t paraphrased;
  // clusters: rows of each component, by vertex, then cluster
  const int64_t* rows;
  const int32_t* vertices;
  const int32_t* clusters;
  // what eq. 1 needs: for each phrase its clusters in components of D, and in how many components those are
  const int64_t* seats;
  const int32_t* seat_components;
  const int32_t* seat_clusters;
  const int32_t* occurrences;
  double least_ratio;  // idf > sigma where 2 c(x,x') / (c(x) + c(x')) is above it
  double inflate_from;
  // units: each phrase itself, then its features, by number; shares of its tag sequences sum to 1, so do those of its stems
  const int64_t* units;
  const int32_t* unit_vertices;
  const double* unit_shares;

  // Throws std::invalid_argument where numbers leave their arrays, or clusters are out of order.
  void check(int64_t n_vertices, int64_t entries, int64_t components, int64_t n_rows, int64_t n_seats, int64_t n_units) const {
    check_that(0 <= paraphrased && paraphrased <= n_vertices, "more phrases to paraphrase than vertices");
    check_that(are_runs(offsets, n_vertices, entries), "neighbours that are not there");
    check_that(are_runs(rows, components, n_rows), "rows of components that are not there");
    check_that(are_runs(seats, paraphrased, n_seats), "clusters of a phrase that are not there");
    check_that(are_runs(units, paraphrased, n_units) && n_units <= INT32_MAX, "units that are not there, or too many");
    check_that(are_below(vertices, n_rows, n_vertices), "rows of vertices that are not there");
    check_that(are_below(clusters, n_rows, n_vertices), "numbers of clusters that are negative, or no less than vertices");
    for (int64_t component = 0; component < components; ++component)
      for (int64_t row = rows[component] + 1; row < rows[component + 1]; ++row)
        check_that(std::tie(vertices[row - 1], clusters[row - 1]) < std::tie(vertices[row], clusters[row]), "rows out of order");
  }

  // Whether two phrases that share a cluster are similar enough for an edge: condition (b) of section 3.1.
  bool similar(int32_t x, int32_t y) const {
    const double needed = least_ratio * (double(occurrences[x]) + occurrences[y]) / 2;
    if (needed < 1) return true;  // also where they are in no component of D
    if (std::min(occurrences[x], occurrences[y]) <= needed) return false;
    int64_t i = seats[x], j = seats[y], common = 0;
    while (i < seats[x + 1] && j < seats[y + 1]) {
      const auto a = std::make_pair(seat_components[i], seat_clusters[i]);
      const auto b = std::make_pair(seat_components[j], seat_clusters[j]);
      if (a < b) {
        ++i;
      } else if (b < a) {
        ++j;
      } else {
        if (++common > needed) return true;
        for (; i < seats[x + 1] && seat_components[i] == a.first;) ++i;  // a component counts once
        for (; j < seats[y + 1] && seat_components[j] == a.first;) ++j;
      }
    }
    return false;
  }
};

// n(s;T) of eq. 2, for the phrases of one component.
class Strengths {
 public:
  struct Tie {
    int32_t cluster;  // T
    double strength;
  };

  void read(const SubPhraseTables& tables, int64_t component) {
    const int64_t begin = tables.rows[component], end = tables.rows[component + 1];
    const int32_t* vertices = tables.vertices;
    const int64_t middle = std::lower_bound(vertices + begin, vertices + end, tables.paraphrased) - vertices;
    distinct(vertices, begin, middle, &phrases_, &phrase_rows_);
    distinct(vertices, middle, end, &pivots_, &pivot_rows_);
    ties_.clear();
    begins_.assign(1, 0);
    inflated_.assign(phrases_.size(), 0);
    for (size_t i = 0; i < phrases_.size(); ++i) {
      add_up(tables, i);
      begins_.push_back(ties_.size());
    }
  }

  size_t size() const { return phrases_.size(); }
  int32_t phrase(size_t i) const { return phrases_[i]; }
  int64_t first_row(size_t i) const { return phrase_rows_[i]; }  // of its clusters
  int64_t last_row(size_t i) const { return phrase_rows_[i + 1]; }
  bool inflated(size_t i) const { return inflated_[i]; }  // whether a translation is frequent
  const Tie* begin(size_t i) const { return ties_.data() + begins_[i]; }  // by cluster
  const Tie* end(size_t i) const { return ties_.data() + begins_[i + 1]; }

 private:
  static void distinct(const int32_t* vertices, int64_t begin, int64_t end, std::vector<int32_t>* out,
                       std::vector<int64_t>* rows) {
    out->clear();
    rows->clear();
    for (int64_t row = begin; row < end; ++row) {
      if (row > begin && vertices[row] == vertices[row - 1]) continue;
      out->push_back(vertices[row]);
      rows->push_back(row);
    }
    rows->push_back(end);
  }

  // A phrase may have a hundred thousand translations, and a component a few: the shorter list is looked up in the longer.
  void add_up(const SubPhraseTables& tables, size_t i) {
    const int32_t phrase = phrases_[i];
    const int32_t *entry = tables.neighbours + tables.offsets[phrase], *last = tables.neighbours + tables.offsets[phrase + 1];
    const int32_t *pivot = pivots_.data(), *end = pivot + pivots_.size();
    const bool few_entries = last - entry < end - pivot;
    while (entry < last && pivot < end) {
      if (*entry == *pivot) {
        take(tables, i, entry - tables.neighbours, pivot - pivots_.data());
        ++entry, ++pivot;
      } else if (few_entries) {
        if (*entry < *pivot) ++entry;
        else pivot = std::lower_bound(pivot, end, *entry);
      } else {
        if (*pivot < *entry) ++pivot;
        else entry = std::lower_bound(entry, last, *pivot);
      }
    }
    std::sort(touched_.begin(), touched_.end());
    for (const int32_t cluster : touched_) {
      ties_.push_back({cluster, sums_[cluster]});
      sums_[cluster] = 0;
    }
    touched_.clear();
  }

  void take(const SubPhraseTables& tables, size_t i, int64_t entry, size_t pivot) {
    const double count = tables.counts[entry];
    if (count >= tables.inflate_from) inflated_[i] = 1;
    for (int64_t row = pivot_rows_[pivot]; row < pivot_rows_[pivot + 1]; ++row) {
      const size_t cluster = static_cast<size_t>(tables.clusters[row]);
      if (cluster >= sums_.size()) sums_.resize(cluster + 1, 0);
      if (sums_[cluster] == 0) touched_.push_back(static_cast<int32_t>(cluster));  // counts are above 0
      sums_[cluster] += count;
    }
  }

  std::vector<int32_t> phrases_, pivots_, touched_;
  std::vector<int64_t> phrase_rows_, pivot_rows_;
  std::vector<uint8_t> inflated_;
  std::vector<Tie> ties_;
  std::vector<size_t> begins_;
  std::vector<double> sums_;
};

}  // namespace paragen::graph
