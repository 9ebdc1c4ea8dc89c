// The features of the log-linear model [Z08 eq. 2] as one ordered list. Options, search, ranking, phrase limit, results and
// rescoring go through it, and Python has its names from it.
//
// Each entry is one feature, or a row of like ones, and says
//
//   kName                         its name; in parentheses where a row has its names from the model
//   size()                        how many features of the list are its own
//   option(option, add)           what an option adds wherever it stands: add(number, value), number < size()
//   kInRanking                    whether that counts where single substitutes are ranked
//   kNeeds, kBits                 what the search must keep of it in a hypothesis
//
// and, if it sees more than one option,
//
//   State, begin()                what scoring a derivation from left to right remembers, and remembers first
//   follow(option, state, add)    what the option adds beyond option() after the derivation so far; updates the state
//   end(state, add)               what the end of the sentence adds
//   alike(option, option)         whether no later step can tell apart two options of the same span and words
//
// What an option adds wherever it stands enters Option::base once and costs the search nothing. What a hypothesis must know
// enters its key (lattice.hh), and what it may still gain its priority (states.hh).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "decoder/feature.hh"

namespace paragen {

// The log scores of a table's substitutes, or its floor if none was used [Z08 eq. 3, note 2].
struct TableFeatures : Feature {
  static constexpr const char* kName = "(tables)";
  static constexpr Needs kNeeds = Needs::kState;
  static constexpr uint32_t kBits = 24;  // tables with a floor: a bit each
  std::vector<double> floors;
  std::vector<uint32_t> bits;  // by table: kNoFloor, or its number among those whose weighted floor is not 0

  uint32_t size() const { return static_cast<uint32_t>(floors.size()); }
  uint32_t bit(uint32_t table) const { return table < size() ? bits[table] : kNoFloor; }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.table < size()) add(option.table, option.logscore);
  }

  using State = std::vector<uint8_t>;  // by table: whether a substitute of it was taken
  State begin() const { return State(size(), 0); }
  template <class Add> void follow(const Option& option, State* used, const Add&) const {
    if (option.table < size()) (*used)[option.table] = 1;
  }
  template <class Add> void end(const State& used, const Add& add) const {
    for (uint32_t table = 0; table < size(); ++table)
      if (!used[table]) add(table, floors[table]);
  }
  static bool alike(const Option& a, const Option& b) { return a.floor_bit == b.floor_bit; }
};

// PT-7: a word that occurs in a table stays itself with score 1, whose log adds nothing.
struct SelfFeature : Feature {
  static constexpr const char* kName = "self";
  bool present = true;
  uint32_t size() const { return present; }
};

// Words of the output.
struct WordFeature : Feature {
  static constexpr const char* kName = "word";
  static constexpr bool kInRanking = false;
  template <class Add> void option(const Option& option, const Add& add) const { add(0, option.n_words); }
};

// Edits. Where the user bounds their number, hypotheses know how many they have, up to the bound that asks for it.
struct EditFeature : Feature {
  static constexpr const char* kName = "edit";
  static constexpr bool kInRanking = false;
  static constexpr Needs kNeeds = Needs::kState;
  static constexpr uint32_t kBits = 8;
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.edit) add(0, 1);
  }
  static bool alike(const Option& a, const Option& b) { return a.edit == b.edit; }
};

// Words passed through unknown.
struct UnknownFeature : Feature {
  static constexpr const char* kName = "unknown";
  static constexpr bool kInRanking = false;
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.table == kUnknownTable) add(0, 1);
  }
};

// What scorers gave the edits of this sentence before the search.
struct ScorerFeatures : Feature {
  static constexpr const char* kName = "(scorers)";
  uint32_t n = 0;
  uint32_t size() const { return n; }
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.scores != nullptr)
      for (uint32_t scorer = 0; scorer < n; ++scorer) add(scorer, option.scores[scorer]);
  }
};

using Features = std::tuple<
    LanguageModelFeature, TableFeatures, SelfFeature, WordFeature, EditFeature, UnknownFeature, ScorerFeatures
>;

// Limits of the list: a model, or a user, that asks for more is refused.
constexpr uint32_t kNoLimit = 0xFFFFFFFFu;
constexpr uint32_t kMostFloors = TableFeatures::kBits, kMostEdits = (1u << EditFeature::kBits) - 1;

// The names of the entries, in their order.
inline std::vector<std::string> feature_names() {
  return std::apply([](const auto&... entry) { return std::vector<std::string>{entry.kName...}; }, Features());
}

// A list with its weights.
class FeatureList {
 public:
  FeatureList() = default;

  // weights: one per feature, in the order of the list; floors: one per table.
  FeatureList(const LmView& lm, std::vector<double> floors, bool self_paraphrase, uint32_t n_scorers,
              std::vector<double> weights)
      : weights_(std::move(weights)) {
    get<LanguageModelFeature>().lm = lm;
    get<TableFeatures>().floors = std::move(floors);
    get<SelfFeature>().present = self_paraphrase;
    get<ScorerFeatures>().n = n_scorers;
    for (uint32_t table = 0; table < n_tables(); ++table)
      get<TableFeatures>().bits.push_back(floor(table) != 0 ? n_floors_++ : kNoFloor);
  }

  template <class Entry> const Entry& get() const { return std::get<Entry>(entries_); }
  template <class Entry> const double* weights() const { return weights_.data() + first<Entry>(); }

  const LmView& lm() const { return get<LanguageModelFeature>().lm; }
  double lm_weight() const { return *weights<LanguageModelFeature>(); }
  uint32_t n_tables() const { return get<TableFeatures>().size(); }
  uint32_t n_floors() const { return n_floors_; }
  uint32_t n_scorers() const { return get<ScorerFeatures>().n; }
  bool self_paraphrase() const { return get<SelfFeature>().present; }

  // The weighted floor of a table: what its feature adds where no substitute of it is used.
  double floor(uint32_t table) const { return weights<TableFeatures>()[table] * get<TableFeatures>().floors[table]; }

  // The weighted sum of what an option adds wherever it stands.
  double base(const Option& option) const {
    return sum(option, [](const auto&) { return true; });
  }

  // That of the features that rank single substitutes.
  double ranked(const Option& option) const {
    return sum(option, [](const auto& entry) { return entry.kInRanking; });
  }

  // Write into an option what the search reads of it.
  void prepare(Option* option) const {
    option->floor_bit = get<TableFeatures>().bit(option->table);
    option->base = base(*option);
  }

  // Whether no later step can tell apart two options of the same span and words: only the better one counts.
  static bool alike(const Option& a, const Option& b) {
    return std::apply([&](const auto&... entry) { return (alike_for(entry, a, b) && ...); }, Features());
  }

  // The unweighted sums of a derivation, whose options `each` gives one by one from left to right.
  template <class Each>
  std::vector<double> sums(const Each& each) const { return scan<false>(each); }

  // Of these, what entries with a state in the key add beyond Option::base.
  template <class Each>
  std::vector<double> sums_of_states(const Each& each) const { return scan<true>(each); }

  double weighted(const std::vector<double>& sums) const {
    double sum = 0;
    for (size_t i = 0; i < sums.size(); ++i) sum += weights_[i] * sums[i];
    return sum;
  }

  // The same list without the floor of a table.
  FeatureList without_floor(uint32_t table) const {
    std::vector<double> floors = get<TableFeatures>().floors;
    floors[table] = 0;
    return FeatureList(lm(), std::move(floors), self_paraphrase(), n_scorers(), weights_);
  }

 private:
  template <class Entry> Entry& get() { return std::get<Entry>(entries_); }

  template <class Chosen>
  double sum(const Option& option, const Chosen& chosen) const {
    double sum = 0;
    visit([&](const auto& entry, uint32_t first, auto) {
      if (chosen(entry)) entry.option(option, [&](uint32_t number, double value) { sum += weights_[first + number] * value; });
    });
    return sum;
  }

  template <class Entry>
  static bool alike_for(const Entry& entry, const Option& a, const Option& b) {
    if constexpr (Entry::kNeeds == Needs::kState) return entry.alike(a, b);
    return true;
  }

  template <bool states_only, class Each>
  std::vector<double> scan(const Each& each) const {
    std::vector<double> sums(weights_.size(), 0);
    auto states = std::apply([](const auto&... entry) { return std::make_tuple(entry.begin()...); }, entries_);
    const auto add_from = [&](uint32_t first) {
      return [&sums, first](uint32_t number, double value) { sums[first + number] += value; };
    };
    each([&](const Option& option) {
      visit([&](const auto& entry, uint32_t first, auto index) {
        if constexpr (!states_only) entry.option(option, add_from(first));
        if constexpr (!states_only || entry_needs<decltype(entry)> == Needs::kState)
          entry.follow(option, &std::get<index>(states), add_from(first));
      });
    });
    visit([&](const auto& entry, uint32_t first, auto index) {
      if constexpr (!states_only || entry_needs<decltype(entry)> == Needs::kState)
        entry.end(std::get<index>(states), add_from(first));
    });
    return sums;
  }
  template <class Entry> static constexpr Needs entry_needs = std::decay_t<Entry>::kNeeds;

  // The number of an entry's first feature.
  template <class Entry>
  uint32_t first() const {
    uint32_t found = 0;
    visit([&](const auto& entry, uint32_t first, auto) {
      if constexpr (std::is_same_v<std::decay_t<decltype(entry)>, Entry>) found = first;
    });
    return found;
  }

  // visit(entry, number of its first, its place) for each, in order.
  template <class Visit>
  void visit(const Visit& visit) const { visit_from(visit, std::make_index_sequence<std::tuple_size_v<Features>>()); }
  template <class Visit, size_t... index>
  void visit_from(const Visit& visit, std::index_sequence<index...>) const {
    uint32_t first = 0;
    ((visit(std::get<index>(entries_), first, std::integral_constant<size_t, index>()),
      first += std::get<index>(entries_).size()), ...);
  }

  Features entries_;
  std::vector<double> weights_;
  uint32_t n_floors_ = 0;
};

struct LimitsC {
  uint32_t stack = 100;             // hypotheses a stack
  float beam = 0;                   // log of the beam threshold, <= 0
  uint32_t min_edits = 0;
  uint32_t max_edits = kNoLimit;
};

// What a search works with: the features and the user's limits.
struct ProblemC {
  const FeatureList* features = nullptr;
  LimitsC limits;
};

}  // namespace paragen
