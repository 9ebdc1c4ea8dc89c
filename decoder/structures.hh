// The search of a window, and of what patterns move or surround in it: what fills a slot has edits of its own, in its new place.
//
// A pattern's rewriting is an option for its whole span. Where there are also edits inside what fills its slots, the window is
// searched once more as a variant: the words of the rewriting stand in the place of the span, and may not change but for what
// fills slots. A derivation of the variant is one of the window; the rewriting and what was changed in it are one step.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <set>
#include <vector>

#include "decoder/search.hh"

namespace paragen {

class Variant {
 public:
  // number: of the variants of the window, from 1 on; substitute: the structure's.
  Variant(const OptionSet& set, const WindowC& window, uint32_t substitute, const StructureC& structure, uint32_t number)
      : number_(number), begin_(structure.begin - window.begin), end_(structure.end - window.begin) {
    const SubstituteC& made = set.substitutes[substitute];
    n_words_ = made.n_words;
    structure_.begin = structure_.end = begin_;
    structure_.table = structure.table;
    structure_.logscore = structure.logscore;
    structure_.scores = set.scores_of(substitute);
    structure_.edit = true;
    const uint32_t* words = set.words_of(made);
    source_ = set.source.data() + window.source_begin;
    add_words(source_, set.in_table.data() + window.source_begin, begin_);
    set_.source.insert(set_.source.end(), words, words + n_words_);
    set_.in_table.resize(set_.source.size(), kPutThere);
    add_words(source_ + end_, set.in_table.data() + window.source_begin + end_, window.end - window.begin - end_);
    add_substitutes(set, window, structure);
    add_identities(set, window);
    window_.sentence = 0;
    window_.begin = 0;
    window_.end = static_cast<uint32_t>(set_.source.size());
    window_.source_begin = 0;
    window_.last_substitute = static_cast<uint32_t>(set_.substitutes.size());
    window_.last_identity = static_cast<uint32_t>(set_.identities.size());
  }

  const OptionSet& set() const { return set_; }
  const WindowC& window() const { return window_; }
  uint32_t table() const { return structure_.table; }

  // A derivation of the variant as one of the window; without edits inside the structure, `structure` is kNone.
  ResultC result(const ProblemC& problem, const Search& search, const Derivation& derivation) const {
    ResultC result;
    result.variant = number_;
    result.features = problem.features->sums([&](const auto& add) {
      for (const uint32_t number : derivation.options) add(search.option(number));
      add(structure_);
    });
    result.score = problem.features->weighted(result.features);
    for (const uint32_t number : derivation.options) {
      Option option = search.option(number);
      const bool is_step = option.table < problem.features->n_tables();
      if (option.end <= begin_ || option.begin >= begin_ + n_words_) {
        if (option.begin >= begin_ + n_words_) shift(end_ - (begin_ + n_words_), &option);
        if (is_step) result.steps.push_back({option, number});
        continue;
      }
      const bool is_last = option.end == begin_ + n_words_;
      const uint32_t at = static_cast<uint32_t>(result.words.size());
      result.words.insert(result.words.end(), option.words, option.words + option.n_words);
      if (is_step) result.inside.push_back({{moved_back(option), number}, at});
      if (is_last) add_structure(&result);
    }
    return result;
  }

 private:
  static void shift(uint32_t by, Option* option) {
    option->begin += by;
    option->end += by;
  }

  // What fills the slots, in words of the window.
  Option moved_back(Option option) const {
    for (const FilledC& one : filled_) {
      const uint32_t at = begin_ + one.at;
      if (at <= option.begin && option.end <= at + (one.end - one.begin)) {
        shift(one.begin - at, &option);
        break;
      }
    }
    return option;
  }

  void add_structure(ResultC* result) const {
    const bool is_changed = !std::equal(result->words.begin(), result->words.end(), source_ + begin_, source_ + end_);
    if (result->inside.empty() || !is_changed) return;
    Option option = structure_;
    option.end = end_;
    option.words = result->words.data();
    option.n_words = static_cast<uint32_t>(result->words.size());
    result->structure = static_cast<uint32_t>(result->steps.size());
    result->steps.push_back({option, kNone});
  }

  void add_words(const uint32_t* words, const uint8_t* in_table, uint32_t n) {
    set_.source.insert(set_.source.end(), words, words + n);
    set_.in_table.insert(set_.in_table.end(), in_table, in_table + n);
  }

  // Those that may be made beside the structure, or inside it.
  void add_substitutes(const OptionSet& set, const WindowC& window, const StructureC& structure) {
    for (uint32_t k = structure.first_filled; k < structure.last_filled; ++k) {
      FilledC one = set.filled[k];
      one.begin -= window.begin;
      one.end -= window.begin;
      filled_.push_back(one);
    }
    std::vector<uint32_t> numbers;
    std::vector<SubstituteC> moved;
    for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
      if (!set.allows(i)) continue;
      SubstituteC one = set.substitutes[i];
      if (const FilledC* filled = set.filled_around(structure, one.begin, one.end)) {
        if (doubles(set, one, filled->at + (one.begin - filled->begin))) continue;
        one.begin += structure.begin + filled->at - filled->begin;
        one.end += structure.begin + filled->at - filled->begin;
      } else if (one.begin >= structure.end) {
        one.begin += n_words_ - (end_ - begin_);
        one.end += n_words_ - (end_ - begin_);
      } else if (one.end > structure.begin) {
        continue;
      }
      one.begin -= window.begin;
      one.end -= window.begin;
      numbers.push_back(i);
      moved.push_back(one);
    }
    std::vector<uint32_t> order(moved.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return moved[a].begin != moved[b].begin ? moved[a].begin < moved[b].begin : moved[a].end < moved[b].end;
    });
    set_.n_scorers = set.n_scorers;
    for (const uint32_t i : order) {
      SubstituteC one = moved[i];
      const uint32_t* words = set.words_of(one);
      const auto offers = set.offers.begin() + one.offers_begin;
      one.words_begin = static_cast<uint32_t>(set_.words.size());
      one.offers_begin = static_cast<uint32_t>(set_.offers.size());
      set_.words.insert(set_.words.end(), words, words + one.n_words);
      set_.offers.insert(set_.offers.end(), offers, offers + one.n_offers);
      const double* scores = set.scores_of(numbers[i]);
      if (scores) set_.scores.insert(set_.scores.end(), scores, scores + set.n_scorers);
      set_.substitutes.push_back(one);
    }
  }

  // Whether a substitute that is made at a word of the structure would say a word of the pattern beside it twice.
  bool doubles(const OptionSet& set, const SubstituteC& one, uint32_t at) const {
    if (one.n_words == 0) return false;
    const uint32_t* words = set.words_of(one);
    const uint32_t* structure = set_.source.data() + begin_;
    const uint32_t end = at + (one.end - one.begin);
    return (at > 0 && is_own(at - 1) && structure[at - 1] == words[0]) ||
           (end < n_words_ && is_own(end) && structure[end] == words[one.n_words - 1]);
  }

  // Whether a word of the structure is the pattern's own.
  bool is_own(uint32_t at) const {
    return std::none_of(filled_.begin(), filled_.end(), [at](const FilledC& one) {
      return one.at <= at && at < one.at + (one.end - one.begin);
    });
  }

  void add_identities(const OptionSet& set, const WindowC& window) {
    for (uint32_t i = window.first_identity; i < window.last_identity; ++i) {
      IdentityC one = set.identities[i];
      one.begin -= window.begin;
      one.end -= window.begin;
      if (one.begin < end_ && one.end > begin_) continue;
      if (one.begin >= end_) {
        one.begin += n_words_ - (end_ - begin_);
        one.end += n_words_ - (end_ - begin_);
      }
      set_.identities.push_back(one);
    }
  }

  uint32_t number_;
  uint32_t begin_, end_, n_words_;   // the structure's span of the window, and its words
  Option structure_;                 // what it adds; it has no words, which the variant's words are
  const uint32_t* source_;           // of the window
  std::vector<FilledC> filled_;      // in words of the window
  OptionSet set_;
  WindowC window_;
};

// Keeps the variants of all windows that it has searched: results point to their words.
class WindowSearch {
 public:
  // The n best results of a window, best first; by_edits: each with an edit that none before it has.
  void run(const ProblemC& problem, const OptionSet& set, const WindowC& window, uint32_t n, bool by_edits, Search* search,
           std::vector<ResultC>* results) {
    list(problem, set, window, nullptr, n, by_edits, search, results);
    if (window.first_structure == window.last_structure || problem.limits.max_edits < 2) return;
    choose(set, window);
    if (chosen_.empty()) return;
    for (const Chosen& one : chosen_) {
      const uint32_t number = static_cast<uint32_t>(&one - chosen_.data()) + 1;
      variants_.emplace_back(set, window, one.substitute, set.structures[one.structure], number);
      search_variant(problem, variants_.back(), n, by_edits, search, results);
    }
    merge(set, window, problem.limits.min_edits, n, by_edits, results);
  }

 private:
  static constexpr uint32_t kLookAt = 100;   // distinct texts looked at for each one asked for, with by_edits
  static constexpr size_t kMostVariants = 4; // of a window

  struct Chosen {
    double score;
    uint32_t substitute, structure;
  };

  static void list(const ProblemC& problem, const OptionSet& set, const WindowC& window, const Variant* variant, uint32_t n,
                   bool by_edits, Search* search, std::vector<ResultC>* results) {
    const uint32_t looked = by_edits ? n * kLookAt : n;
    Derivation derivation;
    results->reserve(std::min(n, 1024u));
    search->run(problem, set, window);
    for (uint32_t k = 0; k < looked && results->size() < n && search->derivation(k, &derivation); ++k) {
      ResultC result = variant ? variant->result(problem, *search, derivation) : make_result(problem, *search, derivation);
      if (!by_edits || brings_edit(*results, result)) results->push_back(std::move(result));
    }
    sort_results(results);
  }

  // The structures that have an edit inside, the surest first.
  void choose(const OptionSet& set, const WindowC& window) {
    chosen_.clear();
    structures_of(set, window, &structures_);
    for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
      const uint32_t structure = structures_[i - window.first_substitute];
      if (structure == kNoStructure || !set.allows(i) || !has_inside(set, window, set.structures[structure])) continue;
      const double* scores = set.n_scorers ? set.scores_of(i) : nullptr;
      chosen_.push_back({scores ? *scores : set.structures[structure].logscore, i, structure});
    }
    std::stable_sort(chosen_.begin(), chosen_.end(), [](const Chosen& a, const Chosen& b) { return a.score > b.score; });
    if (chosen_.size() > kMostVariants) chosen_.resize(kMostVariants);
  }

  static bool has_inside(const OptionSet& set, const WindowC& window, const StructureC& structure) {
    for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
      const SubstituteC& one = set.substitutes[i];
      if (set.allows(i) && set.filled_around(structure, one.begin, one.end)) return true;
    }
    return false;
  }

  // Derivations without edits inside the structure are left out: the window has them.
  static void search_variant(const ProblemC& problem, const Variant& variant, uint32_t n, bool by_edits, Search* search,
                             std::vector<ResultC>* results) {
    ProblemC inner = problem;
    FeatureList features;
    if (problem.features->floor(variant.table()) != 0) {  // the structure uses the table
      features = problem.features->without_floor(variant.table());
      inner.features = &features;
    }
    if (inner.limits.min_edits > 0) --inner.limits.min_edits;
    if (inner.limits.max_edits != kNoLimit) --inner.limits.max_edits;
    std::vector<ResultC> found;
    list(inner, variant.set(), variant.window(), &variant, n, by_edits, search, &found);
    for (ResultC& one : found)
      if (one.structure != kNone) results->push_back(std::move(one));
  }

  // The n best of the results of a window and its variants, which have their own bounds on the number of edits.
  static void merge(const OptionSet& set, const WindowC& window, uint32_t min_edits, uint32_t n, bool by_edits,
                    std::vector<ResultC>* results) {
    sort_results(results);
    uint32_t least = 0;  // as many edits as asked for, or as there can be
    for (const ResultC& one : *results) least = std::max(least, std::min(min_edits, one.n_edits()));
    std::vector<ResultC> kept;
    std::set<std::vector<uint32_t>> texts;
    const uint32_t* source = set.source.data() + window.source_begin;
    for (ResultC& one : *results) {
      if (kept.size() == n) break;
      if (one.n_edits() < least) continue;
      if (by_edits ? !brings_edit(kept, one) : !texts.insert(text_of(source, window.end - window.begin, one)).second) continue;
      kept.push_back(std::move(one));
    }
    *results = std::move(kept);
  }

  static std::vector<uint32_t> text_of(const uint32_t* source, uint32_t n_words, const ResultC& result) {
    std::vector<uint32_t> text;
    uint32_t at = 0;
    for (const StepC& step : result.steps) {
      text.insert(text.end(), source + at, source + step.option.begin);
      text.insert(text.end(), step.option.words, step.option.words + step.option.n_words);
      at = step.option.end;
    }
    text.insert(text.end(), source + at, source + n_words);
    return text;
  }

  std::deque<Variant> variants_;
  std::vector<Chosen> chosen_;
  std::vector<uint32_t> structures_;   // by substitute of the window
};

}  // namespace paragen
