// The features that a fit learns from, in the order of a row, and their names.
#pragma once
#include <cstdint>
#include <string>

namespace paragen {

constexpr uint32_t kNoTagNumber = 60;  // instead of the tag of a word beyond the sentence

// The features that come after two for each table: its log score of the pair, and of the pair the other way round.
enum FitFeature : uint32_t {
  kOffers,            // tables that offer the pair
  kBestRank,          // its best rank in what any one table offers for the span
  kReversed,          // tables that offer it the other way round
  kSourceFan,         // log of how much is offered for the source phrase
  kTargetFan,         // log of how much is offered for the target phrase
  kSpanOptions,       // log of how many substitutes this span has
  kSourceWords,
  kTargetWords,
  kSourceRarest,      // log probability of the rarest word, as unigram
  kTargetRarest,
  kRarestChange,
  kSourceCommonest,
  kTargetCommonest,
  kSourceLetters,
  kTargetLetters,
  kSamePrefix,        // letters of the common prefix
  kSameSuffix,
  kShared,            // words that both sides have
  kLmChange,          // change of the sentence's log probability
  kLmBehindBest,      // kLmChange less that of the span's best
  kLmRank,            // share of the span's substitutes that have a better change
  kLmFirstBefore,     // log probability of the first word of the span
  kLmFirstAfter,
  kLmInside,          // change over the words of the span
  kLmRight,           // change of the words after it
  kLmPerWord,         // mean log probability of the span's words before
  kMatchedBefore,     // order of the n-gram of the first word
  kMatchedAfter,
  kMatchedRightBefore,  // of the word after the span
  kMatchedRightAfter,
  kMatchedLeast,      // least order among the target's words and the next
  kTagFirst,
  kTagLast,
  kTagFirstAfter,
  kTagLastAfter,
  kSameFirstTag,
  kSameLastTag,
  kTagLeft,
  kTagRight,
  kRightTagKept,      // the word after the span keeps its tag
  kTagDoubt,          // by how much the last word's best tag outscores the source's tag
  kQuoted,
  kCapital,           // a word of the span is capitalised, and is not the sentence's first
  kPosition,          // words before the span in its window
  kSentenceWords,
  kSentenceCapitals,  // share of its words, but the first, that are capitalised: names
  kSentenceDigits,    // share of its words with a digit
  kSentenceCommon,    // mean log probability of its words, as unigrams
  kPairLeftBefore,    // how common the word before the span and its first word are side by side
  kPairLeftAfter,
  kPairLeftChange,
  kPairRightBefore,   // its last word and the word after it
  kPairRightAfter,
  kPairRightChange,
  kAlikeWords,        // cosine of both sides' vectors: what they say of their neighbours
  kAlikePlaces,       // and where they stand themselves
  kAlikeBehindBest,   // kAlikeWords less that of the span's best
  kFitsBefore,        // how well the words of the span fit among those around it, in the mean
  kFitsAfter,         // those of the substitute
  kFitsChange,
  kFitsSumChange,     // the same of the sums
  kFitsLeast,         // the substitute's word that fits least
  kFitsLeastChange,
  kFitsBehindBest,    // kFitsAfter less that of the span's best
  kSourceElsewhere,   // words of the span, except common ones, that also occur elsewhere in the window
  kTargetElsewhere,   // words of the substitute that do, and are not in the span
  kRatedUsual,        // how often readers find the bare exchange right, in hundredths
  kRatedBest,         // and how good where it fits best
  kRatedBehindBest,   // kRatedUsual less that of the span's best
  kLabelFirst,        // how rarely the substitute's first word has the label of the span's first word, -log of the share
  kLabelLast,         // likewise for the last words
  kBesideLeftBefore,  // how rarely the span's first word has a left neighbour of this kind
  kBesideLeftAfter,
  kBesideLeftChange,
  kBesideRightBefore, // likewise its last word and the right neighbour: the frame of a verb
  kBesideRightAfter,
  kBesideRightChange,
  kFitFeatures,
  // Of models with conditions, these too:
  kConditionEstimate = kFitFeatures,  // hundredths: how often the exchange is right at such a place; -1: it has no rule
  kConditionUsual,        // where no condition holds
  kConditionChange,       // of the log odds, by the conditions that hold
  kConditionsFor,         // conditions that hold, and make it likelier
  kConditionsAgainst,     // and less likely
  kConditionBehindBest,   // kConditionEstimate less that of the span's best
  kFitFeaturesWithConditions,
};

// The features of the words' tags where the substitute stands.
constexpr FitFeature kTagFeatures[] = {kTagFirstAfter, kTagLastAfter, kSameFirstTag, kSameLastTag, kRightTagKept, kTagDoubt};

inline std::string fit_feature_name(uint32_t feature) {
  static const char* const names[] = {
      "offers", "best_rank", "reversed", "source_fan", "target_fan", "span_options", "source_words", "target_words",
      "source_rarest", "target_rarest", "rarest_change", "source_commonest", "target_commonest", "source_letters",
      "target_letters", "same_prefix", "same_suffix", "shared_words", "lm_change", "lm_behind_best", "lm_rank",
      "lm_first_before", "lm_first_after", "lm_inside", "lm_right", "lm_per_word", "matched_before", "matched_after",
      "matched_right_before", "matched_right_after", "matched_least", "tag_first", "tag_last", "tag_first_after",
      "tag_last_after", "same_first_tag", "same_last_tag", "tag_left", "tag_right", "right_tag_kept", "tag_doubt", "quoted",
      "capital", "position", "sentence_words", "sentence_capitals", "sentence_digits", "sentence_common",
      "pair_left_before", "pair_left_after", "pair_left_change", "pair_right_before",
      "pair_right_after", "pair_right_change", "alike_words", "alike_places", "alike_behind_best", "fits_before", "fits_after",
      "fits_change", "fits_sum_change", "fits_least", "fits_least_change", "fits_behind_best",
      "source_elsewhere", "target_elsewhere", "rated_usual", "rated_best", "rated_behind_best",
      "label_first", "label_last", "beside_left_before", "beside_left_after", "beside_left_change", "beside_right_before",
      "beside_right_after", "beside_right_change",
  };
  static_assert(sizeof(names) / sizeof(*names) == kFitFeatures, "a name a feature");
  static const char* const conditions[] = {
      "condition_estimate", "condition_usual", "condition_change", "conditions_for", "conditions_against",
      "condition_behind_best",
  };
  static_assert(sizeof(conditions) / sizeof(*conditions) == kFitFeaturesWithConditions - kFitFeatures, "a name a feature");
  return feature < kFitFeatures ? names[feature] : conditions[feature - kFitFeatures];
}

}  // namespace paragen
