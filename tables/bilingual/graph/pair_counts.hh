// Counts of pairs of units within each sub-phrase-table [MM12 eq. 13], and over all of them [eq. 15 to 18].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tables/bilingual/graph/array_checks.hh"
#include "tables/bilingual/graph/commute_times.hh"
#include "tables/bilingual/graph/phrase_graphs.hh"

namespace paragen::graph {

// Pairs of units, the lower first, by component, then unit; and how many graphs there were.
struct PairColumns {
  std::vector<int32_t> components, lower, higher;
  std::vector<double> counts;
  std::vector<int64_t> sizes;  // graphs by number of phrases
  int64_t too_large = 0, unsettled = 0;

  void shrink() {
    for (auto* column : {&components, &lower, &higher}) column->shrink_to_fit();
    counts.shrink_to_fit();
  }
};

// One graph with all that is computed from it.
class Walk {
 public:
  // False where the counts have no fixed point.
  bool make(const SubPhraseTables& tables, const PhraseGraph& phrases) {
    graph.make(tables, phrases);
    return times.of(graph.weights.data(), graph.size) && counts.of(times.times().data(), graph.size);
  }

  WalkGraph graph;
  CommuteTimes times;
  ArtificialCounts counts;
};

class PairCounter {
 public:
  PairCounter(const SubPhraseTables& tables, size_t max_phrases, PairColumns* out)
      : tables_(tables), graphs_(tables, max_phrases), out_(out) {
    out_->sizes.resize(max_phrases + 1, 0);
  }

  void count(int64_t component) {
    pairs_.clear();
    out_->too_large += static_cast<int64_t>(graphs_.each(component, [this](const PhraseGraph& graph) { add(graph); }));
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.units < b.units; });
    for (size_t i = 0; i < pairs_.size();) {
      const uint64_t units = pairs_[i].units;
      double sum = 0;
      for (; i < pairs_.size() && pairs_[i].units == units; ++i) sum += pairs_[i].count;
      out_->components.push_back(static_cast<int32_t>(component));
      out_->lower.push_back(static_cast<int32_t>(units >> 32));
      out_->higher.push_back(static_cast<int32_t>(units & 0xFFFFFFFFu));
      out_->counts.push_back(sum);
    }
  }

 private:
  struct Pair {
    uint64_t units;
    double count;
  };

  void add(const PhraseGraph& phrases) {
    ++out_->sizes[phrases.size()];
    if (!walk_.make(tables_, phrases)) {
      ++out_->unsettled;
      return;
    }
    const std::vector<WalkGraph::Unit>& units = walk_.graph.units;
    for (size_t i = 0; i < units.size(); ++i)
      for (size_t j = i + 1; j < units.size(); ++j) {
        if (units[i].vertex == units[j].vertex) continue;  // one feature of two phrases
        const double count = walk_.counts.counts()[units[i].vertex * walk_.graph.size + units[j].vertex];
        pairs_.push_back({uint64_t(units[i].unit) << 32 | uint64_t(units[j].unit), count * units[i].share * units[j].share});
      }
  }

  const SubPhraseTables tables_;
  PhraseGraphs graphs_;
  PairColumns* const out_;
  Walk walk_;
  std::vector<Pair> pairs_;
};

// Arrays that `place_pairs` fills, and their sizes.
struct PairRows {
  int64_t* ends;  // where the rows of each unit begin, and afterwards where they end
  int32_t* components;
  int32_t* others;
  double* counts;
  int64_t units, rows;
};

// Places each pair in the rows of both its units. Where columns come
// in the order of their components, the pairs of a row are in the order of components, then of the other unit.
inline void place_pairs(const PairColumns& pairs, const PairRows& out) {
  const auto place = [&](size_t i, int32_t unit, int32_t other) {
    check_that(unit < out.units && out.ends[unit] >= 0 && out.ends[unit] < out.rows, "pairs without a row for them");
    const int64_t at = out.ends[unit]++;
    out.components[at] = pairs.components[i];
    out.others[at] = other;
    out.counts[at] = pairs.counts[i];
  };
  for (size_t i = 0; i < pairs.counts.size(); ++i) {
    place(i, pairs.lower[i], pairs.higher[i]);
    place(i, pairs.higher[i], pairs.lower[i]);
  }
}

// The graphs of a component that have a phrase.
struct PickedGraph {
  int32_t cluster;
  std::vector<int32_t> phrases;
  Walk walk;
};

inline std::vector<PickedGraph> graphs_with(const SubPhraseTables& tables, size_t max_phrases, int64_t component,
                                            int32_t phrase) {
  std::vector<PickedGraph> found;
  PhraseGraphs(tables, max_phrases).each(component, [&](const PhraseGraph& graph) {
    if (!std::binary_search(graph.phrases.begin(), graph.phrases.end(), phrase)) return;
    found.push_back({graph.cluster, graph.phrases, {}});
    found.back().walk.make(tables, graph);
  });
  return found;
}

// Counts of pairs over all sub-phrase-tables [MM12 eq. 15 to 18].
// Views: rows of each unit, by sub-phrase-table C, then by the other unit; and the vertex of each unit.
struct UnitRows {
  const int64_t* offsets;
  const int32_t* components;
  const int32_t* others;
  const double* counts;
  const int32_t* vertices;
  int64_t units, rows;

  void check(int64_t unit) const {
    check_that(0 <= unit && unit < units && is_run(offsets[unit], offsets[unit + 1], rows), "rows of a unit that are not there");
    check_that(are_below(others + offsets[unit], offsets[unit + 1] - offsets[unit], units), "rows of units that are not there");
  }
};

struct VertexColumns {
  std::vector<int64_t> lengths;  // of the rows of each vertex
  std::vector<int32_t> others;   // ascending in a row
  std::vector<double> counts;
  std::vector<double> means;  // of those vertices whose means are wanted; as many as their counts
};

class Interpolator {
 public:
  static constexpr int kRounds = 200;
  static constexpr double kLeastGain = 1e-9;  // of the average log-likelihood

  Interpolator(const UnitRows& rows, VertexColumns* out) : rows_(rows), out_(out) {}

  // Appends n(u,v) for a vertex u, given by its units, and all v; and m(v|u), the mean of p_C(v|u) of eq. 14 over the C of u, 0
  // where v is not in C, if it is wanted. That is for vertices of one unit: phrases. Throws std::invalid_argument for units or
  // rows that are not there.
  void add(const int64_t* units, size_t n, bool means) {
    terms_.clear();
    for (size_t i = 0; i < n; ++i) {
      rows_.check(units[i]);
      const int64_t begin = rows_.offsets[units[i]], end = rows_.offsets[units[i] + 1];
      if (begin == end) continue;
      if (rows_.components[begin] == rows_.components[end - 1]) {
        double total = 0;
        for (int64_t row = begin; row < end; ++row) total += rows_.counts[row];
        for (int64_t row = begin; row < end; ++row)
          terms_.push_back({rows_.vertices[rows_.others[row]], rows_.counts[row], rows_.counts[row] / total});
      } else {
        interpolate(begin, end);
      }
    }
    std::stable_sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) { return a.other < b.other; });
    const size_t before = out_->others.size();
    for (size_t i = 0; i < terms_.size();) {
      const int32_t other = terms_[i].other;
      double count = 0, mean = 0;
      for (; i < terms_.size() && terms_[i].other == other; ++i) {
        count += terms_[i].count;
        mean += terms_[i].mean;
      }
      out_->others.push_back(other);
      out_->counts.push_back(count);
      if (means) out_->means.push_back(mean);
    }
    out_->lengths.push_back(static_cast<int64_t>(out_->others.size() - before));
  }

 private:
  struct Term {
    int32_t other;
    double count, mean;
  };

  // p(C|u) by EM, which raises the average log-likelihood of the others; then n_C(u,v) by p(C|u,v), eq. 18.
  void interpolate(int64_t begin, int64_t end) {
    read(begin, end);
    weights_.assign(tables_.size() - 1, 1.0 / (tables_.size() - 1));
    mix();
    means_ = mixed_;
    double last = -std::numeric_limits<double>::infinity();
    for (int round = 0; round < kRounds; ++round) {
      mix();
      double likelihood = 0;
      for (const double p : mixed_) likelihood += std::log(p);
      likelihood /= mixed_.size();
      if (likelihood - last < kLeastGain) break;
      last = likelihood;
      for (size_t c = 0; c < weights_.size(); ++c) {
        double sum = 0;
        for (size_t i = tables_[c]; i < tables_[c + 1]; ++i) sum += probabilities_[i] / mixed_[places_[i]];
        weights_[c] *= sum / mixed_.size();
      }
    }
    mix();
    sums_.assign(mixed_.size(), 0);
    for (size_t c = 0; c < weights_.size(); ++c)
      for (size_t i = tables_[c]; i < tables_[c + 1]; ++i)
        sums_[places_[i]] += rows_.counts[begin + i] * (probabilities_[i] * weights_[c] / mixed_[places_[i]]);
    for (size_t x = 0; x < sums_.size(); ++x)
      if (sums_[x] > 0) terms_.push_back({rows_.vertices[others_[x]], sums_[x], means_[x]});
  }

  // Numbers the others, and finds where each C begins, and p_C(v|u) of eq. 14.
  void read(int64_t begin, int64_t end) {
    others_.assign(rows_.others + begin, rows_.others + end);
    std::sort(others_.begin(), others_.end());
    others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
    places_.clear();
    tables_.clear();
    for (int64_t row = begin; row < end; ++row) {
      if (row == begin || rows_.components[row] != rows_.components[row - 1]) tables_.push_back(row - begin);
      places_.push_back(std::lower_bound(others_.begin(), others_.end(), rows_.others[row]) - others_.begin());
    }
    tables_.push_back(end - begin);
    probabilities_.assign(rows_.counts + begin, rows_.counts + end);
    for (size_t c = 0; c + 1 < tables_.size(); ++c) {
      double total = 0;
      for (size_t i = tables_[c]; i < tables_[c + 1]; ++i) total += probabilities_[i];
      for (size_t i = tables_[c]; i < tables_[c + 1]; ++i) probabilities_[i] /= total;
    }
  }

  // p(x|u), the sum over C.
  void mix() {
    mixed_.assign(others_.size(), 0);
    for (size_t c = 0; c < weights_.size(); ++c)
      for (size_t i = tables_[c]; i < tables_[c + 1]; ++i) mixed_[places_[i]] += probabilities_[i] * weights_[c];
  }

  const UnitRows rows_;
  VertexColumns* const out_;
  std::vector<Term> terms_;
  std::vector<int32_t> others_;
  std::vector<size_t> places_, tables_;
  std::vector<double> probabilities_, weights_, mixed_, means_, sums_;
};

}  // namespace paragen::graph
