// Boosted trees as arrays, and what their sum is worth as a probability.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace paragen {

// A branch: left where row[feature] <= threshold. A child is a branch's number, or ~ a leaf's number. A branch has one parent
// at most and a greater number than that, so that they make trees.
struct BranchC {
  uint32_t feature;
  float threshold;
  int32_t left, right;
};

// A point of the line that turns sums into probabilities; sums increase from point to point, probabilities never fall.
struct LevelC {
  float sum, probability;
};

constexpr uint32_t kMostLeaves = 32;  // of a tree: a bit for each

struct ForestView {
  const int32_t* roots = nullptr;      // n_trees: of each tree, a branch or ~ a leaf
  const BranchC* branches = nullptr;
  const float* leaves = nullptr;
  const LevelC* levels = nullptr;      // n_levels, at least one
  size_t n_trees = 0, n_branches = 0, n_leaves = 0, n_levels = 0;
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
    if (n_levels == 0) return "no probabilities";
    for (size_t i = 0; i < n_levels; ++i) {
      if (!(levels[i].probability >= 0 && levels[i].probability <= 1)) return "a probability that is none";
      if (!(levels[i].sum >= -1e9f && levels[i].sum <= 1e9f)) return "a sum that is no number";
      if (i > 0 && !(levels[i].sum > levels[i - 1].sum && levels[i].probability >= levels[i - 1].probability))
        return "probabilities out of order";
    }
    return nullptr;
  }

  // How many leaves there are below each branch.
  std::vector<uint32_t> leaves_below() const {
    std::vector<uint32_t> below(n_branches);
    for (size_t i = n_branches; i-- > 0;) below[i] = n_below(branches[i].left, below) + n_below(branches[i].right, below);
    return below;
  }
  static uint32_t n_below(int32_t child, const std::vector<uint32_t>& below) { return child < 0 ? 1 : below[child]; }

  // On the straight line between two points; beyond the first and the last as there.
  double probability(double sum) const {
    const LevelC* after = std::upper_bound(levels, levels + n_levels, sum, [](double s, const LevelC& level) { return s < level.sum; });
    if (after == levels) return levels[0].probability;
    if (after == levels + n_levels) return levels[n_levels - 1].probability;
    const LevelC& before = after[-1];
    const double share = (sum - before.sum) / (double(after->sum) - before.sum);
    return before.probability + share * (double(after->probability) - before.probability);
  }
};

}  // namespace paragen
