// One variety of English in a text: what only the British, or only Americans, write comes into no text of the others.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/option_set.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

enum Variety : uint8_t { kNeutral = 0, kAmerican = 1, kBritish = 2 };

class VarietyCheck {
 public:
  // Words in a row, or a single word, that only one variety has.
  void add(const std::vector<uint32_t>& phrase, uint8_t variety) {
    if (phrase[0] >= of_word_.size()) of_word_.resize(phrase[0] + size_t(1), kNeutral);
    if (phrase.size() == 1) of_word_[phrase[0]] |= variety;
    else phrases_.push_back({phrase, variety});
    if (phrase.size() > 1) of_word_[phrase[0]] |= kBegins;
  }

  bool empty() const { return of_word_.empty(); }

  // Set forbidden[i] for each substitute still allowed that brings in what only the other variety has. A text that shows neither
  // variety is American, as most of what the tables are made from. marks: a byte for each word of set.source.
  void check(const OptionSet& set, const uint8_t* marks, std::vector<uint8_t>* forbidden) const {
    for (const WindowC& window : set.windows) {
      const uint32_t* const source = set.sentence(window).words;
      uint8_t shown = kNeutral;  // by the text; not known yet
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
        const SubstituteC& substitute = set.substitutes[i];
        if (!set.allows(i) || (*forbidden)[i]) continue;
        const uint32_t n = substitute.end - substitute.begin;
        for (const uint8_t variety : {kAmerican, kBritish}) {
          if (count(set.words_of(substitute), substitute.n_words, variety) == 0) continue;
          if (count(source + (substitute.begin - window.begin), n, variety) > 0) continue;
          if (shown == kNeutral) shown = shown_by(set, window, marks);
          if (variety != shown) (*forbidden)[i] = 1;
        }
      }
    }
  }

 private:
  struct Phrase {
    std::vector<uint32_t> words;
    uint8_t variety;
  };

  static constexpr uint8_t kBegins = 4;  // a word that begins a phrase

  // Words and phrases of a variety that begin at the first of n words.
  uint32_t at(const uint32_t* words, size_t n, uint8_t variety) const {
    const uint8_t found = words[0] < of_word_.size() ? of_word_[words[0]] : uint8_t(kNeutral);
    uint32_t count = (found & variety) != 0;
    if ((found & kBegins) != 0)
      for (const Phrase& phrase : phrases_)
        count += phrase.variety == variety && phrase.words.size() <= n &&
                 std::equal(phrase.words.begin(), phrase.words.end(), words);
    return count;
  }

  uint32_t count(const uint32_t* words, uint32_t n, uint8_t variety) const {
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; ++i) found += at(words + i, n - i, variety);
    return found;
  }

  // The variety of a window's text; words with a capital do not count, as names keep their spelling everywhere.
  uint8_t shown_by(const OptionSet& set, const WindowC& window, const uint8_t* marks) const {
    const WordSpan context = set.context(window);
    int32_t british = 0;
    for (const uint32_t* word = context.begin; word < context.end; ++word) {
      if ((marks[word - set.source.data()] & kMarkCapital) != 0) continue;
      const size_t n = static_cast<size_t>(context.end - word);
      british += int32_t(at(word, n, kBritish)) - int32_t(at(word, n, kAmerican));
    }
    return british > 0 ? kBritish : kAmerican;
  }

  std::vector<uint8_t> of_word_;  // by word id: the varieties that have it alone, and kBegins
  std::vector<Phrase> phrases_;   // of several words
};

}  // namespace paragen
