// The parse of one sentence of a bitext, whose subtrees induction takes apart.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tables/bilingual/patterns/parses.hh"

namespace paragen::patterns {

// The tags and heads of a sentence, as ParseIndex::join writes them, and which words each subtree has.
class SentenceParse {
 public:
  struct Word {
    int32_t head;  // -1: a root
    uint8_t tag;
    uint32_t begin, end, size;  // of its subtree: first word, one past the last, number of words
  };

  // False where the text is not a parse of that many words.
  bool read(std::string_view text, uint32_t n_words) {
    words_.clear();
    while (!text.empty()) {
      const size_t end = std::min(text.find(' '), text.size()), slash = text.substr(0, end).rfind('/');
      if (slash == std::string_view::npos) return false;
      int32_t head = 0;
      const auto parsed = std::from_chars(text.data() + slash + 1, text.data() + end, head);
      if (parsed.ec != std::errc() || parsed.ptr != text.data() + end || head < 0 || head > int64_t{n_words}) return false;
      const uint32_t at = static_cast<uint32_t>(words_.size());
      words_.push_back({head - 1, tag_of(text.substr(0, slash)), at, at + 1, 0});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words_.size() == n_words && n_words > 0 && measure();
  }

  const Word& operator[](uint32_t i) const { return words_[i]; }
  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }

  bool below(uint32_t word, uint32_t top) const {
    int32_t at = static_cast<int32_t>(word);
    while (at >= 0 && static_cast<uint32_t>(at) != top) at = words_[at].head;
    return at >= 0;
  }

 private:
  // Adds each word to the subtrees it is in; false if heads form a cycle.
  bool measure() {
    for (uint32_t word = 0; word < size(); ++word) {
      uint32_t steps = 0;
      for (int32_t at = static_cast<int32_t>(word); at >= 0; at = words_[at].head) {
        if (++steps > size()) return false;
        words_[at].begin = std::min(words_[at].begin, word);
        words_[at].end = std::max(words_[at].end, word + 1);
        ++words_[at].size;
      }
    }
    return true;
  }

  std::vector<Word> words_;
};

}  // namespace paragen::patterns
