// Components of a graph; giant ones are broken up by removing cut vertices [MM12 sections 2.1 and 4.1].
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "tables/bilingual/graph/cut_vertices.hh"

namespace paragen::graph {

// Joins vertices that have an edge; several threads may do so. What is connected has the same least vertex in the end.
class Connections {
 public:
  explicit Connections(int32_t vertices) : parents_(vertices) {
    for (int32_t vertex = 0; vertex < vertices; ++vertex) parents_[vertex].store(vertex, std::memory_order_relaxed);
  }

  // Takes the edges of some vertices.
  void join(const Graph& graph, int32_t begin, int32_t end) {
    for (int32_t vertex = begin; vertex < end; ++vertex)
      for (int64_t at = graph.offsets[vertex]; at < graph.offsets[vertex + 1]; ++at)
        if (graph.neighbours[at] < vertex) unite(vertex, graph.neighbours[at]);  // each edge is there from both ends
  }

  int32_t least(int32_t vertex) {
    while (true) {
      const int32_t parent = parents_[vertex].load(std::memory_order_relaxed);
      const int32_t above = parents_[parent].load(std::memory_order_relaxed);
      if (parent == above) return parent;
      parents_[vertex].store(above, std::memory_order_relaxed);  // any ancestor will do: parents only decrease
      vertex = above;
    }
  }

 private:
  void unite(int32_t one, int32_t other) {
    while (true) {
      one = least(one);
      other = least(other);
      if (one == other) return;
      if (one < other) std::swap(one, other);
      int32_t expected = one;
      if (parents_[one].compare_exchange_strong(expected, other, std::memory_order_relaxed)) return;
    }
  }

  std::vector<std::atomic<int32_t>> parents_;
};

// The graph of all edges that touch some vertices, and which vertices are in it, ascending.
struct Touching {
  std::vector<int64_t> offsets;
  std::vector<int32_t> neighbours, vertices;

  Touching(const Graph& graph, const uint8_t* marked) {
    std::vector<int64_t> at(graph.vertices, 0);  // degrees first, then where the next neighbour goes
    each_edge(graph, marked, [&](int32_t one, int32_t) { ++at[one]; });
    std::vector<int32_t> place(graph.vertices, -1);
    offsets.push_back(0);
    for (int32_t vertex = 0; vertex < graph.vertices; ++vertex) {
      if (at[vertex] == 0) continue;
      place[vertex] = static_cast<int32_t>(vertices.size());
      vertices.push_back(vertex);
      offsets.push_back(offsets.back() + at[vertex]);
      at[vertex] = offsets[offsets.size() - 2];
    }
    neighbours.resize(static_cast<size_t>(offsets.back()));
    each_edge(graph, marked, [&](int32_t one, int32_t other) { neighbours[at[one]++] = place[other]; });
  }

 private:
  // In both directions, the neighbours of each vertex in their order.
  template <class Take>
  static void each_edge(const Graph& graph, const uint8_t* marked, Take take) {
    for (int32_t one = 0; one < graph.vertices; ++one) {
      if (!marked[one]) continue;
      for (int64_t at = graph.offsets[one]; at < graph.offsets[one + 1]; ++at) {
        take(one, graph.neighbours[at]);
        if (!marked[graph.neighbours[at]]) take(graph.neighbours[at], one);
      }
    }
  }
};

// Vertices of a giant component that is to be broken up further, ascending.
using Piece = std::vector<int32_t>;

// Breaks up giants. Pieces have no vertex or edge in common, and threads may take different ones.
class Breaker {
 public:
  Breaker(const Graph& graph, int64_t giant, double share)
      : giant_(giant), share_(share), search_(graph), rounds_(graph.vertices, 0), components_(graph.vertices, -1) {}

  // Takes the components of a piece, and what is left of each giant among them without the cut vertices of highest degree, or
  // without its vertices of highest degree if it has no cut vertices. Returns the size of the largest component.
  int64_t step(const Piece& piece, int32_t round, std::vector<Piece>* rest) {
    int64_t largest = 0;
    std::vector<std::vector<int32_t>> giants;
    search_.each_component(piece, [&](const std::vector<int32_t>& found) {
      const int64_t size = static_cast<int64_t>(found.size());
      largest = std::max(largest, size);
      if (size > giant_) giants.push_back(found);
      else if (size > 1) for (int32_t vertex : found) components_[vertex] = found[0];
    });
    for (std::vector<int32_t>& giant : giants) remove(giant, round);
    for (int32_t vertex : piece) search_.set_part(vertex, -1);
    for (std::vector<int32_t>& giant : giants) {
      giant.erase(std::remove_if(giant.begin(), giant.end(), [&](int32_t vertex) { return rounds_[vertex] == round; }), giant.end());
      std::sort(giant.begin(), giant.end());
      for (int32_t vertex : giant) search_.set_part(vertex, giant[0]);
      rest->push_back(std::move(giant));
    }
    return largest;
  }

  const std::vector<int32_t>& rounds() const { return rounds_; }          // when each vertex was removed, from 1; 0: it was not
  const std::vector<int32_t>& components() const { return components_; }  // the first vertex of each one's component, or -1

 private:
  void remove(const std::vector<int32_t>& giant, int32_t round) {
    std::vector<int32_t> candidates;
    for (int32_t vertex : giant)
      if (search_.is_cut(vertex)) candidates.push_back(vertex);
    if (candidates.empty()) candidates = giant;
    const size_t limit = static_cast<size_t>(std::max<int64_t>(1, static_cast<int64_t>(share_ * static_cast<double>(giant.size()))));
    const size_t n = std::min(limit, candidates.size());
    std::nth_element(candidates.begin(), candidates.begin() + (n - 1), candidates.end(), [&](int32_t a, int32_t b) {
      return search_.degree(a) != search_.degree(b) ? search_.degree(a) > search_.degree(b) : a < b;
    });
    for (size_t i = 0; i < n; ++i) rounds_[candidates[i]] = round;
  }

  const int64_t giant_;
  const double share_;
  CutSearch search_;
  std::vector<int32_t> rounds_, components_;
};

}  // namespace paragen::graph
