// Penn tags as induction tells them apart.
#pragma once
#include <cstdint>
#include <string_view>

namespace paragen::patterns {

// Tags of slots come first; all adverbs are one, and so are all marks of punctuation, and all others.
constexpr std::string_view kTags[] = {
    "NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "JJR", "JJS", "RB", ".", "_",
};
constexpr uint8_t kInfinitive = 4, kSlotTags = 13, kAdverb = 13, kPunctuation = 14, kOther = 15;

inline uint8_t tag_of(std::string_view name) {
  for (uint8_t tag = 0; tag < kSlotTags; ++tag)
    if (kTags[tag] == name) return tag;
  for (const std::string_view adverb : {"RB", "RBR", "RBS", "WRB"})
    if (adverb == name) return kAdverb;
  for (const std::string_view mark : {".", ",", ":", "``", "''", "\"", "(", ")", "-LRB-", "-RRB-", "HYPH", "NFP"})
    if (mark == name) return kPunctuation;
  return kOther;
}

inline bool may_be_slot(uint8_t tag) { return tag < kSlotTags; }
inline bool is_content(uint8_t tag) { return tag <= kAdverb; }

}  // namespace paragen::patterns
