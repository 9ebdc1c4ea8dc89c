// The slots of paraphrase patterns; see paragen.text.slots.
#pragma once
#include <cstdint>
#include <string_view>

namespace paragen {

// Tags of slots: 4 of nouns, 6 of verbs, 3 of adjectives; then a class for each of these, which stands for any of its tags; then
// slots defined by more than the tag of a head: numbers and quotations.
constexpr uint32_t kSlotTags = 13, kSlotClasses = 3;
constexpr uint32_t kNumberSlot = kSlotTags + kSlotClasses, kQuoteSlot = kNumberSlot + 1, kSlotKinds = kQuoteSlot + 1;
constexpr std::string_view kSlotNames[kSlotKinds] = {"NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBG", "VBN", "VBP",
                                                     "VBZ", "JJ", "JJR", "JJS", "N", "V", "J", "CD", "QUOTE"};

// Whether a kind can be that of a filler: a tag, not a class.
constexpr bool is_filler_kind(uint32_t kind) { return kind < kSlotTags || kind == kNumberSlot || kind == kQuoteSlot; }

// The class of a tag; the kind itself if it has none.
constexpr uint32_t slot_class(uint32_t kind) { return kind >= kSlotTags ? kind : kSlotTags + (kind < 4 ? 0 : kind < 10 ? 1 : 2); }

constexpr uint32_t kMaxSlots = 4;  // of a pattern

constexpr std::string_view kSentenceBegin = "<s>";  // first word of a pattern that matches only at the beginning of a sentence
constexpr std::string_view kPatternEnd = "</s>";   // last word of one that matches only at the end

}  // namespace paragen
