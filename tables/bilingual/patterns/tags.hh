// Penn tags as far as induction distinguishes them.
#pragma once
#include <cstdint>
#include <string_view>

#include "src/paragen/text/slot_tags.hh"

namespace paragen::patterns {

// Tags of slots come first (slot_tags.hh); all adverbs are one, and so are all marks of punctuation, and all others.
constexpr uint8_t kInfinitive = 4, kAdverb = kSlotTags, kPunctuation = kSlotTags + 1, kOther = kSlotTags + 2;

constexpr std::string_view tag_name(uint8_t tag) {
  return tag < kSlotTags ? kSlotNames[tag] : tag == kAdverb ? "RB" : tag == kPunctuation ? "." : "_";
}

inline uint8_t tag_of(std::string_view name) {
  for (uint8_t tag = 0; tag < kSlotTags; ++tag)
    if (kSlotNames[tag] == name) return tag;
  for (const std::string_view adverb : {"RB", "RBR", "RBS", "WRB"})
    if (adverb == name) return kAdverb;
  for (const std::string_view mark : {".", ",", ":", "``", "''", "\"", "(", ")", "-LRB-", "-RRB-", "HYPH", "NFP"})
    if (mark == name) return kPunctuation;
  return kOther;
}

inline bool may_be_slot(uint8_t tag) { return tag < kSlotTags; }
inline bool is_content(uint8_t tag) { return tag <= kAdverb; }

}  // namespace paragen::patterns
