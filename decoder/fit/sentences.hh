// Which edits of a sentence are, taken together, as sure as asked.
//
// A sentence with several edits is right if all of them are: its probability is the product of theirs. The surest edit is always
// counted in; then the next surest that can be made beside it, as long as the product is no less than asked. Less sure edits are
// forbidden; an edit that may be made instead of some that are counted in must keep the product up, too. What a pattern moves or
// surrounds may have edits of its own, which are made beside the pattern's. An edit with a new content word, or with those there
// are in another order, comes before one without that is hardly surer, and is not given up for it; the more so a pattern that
// moves content words, if it is sure enough to be one of several edits.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoder/fit/content_words.hh"
#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

struct SentenceLimitsC {
  double least;            // less sure substitutes are no edits
  double least_product;    // of the probabilities of a sentence's edits
  double new_word_bonus;   // an edit with a new content word is counted in as if it were so many times as sure
  uint32_t most_new;       // no more edits are counted in after so many with new content words; 0: no limit
};

class SentenceConfidenceLimit {
 public:
  // Set forbidden[i] for each substitute that must not be made. probabilities: by substitute.
  void run(const OptionSet& set, const LexiconView& names, const double* probabilities, const SentenceLimitsC& limits,
           std::vector<uint8_t>* forbidden) {
    forbidden->assign(set.substitutes.size(), 0);
    for (const WindowC& window : set.windows) {
      const uint32_t n_sentences = split(set.sentence(window), names);
      structures_of(set, window, &structure_of_);
      structures_in_.clear();
      put_in_order(set, window, names, probabilities, limits);
      products_.assign(n_sentences, 1);
      begun_.assign(n_sentences, 0);
      n_new_.assign(n_sentences, 0);
      full_.assign(n_sentences, 0);
      counted_in_.assign(window.end - window.begin, kNone);
      instead_.clear();
      for (const uint32_t i : order_) {
        const uint32_t begin = set.substitutes[i].begin - window.begin, end = set.substitutes[i].end - window.begin;
        const uint32_t sentence = sentence_of_[begin];
        if (!full_[sentence] && !is_free(set, window, i)) {
          instead_.push_back(i);
          continue;
        }
        full_[sentence] |= begun_[sentence] && products_[sentence] * probabilities[i] < limits.least_product;
        if (full_[sentence]) {
          (*forbidden)[i] = 1;
        } else {
          products_[sentence] *= probabilities[i];
          begun_[sentence] = 1;
          full_[sentence] |= is_new(i, window) && ++n_new_[sentence] == limits.most_new;
          if (is_structure(i, window)) structures_in_.push_back(i);
          else std::fill(counted_in_.begin() + begin, counted_in_.begin() + end, i);
        }
      }
      for (const uint32_t i : instead_) {
        const uint32_t begin = set.substitutes[i].begin - window.begin, end = set.substitutes[i].end - window.begin;
        double product = products_[sentence_of_[begin]] * probabilities[i];
        bool is_surer = false;
        for (uint32_t word = begin; word < end; ++word) {
          const uint32_t other = counted_in_[word];
          if (other == kNone || !excludes(set, window, i, other)) continue;
          if (word == begin || counted_in_[word - 1] != other) product /= probabilities[other];
          is_surer |= probabilities[i] > probabilities[other];
        }
        for (const uint32_t other : structures_in_) {
          if (!excludes(set, window, i, other)) continue;
          product /= probabilities[other];
          is_surer |= probabilities[i] > probabilities[other];
        }
        (*forbidden)[i] = is_surer || product < limits.least_product;
      }
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Whether an edit can be made beside all that are counted in.
  bool is_free(const OptionSet& set, const WindowC& window, uint32_t i) const {
    const auto is_beside = [&](uint32_t other) { return other == kNone || !excludes(set, window, i, other); };
    const SubstituteC& edit = set.substitutes[i];
    const auto words = counted_in_.begin() - window.begin;
    return std::all_of(words + edit.begin, words + edit.end, is_beside) &&
           std::all_of(structures_in_.begin(), structures_in_.end(), is_beside);
  }

  // Whether two edits overlap, and neither is inside what fills a slot of the other.
  bool excludes(const OptionSet& set, const WindowC& window, uint32_t a, uint32_t b) const {
    const SubstituteC &left = set.substitutes[a], &right = set.substitutes[b];
    return left.begin < right.end && right.begin < left.end && !is_inside(set, window, a, b) && !is_inside(set, window, b, a);
  }

  bool is_inside(const OptionSet& set, const WindowC& window, uint32_t edit, uint32_t structure) const {
    if (!is_structure(structure, window)) return false;
    const StructureC& around = set.structures[structure_of_[structure - window.first_substitute]];
    return set.filled_around(around, set.substitutes[edit].begin, set.substitutes[edit].end) != nullptr;
  }

  bool is_structure(uint32_t substitute, const WindowC& window) const {
    return !structure_of_.empty() && structure_of_[substitute - window.first_substitute] != kNoStructure;
  }

  // Number the sentences of a window's words; return how many there are.
  uint32_t split(const SentenceC& window, const LexiconView& names) {
    sentence_of_.resize(window.n_words);
    uint32_t number = 0;
    for (uint32_t i = 0; i < window.n_words; ++i) {
      sentence_of_[i] = number;
      size_t length;
      const char* word = names.word(window.words[i], &length);
      number += length == 1 && (*word == '.' || *word == '!' || *word == '?');
    }
    return number + 1;
  }

  bool is_new(uint32_t substitute, const WindowC& window) const { return is_new_[substitute - window.first_substitute]; }

  void put_in_order(const OptionSet& set, const WindowC& window, const LexiconView& names, const double* probabilities,
                    const SentenceLimitsC& limits) {
    const uint32_t first = window.first_substitute;
    order_.clear();
    is_new_.assign(window.last_substitute - first, 0);
    ranks_.assign(window.last_substitute - first, 0);
    content_.read(set.source.data() + window.source_begin, window.end - window.begin, names);
    for (uint32_t i = first; i < window.last_substitute; ++i) {
      if (!(probabilities[i] >= limits.least) || !set.allows(i)) continue;  // nor is NaN sure
      const SubstituteC& at = set.substitutes[i];
      const uint32_t* before = set.source.data() + window.source_begin + (at.begin - window.begin);
      content_.stems(before, at.end - at.begin, set.words_of(at), at.n_words, names, &stems_);
      is_new_[i - first] = !stems_.empty();
      ranks_[i - first] = stems_.empty() ? probabilities[i] : probabilities[i] * limits.new_word_bonus;
      const bool sure = probabilities[i] >= limits.least_product && is_structure(i, window);
      if (sure && content_.moves(before, at.end - at.begin, set.words_of(at), at.n_words, names))
        ranks_[i - first] = probabilities[i] * limits.new_word_bonus * limits.new_word_bonus;
      order_.push_back(i);
    }
    std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
      return ranks_[a - first] != ranks_[b - first] ? ranks_[a - first] > ranks_[b - first] : a < b;
    });
  }

  std::vector<uint32_t> sentence_of_;  // by word of the window
  NewContentWords content_;            // of the window
  std::vector<std::string_view> stems_;
  std::vector<uint8_t> is_new_;        // by substitute of the window: whether it brings a content word
  std::vector<double> ranks_;          // by substitute of the window
  std::vector<uint32_t> order_;        // substitutes of the window
  std::vector<double> products_;       // by sentence
  std::vector<uint8_t> begun_;         // by sentence: whether an edit is counted in
  std::vector<uint32_t> n_new_;        // by sentence: edits counted in that bring a content word
  std::vector<uint8_t> full_;          // by sentence: whether no more edits are counted in
  std::vector<uint32_t> counted_in_;   // by word of the window: the substitute, no structure, that is counted in and has it
  std::vector<uint32_t> structures_in_;  // structures that are counted in
  std::vector<uint32_t> structure_of_;   // by substitute of the window: the structure that it is
  std::vector<uint32_t> instead_;      // substitutes that overlap with some that are
};

}  // namespace paragen
