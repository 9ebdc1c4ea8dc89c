// Vertices without which a graph falls apart, and the components that they are put back to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace paragen::graph {

// An undirected graph without loops or multiple edges: each edge is in the list of either end.
struct Graph {
  const int64_t* offsets;
  const int32_t* neighbours;
  int32_t vertices;
};

// Marks articulation points [HT73] in `is_cut`, in time linear in the edges, with a stack of its own.
inline void find_cut_vertices(const Graph& graph, uint8_t* is_cut) {
  struct Visit {
    int32_t vertex, parent;
    int64_t next;
  };
  std::vector<int32_t> order(graph.vertices, 0), low(graph.vertices, 0);  // from 1; 0: not yet seen
  std::vector<Visit> path;
  int32_t seen = 0;
  std::fill(is_cut, is_cut + graph.vertices, uint8_t{0});
  for (int32_t root = 0; root < graph.vertices; ++root) {
    if (order[root] != 0) continue;
    int64_t children = 0;
    order[root] = low[root] = ++seen;
    path.push_back({root, -1, graph.offsets[root]});
    while (!path.empty()) {
      Visit& visit = path.back();
      const int32_t vertex = visit.vertex;
      if (visit.next < graph.offsets[vertex + 1]) {
        const int32_t other = graph.neighbours[visit.next++];
        if (other == visit.parent) continue;
        if (order[other] != 0) {
          low[vertex] = std::min(low[vertex], order[other]);
          continue;
        }
        order[other] = low[other] = ++seen;
        path.push_back({other, vertex, graph.offsets[other]});  // visit is invalid from here on
        continue;
      }
      const int32_t parent = visit.parent;
      path.pop_back();
      if (parent < 0) continue;
      low[parent] = std::min(low[parent], low[vertex]);
      if (parent == root) {
        ++children;
      } else if (low[vertex] >= order[parent]) {
        is_cut[parent] = 1;
      }
    }
    if (children > 1) is_cut[root] = 1;
  }
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

// Says of each member of components that overlap whether one of its neighbours is a marked member of the same component.
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
