// Vertices without which a graph falls apart, and the components they are put back into.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

namespace paragen::graph {

// An undirected graph without loops or multiple edges: each edge is in the list of either end.
struct Graph {
  const int64_t* offsets;
  const int32_t* neighbours;
  int32_t vertices;
};

// Searches parts of a graph depth first, for components and their articulation points [HT73], in time linear in the edges. Several
// threads may search different parts with one state.
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

}  // namespace paragen::graph
