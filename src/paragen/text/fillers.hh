// What may fill the slots of a pattern: noun phrases, adjectives, verbs and numbers, found by their tags, and quotations.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/text/slot_tags.hh"
#include "src/paragen/text/tagger.hh"

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

// The role of a tag in a phrase.
enum class TagRole : uint8_t {
  other, noun, verb, adjective, determiner, number, adverb, possessive, participle, conjunction, preposition, relative
};

struct TagRoleC {
  TagRole role = TagRole::other;
  uint8_t slot = kSlotTags;  // the number of the tag if it may fill a slot
};

inline TagRoleC role_of_tag(std::string_view tag) {
  TagRoleC found;
  for (uint8_t k = 0; k < kSlotTags; ++k)
    if (tag == kSlotNames[k]) found = {k < 4 ? TagRole::noun : k < 10 ? TagRole::verb : TagRole::adjective, k};
  if (tag == "VBG" || tag == "VBN") found.role = TagRole::participle;
  if (tag == "DT" || tag == "PDT" || tag == "PRP$") found.role = TagRole::determiner;
  if (tag == "$" || tag == "#") found.role = TagRole::number;
  if (tag == "CD") found = {TagRole::number, kNumberSlot};
  if (tag == "RB" || tag == "RBR" || tag == "RBS") found.role = TagRole::adverb;
  if (tag == "POS") found.role = TagRole::possessive;
  if (tag == "CC") found.role = TagRole::conjunction;
  if (tag == "IN") found.role = TagRole::preposition;
  if (tag == "WDT" || tag == "WP" || tag == "WP$" || tag == "WRB") found.role = TagRole::relative;
  return found;
}

class FillerFinder {
 public:
  // roles: indexed by the tagger's tags.
  explicit FillerFinder(const std::vector<TagRoleC>& roles) : roles_(roles) {}

  // The fillers of the words [begin, end) of a sentence, by begin, then by end; words, tags: of all its words.
  void find(const TagWord* words, const uint8_t* tags, uint32_t begin, uint32_t end, std::vector<FillerC>* found) {
    words_ = words;
    tags_ = tags;
    begin_ = begin;
    end_ = end;
    by_begin_.clear();
    for (uint32_t i = begin; i < end;) {
      const uint32_t stop = phrase_end(i);
      if (stop > i) noun_phrase(i, stop);
      else if (role(i) == TagRole::verb || role(i) == TagRole::participle) add(i, i + 1, kWhole | kClosed);
      i = stop > i ? stop : i + 1;
    }
    for (uint32_t i = begin; i < end; ++i)
      if (role(i) == TagRole::adjective) adjective(i);
    numbers();
    quotations();
    std::sort(by_begin_.begin(), by_begin_.end(), [](const FillerC& a, const FillerC& b) {
      if (a.begin != b.begin) return a.begin < b.begin;
      return a.end != b.end ? a.end < b.end : a.tag < b.tag;
    });
    found->insert(found->end(), by_begin_.begin(), by_begin_.end());
  }

 private:
  TagRole role(uint32_t i) const { return roles_[tags_[i]].role; }

  // The end of the noun phrase that begins at a word; `begin` if there is none.
  uint32_t phrase_end(uint32_t begin) const {
    uint32_t i = begin, noun_end = begin;
    while (i < end_ && i < begin + 2 && role(i) == TagRole::determiner) ++i;  // as in "all the"
    for (; i < end_; ++i) {
      const TagRole next = i + 1 < end_ ? role(i + 1) : TagRole::other;
      if (noun_end == i && i > begin && begins_another(i)) return noun_end;
      const bool goes_on =
          next == TagRole::noun || next == TagRole::adjective || next == TagRole::number || next == TagRole::participle;
      switch (role(i)) {
        case TagRole::noun: noun_end = i + 1; break;
        case TagRole::adjective: case TagRole::number: break;
        case TagRole::adverb:
          if (i == begin || (next != TagRole::adjective && next != TagRole::participle && next != TagRole::number))
            return noun_end;
          break;
        case TagRole::participle: if (i == begin || !goes_on || noun_end == i) return noun_end; break;
        case TagRole::possessive: if (i == begin || noun_end != i || !goes_on) return noun_end; break;
        default: return noun_end;
      }
    }
    return noun_end;
  }

  // Does the word after a noun begin another phrase? Adjectives and numbers come before their noun; *Monday* is an adverbial.
  bool begins_another(uint32_t i) const {
    static const std::array<uint32_t, 7> days = {
        tag_hash_bytes("monday", 6), tag_hash_bytes("tuesday", 7), tag_hash_bytes("wednesday", 9), tag_hash_bytes("thursday", 8),
        tag_hash_bytes("friday", 6), tag_hash_bytes("saturday", 8), tag_hash_bytes("sunday", 6)};
    if (role(i) == TagRole::noun) return std::find(days.begin(), days.end(), words_[i].form) != days.end();
    return role(i) != TagRole::possessive;
  }

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
    if (end + 1 >= end_ || words_[end].form != tag_hash_bytes(".", 1)) return false;
    for (char letter = 'a'; letter <= 'z'; ++letter)
      if (words_[end - 1].form == tag_hash_bytes(&letter, 1)) return true;
    return false;
  }

  void ends_of(uint32_t begin, uint32_t end, uint32_t closed) {
    const TagRole before = begin > begin_ ? role(begin - 1) : TagRole::other;
    const bool goes_on = before == TagRole::conjunction || before == TagRole::participle || before == TagRole::possessive;
    for (uint32_t i = std::max(begin, longest(end)); i < end; ++i) add(i, end, (i == begin && !goes_on ? kWhole : 0) | closed);
  }

  // Does a noun phrase end with its last noun, without *of*, *and*, *who* or other words that may belong to it?
  uint32_t closed(uint32_t end) const {
    static const uint32_t of = tag_hash_bytes("of", 2), that = tag_hash_bytes("that", 4);
    if (end == end_) return kClosed;
    switch (role(end)) {
      case TagRole::conjunction: case TagRole::relative: case TagRole::possessive: case TagRole::participle:
      case TagRole::adjective:
        return 0;
      case TagRole::preposition: {
        const bool name = roles_[tags_[end - 1]].slot == 2 || roles_[tags_[end - 1]].slot == 3;
        return name && words_[end].form != of && words_[end].form != that ? kClosed : 0;
      }
      default: return kClosed;
    }
  }

  void adjective(uint32_t i) {
    uint32_t first = i;
    while (first > begin_ && role(first - 1) == TagRole::adverb) --first;
    const uint32_t closed = i + 1 < end_ && role(i + 1) == TagRole::conjunction ? 0 : kClosed;
    const bool joined = first > begin_ && (role(first - 1) == TagRole::conjunction || role(first - 1) == TagRole::adjective);
    add(first, i + 1, (joined ? 0 : kWhole) | closed);
    if (first < i) add(i, i + 1, closed);
  }

  // Numbers with what belongs to them: *$ 2.5 billion*.
  void numbers() {
    for (uint32_t i = begin_; i < end_;) {
      uint32_t stop = i;
      bool digits = false;
      for (; stop < end_ && role(stop) == TagRole::number; ++stop) digits |= roles_[tags_[stop]].slot == kNumberSlot;
      if (digits) by_begin_.push_back({i, stop, kNumberSlot, kWhole | kClosed});
      i = std::max(stop, i + 1);
    }
  }

  // What stands between two quotation marks, with and without the comma or full stop before the second.
  void quotations() {
    static const uint32_t mark = tag_hash_bytes("\"", 1), comma = tag_hash_bytes(",", 1), stop = tag_hash_bytes(".", 1);
    uint32_t first = end_;  // after a mark that opens
    for (uint32_t i = begin_; i < end_; ++i) {
      if (words_[i].form != mark) continue;
      if (first == end_) {
        first = i + 1;
        continue;
      }
      const bool ends = i > first + 1 && (words_[i - 1].form == comma || words_[i - 1].form == stop);
      if (ends) by_begin_.push_back({first, i - 1, kQuoteSlot, kWhole | kClosed});
      if (i > first) by_begin_.push_back({first, i, kQuoteSlot, kWhole | kClosed});
      first = end_;
    }
  }

  // The last word is the head.
  void add(uint32_t begin, uint32_t end, uint32_t edges) {
    const FillerC made{begin, end, roles_[tags_[end - 1]].slot, edges};
    by_begin_.push_back(made);
  }

  const std::vector<TagRoleC>& roles_;
  const uint8_t* tags_ = nullptr;
  const TagWord* words_ = nullptr;
  uint32_t begin_ = 0, end_ = 0;
  std::vector<FillerC> by_begin_;
};

}  // namespace paragen
