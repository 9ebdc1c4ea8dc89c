// What a user chooses, and how the lowest order treats the words that are not counted.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "lm/estimate/corpus.hh"
#include "lm/estimate/discounts.hh"

namespace paragen::estimate {

struct Settings {
  uint32_t order = 5;
  std::vector<uint64_t> prune;        // for each order: n-grams seen at most so often are left out
  bool has_fallback = false;
  Discounts fallback;
  bool interpolate_unigrams = true;   // else the mass discounted from words goes to <unk> alone
  bool skip_specials = false;
  uint64_t memory = 2ull << 30;       // bytes
  std::string temp;                   // folder for what does not fit
  uint32_t threads = 1;
};

// Probabilities of words. The order below them is uniform over the vocabulary with <unk>, without <s>.
class UnigramRule {
 public:
  // `gamma`, `denominator`: of the empty context.
  UnigramRule(const Settings& settings, uint64_t n_kept, float gamma, float denominator, const Discounts& discounts)
      : discounts_(discounts), denominator_(denominator), gamma_(gamma),
        uniform_(static_cast<float>(1.0 / static_cast<float>(n_kept - 1))),
        interpolate_(settings.interpolate_unigrams) {}

  float probability(uint32_t word, uint64_t adjusted) const {
    if (word == kBegin) return 1.0f;  // never predicted: log 0, as lmplz writes it
    if (word == kUnknown) return interpolate_ ? 0.0f + gamma_ * uniform_ : gamma_ + 0.0f * uniform_;
    const float own = discounts_.apply(adjusted) / denominator_;
    return interpolate_ ? own + gamma_ * uniform_ : own;
  }

 private:
  Discounts discounts_;
  float denominator_, gamma_, uniform_;
  bool interpolate_;
};

}  // namespace paragen::estimate
