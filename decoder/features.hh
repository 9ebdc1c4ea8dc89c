// The features of the log-linear model [Z08 eq. 2] as one ordered list. Search, results and rescoring go through it; its
// mirror in Python is features.py.
//
// Each entry is one feature, or a row of like ones, and says
//
//   size()                        how many features of the list are its own
//   kNeeds                        what it must know of a hypothesis
//   option(option, add)           what an option adds wherever it stands: add(number, value), number < size()
//   follow(option, state, add)    what the option adds beyond that after the derivation so far; updates the state
//   end(state, add)               what the end of the sentence adds
//
// What an option adds wherever it stands enters Option::base once and costs the search nothing. What depends on a
// hypothesis is computed for many at a time: in Extender and SentenceEnd (kContext) and in Floors (kTablesUsed).
#pragma once
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "decoder/option.hh"
#include "lm/automaton.hh"

namespace paragen {

enum class Needs { kNothing, kContext, kTablesUsed };

// What scoring a derivation from left to right remembers.
struct DerivationState {
  uint32_t context;           // of the language model
  std::vector<uint8_t> used;  // by table: whether a substitute of it was taken
};

// An entry that needs nothing of a hypothesis.
struct StatelessFeature {
  static constexpr Needs kNeeds = Needs::kNothing;
  template <class Add> void follow(const Option&, DerivationState*, const Add&) const {}
  template <class Add> void end(DerivationState*, const Add&) const {}
};

// log P(target) [Z08 eq. 4].
struct LanguageModelFeature {
  static constexpr Needs kNeeds = Needs::kContext;
  LmView lm;

  uint32_t size() const { return 1; }
  template <class Add> void option(const Option&, const Add&) const {}
  template <class Add> void follow(const Option& option, DerivationState* state, const Add& add) const {
    for (uint32_t i = 0; i < option.n_words; ++i) add(0, lm.score(state->context, option.words[i], &state->context));
  }
  template <class Add> void end(DerivationState* state, const Add& add) const {
    add(0, lm.score(state->context, lm.end_word, &state->context));
  }
};

// The log scores of a table's substitutes, or its floor if none was used [Z08 eq. 3, note 2].
struct TableFeatures {
  static constexpr Needs kNeeds = Needs::kTablesUsed;
  std::vector<double> floors;

  uint32_t size() const { return static_cast<uint32_t>(floors.size()); }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.table < size()) add(option.table, option.logscore);
  }
  template <class Add> void follow(const Option& option, DerivationState* state, const Add&) const {
    if (option.table < size()) state->used[option.table] = 1;
  }
  template <class Add> void end(DerivationState* state, const Add& add) const {
    for (uint32_t table = 0; table < size(); ++table)
      if (!state->used[table]) add(table, floors[table]);
  }
};

// PT-7: a word that occurs in a table stays itself with score 1, whose log adds nothing.
struct SelfFeature : StatelessFeature {
  bool present = true;
  uint32_t size() const { return present; }
  template <class Add> void option(const Option&, const Add&) const {}
};

// Words of the output.
struct WordFeature : StatelessFeature {
  uint32_t size() const { return 1; }
  template <class Add> void option(const Option& option, const Add& add) const { add(0, option.n_words); }
};

// Edits.
struct EditFeature : StatelessFeature {
  uint32_t size() const { return 1; }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.edit) add(0, 1);
  }
};

// Words passed through unknown.
struct UnknownFeature : StatelessFeature {
  uint32_t size() const { return 1; }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.table == kUnknownTable) add(0, 1);
  }
};

// What scorers gave the edits of this sentence before the search.
struct ScorerFeatures : StatelessFeature {
  uint32_t n = 0;
  uint32_t size() const { return n; }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.scores != nullptr)
      for (uint32_t scorer = 0; scorer < n; ++scorer) add(scorer, option.scores[scorer]);
  }
};

class FeatureList {
 public:
  FeatureList() = default;

  // weights: one per feature, in the order of the list; floors: one per table.
  FeatureList(const LmView& lm, std::vector<double> floors, bool self_paraphrase, uint32_t n_scorers,
              std::vector<double> weights)
      : weights_(std::move(weights)) {
    std::get<LanguageModelFeature>(entries_).lm = lm;
    std::get<TableFeatures>(entries_).floors = std::move(floors);
    std::get<SelfFeature>(entries_).present = self_paraphrase;
    std::get<ScorerFeatures>(entries_).n = n_scorers;
  }

  uint32_t n_tables() const { return std::get<TableFeatures>(entries_).size(); }
  uint32_t n_scorers() const { return std::get<ScorerFeatures>(entries_).n; }
  bool self_paraphrase() const { return std::get<SelfFeature>(entries_).present; }
  double lm_weight() const { return weights_[first<LanguageModelFeature>()]; }

  // The weighted floor of a table: what its feature adds where no substitute of it is used.
  double floor(uint32_t table) const {
    return weights_[first<TableFeatures>() + table] * std::get<TableFeatures>(entries_).floors[table];
  }

  // The weighted sum of what an option adds wherever it stands.
  double base(const Option& option) const {
    double sum = 0;
    visit([&](const auto& entry, uint32_t first) { sum = add(entry, first, option, sum); });
    return sum;
  }

  // That of some features only.
  template <class... Chosen>
  double part(const Option& option) const {
    double sum = 0;
    visit([&](const auto& entry, uint32_t first) {
      if constexpr ((std::is_same_v<std::decay_t<decltype(entry)>, Chosen> || ...)) sum = add(entry, first, option, sum);
    });
    return sum;
  }

  // The unweighted sums of a derivation, whose options `each` gives one by one from left to right.
  template <class Each>
  std::vector<double> sums(Each each) const {
    std::vector<double> sums(weights_.size(), 0);
    DerivationState state{std::get<LanguageModelFeature>(entries_).lm.begin_state, std::vector<uint8_t>(n_tables(), 0)};
    each([&](const Option& option) {
      visit([&](const auto& entry, uint32_t first) {
        const auto add = [&](uint32_t number, double value) { sums[first + number] += value; };
        entry.option(option, add);
        entry.follow(option, &state, add);
      });
    });
    visit([&](const auto& entry, uint32_t first) {
      entry.end(&state, [&](uint32_t number, double value) { sums[first + number] += value; });
    });
    return sums;
  }

  double weighted(const std::vector<double>& sums) const {
    double sum = 0;
    for (size_t i = 0; i < sums.size(); ++i) sum += weights_[i] * sums[i];
    return sum;
  }

 private:
  template <class Entry>
  double add(const Entry& entry, uint32_t first, const Option& option, double sum) const {
    entry.option(option, [&](uint32_t number, double value) { sum += weights_[first + number] * value; });
    return sum;
  }

  // The number of an entry's first feature.
  template <class Entry>
  uint32_t first() const {
    uint32_t found = 0;
    visit([&](const auto& entry, uint32_t first) {
      if constexpr (std::is_same_v<std::decay_t<decltype(entry)>, Entry>) found = first;
    });
    return found;
  }

  // visit(entry, number of its first) for each, in order.
  template <class Visit>
  void visit(Visit visit) const {
    uint32_t first = 0;
    std::apply([&](const auto&... entry) { ((visit(entry, first), first += entry.size()), ...); }, entries_);
  }

  std::tuple<LanguageModelFeature, TableFeatures, SelfFeature, WordFeature, EditFeature, UnknownFeature, ScorerFeatures>
      entries_;
  std::vector<double> weights_;
};

}  // namespace paragen
