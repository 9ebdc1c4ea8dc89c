// What no score may overrule: a substitute denies as often, names the same amounts, is as sure and uses the same terms of art as
// what it replaces, and is not its opposite.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/guards/opposites.hh"
#include "decoder/option_set.hh"

namespace paragen {

// By word id the kind of a word, 0 for one of no kind; ids beyond the end have none.
using GuardKinds = std::vector<uint16_t>;

class GuardCheck {
 public:
  // Set forbidden[i] for each substitute still allowed whose words are not of the same kinds, each as often, as those of its
  // span, or that differs from it in opposites.
  void run(const OptionSet& set, const std::vector<GuardKinds>& guards, const Opposites& opposites,
           std::vector<uint8_t>* forbidden) {
    OppositeCheck check(opposites);
    forbidden->assign(set.substitutes.size(), 0);
    for (const WindowC& window : set.windows) {
      const uint32_t* source = set.sentence(window).words;
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
        if (!set.allows(i)) continue;
        const SubstituteC& substitute = set.substitutes[i];
        const uint32_t* const replaced = source + (substitute.begin - window.begin);
        const uint32_t* const words = set.words_of(substitute);
        const uint32_t n_replaced = substitute.end - substitute.begin;
        for (const GuardKinds& kinds : guards) {
          collect(kinds, replaced, n_replaced, &before_);
          collect(kinds, words, substitute.n_words, &after_);
          if (before_ != after_) (*forbidden)[i] = 1;
        }
        if (check.opposed(replaced, n_replaced, words, substitute.n_words)) (*forbidden)[i] = 1;
      }
    }
  }

 private:
  static void collect(const GuardKinds& kinds, const uint32_t* words, uint32_t n_words, std::vector<uint16_t>* found) {
    found->clear();
    for (uint32_t i = 0; i < n_words; ++i)
      if (words[i] < kinds.size() && kinds[words[i]] != 0) found->push_back(kinds[words[i]]);
    std::sort(found->begin(), found->end());
  }

  std::vector<uint16_t> before_, after_;
};

}  // namespace paragen
