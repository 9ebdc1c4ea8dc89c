// Estimation of a model whose text fits in memory.
#pragma once
#include <cstdint>
#include <vector>

#include "decoder/lm/estimate/discounts.hh"
#include "decoder/lm/estimate/levels.hh"
#include "decoder/lm/estimate/settings.hh"

namespace paragen::estimate {

constexpr uint32_t kPruned = 0x80000000u;

class MemoryEstimator {
 public:
  MemoryEstimator(const Corpus& corpus, const Settings& settings, const Host& host)
      : corpus_(corpus), settings_(settings), host_(host), order_counts_(settings.order) {}

  // Counts every order; the counts of counts are complete afterwards.
  void count() {
    const uint32_t order = settings_.order;
    LevelSorter sorter(corpus_.tokens().data(), corpus_.tokens().size(), corpus_.words().size(), order);
    levels_.reserve(order);
    levels_.push_back(sorter.first());
    bool in_last = true;  // the last n-gram of the level is a suffix of the last n-gram of the model
    for (uint32_t k = 2; k <= order; ++k) {
      host_.progress("count", double(k - 1) / order);
      levels_.push_back(sorter.next());
      Level &upper = levels_[k - 1], &lower = levels_[k - 2];
      Buffer<uint32_t> extensions = link_suffixes(lower, &upper);
      adjust(k - 1, extensions.begin(), in_last);
      in_last = in_last && upper.size() > 0 && upper.suffix[upper.size() - 1] == lower.size() - 1;
    }
    adjust(order, nullptr, false);
  }

  const std::vector<OrderCounts>& order_counts() const { return order_counts_; }
  const std::vector<Level>& levels() const { return levels_; }
  const Buffer<float>& probabilities(uint32_t k) const { return probabilities_[k - 1]; }
  const Buffer<float>& gammas(uint32_t k) const { return gammas_[k]; }

  // Computes probabilities of every order, and the back-off of each context.
  void interpolate(const std::vector<Discounts>& discounts) {
    for (uint32_t k = 1; k <= settings_.order; ++k) {
      host_.progress("interpolate", double(k - 1) / settings_.order);
      interpolate_order(k, discounts[k - 1]);
    }
  }

 private:
  // Finds the suffix of each n-gram of `upper`; returns how many words extend each n-gram of `lower` to the left.
  // Both levels are in suffix order, so one walk through both meets every pair.
  Buffer<uint32_t> link_suffixes(const Level& lower, Level* upper) const {
    Buffer<uint32_t> extensions(lower.size());
    std::fill(extensions.begin(), extensions.end(), 0);
    uint32_t at = 0;
    for (size_t i = 0; i < upper->size(); ++i) {
      const uint32_t word = upper->word[i], context = lower.suffix[upper->context[i]];
      while (lower.word[at] != word || lower.context[at] != context) ++at;
      upper->suffix[i] = at;
      ++extensions[at];
    }
    return extensions;
  }

  // Turns counts into adjusted counts: of distinct words to the left, but occurrences where <s> stands at the left
  // or the order is the highest. Pruning goes by occurrences.
  void adjust(uint32_t k, const uint32_t* extensions, bool in_last) {
    Level& level = levels_[k - 1];
    OrderCounts& counts = order_counts_[k - 1];
    for (size_t i = 0; i < level.size(); ++i) {
      const uint32_t occurrences = level.count[i];
      const uint32_t adjusted = extensions && extensions[i] ? extensions[i] : occurrences;
      const bool special = k == 1 && i <= kEnd;
      const bool pruned = !special && occurrences <= settings_.prune[k - 1];
      // lmplz files the last n-gram, and its suffixes, under their occurrences when it counts counts.
      const bool last = in_last && i + 1 == level.size();
      counts.add(last ? occurrences : adjusted, pruned);
      level.count[i] = adjusted | (pruned ? kPruned : 0);
    }
  }

  void interpolate_order(uint32_t k, const Discounts& discounts) {
    const Level& level = levels_[k - 1];
    const size_t n_contexts = k == 1 ? 1 : levels_[k - 2].size();
    std::vector<ContextSums> sums(n_contexts);
    for (size_t i = 0; i < level.size(); ++i)
      sums[level.context[i]].add(level.count[i] & ~kPruned, level.count[i] & kPruned);
    Buffer<float> gammas(n_contexts);
    for (size_t i = 0; i < n_contexts; ++i) gammas[i] = sums[i].denominator ? sums[i].gamma(discounts) : 1.0f;
    Buffer<float> probabilities(level.size());
    if (k == 1) {
      fill_unigrams(settings_, order_counts_[0].kept, sums[0], discounts, level, &probabilities);
    } else {
      const Buffer<float>& lower = probabilities_.back();
      for (size_t i = 0; i < level.size(); ++i) {
        if (level.count[i] & kPruned) continue;
        const uint32_t context = level.context[i];
        const float own = discounts.apply(level.count[i]) / static_cast<float>(sums[context].denominator);
        probabilities[i] = own + gammas[context] * lower[level.suffix[i]];
      }
    }
    gammas_.push_back(std::move(gammas));
    probabilities_.push_back(std::move(probabilities));
  }

  static void fill_unigrams(const Settings& settings, uint64_t n_kept, const ContextSums& sums,
                            const Discounts& discounts, const Level& level, Buffer<float>* probabilities) {
    const UnigramRule rule(settings, n_kept, sums, discounts);
    for (uint32_t word = 0; word < level.size(); ++word)
      (*probabilities)[word] = rule.probability(word, level.count[word] & ~kPruned);
  }

  const Corpus& corpus_;
  const Settings& settings_;
  const Host& host_;
  std::vector<Level> levels_;
  std::vector<OrderCounts> order_counts_;
  std::vector<Buffer<float>> probabilities_;
  std::vector<Buffer<float>> gammas_;   // [k]: of k-grams as contexts; 1 where no word follows
};

}  // namespace paragen::estimate
