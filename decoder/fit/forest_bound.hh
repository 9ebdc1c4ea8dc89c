// Trees that are at least as high as those of a forest, whatever the values of features that are not known yet.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "decoder/fit/forest.hh"

namespace paragen {

// A branch on an unknown feature may lead either way, so the trees below it become one, which is the higher of both everywhere.
// Trees of more than kMostLeaves leaves are cut: what is cut off becomes its highest leaf.
class ForestBound {
 public:
  ForestBound() = default;
  // unknown: by feature.
  ForestBound(const ForestView& forest, const std::vector<bool>& unknown)
      : levels_(forest.levels), n_features_(forest.n_features) {
    for (size_t i = 0; i < forest.n_trees; ++i) {
      nodes_.clear();
      roots_.push_back(write(cut(highest(forest, unknown, forest.roots[i]), kMostLeaves)));
    }
  }

  // Its arrays, as long as it lives and stays where it is.
  ForestView view() const {
    return {roots_.data(), branches_.data(), leaves_.data(), roots_.size(),
            branches_.size(), leaves_.size(), levels_, n_features_};
  }

 private:
  struct Node {
    uint32_t feature = 0;
    float threshold = 0;
    uint32_t left = 0, right = 0;  // in nodes_
    float least, most;             // of its leaves
    uint32_t n_leaves = 1;
  };

  uint32_t leaf(float value) { return add({0, 0, 0, 0, value, value}); }

  uint32_t branch(uint32_t feature, float threshold, uint32_t left, uint32_t right) {
    const Node &a = nodes_[left], &b = nodes_[right];
    return add({feature, threshold, left, right, std::min(a.least, b.least), std::max(a.most, b.most), a.n_leaves + b.n_leaves});
  }

  uint32_t add(const Node& node) {
    nodes_.push_back(node);
    return uint32_t(nodes_.size() - 1);
  }

  uint32_t highest(const ForestView& forest, const std::vector<bool>& unknown, int32_t child) {
    if (child < 0) return leaf(forest.leaves[~child]);
    const BranchC& at = forest.branches[child];
    const uint32_t left = highest(forest, unknown, at.left), right = highest(forest, unknown, at.right);
    return unknown[at.feature] ? cut(higher(left, right), kMostLeaves) : branch(at.feature, at.threshold, left, right);
  }

  // The higher of two trees.
  uint32_t higher(uint32_t one, uint32_t other) {
    if (nodes_[one].least >= nodes_[other].most) return one;
    if (nodes_[other].least >= nodes_[one].most) return other;
    if (nodes_[one].n_leaves == 1) std::swap(one, other);
    const Node at = nodes_[one];
    const uint32_t left = higher(at.left, side(other, at, true)), right = higher(at.right, side(other, at, false));
    return branch(at.feature, at.threshold, left, right);
  }

  // What is left of a tree for rows that go left, or right, at a branch.
  uint32_t side(uint32_t tree, const Node& of, bool left) {
    const Node at = nodes_[tree];
    if (at.n_leaves == 1) return tree;
    if (at.feature == of.feature && (left ? at.threshold >= of.threshold : at.threshold <= of.threshold))
      return side(left ? at.left : at.right, of, left);
    const uint32_t a = side(at.left, of, left), b = side(at.right, of, left);
    return a == at.left && b == at.right ? tree : branch(at.feature, at.threshold, a, b);
  }

  // A tree no lower, with at most n leaves.
  uint32_t cut(uint32_t tree, uint32_t n) {
    const Node at = nodes_[tree];
    if (at.n_leaves <= n) return tree;
    if (n == 1) return leaf(at.most);
    const uint32_t left = std::clamp(uint32_t(uint64_t(n) * nodes_[at.left].n_leaves / at.n_leaves), 1u, n - 1);
    const uint32_t a = cut(at.left, left), b = cut(at.right, n - left);
    return branch(at.feature, at.threshold, a, b);
  }

  // Appends a tree to the arrays; returns its root.
  int32_t write(uint32_t tree) {
    const Node& at = nodes_[tree];
    if (at.n_leaves == 1) {
      leaves_.push_back(at.most);
      return ~int32_t(leaves_.size() - 1);
    }
    const size_t number = branches_.size();
    branches_.push_back({at.feature, at.threshold, 0, 0});
    const int32_t left = write(at.left), right = write(at.right);
    branches_[number].left = left;
    branches_[number].right = right;
    return int32_t(number);
  }

  std::vector<Node> nodes_;  // of the tree that is being made
  std::vector<int32_t> roots_;
  std::vector<BranchC> branches_;
  std::vector<float> leaves_;
  LevelsView levels_;
  uint32_t n_features_ = 0;
};

// The leaves of a bound of a forest.
inline Leaves bound_leaves(const ForestView& forest, const std::vector<bool>& unknown) {
  const ForestBound bound(forest, unknown);
  return Leaves(bound.view());
}

}  // namespace paragen
