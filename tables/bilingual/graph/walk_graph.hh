// A graph of phrases with the vertices of their features and of their inflation, which a random walk traverses [MM12].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tables/bilingual/graph/phrase_graphs.hh"

namespace paragen::graph {

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
