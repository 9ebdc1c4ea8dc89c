// Graphs of phrases, built from the clusters of a sub-phrase-table, with the vertices of features and inflation [MM12 section
// 3.1].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

#include "tables/bilingual/graph/sub_phrase_tables.hh"

namespace paragen::graph {

struct PhraseGraph {
  int32_t cluster;
  std::vector<int32_t> phrases;    // ascending
  std::vector<uint8_t> inflated;   // whether each gets an inflation vertex
  std::vector<double> weights;     // eq. 3, a row for each phrase; 0: no edge
  std::vector<double> strengths;   // of each in all subgraphs that it is in

  size_t size() const { return phrases.size(); }
};

class PhraseGraphs {
 public:
  PhraseGraphs(const SubPhraseTables& tables, size_t max_phrases) : tables_(tables), max_phrases_(max_phrases) {}

  // Gives each graph of a component to `take`, by cluster, then by first phrase; returns how many were too large.
  template <class Take>
  uint64_t each(int64_t component, Take take) {
    strengths_.read(tables_, component);
    members_.clear();
    for (size_t i = 0; i < strengths_.size(); ++i)
      for (int64_t row = strengths_.first_row(i); row < strengths_.last_row(i); ++row)
        members_.emplace_back(tables_.clusters[row], static_cast<int32_t>(i));
    std::sort(members_.begin(), members_.end());
    parents_.resize(strengths_.size());
    places_.resize(strengths_.size());
    uint64_t too_large = 0;
    for (size_t begin = 0, end = 0; begin < members_.size(); begin = end) {
      while (end < members_.size() && members_[end].first == members_[begin].first) ++end;
      if (end - begin > 1) too_large += divide(begin, end, take);
    }
    return too_large;
  }

 private:
  struct Entry {
    int32_t graph, cluster, phrase;  // T, and the phrase's place in the component
    double strength;
  };

  // Divides a cluster into its graphs.
  template <class Take>
  uint64_t divide(size_t begin, size_t end, Take take) {
    entries_.clear();
    for (size_t m = begin; m < end; ++m) {
      const int32_t phrase = members_[m].second;
      parents_[phrase] = phrase;
      for (const auto* tie = strengths_.begin(phrase); tie != strengths_.end(phrase); ++tie)
        entries_.push_back({0, tie->cluster, phrase, tie->strength});
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.cluster, a.phrase) < std::tie(b.cluster, b.phrase);
    });
    for (size_t first = 0, last = 0; first < entries_.size(); first = last) {
      while (last < entries_.size() && entries_[last].cluster == entries_[first].cluster) ++last;
      connect(first, last);
    }
    number_graphs(begin, end);
    for (Entry& entry : entries_) entry.graph = graph_of_[find(entry.phrase)];
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.graph < b.graph; });
    return build_all(members_[begin].first, take);
  }

  // Joins similar phrases with translations in one target cluster. Few are not similar: neighbours in the list come first.
  void connect(size_t first, size_t last) {
    bool whole = true;
    for (size_t i = first + 1; i < last; ++i) {
      join(entries_[i - 1].phrase, entries_[i].phrase);
      join(entries_[first].phrase, entries_[i].phrase);
      whole = whole && find(entries_[first].phrase) == find(entries_[i].phrase);
    }
    if (whole) return;
    for (size_t i = first; i < last; ++i)
      for (size_t j = i + 1; j < last; ++j) join(entries_[i].phrase, entries_[j].phrase);
  }

  void join(int32_t a, int32_t b) {
    const int32_t root = find(a), other = find(b);
    if (root == other || !tables_.similar(strengths_.phrase(a), strengths_.phrase(b))) return;
    parents_[std::max(root, other)] = std::min(root, other);
  }

  int32_t find(int32_t phrase) {
    while (parents_[phrase] != phrase) phrase = parents_[phrase] = parents_[parents_[phrase]];
    return phrase;
  }

  // Numbers the graphs by their first phrase, which is the root.
  void number_graphs(size_t begin, size_t end) {
    graph_of_.resize(strengths_.size());
    sizes_.clear();
    for (size_t m = begin; m < end; ++m) {
      const int32_t phrase = members_[m].second, root = find(phrase);
      if (root == phrase) {
        graph_of_[phrase] = static_cast<int32_t>(sizes_.size());
        sizes_.push_back(0);
      }
      ++sizes_[graph_of_[root]];
    }
    firsts_.assign(sizes_.size() + 1, 0);
    for (size_t g = 0; g < sizes_.size(); ++g) firsts_[g + 1] = firsts_[g] + sizes_[g];
    sorted_.resize(end - begin);
    for (size_t m = begin; m < end; ++m) sorted_[firsts_[graph_of_[find(members_[m].second)]]++] = members_[m].second;
  }

  template <class Take>
  uint64_t build_all(int32_t cluster, Take take) {
    uint64_t too_large = 0;
    size_t place = 0, entry = 0;
    for (size_t g = 0; g < sizes_.size(); ++g) {
      const size_t first = entry;
      while (entry < entries_.size() && entries_[entry].graph == static_cast<int32_t>(g)) ++entry;
      const int32_t* phrases = sorted_.data() + place;
      place += sizes_[g];
      if (sizes_[g] > max_phrases_) ++too_large;
      if (sizes_[g] < 2 || sizes_[g] > max_phrases_) continue;
      build(cluster, phrases, sizes_[g], first, entry);
      take(graph_);
    }
    return too_large;
  }

  void build(int32_t cluster, const int32_t* phrases, size_t n, size_t first, size_t last) {
    graph_.cluster = cluster;
    graph_.phrases.clear();
    graph_.inflated.clear();
    for (size_t i = 0; i < n; ++i) {
      graph_.phrases.push_back(strengths_.phrase(phrases[i]));
      graph_.inflated.push_back(strengths_.inflated(phrases[i]));
      places_[phrases[i]] = i;
    }
    similar_.assign(n * n, 0);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < i; ++j)
        similar_[i * n + j] = similar_[j * n + i] = tables_.similar(graph_.phrases[i], graph_.phrases[j]);
    graph_.weights.assign(n * n, 0);
    graph_.strengths.assign(n, 0);
    for (size_t begin = first, end = first; begin < last; begin = end) {
      while (end < last && entries_[end].cluster == entries_[begin].cluster) ++end;
      weigh(begin, end, n);
    }
  }

  // Adds the subgraph that one target cluster generates.
  void weigh(size_t begin, size_t end, size_t n) {
    for (size_t to = begin; to < end; ++to) {
      const size_t j = places_[entries_[to].phrase];
      bool has_edge = false;
      for (size_t from = begin; from < end; ++from) {
        const size_t i = places_[entries_[from].phrase];
        if (i == j || !similar_[i * n + j]) continue;
        graph_.weights[i * n + j] += entries_[to].strength;
        has_edge = true;
      }
      if (has_edge) graph_.strengths[j] += entries_[to].strength;
    }
  }

  const SubPhraseTables tables_;
  const size_t max_phrases_;
  Strengths strengths_;
  PhraseGraph graph_;
  std::vector<std::pair<int32_t, int32_t>> members_;  // cluster, place of the phrase in the component
  std::vector<Entry> entries_;
  std::vector<int32_t> parents_, graph_of_, sorted_;
  std::vector<size_t> places_, sizes_, firsts_;
  std::vector<uint8_t> similar_;
};

// A graph of phrases with the vertices of their features and of their inflation, which a random walk traverses [MM12].
// Vertices: phrases, inflation vertices, features, and two features for each inflation vertex.
struct WalkGraph {
  struct Unit {
    int64_t unit;
    size_t vertex;
    double share;  // of the vertex's counts
  };

  size_t phrases, inflations, size;
  std::vector<size_t> inflates;    // the phrase of each inflation vertex
  std::vector<int32_t> features;   // ascending: tag sequences, then stem sequences
  std::vector<Unit> units;         // ascending
  std::vector<double> weights;     // a row for each vertex

  size_t first_feature() const { return phrases + inflations; }
  size_t first_inflation_feature() const { return first_feature() + features.size(); }

  void make(const SubPhraseTables& tables, const PhraseGraph& graph) {
    phrases = graph.size();
    inflates.clear();
    for (size_t s = 0; s < phrases; ++s)
      if (graph.inflated[s]) inflates.push_back(s);
    inflations = inflates.size();
    find_features(tables, graph);
    size = first_inflation_feature() + 2 * inflations;
    weights.assign(size * size, 0);
    for (size_t s = 0; s < phrases; ++s) std::copy_n(&graph.weights[s * phrases], phrases, &weights[s * size]);
    for (size_t s = 0; s < phrases; ++s) to_features(tables, graph.phrases[s], s);  // before there are inflation vertices
    for (size_t i = 0; i < inflations; ++i) inflate(graph, i);
    for (size_t i = 0; i < inflations; ++i)
      for (size_t own = 0; own < 2; ++own) tie(phrases + i, first_inflation_feature() + 2 * i + own, 1);
    from_features();
  }

 private:
  void find_features(const SubPhraseTables& tables, const PhraseGraph& graph) {
    features.clear();
    units.clear();
    for (size_t s = 0; s < phrases; ++s)
      for (int64_t unit = tables.units[graph.phrases[s]]; unit < tables.units[graph.phrases[s] + 1]; ++unit) {
        units.push_back({unit, s, 1});
        if (tables.unit_vertices[unit] >= tables.paraphrased) features.push_back(tables.unit_vertices[unit]);
      }
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
    for (Unit& unit : units)
      if (const int32_t vertex = tables.unit_vertices[unit.unit]; vertex >= tables.paraphrased) unit.vertex = place(vertex);
    users_.assign(features.size(), 0);
    for (const Unit& unit : units)
      if (unit.vertex >= first_feature()) ++users_[unit.vertex - first_feature()];
    for (Unit& unit : units)
      if (unit.vertex >= first_feature()) unit.share = 1 / users_[unit.vertex - first_feature()];
  }

  size_t place(int32_t feature) const {
    return first_feature() + (std::lower_bound(features.begin(), features.end(), feature) - features.begin());
  }

  // An inflation vertex has strength 1, and edges with all others but features.
  void inflate(const PhraseGraph& graph, size_t i) {
    const size_t at = phrases + i;
    for (size_t v = 0; v < first_feature(); ++v) {
      if (v == at) continue;
      weights[v * size + at] = 1;
      weights[at * size + v] = v < phrases ? graph.strengths[v] : 1;
    }
  }

  // Eq. 4 and 5.
  double to_each_kind(size_t vertex) const {
    double out = 0, net = 0;
    size_t neighbours = 0;
    for (size_t v = 0; v < first_feature(); ++v) {
      const double weight = weights[vertex * size + v];
      if (weight == 0) continue;
      out += weight;
      net += weight - weights[v * size + vertex];
      ++neighbours;
    }
    return out / neighbours + std::abs(net) + (neighbours + 1);
  }

  void to_features(const SubPhraseTables& tables, int32_t phrase, size_t s) {
    const double weight = to_each_kind(s);
    for (int64_t unit = tables.units[phrase]; unit < tables.units[phrase + 1]; ++unit)
      if (const int32_t vertex = tables.unit_vertices[unit]; vertex >= tables.paraphrased)
        weights[s * size + place(vertex)] = weight * tables.unit_shares[unit];
  }

  void tie(size_t vertex, size_t feature, double share) { weights[vertex * size + feature] = to_each_kind(vertex) * share; }

  // Eq. 6.
  void from_features() {
    for (size_t f = first_feature(); f < size; ++f) {
      size_t users = 0;
      for (size_t v = 0; v < first_feature(); ++v) users += weights[v * size + f] > 0;
      for (size_t v = 0; v < first_feature(); ++v)
        if (weights[v * size + f] > 0) weights[f * size + v] = 1.0 / users;
    }
  }

  std::vector<double> users_;
};

}  // namespace paragen::graph
