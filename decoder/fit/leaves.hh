// The leaf of each tree that a row ends on, found without walking the trees [L15].
//
// The leaves of a tree are numbered from left to right, a bit for each. A row that goes right at a branch ends on none of the
// leaves left below it: the branch cuts them off. When all such branches have cut, the lowest bit that is left is the leaf.
// With the branches ordered by feature and threshold, those that cut are the first few of each feature. Neighbouring rows are
// much alike: what cuts for the least value of each feature cuts for all of them, and is done once.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/fit/forest.hh"

namespace paragen {

// A branch: where a row's value is above the threshold, only the leaves in `kept` are left of its tree's.
struct CutC {
  float threshold;
  uint32_t tree;
  uint64_t kept;
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
      cuts_[branch.feature].push_back({branch.threshold, at.tree, ~(((uint64_t(1) << n_left) - 1) << at.first)});
    }
    for (std::vector<CutC>& cuts : cuts_) {
      std::sort(cuts.begin(), cuts.end(), [](const CutC& a, const CutC& b) { return a.threshold < b.threshold; });
      cuts.push_back({std::numeric_limits<float>::infinity(), 0, 0});
    }
  }

  // The sum over all trees for each row, added up in the order of the trees. No value of a row is NaN.
  void sums(const float* rows, size_t n_rows, double* sums) const {
    const size_t width = cuts_.size(), n_trees = first_value_.size();
    std::vector<uint64_t> shared(n_trees), left(kNeighbours * n_trees);
    std::vector<float> least(width), most(width);
    std::vector<Open> open;
    for (size_t n; n_rows > 0; rows += n * width, sums += n, n_rows -= n) {
      n = std::min(n_rows, kNeighbours);
      bounds(rows, n, width, least.data(), most.data());
      std::fill(shared.begin(), shared.end(), ~uint64_t(0));
      open.clear();
      for (size_t i = 0; i < width; ++i) {
        const CutC* next = cut(cuts_[i].data(), least[i], shared.data());
        if (most[i] > next->threshold) open.push_back({i, next});
      }
      for (size_t row = 0; row < n; ++row) {
        uint64_t* its = left.data() + row * n_trees;
        std::copy(shared.begin(), shared.end(), its);
        for (const Open& each : open) cut(each.next, rows[row * width + each.feature], its);
      }
      std::fill(sums, sums + n, 0.0);
      for (size_t tree = 0; tree < n_trees; ++tree)
        for (size_t row = 0; row < n; ++row)
          sums[row] += values_[first_value_[tree] + __builtin_ctzll(left[row * n_trees + tree])];
    }
  }

 private:
  static constexpr size_t kNeighbours = 8;
  static constexpr uint32_t kNoTree = ~uint32_t(0);

  // Where a branch stands: its tree, and the first leaf below it.
  struct Place {
    uint32_t tree = kNoTree, first = 0;
  };

  // A feature by whose value rows differ, and the first cut that not all of them share.
  struct Open {
    size_t feature;
    const CutC* next;
  };

  void put(const ForestView& forest, int32_t child, Place at, std::vector<Place>* places) {
    if (child >= 0) (*places)[child] = at;
    else values_[first_value_[at.tree] + at.first] = forest.leaves[~child];
  }

  // The least and the greatest value of each feature.
  static void bounds(const float* rows, size_t n_rows, size_t width, float* least, float* most) {
    std::copy(rows, rows + width, least);
    std::copy(rows, rows + width, most);
    for (size_t row = 1; row < n_rows; ++row)
      for (size_t i = 0; i < width; ++i) {
        const float value = rows[row * width + i];
        least[i] = std::min(least[i], value);
        most[i] = std::max(most[i], value);
      }
  }

  // Cut what a value is above, in order; return the first cut that it is not above.
  static const CutC* cut(const CutC* next, float value, uint64_t* left) {
    for (; value > next->threshold; ++next) left[next->tree] &= next->kept;
    return next;
  }

  std::vector<std::vector<CutC>> cuts_;  // by feature, thresholds rising; the last cuts nothing
  std::vector<uint32_t> first_value_;    // by tree
  std::vector<float> values_;            // of the leaves of each tree, from left to right
};

}  // namespace paragen
