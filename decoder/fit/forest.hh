// Boosted trees as arrays, and what their sum is worth as a probability.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/fit/levels.hh"

namespace paragen {

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

}  // namespace paragen
