// Which edits of a sentence are, taken together, as sure as asked.
//
// A sentence with several edits is right if all of them are: its probability is the product of theirs. The surest edit is always
// counted in; then the next surest that can be made beside it, as long as the product is no less than asked. Less sure edits are
// forbidden; an edit that may be made instead of some that are counted in must keep the product up, too.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

class SentenceConfidenceLimit {
 public:
  // Set forbidden[i] for each substitute that must not be made. probabilities: by substitute; least: those below it are no edits.
  void run(const OptionSet& set, const LexiconView& names, const double* probabilities, double least, double least_product,
           std::vector<uint8_t>* forbidden) {
    forbidden->assign(set.substitutes.size(), 0);
    for (const WindowC& window : set.windows) {
      const uint32_t n_sentences = split(set.sentence(window), names);
      surest_first(set, window, probabilities, least);
      products_.assign(n_sentences, 1);
      begun_.assign(n_sentences, 0);
      full_.assign(n_sentences, 0);
      counted_in_.assign(window.end - window.begin, kNone);
      instead_.clear();
      for (const uint32_t i : order_) {
        const uint32_t begin = set.substitutes[i].begin - window.begin, end = set.substitutes[i].end - window.begin;
        const uint32_t sentence = sentence_of_[begin];
        if (!full_[sentence] && !all_free(begin, end)) {
          instead_.push_back(i);
          continue;
        }
        full_[sentence] |= begun_[sentence] && products_[sentence] * probabilities[i] < least_product;
        if (full_[sentence]) {
          (*forbidden)[i] = 1;
        } else {
          products_[sentence] *= probabilities[i];
          begun_[sentence] = 1;
          std::fill(counted_in_.begin() + begin, counted_in_.begin() + end, i);
        }
      }
      for (const uint32_t i : instead_) {
        const uint32_t begin = set.substitutes[i].begin - window.begin, end = set.substitutes[i].end - window.begin;
        double product = products_[sentence_of_[begin]] * probabilities[i];
        for (uint32_t word = begin; word < end; ++word) {
          const uint32_t other = counted_in_[word];
          if (other != kNone && (word == begin || counted_in_[word - 1] != other)) product /= probabilities[other];
        }
        (*forbidden)[i] = product < least_product;
      }
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  bool all_free(uint32_t begin, uint32_t end) const {
    return std::all_of(counted_in_.begin() + begin, counted_in_.begin() + end, [](uint32_t other) { return other == kNone; });
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

  void surest_first(const OptionSet& set, const WindowC& window, const double* probabilities, double least) {
    order_.clear();
    for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i)
      if (probabilities[i] >= least && set.allows(i)) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
      return probabilities[a] != probabilities[b] ? probabilities[a] > probabilities[b] : a < b;
    });
  }

  std::vector<uint32_t> sentence_of_;  // by word of the window
  std::vector<uint32_t> order_;        // substitutes of the window
  std::vector<double> products_;       // by sentence
  std::vector<uint8_t> begun_;         // by sentence: whether an edit is counted in
  std::vector<uint8_t> full_;          // by sentence: whether no more edits are counted in
  std::vector<uint32_t> counted_in_;   // by word of the window: the substitute that is counted in and has it
  std::vector<uint32_t> instead_;      // substitutes that overlap with some that are
};

}  // namespace paragen
