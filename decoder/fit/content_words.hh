// What an edit says in other words: its new content words, or a new order of old ones.
//
// A content word is one with a letter that is no function word. Words count as the same if they share a stem: their first four
// letters (all of a shorter word), so that an inflection, another spelling or a contraction is nothing new.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

constexpr std::string_view kFunctionWords[] = {  // in order
    "'d", "'ll", "'m", "'re", "'s", "'ve", "a", "about", "after", "all", "also", "am", "among", "an", "and", "any", "are", "as",
    "at", "be", "because", "been", "before", "being", "both", "but", "by", "can", "cannot", "could", "did", "do", "does",
    "doing", "done", "down", "during", "each", "either", "every", "for", "from", "had", "has", "have", "having", "he", "her",
    "here", "hers", "herself", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "it", "its", "itself", "just",
    "let", "may", "me", "might", "mine", "more", "most", "must", "my", "myself", "neither", "no", "nor", "not", "of", "off",
    "on", "onto", "or", "other", "ought", "our", "ours", "ourselves", "out", "over", "please", "shall", "she", "should",
    "since", "so", "some", "such", "than", "that", "the", "their", "theirs", "them", "themselves", "then", "there", "these",
    "they", "this", "those", "though", "through", "till", "to", "too", "under", "until", "up", "upon", "us", "very", "was",
    "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within",
    "without", "would", "you", "your", "yours", "yourself", "yourselves"};

// The stem of a word as UTF-8, empty if it is no content word.
inline std::string_view content_stem(std::string_view word) {
  const auto is_letter = [](unsigned char byte) { return byte >= 0x80 || (byte | 0x20u) - 'a' < 26u; };
  if (std::none_of(word.begin(), word.end(), is_letter)) return {};
  if (word.size() > 3 && word.substr(word.size() - 3) == "n't") return {};
  if (std::binary_search(std::begin(kFunctionWords), std::end(kFunctionWords), word)) return {};
  size_t letters = 0, end = 0;
  for (; end < word.size(); ++end)
    if ((word[end] & 0xC0) != 0x80 && ++letters > 4) break;
  return word.substr(0, end);
}

constexpr std::string_view kMoved = "\x1f";  // no word's stem

// Tells which stems an edit brings that its text does not have. What it returns points into the lexicon.
class NewContentWords {
 public:
  // The words from `source` on are those of the text.
  void read(const uint32_t* source, size_t n_words, const LexiconView& names) {
    known_.clear();
    for (size_t i = 0; i < n_words; ++i) add(stem(source[i], names), &known_);
  }

  // Of an edit that puts some words in the place of others. kMoved: it brings none, but changes the order of those there are.
  void stems(const uint32_t* before, size_t n_before, const uint32_t* words, size_t n_words, const LexiconView& names,
             std::vector<std::string_view>* found) const {
    found->clear();
    for (size_t i = 0; i < n_words; ++i) {
      const std::string_view one = stem(words[i], names);
      if (std::find(known_.begin(), known_.end(), one) == known_.end()) add(one, found);
    }
    if (found->empty() && moves(before, n_before, words, n_words, names)) found->push_back(kMoved);
  }

  // Do two content words that stand on both sides, once each, change their order?
  static bool moves(const uint32_t* before, size_t n_before, const uint32_t* after, size_t n_after, const LexiconView& names) {
    size_t last = 0;
    for (size_t i = 0; n_before > 1 && i < n_after; ++i) {
      if (stem(after[i], names).empty() || std::count(after, after + n_after, after[i]) > 1) continue;
      const uint32_t* at = std::find(before, before + n_before, after[i]);
      if (at == before + n_before || std::count(at, before + n_before, after[i]) > 1) continue;
      const size_t place = static_cast<size_t>(at - before) + 1;
      if (place < last) return true;
      last = place;
    }
    return false;
  }

 private:
  static std::string_view stem(uint32_t word, const LexiconView& names) {
    size_t length;
    const char* bytes = names.word(word, &length);
    return content_stem({bytes, length});
  }

  static void add(std::string_view stem, std::vector<std::string_view>* stems) {
    if (!stem.empty() && std::find(stems->begin(), stems->end(), stem) == stems->end()) stems->push_back(stem);
  }

  std::vector<std::string_view> known_;
};

}  // namespace paragen
