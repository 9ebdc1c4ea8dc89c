// What stands beside a span, and how usual it is beside the span's words and beside those of its substitutes.
#pragma once
#include <cstdint>

#include "decoder/fit/feature_names.hh"
#include "decoder/fit/knowledge.hh"
#include "decoder/fit/tagging.hh"

namespace paragen {

// The first and the last word of a phrase, and the rows that tell how they are used, or null.
struct PhraseEnds {
  TagWord first, last;
  const uint8_t *usage_first = nullptr, *usage_last = nullptr;
};

class WordsBeside {
 public:
  WordsBeside() = default;
  WordsBeside(const CollocationView& pairs, const UsageView& usage) : pairs_(pairs), usage_(usage) {}

  // The span [begin, end) whose substitutes come next, and the features of its own words; `place` must stay as it is until the
  // next call.
  void read_span(const TaggedWindow& place, uint32_t begin, uint32_t end, float* row) {
    left_word_ = begin > 0 ? &place.shapes[begin - 1] : nullptr;
    right_word_ = end < place.n_words ? &place.shapes[end] : nullptr;
    label_first_ = usage_.label(place.tags[begin]);
    label_last_ = usage_.label(place.tags[end - 1]);
    left_ = left_word_ ? usage_.companion(usage_.row(*left_word_), place.tags[begin - 1]) : kSentenceEnd;
    right_ = right_word_ ? usage_.companion(usage_.row(*right_word_), place.tags[end]) : kSentenceEnd;
    const TagWord &first = place.shapes[begin], &last = place.shapes[end - 1];
    if (left_word_) row[kPairLeftBefore] = pairs_(*left_word_, first);
    if (right_word_) row[kPairRightBefore] = pairs_(last, *right_word_);
    row[kBesideLeftBefore] = UsageView::rarity(usage_.row(first), kUsageBefore + left_);
    row[kBesideRightBefore] = UsageView::rarity(usage_.row(last), kUsageAfter + right_);
  }

  // The ends of a substitute of n_words; what is read of them later is scattered in memory, and prefetched.
  PhraseEnds read_ends(const TagWord& first, const TagWord& last, uint32_t n_words) const {
    PhraseEnds found{first, last, usage_.row(first)};
    found.usage_last = n_words > 1 ? usage_.row(last) : found.usage_first;
    if (found.usage_first) __builtin_prefetch(found.usage_first + kUsageBefore);
    if (found.usage_last) __builtin_prefetch(found.usage_last + kUsageAfter);
    if (left_word_) pairs_.prefetch(CollocationView::home(*left_word_, first));
    if (right_word_) pairs_.prefetch(CollocationView::home(last, *right_word_));
    return found;
  }

  // The features of a substitute, in a row that has those of its span.
  void target(const PhraseEnds& ends, float* row) const {
    row[kLabelFirst] = UsageView::rarity(ends.usage_first, 1 + label_first_);
    row[kLabelLast] = UsageView::rarity(ends.usage_last, 1 + label_last_);
    row[kBesideLeftAfter] = UsageView::rarity(ends.usage_first, kUsageBefore + left_);
    row[kBesideRightAfter] = UsageView::rarity(ends.usage_last, kUsageAfter + right_);
    row[kBesideLeftChange] = row[kBesideLeftAfter] - row[kBesideLeftBefore];
    row[kBesideRightChange] = row[kBesideRightAfter] - row[kBesideRightBefore];
    if (left_word_) row[kPairLeftAfter] = pairs_(*left_word_, ends.first);
    if (right_word_) row[kPairRightAfter] = pairs_(ends.last, *right_word_);
    row[kPairLeftChange] = row[kPairLeftAfter] - row[kPairLeftBefore];
    row[kPairRightChange] = row[kPairRightAfter] - row[kPairRightBefore];
  }

 private:
  CollocationView pairs_;
  UsageView usage_;
  const TagWord *left_word_ = nullptr, *right_word_ = nullptr;  // beside the span; null: the sentence's end
  uint8_t label_first_ = 0, label_last_ = 0;  // of the span
  uint8_t left_ = 0, right_ = 0;              // what stands beside it
};

}  // namespace paragen
