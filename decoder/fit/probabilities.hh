// How likely a reader is to accept each substitute, in two stages.
//
// Of twenty substitutes one is sure enough. So the words of a substitute are tagged, and all features judged together, only if
// the other features leave it a chance: if the sum of the trees, with every tag at its best, is as sure as asked. Those that are
// sure enough get the same probability as in one stage, bit for bit.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/fit/features.hh"
#include "decoder/fit/forest.hh"

namespace paragen {

class Probabilities {
 public:
  // bound: of the leaves, whatever the tags; substitutes that are less sure than `least`, or forbidden, are left out, but for
  // those that a table offers that the features do not know. null: none is left out.
  Probabilities(const FitFeatures& features, const LevelsView& levels, const Leaves& leaves, const Leaves* bound, double least)
      : features_(features), levels_(levels), leaves_(leaves), bound_(bound), least_(least) {}

  // By substitute, its probability, and how conditions change its log odds, or kBanned. Both are 0 where it is left out; where it
  // is banned, the probability is.
  void run(const OptionSet& set, const LexiconView& names, const uint8_t* marks, double* probabilities, float* changes) {
    const size_t width = features_.n_features();
    kept_.clear();
    kept_rows_.clear();
    for (const WindowC& window : set.windows) {
      const uint32_t n = window.last_substitute - window.first_substitute;
      if (rows_.size() < n * width) rows_.resize(n * width);
      features_.untagged(set, names, marks, window, rows_.data());
      find_wanted(set, window);
      features_.tagged(set, names, window, wanted_.data(), rows_.data());
      for (uint32_t i = 0; i < n; ++i) {
        if (!wanted_[i]) continue;
        kept_.push_back(window.first_substitute + i);
        kept_rows_.insert(kept_rows_.end(), rows_.begin() + i * width, rows_.begin() + (i + 1) * width);
      }
    }
    sums_.resize(kept_.size());
    leaves_.sums(kept_rows_.data(), kept_.size(), sums_.data());
    std::fill(probabilities, probabilities + set.substitutes.size(), 0);
    std::fill(changes, changes + set.substitutes.size(), 0);
    for (size_t i = 0; i < kept_.size(); ++i) {
      const float change = changes[kept_[i]] = features_.condition_change(kept_rows_.data() + i * width);
      if (change != kBanned) probabilities[kept_[i]] = levels_.probability(sums_[i]);
    }
  }

 private:
  // Which of a window's substitutes may be as sure as asked, by their rows.
  void find_wanted(const OptionSet& set, const WindowC& window) {
    const uint32_t n = window.last_substitute - window.first_substitute;
    wanted_.assign(n, bound_ == nullptr);
    if (bound_ == nullptr) return;
    sums_.resize(n);
    bound_->sums(rows_.data(), n, sums_.data());
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t number = window.first_substitute + i;
      const bool likely = levels_.probability(sums_[i]) >= least_ - kRounding;
      wanted_[i] = set.allows(number) && (likely || best_offer(set, number, features_.n_tables()) > kNotOffered);
    }
  }

  static constexpr double kRounding = 1e-9;  // far more than two probabilities that should be in order may be off
  static constexpr float kNotOffered = -std::numeric_limits<float>::infinity();

  FitFeatures features_;
  LevelsView levels_;
  const Leaves& leaves_;
  const Leaves* bound_;
  double least_;
  std::vector<uint8_t> wanted_;    // by substitute of a window
  std::vector<uint32_t> kept_;     // substitutes that are not left out
  std::vector<float> rows_, kept_rows_;  // of all substitutes of a window; of those that are not left out
  std::vector<double> sums_;
};

}  // namespace paragen
