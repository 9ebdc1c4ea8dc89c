// Links of lines: one alignment of two directional ones [KOM03], in the order in which Moses' symal adds links; or those of
// Giza++.
#pragma once
#include <algorithm>
#include <cstring>
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

// Giza++'s A3 files: three lines a sentence pair.
//
//   # Sentence pair (1) source length 3 target length 2 alignment score : 0.01
//   deux mots
//   NULL ({ }) two ({ 1 }) short ({ }) words ({ 2 })
//
// The second line is the sentence that was generated, the third the one it was generated from, each word with the
// numbers (from 1) of the words it generated.
class GizaReader {
 public:
  // `backward`: the source was generated from the target.
  GizaReader(bool backward, uint64_t first) : backward_(backward), number_(first) {}

  // Appends the links of a sentence pair; problem.line counts within the three lines.
  bool read(Text header, Text generated, Text given, size_t n_source, size_t n_target, std::string& out, Problem& problem) {
    n_given_ = backward_ ? n_target : n_source;
    n_generated_ = backward_ ? n_source : n_target;
    problem_ = &problem;
    return read_header(header) && read_generated(generated) && read_given(given, out);
  }

 private:
  bool fail(Flaw flaw, size_t line, Text text, uint64_t found = 0, uint64_t expected = 0) {
    problem_->flaw = flaw;
    problem_->line = line;
    problem_->shown = shown(text);
    problem_->found = found;
    problem_->expected = expected;
    return false;
  }

  static bool skip(const char*& at, const char* end, const char* what) {
    const size_t length = std::strlen(what);
    if (static_cast<size_t>(end - at) < length || std::memcmp(at, what, length) != 0) return false;
    at += length;
    return true;
  }

  static bool number(const char*& at, const char* end, uint32_t& value) {
    const char* after = parse_number(at, end, value);
    if (after) at = after;
    return after != nullptr;
  }

  bool read_header(Text line) {
    const char* at = line.data;
    const char* end = at + line.size;
    uint32_t pair, given, generated;
    if (!(skip(at, end, "# Sentence pair (") && number(at, end, pair) && skip(at, end, ") source length ") &&
          number(at, end, given) && skip(at, end, " target length ") && number(at, end, generated)))
      return fail(Flaw::kNoHeader, 0, line);
    if (pair != number_) return fail(Flaw::kNumber, 0, line, pair, number_);
    ++number_;
    if (given != n_given_) return fail(Flaw::kLength, 0, line, given, n_given_);
    if (generated != n_generated_) return fail(Flaw::kLength, 0, line, generated, n_generated_);
    return true;
  }

  bool read_generated(Text line) {
    const size_t found = count_tokens(line);
    return found == n_generated_ || fail(Flaw::kSentenceLength, 1, line, found, n_generated_);
  }

  bool read_given(Text line, std::string& out) {
    TokenCursor tokens(line);
    bool first = true;
    size_t words = 0;
    for (; !tokens.done(); ++words) {
      const Text word = tokens.next();
      if (words == 0 && !is(word, "NULL")) return fail(Flaw::kNoWords, 2, word);
      const Text open = tokens.next();
      if (!is(open, "({")) return fail(Flaw::kNoWords, 2, word);
      for (Text token = tokens.next(); !is(token, "})"); token = tokens.next()) {
        uint32_t position;
        const char* end = token.data + token.size;
        if (parse_number(token.data, end, position) != end || token.size == 0)
          return fail(Flaw::kNoWords, 2, token.size ? token : word);
        if (position == 0 || position > n_generated_ || words > n_given_)
          return fail(Flaw::kOutOfRange, 2, token, n_given_, n_generated_);
        if (words) append(out, words - 1, position - 1, first);
      }
    }
    if (words == 0) return fail(Flaw::kNoWords, 2, line);
    return words == n_given_ + 1 || fail(Flaw::kSentenceLength, 2, line, words - 1, n_given_);
  }

  static bool is(Text token, const char* what) {
    return token.size == std::strlen(what) && !std::memcmp(token.data, what, token.size);
  }

  void append(std::string& out, size_t given, size_t generated, bool& first) const {
    if (!first) out.push_back(' ');
    first = false;
    append_number(out, backward_ ? generated : given);
    out.push_back('-');
    append_number(out, backward_ ? given : generated);
  }

  bool backward_;
  uint64_t number_;
  size_t n_given_ = 0, n_generated_ = 0;
  Problem* problem_ = nullptr;
};

// Turns the lines of an A3 file, three for each of the text, into lines of links.
inline void giza_lines(Text source, Text target, Text a3, size_t n_lines, uint64_t first, bool backward, Symmetrised& result) {
  LineCursor sources(source), targets(target), triples(a3);
  GizaReader reader(backward, first);
  for (size_t line = 0; line < n_lines; ++line) {
    const size_t n_source = count_tokens(sources.next()), n_target = count_tokens(targets.next());
    const Text header = triples.next(), generated = triples.next(), given = triples.next();
    if (!reader.read(header, generated, given, n_source, n_target, result.lines, result.problem)) {
      result.problem.line += 3 * line;
      return;
    }
    result.lines.push_back('\n');
  }
}

}  // namespace paragen::alignment
