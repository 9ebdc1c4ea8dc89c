// Phrases as wholes: fixed ones, whose parts are not exchanged, and blocked ones, which no edit may produce.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

// Fixed phrases, as *factory settings*: their words mean what they mean together only, so none is exchanged by itself.
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
      if (std::search(words, words + substitute.n_words, source + first, source + last) == words + substitute.n_words)
        return true;
    }
    return false;
  }

  std::vector<Phrase> phrases_;
  std::vector<std::vector<uint32_t>> of_first_;  // by word: the phrases that may begin with it
  std::vector<Found> found_;
};

// Phrases that no edit may produce, and exchanges that no edit may make.
// A phrase of which each word may have several forms.
using FormsC = std::vector<std::vector<uint32_t>>;

inline bool matches(const FormsC& phrase, const uint32_t* words) {
  for (size_t i = 0; i < phrase.size(); ++i)
    if (std::find(phrase[i].begin(), phrase[i].end(), words[i]) == phrase[i].end()) return false;
  return true;
}

class BlockedPhrases {
 public:
  // Block a phrase of one word or more.
  void add(const FormsC& phrase) {
    for (const uint32_t word : phrase[0]) phrases_from_[word].push_back(uint32_t(phrases_.size()));
    longest_ = std::max(longest_, phrase.size());
    phrases_.push_back(phrase);
  }

  // Block the exchange of one phrase for another.
  void add_exchange(const FormsC& source, const FormsC& target) {
    for (const uint32_t word : target[0]) exchanges_to_[word].push_back(uint32_t(exchanges_.size()));
    exchanges_.push_back({source, target});
  }

  // Set forbidden[i] for each substitute that makes a blocked exchange, alone or between words that it keeps, or produces a
  // blocked phrase, by itself or together with the words beside it in the sentence.
  void run(const OptionSet& set, std::vector<uint8_t>* forbidden) const {
    forbidden->assign(set.substitutes.size(), 0);
    std::vector<uint32_t> room;
    for (const WindowC& window : set.windows)
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i)
        (*forbidden)[i] = produces(set, window, set.substitutes[i], &room) || exchanges(set, window, set.substitutes[i]);
  }

 private:
  struct ExchangeC {
    FormsC source, target;
  };

  bool produces(
      const OptionSet& set, const WindowC& window, const SubstituteC& substitute, std::vector<uint32_t>* room
  ) const {
    if (phrases_.empty()) return false;
    const SentenceC sentence = set.sentence(window);
    const uint32_t begin = substitute.begin - window.begin, end = substitute.end - window.begin;
    const uint32_t around = uint32_t(longest_ - 1);
    const uint32_t left = std::min(around, begin), right = std::min(around, sentence.n_words - end);
    const uint32_t* const target = set.words_of(substitute);
    std::vector<uint32_t>& words = *room;
    words.assign(sentence.words + begin - left, sentence.words + begin);
    words.insert(words.end(), target, target + substitute.n_words);
    words.insert(words.end(), sentence.words + end, sentence.words + end + right);
    for (size_t at = 0; at < left + substitute.n_words; ++at) {
      const auto found = phrases_from_.find(words[at]);
      if (found == phrases_from_.end()) continue;
      for (const uint32_t number : found->second) {
        const FormsC& phrase = phrases_[number];
        if (at + phrase.size() > left && at + phrase.size() <= words.size() && matches(phrase, words.data() + at)) return true;
      }
    }
    return false;
  }

  bool exchanges(const OptionSet& set, const WindowC& window, const SubstituteC& substitute) const {
    if (exchanges_.empty()) return false;
    const uint32_t* const source = set.sentence(window).words + (substitute.begin - window.begin);
    const uint32_t* const target = set.words_of(substitute);
    const size_t n_source = substitute.end - substitute.begin, n_target = substitute.n_words;
    for (size_t at = 0; at < n_target && at < n_source; ++at) {  // words at the beginning that both sides share
      const auto found = exchanges_to_.find(target[at]);
      if (found != exchanges_to_.end())
        for (const uint32_t number : found->second)
          if (is_exchange(exchanges_[number], source + at, n_source - at, target + at, n_target - at)) return true;
      if (source[at] != target[at]) break;
    }
    return false;
  }

  static bool is_exchange(const ExchangeC& one, const uint32_t* source, size_t n_source, const uint32_t* target,
                          size_t n_target) {
    const size_t from = one.source.size(), to = one.target.size();
    return n_source >= from && n_target >= to && n_source - from == n_target - to && matches(one.source, source) &&
           matches(one.target, target) && std::equal(source + from, source + n_source, target + to);
  }

  std::vector<FormsC> phrases_;
  std::vector<ExchangeC> exchanges_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> phrases_from_, exchanges_to_;  // by first word
  size_t longest_ = 1;               // words of a phrase
};

}  // namespace paragen
