// Numbers the phrases of a set as a trie, breadth-first, children in the order of their words.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace paragen {

constexpr uint32_t kNoPhrase = 0xFFFFFFFFu;

// Phrases as word ids, one after the other.
struct PhraseWords {
  std::vector<uint64_t> begin{0};
  std::vector<uint32_t> words;

  const uint32_t* first(uint32_t i) const { return words.data() + begin[i]; }
  const uint32_t* last(uint32_t i) const { return words.data() + begin[i + 1]; }
  uint32_t length(uint32_t i) const { return static_cast<uint32_t>(begin[i + 1] - begin[i]); }
};

struct PhraseTrie {
  std::vector<uint32_t> word, children, phrase;  // `phrase`: the one that ends in the node, or kNoPhrase

  // `members`: distinct phrases of `words`, at least one word each.
  PhraseTrie(const PhraseWords& words, std::vector<uint32_t> members) {
    std::sort(members.begin(), members.end(), [&words](uint32_t a, uint32_t b) {
      return std::lexicographical_compare(words.first(a), words.last(a), words.first(b), words.last(b));
    });
    std::vector<Range> ranges{{0, members.size(), 0}};
    word.push_back(0);
    for (size_t node = 0; node < ranges.size(); ++node) {
      if (ranges.size() >= kNoPhrase) throw std::length_error("more than 2^32 - 2 phrases and beginnings of phrases");
      Range range = ranges[node];
      children.push_back(static_cast<uint32_t>(ranges.size()));
      const bool ends = range.begin != range.end && words.length(members[range.begin]) == range.depth;
      phrase.push_back(ends ? members[range.begin++] : kNoPhrase);
      while (range.begin != range.end) {
        const uint32_t next = words.first(members[range.begin])[range.depth];
        const uint64_t begin = range.begin;
        while (range.begin != range.end && words.first(members[range.begin])[range.depth] == next) ++range.begin;
        ranges.push_back({begin, range.begin, range.depth + 1});
        word.push_back(next);
      }
    }
    children.push_back(static_cast<uint32_t>(ranges.size()));
  }

  uint32_t size() const { return static_cast<uint32_t>(word.size()); }

 private:
  struct Range {
    uint64_t begin, end;  // of the sorted members: those that begin with the node's phrase
    uint32_t depth;
  };
};

}  // namespace paragen
