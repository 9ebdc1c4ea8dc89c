// Counts of adjusted counts, the discounts of modified Kneser-Ney they give (Chen and Goodman 1998, equation 26), and what
// becomes of the mass that is discounted.
//
// Single precision, in the order of operations lmplz uses, so that both programs write the same digits.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "lm/estimate/corpus.hh"

namespace paragen::estimate {

struct OrderCounts {
  uint64_t total = 0;                 // distinct n-grams
  uint64_t kept = 0;                  // those that are not pruned
  std::array<uint64_t, 5> with{};     // how many have adjusted count 1, 2, 3, 4

  void add(uint64_t adjusted, bool pruned) {
    ++total;
    kept += !pruned;
    if (adjusted < with.size()) ++with[adjusted];
  }
};

struct Discounts {
  std::array<float, 4> of{};          // what an adjusted count of 1, 2, and 3 or more loses
  bool fallback = false;

  float get(uint64_t count) const { return of[std::min<uint64_t>(count, 3)]; }
  float apply(uint64_t count) const { return static_cast<float>(count) - get(count); }
};

// Why an order has no discounts.
struct DiscountFailure {
  uint32_t order = 0;                 // 0: none failed
  uint32_t count = 0;                 // the adjusted count that no n-gram has, or whose discount is out of range
  float discount = 0;                 // that discount, where `missing` is false
  bool missing = false;
};

inline DiscountFailure estimate_discounts(const OrderCounts& counts, uint32_t order, Discounts* discounts) {
  for (uint32_t count = 1; count <= 3; ++count)
    if (counts.with[count] == 0) return {order, count, 0, true};
  const float share = static_cast<float>(counts.with[1]) / static_cast<float>(counts.with[1] + 2.0 * counts.with[2]);
  for (uint32_t count = 1; count <= 3; ++count) {
    const float ratio_times = static_cast<float>(count + 1) * share * static_cast<float>(counts.with[count + 1]);
    const float discount = static_cast<float>(count) - ratio_times / static_cast<float>(counts.with[count]);
    if (discount < 0.0f || discount > count) return {order, count, discount, false};
    discounts->of[count] = discount;
  }
  return {};
}

// Fills `discounts` for every order; the first order that cannot be estimated is returned unless there is a fallback.
inline DiscountFailure estimate_all_discounts(const std::vector<OrderCounts>& counts, const Discounts* fallback,
                                              std::vector<Discounts>* discounts) {
  discounts->assign(counts.size(), Discounts());
  for (uint32_t i = 0; i < counts.size(); ++i) {
    const DiscountFailure failure = estimate_discounts(counts[i], i + 1, &(*discounts)[i]);
    if (failure.order == 0) continue;
    if (fallback == nullptr) return failure;
    (*discounts)[i] = *fallback;
    (*discounts)[i].fallback = true;
  }
  return {};
}

// What the n-grams c w of one context c add up to (c: the words before the last).
template <class Count>
struct ContextSums {
  Count denominator = 0;              // of all adjusted counts
  Count pruned = 0;                   // of those of pruned n-grams
  std::array<uint32_t, 3> with{};     // kept n-grams with adjusted count 1, 2, and 3 or more

  void add(Count adjusted, bool is_pruned) {
    denominator += adjusted;
    if (is_pruned) pruned += adjusted;
    else if (adjusted > 0) ++with[std::min<Count>(adjusted, 3) - 1];
  }

  // The mass left to the lower order: the context's interpolation weight and back-off.
  float gamma(const Discounts& discounts) const {
    float mass = 0;
    for (uint32_t count = 1; count <= 3; ++count) mass += discounts.of[count] * static_cast<float>(with[count - 1]);
    mass += static_cast<float>(pruned);
    return mass / static_cast<float>(denominator);
  }
};

// Probabilities of words. The order below them is uniform over the vocabulary with <unk>, without <s>.
class UnigramRule {
 public:
  // `gamma`, `denominator`: of the empty context.
  UnigramRule(bool interpolate, uint64_t n_kept, float gamma, float denominator, const Discounts& discounts)
      : discounts_(discounts), denominator_(denominator), gamma_(gamma),
        uniform_(static_cast<float>(1.0 / static_cast<float>(n_kept - 1))),
        interpolate_(interpolate) {}

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
