// How words are used: which parts of speech they may be, and what stands beside them. Takes the place of a tree's labels.
#pragma once
#include <cstdint>

#include "src/paragen/text/tagger.hh"

namespace paragen {

// Coarse parts of speech; of verbs the form, of nouns the number.
enum UsageLabel : uint8_t {
  kBase, kPresent, kThird, kPast, kParticiple, kIng, kModal, kTo, kSingular, kPlural, kAdjective, kAdverb, kDeterminer, kPronoun,
  kPreposition, kOtherLabel, kUsageLabels
};

// Masks of labels, a bit each.
constexpr uint16_t label_mask() { return 0; }
template <class... Labels>
constexpr uint16_t label_mask(UsageLabel label, Labels... labels) {
  return static_cast<uint16_t>(1u << label | label_mask(labels...));
}
constexpr uint16_t kAnyLabel = 0xFFFF;

// What a word counts as beside another: its label, the end of the sentence, or its own group.
constexpr uint8_t kSentenceEnd = kUsageLabels;
constexpr uint8_t kGroupsBegin = kSentenceEnd + 1;
constexpr uint32_t kCompanions = 32;
constexpr uint8_t kBeforePlural = kGroupsBegin;     // these, many
constexpr uint8_t kAfterPlural = kGroupsBegin + 1;  // are, were

// A row of bytes a word: 1 + its group or 0; for each label, and for each neighbour before it and after it, how rarely the word
// has it: -16 log of the share, or kNever.
constexpr uint8_t kNever = 255;
constexpr uint32_t kUsageBefore = 1 + kUsageLabels;
constexpr uint32_t kUsageAfter = kUsageBefore + kCompanions;
constexpr uint32_t kUsageRow = kUsageAfter + kCompanions;

struct UsageView {
  const uint8_t* labels = nullptr;  // of each tag of the tagger
  uint32_t n_tags = 0;
  const uint32_t* forms = nullptr;  // n_words, increasing
  const uint8_t* rows = nullptr;    // n_words x kUsageRow
  uint64_t n_words = 0;             // 0: nothing is known

  UsageLabel label(uint8_t tag) const { return tag < n_tags && labels[tag] < kUsageLabels ? UsageLabel(labels[tag]) : kOtherLabel; }

  // The row of a word, or null.
  const uint8_t* row(const TagWord& word) const {
    const uint64_t at = word_row(forms, n_words, word.form);
    return at < n_words ? rows + at * kUsageRow : nullptr;
  }

  // The number of a word's group as a neighbour; 0 for none.
  static uint8_t group(const uint8_t* row) {
    return row != nullptr && row[0] != 0 && row[0] <= kCompanions - kGroupsBegin ? uint8_t(kGroupsBegin + row[0] - 1) : 0;
  }

  uint8_t companion(const uint8_t* row, uint8_t tag) const {
    const uint8_t own = group(row);
    return own != 0 ? own : label(tag);
  }

  // The labels that a word may have; any, if nothing is known.
  static uint16_t may(const uint8_t* row) {
    if (row == nullptr) return kAnyLabel;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < kUsageLabels; ++i) mask |= uint32_t(row[1 + i] != kNever) << i;
    return static_cast<uint16_t>(mask != 0 ? mask : kAnyLabel);
  }
};

}  // namespace paragen
