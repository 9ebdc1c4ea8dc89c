// Words with their tags, and where noun phrases end among them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/text/slot_tags.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

// Words as the tagger knows them.
template <class... Words>
constexpr std::array<uint32_t, sizeof...(Words)> word_forms(Words... words) {
  return {tag_hash_bytes(std::string_view(words).data(), std::string_view(words).size())...};
}

constexpr auto kDays = word_forms("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

// The role of a tag in a phrase.
enum class TagRole : uint8_t {
  other, noun, verb, adjective, determiner, number, adverb, possessive, participle, conjunction, preposition, relative, modal,
  pronoun
};

struct TagRoleC {
  TagRole role = TagRole::other;
  uint8_t slot = kSlotKinds;  // the number of the tag if it may fill a slot
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
  if (tag == "MD") found.role = TagRole::modal;
  if (tag == "PRP" || tag == "EX") found.role = TagRole::pronoun;
  if (tag == "WDT" || tag == "WP" || tag == "WP$" || tag == "WRB") found.role = TagRole::relative;
  return found;
}

// The words [begin, end) of a sentence that are tagged by themselves; words, tags: of all its words.
struct TaggedWords {
  const std::vector<TagRoleC>* roles = nullptr;  // indexed by the tagger's tags
  const TagWord* words = nullptr;
  const uint8_t* tags = nullptr;
  uint32_t begin = 0, end = 0;

  TagRole role(uint32_t i) const { return (*roles)[tags[i]].role; }
  uint8_t slot(uint32_t i) const { return (*roles)[tags[i]].slot; }
  template <size_t n> bool is_one_of(uint32_t i, const std::array<uint32_t, n>& forms) const {
    return std::find(forms.begin(), forms.end(), words[i].form) != forms.end();
  }

  // The end of the noun phrase that begins at a word; `first` if there is none.
  uint32_t phrase_end(uint32_t first) const {
    uint32_t i = first, noun_end = first;
    while (i < end && i < first + 2 && role(i) == TagRole::determiner) ++i;  // as in "all the"
    for (; i < end; ++i) {
      const TagRole next = i + 1 < end ? role(i + 1) : TagRole::other;
      if (noun_end == i && i > first && begins_another(i)) return noun_end;
      const bool goes_on =
          next == TagRole::noun || next == TagRole::adjective || next == TagRole::number || next == TagRole::participle;
      switch (role(i)) {
        case TagRole::noun: noun_end = i + 1; break;
        case TagRole::adjective: case TagRole::number: break;
        case TagRole::adverb:
          if (i == first || (next != TagRole::adjective && next != TagRole::participle && next != TagRole::number))
            return noun_end;
          break;
        case TagRole::participle: if (i == first || !goes_on || noun_end == i) return noun_end; break;
        case TagRole::possessive: if (i == first || noun_end != i || !goes_on) return noun_end; break;
        default: return noun_end;
      }
    }
    return noun_end;
  }

  // Does the word after a noun begin another phrase? Adjectives and numbers come before their noun; *Monday* is an adverbial.
  bool begins_another(uint32_t i) const {
    if (role(i) == TagRole::noun) return is_one_of(i, kDays);
    return role(i) != TagRole::possessive;
  }
};

}  // namespace paragen
