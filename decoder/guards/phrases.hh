// Fixed phrases, as *factory settings*: their words mean what they mean together only, so none is exchanged by itself.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

class FixedPhrases {
 public:
  // A word that may stand in a place of a phrase; kNotFound and its text if neither tables nor language model have it.
  struct Word {
    uint32_t id;
    std::string text;
  };

  // A phrase by the words that may stand in each of its places; no words: any. stays: it does not change as a whole either.
  void add(const std::vector<std::vector<Word>>& places, bool stays) {
    for (const Word& word : places.front()) {
      if (word.id == kNotFound) continue;
      if (word.id >= of_first_.size()) of_first_.resize(word.id + 1);
      of_first_[word.id].push_back(static_cast<uint32_t>(phrases_.size()));
    }
    phrases_.push_back({places, stays});
  }

  // Set forbidden[i] for each substitute still allowed that changes a fixed phrase: a part of it, or one that stays.
  void check(const OptionSet& set, const LexiconView& names, std::vector<uint8_t>* forbidden) {
    for (const WindowC& window : set.windows) {
      find(set.sentence(window), names);
      if (found_.empty()) continue;
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i)
        if (set.allows(i) && changes(set, window, set.substitutes[i])) (*forbidden)[i] = 1;
    }
  }

 private:
  struct Phrase {
    std::vector<std::vector<Word>> places;
    bool stays;
  };
  struct Found {
    uint32_t begin, end;
    bool stays;
  };

  void find(const SentenceC& sentence, const LexiconView& names) {
    found_.clear();
    for (uint32_t i = 0; i < sentence.n_words; ++i) {
      if (sentence.words[i] >= of_first_.size()) continue;
      for (const uint32_t number : of_first_[sentence.words[i]]) {
        const Phrase& phrase = phrases_[number];
        const uint32_t size = static_cast<uint32_t>(phrase.places.size());
        if (size > sentence.n_words - i) continue;
        uint32_t k = 1;
        while (k < size && may_stand(phrase.places[k], names, sentence.words[i + k])) ++k;
        if (k == size) found_.push_back({i, i + size, phrase.stays});
      }
    }
  }

  static bool may_stand(const std::vector<Word>& place, const LexiconView& names, uint32_t id) {
    if (place.empty()) return true;
    for (const Word& word : place) {
      if (word.id == id) return true;
      if (word.id != kNotFound) continue;
      size_t length;
      const char* const bytes = names.word(id, &length);
      if (word.text == std::string_view(bytes, length)) return true;
    }
    return false;
  }

  bool changes(const OptionSet& set, const WindowC& window, const SubstituteC& substitute) const {
    const uint32_t* const source = set.sentence(window).words;
    const uint32_t begin = substitute.begin - window.begin, end = substitute.end - window.begin;
    for (const Found& phrase : found_) {
      if (end <= phrase.begin || phrase.end <= begin) continue;
      if (begin <= phrase.begin && phrase.end <= end && !phrase.stays) continue;
      const uint32_t first = std::max(begin, phrase.begin), last = std::min(end, phrase.end);
      const uint32_t* const words = set.words_of(substitute);
      if (std::search(words, words + substitute.n_words, source + first, source + last) == words + substitute.n_words) return true;
    }
    return false;
  }

  std::vector<Phrase> phrases_;
  std::vector<std::vector<uint32_t>> of_first_;  // by word: the phrases that may begin with it
  std::vector<Found> found_;
};

}  // namespace paragen
