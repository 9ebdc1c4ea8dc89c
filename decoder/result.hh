// What leaves the search: a derivation's steps and features.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/search.hh"

namespace paragen {

// A step that takes a table's option. Words kept by PT-7 or passed through unknown are no steps of a result.
struct StepC {
  Option option;
  uint32_t number;                   // in the window: equal numbers, equal steps
};

// Steps point into the option set.
struct ResultC {
  double score;
  std::vector<double> features;      // unweighted, in the order of the feature list
  std::vector<StepC> steps;
};

inline ResultC make_result(const ProblemC& problem, const Search& search, const Derivation& derivation) {
  ResultC result;
  result.steps.reserve(derivation.options.size());
  result.features = problem.features->sums([&](const auto& add) {
    for (const uint32_t number : derivation.options) {
      const Option& option = search.option(number);
      add(option);
      if (option.table < problem.features->n_tables()) result.steps.push_back({option, number});
    }
  });
  result.score = problem.features->weighted(result.features);
  return result;
}

// By score: the search adds in another order, so that equal scores may come a rounding apart.
inline void sort_results(std::vector<ResultC>* results) {
  std::stable_sort(results->begin(), results->end(), [](const ResultC& a, const ResultC& b) { return a.score > b.score; });
}

// Whether two options put the same words in the same place.
inline bool same_words(const Option& a, const Option& b) {
  return a.begin == b.begin && a.end == b.end && std::equal(a.words, a.words + a.n_words, b.words, b.words + b.n_words);
}

// Whether a result has an edit that none of the earlier ones has; the first of a list always counts.
inline bool brings_edit(const std::vector<ResultC>& earlier, const ResultC& result) {
  const auto is_new = [&](const StepC& step) {
    return step.option.edit && std::none_of(earlier.begin(), earlier.end(), [&](const ResultC& other) {
             return std::any_of(other.steps.begin(), other.steps.end(),
                                [&](const StepC& known) { return same_words(known.option, step.option); });
           });
  };
  return earlier.empty() || std::any_of(result.steps.begin(), result.steps.end(), is_new);
}

}  // namespace paragen
