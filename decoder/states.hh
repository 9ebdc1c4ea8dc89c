// The states that features keep in a hypothesis, and what hypotheses that differ in them may still gain: for each window that is
// searched, and each entry of the list that needs a state, an object of Kept<Entry>.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/lattice.hh"

namespace paragen {

// One entry's states in the search. Scores are weighted.
//
//   prepare(problem, options, n_words)   for one window; returns whether states may differ: if not, nothing else is asked
//   begin()                              what holds before the first step
//   next(state, option)                  the state after the option
//   step(state, option)                  what the option adds beyond its base
//   ahead(state, position)               what may still be gained in words [position, end of sentence); there, what the end adds
//   allows(state, option)                whether a hypothesis in this state may take the option at all
//
// This one serves every NumberFeature; entries of whose states more is known have their own below.
template <class Entry>
class Kept {
 public:
  bool prepare(const ProblemC& problem, const OptionTable&, uint32_t n_words) {
    entry_ = &problem.features->get<Entry>();
    weights_ = problem.features->weights<Entry>();
    n_words_ = n_words;
    return is_used_ = std::any_of(weights_, weights_ + entry_->size(), [](double weight) { return weight != 0; });
  }
  double begin() const { return 0; }
  uint32_t next(uint32_t state, const Option& option) const {
    if (is_used_) entry_->follow(option, &state, [](uint32_t, double) {});
    return state;
  }
  double step(uint32_t state, const Option& option) const {
    double sum = 0;
    entry_->follow(option, &state, [&](uint32_t number, double value) { sum += weights_[number] * value; });
    return sum;
  }
  double ahead(uint32_t state, uint32_t position) const {
    if (position < n_words_) return entry_->bound(state, weights_, n_words_ - position);
    double sum = 0;
    entry_->end(state, [&](uint32_t number, double value) { sum += weights_[number] * value; });
    return sum;
  }
  bool allows(uint32_t, const Option&) const { return true; }

 private:
  const Entry* entry_ = nullptr;
  const double* weights_ = nullptr;
  uint32_t n_words_ = 0;
  bool is_used_ = false;
};

// A derivation that uses no substitute of table t scores weight_t * floor_t for it [Z08 note 2]. Every hypothesis carries that
// from the beginning and gets it back (`release`) with the first use of the table, whose bit is then set. To compare hypotheses
// fairly, each may still gain, for each unused table, the best that an option further right can win over copying its words.
template <>
class Kept<TableFeatures> {
 public:
  bool prepare(const ProblemC& problem, const OptionTable& options, uint32_t n_words) {
    const FeatureList& features = *problem.features;
    n_floors_ = features.n_floors();
    if (n_floors_ == 0) return false;
    release_.assign(n_floors_, 0);
    for (uint32_t table = 0; table < features.n_tables(); ++table)
      if (const uint32_t bit = features.get<TableFeatures>().bit(table); bit != kNoFloor) release_[bit] = -features.floor(table);
    look_ahead(options, n_words);
    return true;
  }
  double begin() const {
    double sum = 0;
    for (uint32_t bit = 0; bit < n_floors_; ++bit) sum -= release_[bit];
    return sum;
  }
  uint32_t next(uint32_t used, const Option& option) const {
    return used | (option.floor_bit == kNoFloor ? 0 : 1u << option.floor_bit);
  }
  double step(uint32_t used, const Option& option) const {
    return option.floor_bit == kNoFloor || used >> option.floor_bit & 1 ? 0 : release_[option.floor_bit];
  }
  double ahead(uint32_t used, uint32_t position) const {
    double sum = 0;
    for (uint32_t bit = 0; bit < n_floors_; ++bit)
      if (!(used >> bit & 1)) sum += best_[size_t(position) * n_floors_ + bit];
    return sum;
  }
  bool allows(uint32_t, const Option&) const { return true; }

 private:
  void look_ahead(const OptionTable& options, uint32_t n_words) {
    best_.assign(size_t(n_words + 1) * n_floors_, 0);
    size_t at = options.options().size();
    for (uint32_t position = n_words; position-- > 0;) {
      double* best = best_.data() + size_t(position) * n_floors_;
      std::copy(best + n_floors_, best + 2 * n_floors_, best);
      for (; at > 0 && options.option(static_cast<uint32_t>(at - 1)).begin == position; --at) {
        const Option& option = options.option(static_cast<uint32_t>(at - 1));
        if (option.floor_bit == kNoFloor) continue;
        double won = option.base + release_[option.floor_bit];
        for (uint32_t i = option.begin; i < option.end; ++i) won -= options.copy_base(i);
        best[option.floor_bit] = std::max(best[option.floor_bit], won);
      }
    }
  }

  uint32_t n_floors_ = 0;
  std::vector<double> release_;  // by floor bit
  std::vector<double> best_;     // position x floor bit
};

// The edits so far, up to the bound that asks for them.
template <>
class Kept<EditFeature> {
 public:
  bool prepare(const ProblemC& problem, const OptionTable& options, uint32_t n_words) {
    most_ = problem.limits.max_edits;
    cap_ = most_ != kNoLimit ? most_ : problem.limits.min_edits;
    is_bounded_ = cap_ != 0 || most_ != kNoLimit;
    if (is_bounded_) look_ahead(options, n_words, problem.limits.min_edits);
    return is_bounded_;
  }
  double begin() const { return 0; }
  uint32_t next(uint32_t edits, const Option& option) const { return std::min(cap_, edits + option.edit); }
  double step(uint32_t, const Option&) const { return 0; }
  double ahead(uint32_t, uint32_t) const { return 0; }
  bool allows(uint32_t before, const Option& option) const {
    if (!is_bounded_) return true;
    const uint32_t edits = before + option.edit;
    if (option.edit && most_ != kNoLimit && edits > most_) return false;
    return std::min(cap_, edits) + attainable_[option.end] >= needed_;
  }

 private:
  void look_ahead(const OptionTable& options, uint32_t n_words, uint32_t least) {
    attainable_.assign(n_words + 1, 0);
    size_t at = options.options().size();
    for (uint32_t position = n_words; position-- > 0;) {
      uint32_t most = 0;
      for (; at > 0 && options.option(static_cast<uint32_t>(at - 1)).begin == position; --at) {
        const Option& option = options.option(static_cast<uint32_t>(at - 1));
        most = std::max(most, attainable_[option.end] + option.edit);
      }
      attainable_[position] = std::min(most, kMostEdits);
    }
    needed_ = std::min(least, attainable_[0]);
  }

  uint32_t most_ = kNoLimit, cap_ = 0, needed_ = 0;
  bool is_bounded_ = false;
  std::vector<uint32_t> attainable_;  // by position: the most edits that can still be made
};

// The states of all entries, as they stand in a key.
class States {
 public:
  void prepare(const ProblemC& problem, const OptionTable& options, uint32_t n_words) {
    none_ = true;
    for_each(kept_, [&](auto& kept, uint32_t, uint32_t) { none_ &= !kept.prepare(problem, options, n_words); });
  }

  // Hypotheses differ in their words only: the fast path.
  bool none() const { return none_; }

  // Score of a derivation before its first step.
  double begin() const {
    return sum(0, [](const auto& kept, uint32_t) { return kept.begin(); });
  }
  // What a hypothesis may still gain in words [position, end of sentence).
  double ahead(Key key, uint32_t position) const {
    return sum(key, [&](const auto& kept, uint32_t state) { return kept.ahead(state, position); });
  }
  // What an option adds after a hypothesis, beyond its base and the language model.
  double step(Key key, const Option& option) const {
    return sum(key, [&](const auto& kept, uint32_t state) { return kept.step(state, option); });
  }
  // The key of a hypothesis extended by an option to a state of the language model.
  Key next(Key key, const Option& option, uint32_t context) const {
    Key made = context;
    if (none_) return made;
    for_each(kept_, [&](const auto& kept, uint32_t at, uint32_t bits) {
      made |= Key(kept.next(part(key, at, bits), option)) << at;
    });
    return made;
  }
  // Whether a hypothesis may take the option at all.
  bool allows(Key key, const Option& option) const { return none_ || gain(key, option) > kImpossible; }

  // Group the hypotheses of a stack by their states.
  void begin_stack(const Hypothesis* hypotheses, uint32_t n) {
    groups_.assign(none_ ? 1 : 0, 0);
    group_of_.assign(n, 0);
    if (none_) return;
    for (uint32_t i = 0; i < n; ++i) {
      const Group group = key_group(hypotheses[i].key);
      const size_t place = std::find(groups_.begin(), groups_.end(), group) - groups_.begin();
      if (place == groups_.size()) groups_.push_back(group);
      group_of_[i] = static_cast<uint32_t>(place);
    }
  }
  uint32_t n_groups() const { return static_cast<uint32_t>(groups_.size()); }
  uint32_t group(uint32_t hypothesis) const { return group_of_[hypothesis]; }

  // The gains of a block by group, and its best value with them. False: no hypothesis may take the option.
  bool fill(const Option& option, Arena* arena, Block* block) const {
    float* gains = arena->array<float>(groups_.size());
    for (size_t i = 0; i < groups_.size(); ++i) gains[i] = gain(group_key(groups_[i]), option);
    float best = kImpossible;
    block->gains = gains;
    for (uint32_t i = 0; i < block->row->n_fronts; ++i) best = std::max(best, block->value(block->row->fronts[i]));
    block->best = block->add + best;
    return best > kImpossible;
  }

 private:
  static constexpr float kImpossible = -std::numeric_limits<float>::infinity();

  // How an option changes the priority of a group's hypotheses, beyond its score.
  float gain(Key key, const Option& option) const {
    bool allowed = true;
    for_each(kept_, [&](const auto& kept, uint32_t at, uint32_t bits) {
      allowed = allowed && kept.allows(part(key, at, bits), option);
    });
    if (!allowed) return kImpossible;
    return static_cast<float>(step(key, option) + ahead(next(key, option, 0), option.end) - ahead(key, option.begin));
  }

  static uint32_t part(Key key, uint32_t at, uint32_t bits) {
    return static_cast<uint32_t>(key >> at) & static_cast<uint32_t>((uint64_t(1) << bits) - 1);
  }

  template <class Add>
  double sum(Key key, const Add& add) const {
    double sum = 0;
    if (!none_) for_each(kept_, [&](const auto& kept, uint32_t at, uint32_t bits) { sum += add(kept, part(key, at, bits)); });
    return sum;
  }

  template <class Entry>
  using IfKept = std::conditional_t<Entry::kNeeds == Needs::kState, std::tuple<Kept<Entry>>, std::tuple<>>;
  template <class List> struct KeptOf;
  template <class... Entry>
  struct KeptOf<std::tuple<Entry...>> { using All = decltype(std::tuple_cat(std::declval<IfKept<Entry>>()...)); };

  // visit(kept, its place in the key, its bits) for each.
  template <class KeptTuple, class Visit>
  static void for_each(KeptTuple& all, const Visit& visit) {
    uint32_t at = KeyLayout<Features>::kContextBits;
    std::apply([&](auto&... kept) { ((visit(kept, at, bits_of(kept)), at += bits_of(kept)), ...); }, all);
  }
  template <class Entry> static constexpr uint32_t bits_of(const Kept<Entry>&) { return Entry::kBits; }

  KeptOf<Features>::All kept_;
  bool none_ = true;
  std::vector<Group> groups_;         // of the hypotheses of a stack
  std::vector<uint32_t> group_of_;    // by hypothesis of the stack
};

}  // namespace paragen
