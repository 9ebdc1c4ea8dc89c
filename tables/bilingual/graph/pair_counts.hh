// Counts of pairs of units within each sub-phrase-table [MM12 eq. 13].
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tables/bilingual/graph/artificial_counts.hh"
#include "tables/bilingual/graph/commute_times.hh"
#include "tables/bilingual/graph/phrase_graphs.hh"
#include "tables/bilingual/graph/walk_graph.hh"

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

inline std::vector<PickedGraph> graphs_with(const SubPhraseTables& tables, size_t max_phrases, int64_t component, int32_t phrase) {
  std::vector<PickedGraph> found;
  PhraseGraphs(tables, max_phrases).each(component, [&](const PhraseGraph& graph) {
    if (!std::binary_search(graph.phrases.begin(), graph.phrases.end(), phrase)) return;
    found.push_back({graph.cluster, graph.phrases, {}});
    found.back().walk.make(tables, graph);
  });
  return found;
}

}  // namespace paragen::graph
