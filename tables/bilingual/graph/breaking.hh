// Components of a graph; giant ones are broken up by removing cut vertices, which are put back later [MM12 sections 2.1 and 4.1].
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

namespace paragen::graph {

// Vertices without which a graph falls apart, and the components they are put back into.
// An undirected graph without loops or multiple edges: each edge is in the list of either end.
struct Graph {
  const int64_t* offsets;
  const int32_t* neighbours;
  int32_t vertices;
};

// Searches parts of a graph depth first, for components and their articulation points [HT73], in time linear in the edges.
// Several threads may search different parts with one state.
class CutSearch {
 public:
  explicit CutSearch(const Graph& graph) : graph_(graph), vertices_(graph.vertices) {}

  int32_t part(int32_t vertex) const { return vertices_[vertex].part.load(std::memory_order_relaxed); }
  void set_part(int32_t vertex, int32_t part) { vertices_[vertex].part.store(part, std::memory_order_relaxed); }
  int32_t degree(int32_t vertex) const { return vertices_[vertex].degree; }  // neighbours in the part, when it was searched
  bool is_cut(int32_t vertex) const { return vertices_[vertex].is_cut; }

  // Gives `take` the vertices of each component of a part, in any order but for the first, which is the one first in `members`.
  template <class Take>
  void each_component(const std::vector<int32_t>& members, Take take) {
    for (int32_t vertex : members) vertices_[vertex].reset();
    std::vector<int32_t> found;
    std::vector<Visit> path;
    int32_t seen = 0;
    for (int32_t root : members) {
      if (vertices_[root].order != 0) continue;
      found.clear();
      search(root, &seen, &path, &found);
      take(found);
    }
  }

 private:
  static constexpr int64_t kAhead = 8;  // neighbours whose memory is fetched before it is their turn

  struct Vertex {
    std::atomic<int32_t> part{0};  // searches stay within one; threads may change those of other parts meanwhile
    int32_t order = 0, low = 0;    // when it was seen, from 1, and how far back its subtree reaches; 0: not yet seen
    uint32_t degree : 31;
    uint32_t is_cut : 1;

    Vertex() : degree(0), is_cut(0) {}
    void reset() { order = low = 0, degree = 0, is_cut = 0; }
  };

  struct Visit {
    int32_t vertex, parent;
    int64_t next, end;
  };

  void search(int32_t root, int32_t* seen, std::vector<Visit>* path, std::vector<int32_t>* found) {
    const int32_t own = part(root);
    int64_t children = 0;
    const auto enter = [&](int32_t vertex, int32_t parent) {
      vertices_[vertex].order = vertices_[vertex].low = ++*seen;
      found->push_back(vertex);
      path->push_back({vertex, parent, graph_.offsets[vertex], graph_.offsets[vertex + 1]});
    };
    enter(root, -1);
    while (!path->empty()) {
      Visit& visit = path->back();
      const int32_t vertex = visit.vertex;
      if (visit.next < visit.end) {
        if (visit.next + kAhead < visit.end) __builtin_prefetch(&vertices_[graph_.neighbours[visit.next + kAhead]]);
        const int32_t other = graph_.neighbours[visit.next++];
        if (part(other) != own) continue;
        ++vertices_[vertex].degree;
        if (other == visit.parent) continue;
        if (vertices_[other].order != 0) {
          vertices_[vertex].low = std::min(vertices_[vertex].low, vertices_[other].order);
        } else {
          enter(other, vertex);  // visit is invalid from here on
        }
        continue;
      }
      const int32_t parent = visit.parent;
      path->pop_back();
      if (parent < 0) continue;
      vertices_[parent].low = std::min(vertices_[parent].low, vertices_[vertex].low);
      if (parent == root) {
        ++children;
      } else if (vertices_[vertex].low >= vertices_[parent].order) {
        vertices_[parent].is_cut = 1;
      }
    }
    vertices_[root].is_cut = children > 1;
  }

  const Graph graph_;
  std::vector<Vertex> vertices_;
};

// Marks articulation points in `is_cut`.
inline void find_cut_vertices(const Graph& graph, uint8_t* is_cut) {
  CutSearch search(graph);
  std::vector<int32_t> all(graph.vertices);
  std::iota(all.begin(), all.end(), 0);
  search.each_component(all, [](const std::vector<int32_t>&) {});
  for (int32_t vertex = 0; vertex < graph.vertices; ++vertex) is_cut[vertex] = search.is_cut(vertex);
}

// A vertex in a component.
struct Membership {
  int32_t component, vertex;
};

// Puts removed vertices back, those of the last round first: each joins all components that a neighbour of it is in, as they are
// before those of its round are put back.
// removed: vertices in the order in which they are put back; round: of each vertex, 0 if it was not removed.
// component: of each vertex that was not removed, or -1.
// Memberships of removed vertices are appended to `joined`.
inline void put_back(const Graph& graph, const int32_t* removed, int64_t removals, const int32_t* round, const int32_t* component,
                     int32_t components, std::vector<Membership>& joined) {
  std::vector<int64_t> begins(graph.vertices, 0), ends(graph.vertices, 0);  // the memberships of each vertex put back
  std::vector<int32_t> last(components, -1);                               // the vertex that joined a component last
  for (int64_t i = 0; i < removals; ++i) {
    const int32_t vertex = removed[i];
    begins[vertex] = static_cast<int64_t>(joined.size());
    const auto join = [&](int32_t one) {
      if (last[one] == vertex) return;
      last[one] = vertex;
      joined.push_back({one, vertex});
    };
    for (int64_t at = graph.offsets[vertex]; at < graph.offsets[vertex + 1]; ++at) {
      const int32_t other = graph.neighbours[at];
      if (component[other] >= 0) join(component[other]);
      if (round[other] <= round[vertex]) continue;  // not removed, or not yet put back
      for (int64_t each = begins[other]; each < ends[other]; ++each) join(joined[each].component);
    }
    ends[vertex] = static_cast<int64_t>(joined.size());
  }
}

// Finds, for each member of overlapping components, whether one of its neighbours is a marked member of the same component.
inline void find_beside(const Graph& graph, const int64_t* begins, int64_t components, const int32_t* members,
                        const uint8_t* marked, uint8_t* is_beside) {
  std::vector<int64_t> last(graph.vertices, -1);  // the component that a marked vertex was last seen in
  for (int64_t component = 0; component < components; ++component) {
    for (int64_t at = begins[component]; at < begins[component + 1]; ++at) {
      if (marked[members[at]]) last[members[at]] = component;
    }
    for (int64_t at = begins[component]; at < begins[component + 1]; ++at) {
      const int32_t* const end = graph.neighbours + graph.offsets[members[at] + 1];
      is_beside[at] = std::any_of(graph.neighbours + graph.offsets[members[at]], end,
                                  [&](int32_t other) { return last[other] == component; });
    }
  }
}

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
      giant.erase(std::remove_if(giant.begin(), giant.end(), [&](int32_t vertex) { return rounds_[vertex] == round; }),
                  giant.end());
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
    const size_t limit =
        static_cast<size_t>(std::max<int64_t>(1, static_cast<int64_t>(share_ * static_cast<double>(giant.size()))));
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
