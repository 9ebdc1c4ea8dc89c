// Makes one alignment of two directional ones [KOM03], in the order in which Moses' symal adds links.
#pragma once
#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#include "tables/bilingual/alignment/links.hh"

namespace paragen::alignment {

enum class Heuristic : int { kIntersection, kUnion, kGrowDiag, kGrowDiagFinal, kGrowDiagFinalAnd };

class Symmetriser {
 public:
  explicit Symmetriser(Heuristic heuristic) : heuristic_(heuristic) {}

  // Puts the links of both directions together; `out` is sorted, each link once.
  void run(const std::vector<Link>& forward, const std::vector<Link>& backward, size_t n_source, size_t n_target,
           std::vector<Link>& out) {
    unite(forward, backward);
    if (heuristic_ == Heuristic::kUnion)
      for (Point& point : points_) point.taken = true;
    else
      select(n_source, n_target);
    out.clear();
    for (const Point& point : points_)
      if (point.taken) out.push_back({point.source, point.target});
    std::sort(out.begin(), out.end());
  }

 private:
  static constexpr int kForward = 1, kBackward = 2, kBoth = 3;

  // A link of the union, and the directions that have it.
  struct Point {
    uint32_t target, source;
    int directions;
    bool taken;
    bool operator<(const Point& other) const { return target != other.target ? target < other.target : source < other.source; }
  };

  // Points in the order of target, then source: the order in which symal walks its sets.
  void unite(const std::vector<Link>& forward, const std::vector<Link>& backward) {
    points_.clear();
    for (const Link& link : forward) points_.push_back({link.target, link.source, kForward, false});
    for (const Link& link : backward) points_.push_back({link.target, link.source, kBackward, false});
    std::sort(points_.begin(), points_.end());
    size_t kept = 0;
    for (const Point& point : points_) {
      if (kept && !(points_[kept - 1] < point))
        points_[kept - 1].directions |= point.directions;
      else
        points_[kept++] = point;
    }
    points_.resize(kept);
  }

  void select(size_t n_source, size_t n_target) {
    source_covered_.assign(n_source, 0);
    target_covered_.assign(n_target, 0);
    for (Point& point : points_)
      if (point.directions == kBoth) take(point);
    if (heuristic_ == Heuristic::kIntersection) return;
    grow();
    if (heuristic_ == Heuristic::kGrowDiag) return;
    finish(kForward);
    finish(kBackward);
  }

  void take(Point& point) {
    point.taken = true;
    source_covered_[point.source] = target_covered_[point.target] = 1;
  }

  // symal scans the taken points again and again until none is added; a scan also meets points that it adds further
  // on. What a point cannot add at its first visit it never can, as covered words stay covered: each is visited once.
  void grow() {
    std::vector<size_t>& later = later_;
    later.clear();
    for (size_t i = 0; i < points_.size(); ++i)
      if (points_[i].taken) later.push_back(i);
    while (!later.empty()) {
      scan_ = Scan(std::greater<>(), std::move(later));
      later.clear();
      while (!scan_.empty()) {
        const size_t at = scan_.top();
        scan_.pop();
        visit(at);
      }
    }
  }

  void visit(size_t at) {
    static constexpr int kNeighbours[8][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (const auto& step : kNeighbours) {
      const int64_t target = static_cast<int64_t>(points_[at].target) + step[0];
      const int64_t source = static_cast<int64_t>(points_[at].source) + step[1];
      if (target < 0 || source < 0 || target > UINT32_MAX || source > UINT32_MAX) continue;
      const Point wanted{static_cast<uint32_t>(target), static_cast<uint32_t>(source), 0, false};
      const auto found = std::lower_bound(points_.begin(), points_.end(), wanted);
      if (found == points_.end() || wanted < *found) continue;
      if (source_covered_[source] && target_covered_[target]) continue;
      take(*found);
      const size_t index = static_cast<size_t>(found - points_.begin());
      if (index > at)
        scan_.push(index);
      else
        later_.push_back(index);
    }
  }

  // Adds links that one direction alone has, for words that are still uncovered.
  void finish(int direction) {
    const bool both = heuristic_ == Heuristic::kGrowDiagFinalAnd;
    for (Point& point : points_) {
      if (point.taken || point.directions != direction) continue;
      const int covered = source_covered_[point.source] + target_covered_[point.target];
      if (both ? covered == 0 : covered < 2) take(point);
    }
  }

  using Scan = std::priority_queue<size_t, std::vector<size_t>, std::greater<>>;

  Heuristic heuristic_;
  std::vector<Point> points_;
  std::vector<uint8_t> source_covered_, target_covered_;
  Scan scan_;
  std::vector<size_t> later_;
};

// The alignments of a batch of lines, a line each.
struct Symmetrised {
  std::string lines;
  uint64_t links = 0;
  Problem problem;
  bool in_backward = false;  // the problem is in the backward links
};

inline void symmetrise_lines(Text source, Text target, Text forward, Text backward, size_t n_lines, Heuristic heuristic,
                             Symmetrised& result) {
  LineCursor sources(source), targets(target), forwards(forward), backwards(backward);
  Symmetriser symmetriser(heuristic);
  std::vector<Link> there, back, both;
  for (size_t line = 0; line < n_lines; ++line) {
    const size_t n_source = count_tokens(sources.next()), n_target = count_tokens(targets.next());
    there.clear();
    back.clear();
    result.problem.line = line;
    if (!parse_links(forwards.next(), n_source, n_target, there, result.problem)) return;
    if (!parse_links(backwards.next(), n_source, n_target, back, result.problem)) {
      result.in_backward = true;
      return;
    }
    symmetriser.run(there, back, n_source, n_target, both);
    append_links(result.lines, both);
    result.lines.push_back('\n');
    result.links += both.size();
  }
}

}  // namespace paragen::alignment
