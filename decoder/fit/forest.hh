// Boosted trees as arrays, and what their sum is worth as a probability.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "src/paragen/base/wide.hh"

namespace paragen {

// A non-decreasing piecewise linear function: the probability that a number stands for.
struct LevelC {
  float value, probability;
};

struct LevelsView {
  const LevelC* points = nullptr;  // n, at least one; values increase from point to point, probabilities never fall
  size_t n = 0;

  // What is wrong with the points, or null.
  const char* fault() const {
    if (n == 0) return "no probabilities";
    for (size_t i = 0; i < n; ++i) {
      if (!(points[i].probability >= 0 && points[i].probability <= 1)) return "a probability that is none";
      if (!(points[i].value >= -1e9f && points[i].value <= 1e9f)) return "a point that is no number";
      if (i > 0 && !(points[i].value > points[i - 1].value && points[i].probability >= points[i - 1].probability))
        return "probabilities out of order";
    }
    return nullptr;
  }

  // Interpolated linearly between two points; constant beyond the first and the last.
  double probability(double value) const {
    const auto below = [](double v, const LevelC& level) { return v < level.value; };
    const LevelC* after = std::upper_bound(points, points + n, value, below);
    if (after == points) return points[0].probability;
    if (after == points + n) return points[n - 1].probability;
    const LevelC& before = after[-1];
    const double share = (value - before.value) / (double(after->value) - before.value);
    return before.probability + share * (double(after->probability) - before.probability);
  }
};

// A branch: left where row[feature] <= threshold. A child is a branch's number, or ~ a leaf's number. A branch has one parent
// at most and a greater number than that, so that they make trees.
struct BranchC {
  uint32_t feature;
  float threshold;
  int32_t left, right;
};

constexpr uint32_t kMostLeaves = 32;  // of a tree: a bit for each

struct ForestView {
  const int32_t* roots = nullptr;      // n_trees: of each tree, a branch or ~ a leaf
  const BranchC* branches = nullptr;
  const float* leaves = nullptr;
  size_t n_trees = 0, n_branches = 0, n_leaves = 0;
  LevelsView levels;                   // what a sum is worth
  uint32_t n_features = 0;

  // What is wrong with the arrays, or null.
  const char* fault() const {
    std::vector<bool> reached(n_branches);
    const auto sound = [&](int32_t child, int64_t parent) {
      if (child < 0) return size_t(~child) < n_leaves;
      if (child <= parent || size_t(child) >= n_branches || reached[child]) return false;
      return bool(reached[child] = true);
    };
    for (size_t i = 0; i < n_trees; ++i)
      if (!sound(roots[i], -1)) return "a tree that begins nowhere";
    for (size_t i = 0; i < n_branches; ++i) {
      if (branches[i].feature >= n_features) return "a branch on a feature that there is not";
      if (!(branches[i].threshold < std::numeric_limits<float>::infinity())) return "a threshold that is no number";
      if (!sound(branches[i].left, int64_t(i)) || !sound(branches[i].right, int64_t(i))) return "a branch that leads nowhere";
    }
    for (uint32_t n : leaves_below())
      if (n > kMostLeaves) return "a tree of too many leaves";
    for (size_t i = 0; i < n_leaves; ++i)
      if (!(leaves[i] >= -1e6f && leaves[i] <= 1e6f)) return "a leaf that is no number";
    return levels.fault();
  }

  // How many leaves there are below each branch.
  std::vector<uint32_t> leaves_below() const {
    std::vector<uint32_t> below(n_branches);
    for (size_t i = n_branches; i-- > 0;) below[i] = n_below(branches[i].left, below) + n_below(branches[i].right, below);
    return below;
  }
  static uint32_t n_below(int32_t child, const std::vector<uint32_t>& below) { return child < 0 ? 1 : below[child]; }
};

// The leaf of each tree that a row ends on, found without walking the trees [L15].
//
// The leaves of a tree are numbered from left to right, a bit for each. A row that goes right at a branch ends on none of the
// leaves left below it: the branch cuts them off. When all such branches have cut, the lowest bit that is left is the leaf.
// With the branches ordered by feature and threshold, those that cut are the first few of each feature. A branch cuts for
// sixteen rows at once: neighbouring rows are much alike.
// A branch: cuts `leaves` off its tree where a row's value is above the threshold.
struct CutC {
  float threshold;
  uint32_t tree;
  int32_t leaves;
};

// The trees of a forest without a fault.
class Leaves {
 public:
  Leaves() = default;
  explicit Leaves(const ForestView& forest) : cuts_(forest.n_features) {
    const std::vector<uint32_t> below = forest.leaves_below();
    std::vector<Place> places(forest.n_branches);
    for (size_t i = 0; i < forest.n_trees; ++i) {
      first_value_.push_back(uint32_t(values_.size()));
      values_.resize(values_.size() + forest.n_below(forest.roots[i], below));
      put(forest, forest.roots[i], {uint32_t(i), 0}, &places);
    }
    for (size_t i = 0; i < forest.n_branches; ++i) {
      const Place at = places[i];
      if (at.tree == kNoTree) continue;
      const BranchC& branch = forest.branches[i];
      const uint32_t n_left = forest.n_below(branch.left, below);
      put(forest, branch.left, at, &places);
      put(forest, branch.right, {at.tree, at.first + n_left}, &places);
      cuts_[branch.feature].push_back({branch.threshold, at.tree, int32_t(((1u << n_left) - 1) << at.first)});
    }
    for (std::vector<CutC>& cuts : cuts_) {
      std::sort(cuts.begin(), cuts.end(), [](const CutC& a, const CutC& b) { return a.threshold < b.threshold; });
      cuts.push_back({std::numeric_limits<float>::infinity(), 0, 0});
    }
  }

  // The sum over all trees for each row, added up in the order of the trees. No value of a row is NaN.
  void sums(const float* rows, size_t n_rows, double* sums) const {
    if (has_wide()) return wide_sums(rows, n_rows, sums);
    add_up(rows, n_rows, sums);
  }

 private:
  PARAGEN_WIDE void wide_sums(const float* rows, size_t n_rows, double* sums) const { add_up(rows, n_rows, sums); }

  PARAGEN_INLINE void add_up(const float* rows, size_t n_rows, double* sums) const {
    const size_t width = cuts_.size(), n_trees = first_value_.size();
    std::vector<LeftC> left(n_trees);
    for (size_t n; n_rows > 0; rows += n * width, sums += n, n_rows -= n) {
      n = std::min(n_rows, kTogether);
      std::memset(left.data(), 0xFF, left.size() * sizeof(LeftC));
      for (size_t i = 0; i < width; ++i) {
        float values[kTogether], most = rows[i];
        for (size_t row = 0; row < kTogether; ++row) {
          values[row] = rows[std::min(row, n - 1) * width + i];
          most = std::max(most, values[row]);
        }
        ValuesC all[kVectors];
        std::memcpy(all, values, sizeof(all));
        for (const CutC* next = cuts_[i].data(); most > next->threshold; ++next) {
          const CutC cut = *next;
          for (size_t k = 0; k < kVectors; ++k) {
            int32_t* const bits = left[cut.tree].bits + k * kInVector;
            BitsC leaves;
            std::memcpy(&leaves, bits, sizeof(leaves));
            leaves &= ~((all[k] > cut.threshold) & cut.leaves);
            std::memcpy(bits, &leaves, sizeof(leaves));
          }
        }
      }
      double added[kTogether] = {};
      for (size_t tree = 0; tree < n_trees; ++tree) {
        int32_t bits[kTogether];
        std::memcpy(bits, left[tree].bits, sizeof(bits));
        for (size_t row = 0; row < kTogether; ++row) added[row] += values_[first_value_[tree] + __builtin_ctz(bits[row])];
      }
      std::copy(added, added + n, sums);
    }
  }

  static constexpr size_t kInVector = 8;  // rows: two vectors of the size every processor has, or a wide one
  static constexpr size_t kVectors = 2, kTogether = kInVector * kVectors;
  typedef float ValuesC __attribute__((vector_size(kInVector * 4)));
  typedef int32_t BitsC __attribute__((vector_size(kInVector * 4)));

  // The leaves of a tree that are left for each row; aligned explicitly, since allocators ignore a vector type's own alignment.
  struct alignas(sizeof(BitsC)) LeftC {
    int32_t bits[kTogether];
  };

  static constexpr uint32_t kNoTree = ~uint32_t(0);

  // Where a branch stands: its tree, and the first leaf below it.
  struct Place {
    uint32_t tree = kNoTree, first = 0;
  };

  void put(const ForestView& forest, int32_t child, Place at, std::vector<Place>* places) {
    if (child >= 0) (*places)[child] = at;
    else values_[first_value_[at.tree] + at.first] = forest.leaves[~child];
  }

  std::vector<std::vector<CutC>> cuts_;  // by feature, thresholds rising; the last cuts nothing
  std::vector<uint32_t> first_value_;    // by tree
  std::vector<float> values_;            // of the leaves of each tree, from left to right
};

}  // namespace paragen
