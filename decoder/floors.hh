// What makes two hypotheses with the same words different: the floors of tables not used so far [Z08 note 2], and the
// number of edits where the user bounds it.
//
// A derivation that uses no substitute of table t scores weight_t * floor_t for it. Every hypothesis carries that for the
// tables it has not used yet, and gets it back (`release`) with the first use. To compare hypotheses of a stack fairly,
// their priority adds the relief still attainable: for each unused table the best that an option further right can win
// over copying its words.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/lattice.hh"

namespace paragen {

class Floors {
 public:
  void prepare(const ProblemC& problem, const OptionTable& options, uint32_t n_words) {
    n_floors_ = options.n_floors();
    min_edits_ = problem.limits.min_edits;
    max_edits_ = problem.limits.max_edits;
    cap_ = max_edits_ != kNoLimit ? max_edits_ : min_edits_;
    none_ = n_floors_ == 0 && cap_ == 0 && max_edits_ == kNoLimit;
    if (none_) return;
    release_.assign(n_floors_, 0);
    for (uint32_t table = 0; table < problem.features->n_tables(); ++table)
      if (options.floor_bit(table) != kNoFloor) release_[options.floor_bit(table)] = -problem.features->floor(table);
    look_ahead(options, n_words);
  }

  // Hypotheses differ in their words only: the fast path.
  bool none() const { return none_; }

  // Score of a derivation before its first step: every floor in force.
  double initial_score() const {
    double sum = 0;
    if (!none_)
      for (const double release : release_) sum -= release;
    return sum;
  }

  // What the tables not in `used` may still win in words [position, end of sentence).
  double relief(uint32_t used, uint32_t position) const {
    double sum = 0;
    if (!none_)
      for (uint32_t bit = 0; bit < n_floors_; ++bit)
        if (!(used >> bit & 1)) sum += relief_[size_t(position) * n_floors_ + bit];
    return sum;
  }

  // What the option's table gives back when it is used for the first time.
  double release(uint32_t used, const Option& option) const {
    return option.floor_bit == kNoFloor || used >> option.floor_bit & 1 ? 0 : release_[option.floor_bit];
  }

  // The key of `hypothesis` extended by `option` to a language-model state.
  uint64_t extend_key(uint64_t key, const Option& option, uint32_t state) const {
    if (none_) return state;
    const uint32_t tables = key_tables(key) | (option.floor_bit == kNoFloor ? 0 : 1u << option.floor_bit);
    return make_key(state, tables, std::min(cap_, key_edits(key) + option.edit));
  }

  // Group the hypotheses of a stack by tables used and edits made.
  void begin_stack(const Hypothesis* hypotheses, uint32_t n) {
    groups_.assign(none_ ? 1 : 0, 0);
    group_of_.assign(n, 0);
    if (none_) return;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t group = static_cast<uint32_t>(hypotheses[i].key >> 32);
      const size_t place = std::find(groups_.begin(), groups_.end(), group) - groups_.begin();
      if (place == groups_.size()) groups_.push_back(group);
      group_of_[i] = static_cast<uint32_t>(place);
    }
  }

  // What hypotheses of one group have in common.
  static uint32_t upper(uint64_t key) { return static_cast<uint32_t>(key >> 32); }
  uint32_t n_groups() const { return static_cast<uint32_t>(groups_.size()); }
  uint32_t group(uint32_t hypothesis) const { return group_of_[hypothesis]; }

  // The gains of a block by group, and its best value with them. False: no hypothesis may take the option.
  bool fill(const Option& option, Arena* arena, Block* block) const {
    float* gains = arena->array<float>(groups_.size());
    for (size_t i = 0; i < groups_.size(); ++i) gains[i] = gain(option, uint64_t(groups_[i]) << 32);
    float best = kImpossible;
    block->gains = gains;
    for (uint32_t i = 0; i < block->row->n_fronts; ++i) best = std::max(best, block->value(block->row->fronts[i]));
    block->best = block->add + best;
    return best > kImpossible;
  }

  // Whether a hypothesis with this key may take the option at all.
  bool allows(const Option& option, uint64_t key) const { return none_ || gain(option, key) > kImpossible; }

 private:
  static constexpr float kImpossible = -std::numeric_limits<float>::infinity();

  // How the option changes the priority of a group's hypotheses, beyond its score.
  float gain(const Option& option, uint64_t key) const {
    const uint32_t edits = key_edits(key) + option.edit;
    if (option.edit && max_edits_ != kNoLimit && edits > max_edits_) return kImpossible;
    if (std::min(cap_, edits) + attainable_[option.end] < needed_) return kImpossible;
    const uint32_t used = key_tables(key), now = key_tables(extend_key(key, option, 0));
    return static_cast<float>(release(used, option) + relief(now, option.end) - relief(used, option.begin));
  }

  // From right to left: the best relief of each table, and the most edits that can still be made.
  void look_ahead(const OptionTable& options, uint32_t n_words) {
    relief_.assign(size_t(n_words + 1) * n_floors_, 0);
    attainable_.assign(n_words + 1, 0);
    size_t at = options.options().size();
    for (uint32_t position = n_words; position-- > 0;) {
      for (uint32_t bit = 0; bit < n_floors_; ++bit)
        relief_[size_t(position) * n_floors_ + bit] = relief_[size_t(position + 1) * n_floors_ + bit];
      uint32_t most = 0;
      for (; at > 0 && options.option(static_cast<uint32_t>(at - 1)).begin == position; --at) {
        const Option& option = options.option(static_cast<uint32_t>(at - 1));
        most = std::max(most, attainable_[option.end] + option.edit);
        if (option.floor_bit == kNoFloor) continue;
        double won = option.base + release_[option.floor_bit];
        for (uint32_t i = option.begin; i < option.end; ++i) won -= options.copy_base(i);
        double& best = relief_[size_t(position) * n_floors_ + option.floor_bit];
        best = std::max(best, won);
      }
      attainable_[position] = std::min(most, kMaxEditBound);
    }
    needed_ = std::min(min_edits_, attainable_[0]);
  }

  bool none_ = true;
  uint32_t n_floors_ = 0, min_edits_ = 0, max_edits_ = kNoLimit, cap_ = 0, needed_ = 0;
  std::vector<double> release_;        // by floor bit
  std::vector<double> relief_;         // position x floor bit
  std::vector<uint32_t> attainable_;   // by position
  std::vector<uint32_t> groups_;       // the upper half of their keys
  std::vector<uint32_t> group_of_;     // by hypothesis of the stack
};

}  // namespace paragen
