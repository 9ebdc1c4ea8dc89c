// Boosted trees as arrays, and what their sum is worth as a probability.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paragen {

// A branch: left where row[feature] <= threshold. A child is a branch's number, or ~ a leaf's number. A branch's children
// have greater numbers than it, so that every walk ends.
struct BranchC {
  uint32_t feature;
  float threshold;
  int32_t left, right;
};

// A point of the line that turns sums into probabilities; sums increase from point to point, probabilities never fall.
struct LevelC {
  float sum, probability;
};

struct ForestView {
  const int32_t* roots = nullptr;      // n_trees: of each tree, a branch or ~ a leaf
  const BranchC* branches = nullptr;
  const float* leaves = nullptr;
  const LevelC* levels = nullptr;      // n_levels, at least one
  size_t n_trees = 0, n_branches = 0, n_leaves = 0, n_levels = 0;
  uint32_t n_features = 0;

  // What is wrong with the arrays, or null. Only sound ones may be walked.
  const char* fault() const {
    for (size_t i = 0; i < n_trees; ++i)
      if (!sound(roots[i], -1)) return "a tree that begins nowhere";
    for (size_t i = 0; i < n_branches; ++i) {
      if (branches[i].feature >= n_features) return "a branch on a feature that there is not";
      if (!(branches[i].threshold == branches[i].threshold)) return "a threshold that is no number";
      if (!sound(branches[i].left, int64_t(i)) || !sound(branches[i].right, int64_t(i))) return "a branch that leads nowhere";
    }
    for (size_t i = 0; i < n_leaves; ++i)
      if (!(leaves[i] >= -1e6f && leaves[i] <= 1e6f)) return "a leaf that is no number";
    if (n_levels == 0) return "no probabilities";
    for (size_t i = 0; i < n_levels; ++i) {
      if (!(levels[i].probability >= 0 && levels[i].probability <= 1)) return "a probability that is none";
      if (!(levels[i].sum >= -1e9f && levels[i].sum <= 1e9f)) return "a sum that is no number";
      if (i > 0 && !(levels[i].sum > levels[i - 1].sum && levels[i].probability >= levels[i - 1].probability))
        return "probabilities out of order";
    }
    return nullptr;
  }

  double sum(const float* row) const {
    double sum = 0;
    for (size_t i = 0; i < n_trees; ++i) {
      int32_t at = roots[i];
      while (at >= 0) at = row[branches[at].feature] <= branches[at].threshold ? branches[at].left : branches[at].right;
      sum += leaves[~at];
    }
    return sum;
  }

  // On the straight line between two points; beyond the first and the last as there.
  double probability(double sum) const {
    const LevelC* after = std::upper_bound(levels, levels + n_levels, sum, [](double s, const LevelC& level) { return s < level.sum; });
    if (after == levels) return levels[0].probability;
    if (after == levels + n_levels) return levels[n_levels - 1].probability;
    const LevelC& before = after[-1];
    const double share = (sum - before.sum) / (double(after->sum) - before.sum);
    return before.probability + share * (double(after->probability) - before.probability);
  }

 private:
  bool sound(int32_t child, int64_t parent) const {
    return child >= 0 ? child > parent && size_t(child) < n_branches : size_t(~child) < n_leaves;
  }
};

}  // namespace paragen
