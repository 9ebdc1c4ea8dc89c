// What leaves the kernel: a derivation's steps and features, copied out of the sentence's memory.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/search.hh"

namespace paragen {

// A step that takes a table's option. Words kept by PT-7 or passed through unknown are no steps of a result.
struct StepC {
  uint32_t begin, end;
  uint32_t table;
  uint32_t option;                   // its number in the sentence: equal numbers, equal steps
  uint32_t words_begin, words_end;   // into ResultC::words
  float logscore;
  bool edit;                         // its words differ from the source's
};

// Feature order: lm, each table, word, edit, unknown. (PT-7's sum is always 0: log 1.)
struct ResultC {
  double score;
  std::vector<double> features;
  std::vector<StepC> steps;
  std::vector<uint32_t> words;       // of all steps
};

inline double weighted(const ProblemC& problem, const std::vector<double>& features) {
  const uint32_t n = problem.store.n_tables;
  double sum = problem.weights.lm * features[0];
  for (uint32_t table = 0; table < n; ++table) sum += problem.weights.tables[table] * features[1 + table];
  return sum + problem.weights.word * features[n + 1] + problem.weights.edit * features[n + 2] +
         problem.weights.unknown * features[n + 3];
}

inline ResultC make_result(const ProblemC& problem, const Search& search, const Derivation& derivation) {
  const uint32_t n = problem.store.n_tables;
  ResultC result;
  result.features.assign(n + 4, 0);
  result.features[0] = derivation.lm;
  result.steps.reserve(derivation.options.size());
  result.words.reserve(2 * derivation.options.size());
  std::vector<bool> used(n, false);
  for (const uint32_t number : derivation.options) {
    const Option& option = search.option(number);
    result.features[n + 1] += option.n_words;
    if (option.table == kUnknownTable) result.features[n + 3] += 1;
    if (option.table >= n) continue;
    used[option.table] = true;
    result.features[1 + option.table] += option.logscore;
    result.features[n + 2] += option.edit;
    const uint32_t begin = static_cast<uint32_t>(result.words.size());
    for (uint32_t i = 0; i < option.n_words; ++i) result.words.push_back(option.word(i));
    result.steps.push_back({option.begin, option.end, option.table, number, begin, static_cast<uint32_t>(result.words.size()),
                            option.logscore, option.edit});
  }
  for (uint32_t table = 0; table < n; ++table)
    if (!used[table]) result.features[1 + table] = problem.weights.floors[table];
  result.score = weighted(problem, result.features);
  return result;
}

// By score: the search adds in another order, so that equal scores may come a rounding apart.
inline void sort_results(std::vector<ResultC>* results) {
  std::stable_sort(results->begin(), results->end(), [](const ResultC& a, const ResultC& b) { return a.score > b.score; });
}

// Whether two steps put the same words in the same place.
inline bool same_step(const ResultC& a, const StepC& x, const ResultC& b, const StepC& y) {
  return x.begin == y.begin && x.end == y.end &&
         std::equal(a.words.begin() + x.words_begin, a.words.begin() + x.words_end, b.words.begin() + y.words_begin,
                    b.words.begin() + y.words_end);
}

// Whether a result has an edit that none of the earlier ones has; the first of a list always counts.
inline bool brings_edit(const std::vector<ResultC>& earlier, const ResultC& result) {
  const auto is_new = [&](const StepC& step) {
    return step.edit && std::none_of(earlier.begin(), earlier.end(), [&](const ResultC& other) {
             return std::any_of(other.steps.begin(), other.steps.end(),
                                [&](const StepC& known) { return same_step(other, known, result, step); });
           });
  };
  return earlier.empty() || std::any_of(result.steps.begin(), result.steps.end(), is_new);
}

}  // namespace paragen
