// What may fill the slots of a pattern: noun phrases, adjectives, verbs and numbers, found by their tags; quotations; clauses.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/paragen/text/clauses.hh"
#include "src/paragen/text/noun_phrases.hh"

namespace paragen {

// The words [begin, end) of a sentence, and the tag of their head.
struct FillerC {
  uint32_t begin, end;
  uint32_t tag;      // a kind of slot other than a class
  uint32_t edges;    // kWhole, kClosed
};

constexpr uint32_t kMaxFillerWords = 16;  // of a noun phrase, so that their number is linear in that of words

constexpr uint32_t kWhole = 1;   // the phrase does not go on to the left
constexpr uint32_t kClosed = 2;  // nor, most likely, to the right

class FillerFinder {
 public:
  // roles: indexed by the tagger's tags.
  explicit FillerFinder(const std::vector<TagRoleC>& roles) { text_.roles = &roles; }

  // The fillers of the words [begin, end) of a sentence, by begin, then by end; words, tags: of all its words.
  void find(const TagWord* words, const uint8_t* tags, uint32_t begin, uint32_t end, std::vector<FillerC>* found) {
    text_.words = words;
    text_.tags = tags;
    text_.begin = begin;
    text_.end = end;
    by_begin_.clear();
    for (uint32_t i = begin; i < end;) {
      const uint32_t stop = text_.phrase_end(i);
      if (stop > i) noun_phrase(i, stop);
      else if (role(i) == TagRole::verb || role(i) == TagRole::participle) add(i, i + 1, kWhole | kClosed);
      i = stop > i ? stop : i + 1;
    }
    for (uint32_t i = begin; i < end; ++i)
      if (role(i) == TagRole::adjective) adjective(i);
    numbers();
    quotations();
    find_clauses(text_, [this](uint32_t first, uint32_t last, uint32_t kind) {
      by_begin_.push_back({first, last, kind, kWhole | kClosed});
    });
    std::sort(by_begin_.begin(), by_begin_.end(), [](const FillerC& a, const FillerC& b) {
      if (a.begin != b.begin) return a.begin < b.begin;
      return a.end != b.end ? a.end < b.end : a.tag < b.tag;
    });
    found->insert(found->end(), by_begin_.begin(), by_begin_.end());
  }

 private:
  TagRole role(uint32_t i) const { return text_.role(i); }

  // The phrase itself and its suffixes; the nouns before its head, and its possessor.
  void noun_phrase(uint32_t begin, uint32_t end) {
    if (!ends_in_initial(end)) ends_of(begin, end, closed(end));
    uint32_t run = begin;  // of nouns
    for (uint32_t i = begin; i + 1 < end; ++i) {
      if (role(i) != TagRole::noun) run = i + 1;
      else if (role(i + 1) == TagRole::possessive) ends_of(begin, i + 1, 0);
      else
        for (uint32_t first = std::max(run, longest(i + 1)); first <= i; ++first) add(first, i + 1, first == run ? kWhole : 0);
    }
  }

  // Where the longest filler that ends at `end` may begin.
  uint32_t longest(uint32_t end) const { return end - std::min(end, kMaxFillerWords); }

  // Is the last word a letter alone, whose full stop does not end the sentence, as in *Ronald L. Kuby*?
  bool ends_in_initial(uint32_t end) const {
    if (end + 1 >= text_.end || text_.words[end].form != tag_hash_bytes(".", 1)) return false;
    for (char letter = 'a'; letter <= 'z'; ++letter)
      if (text_.words[end - 1].form == tag_hash_bytes(&letter, 1)) return true;
    return false;
  }

  void ends_of(uint32_t begin, uint32_t end, uint32_t closed) {
    const TagRole before = begin > text_.begin ? role(begin - 1) : TagRole::other;
    const bool goes_on = before == TagRole::conjunction || before == TagRole::participle || before == TagRole::possessive;
    for (uint32_t i = std::max(begin, longest(end)); i < end; ++i) add(i, end, (i == begin && !goes_on ? kWhole : 0) | closed);
  }

  // Does a noun phrase end with its last noun, without *of*, *and*, *who* or other words that may belong to it?
  uint32_t closed(uint32_t end) const {
    static const uint32_t of = tag_hash_bytes("of", 2), that = tag_hash_bytes("that", 4);
    if (end == text_.end) return kClosed;
    switch (role(end)) {
      case TagRole::conjunction: case TagRole::relative: case TagRole::possessive: case TagRole::participle:
      case TagRole::adjective:
        return 0;
      case TagRole::preposition: {
        const bool name = text_.slot(end - 1) == 2 || text_.slot(end - 1) == 3;
        return name && text_.words[end].form != of && text_.words[end].form != that ? kClosed : 0;
      }
      default: return kClosed;
    }
  }

  void adjective(uint32_t i) {
    uint32_t first = i;
    while (first > text_.begin && role(first - 1) == TagRole::adverb) --first;
    const uint32_t closed = i + 1 < text_.end && role(i + 1) == TagRole::conjunction ? 0 : kClosed;
    const bool joined = first > text_.begin && (role(first - 1) == TagRole::conjunction || role(first - 1) == TagRole::adjective);
    add(first, i + 1, (joined ? 0 : kWhole) | closed);
    if (first < i) add(i, i + 1, closed);
  }

  // Numbers with what belongs to them: *$ 2.5 billion*.
  void numbers() {
    for (uint32_t i = text_.begin; i < text_.end;) {
      uint32_t stop = i;
      bool digits = false;
      for (; stop < text_.end && role(stop) == TagRole::number; ++stop) digits |= text_.slot(stop) == kNumberSlot;
      if (digits) by_begin_.push_back({i, stop, kNumberSlot, kWhole | kClosed});
      i = std::max(stop, i + 1);
    }
  }

  // What stands between two quotation marks, with and without the comma or full stop before the second.
  void quotations() {
    static const uint32_t mark = tag_hash_bytes("\"", 1), comma = tag_hash_bytes(",", 1), stop = tag_hash_bytes(".", 1);
    uint32_t first = text_.end;  // after a mark that opens
    for (uint32_t i = text_.begin; i < text_.end; ++i) {
      if (text_.words[i].form != mark) continue;
      if (first == text_.end) {
        first = i + 1;
        continue;
      }
      const bool ends = i > first + 1 && (text_.words[i - 1].form == comma || text_.words[i - 1].form == stop);
      if (ends) by_begin_.push_back({first, i - 1, kQuoteSlot, kWhole | kClosed});
      if (i > first) by_begin_.push_back({first, i, kQuoteSlot, kWhole | kClosed});
      first = text_.end;
    }
  }

  // The last word is the head.
  void add(uint32_t begin, uint32_t end, uint32_t edges) {
    const FillerC made{begin, end, text_.slot(end - 1), edges};
    by_begin_.push_back(made);
  }

  TaggedWords text_;
  std::vector<FillerC> by_begin_;
};

}  // namespace paragen
