// The slots of paraphrase patterns, as paragen.text.slots has them.
#pragma once
#include <cstdint>
#include <string_view>

namespace paragen {

// Tags of slots: 4 of nouns, 6 of verbs, 3 of adjectives; then a class for each kind, which stands for any of its tags.
constexpr uint32_t kSlotTags = 13, kSlotClasses = 3, kSlotKinds = kSlotTags + kSlotClasses;
constexpr std::string_view kSlotNames[kSlotKinds] = {"NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBG", "VBN",
                                                     "VBP", "VBZ", "JJ", "JJR", "JJS", "N", "V", "J"};

constexpr uint32_t slot_class(uint32_t tag) { return kSlotTags + (tag < 4 ? 0 : tag < 10 ? 1 : 2); }

constexpr uint32_t kMaxSlots = 4;  // of a pattern

constexpr std::string_view kSentenceBegin = "<s>";  // the first word of a pattern that matches at the begin of a sentence only

}  // namespace paragen
