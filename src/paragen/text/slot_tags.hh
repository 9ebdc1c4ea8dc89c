// The slots of paraphrase patterns; see paragen.text.slots.
#pragma once
#include <cstdint>
#include <string_view>

namespace paragen {

// Tags of slots: 4 of nouns, 6 of verbs, 3 of adjectives; then slots defined by more than the tag of a head: numbers and
// quotations, and some that hold several phrases: a noun phrase with all that belongs to it, the rest of a sentence, a finite
// clause, and a short one without another in it, each with a noun or a pronoun as its subject; then classes of nouns, verbs,
// adjectives, clauses and short clauses, each of which stands for any of its kinds.
constexpr uint32_t kSlotTags = 13, kNumberSlot = kSlotTags, kQuoteSlot = kNumberSlot + 1, kPhraseSlot = kQuoteSlot + 1,
                   kRestSlot = kPhraseSlot + 1, kNounClauseSlot = kRestSlot + 1, kPronounClauseSlot = kNounClauseSlot + 1,
                   kShortNounClauseSlot = kPronounClauseSlot + 1, kShortPronounClauseSlot = kShortNounClauseSlot + 1,
                   kFillerKinds = kShortPronounClauseSlot + 1, kSlotKinds = kFillerKinds + 5;
constexpr std::string_view kSlotNames[kSlotKinds] = {
    "NN", "NNS", "NNP",   "NNPS", "VB",   "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "JJR", "JJS",
    "CD", "QUOTE", "NP", "REST", "SN", "SP", "SSN", "SSP", "N", "V", "J", "S", "SS"};

// Whether a kind can be that of a filler: a tag, not a class.
constexpr bool is_filler_kind(uint32_t kind) { return kind < kFillerKinds; }

// Whether what fills a slot is moved as it is written, whatever it holds: names, numbers, quoted words.
constexpr bool moves_whole(uint32_t kind) { return kind >= kQuoteSlot && kind < kFillerKinds; }

// The class of a kind; the kind itself if it has none.
constexpr uint32_t slot_class(uint32_t kind) {
  if (kind < kSlotTags) return kFillerKinds + (kind < 4 ? 0 : kind < 10 ? 1 : 2);
  if (kind == kNounClauseSlot || kind == kPronounClauseSlot) return kFillerKinds + 3;
  return kind == kShortNounClauseSlot || kind == kShortPronounClauseSlot ? kFillerKinds + 4 : kind;
}

constexpr uint32_t kMaxSlots = 4;  // of a pattern

constexpr std::string_view kSentenceBegin = "<s>";  // first word of a pattern that matches only at the beginning of a sentence
constexpr std::string_view kPatternEnd = "</s>";   // last word of one that matches only at the end

}  // namespace paragen
