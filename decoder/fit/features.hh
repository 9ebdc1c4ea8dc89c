// What is known of a substitute in its place, as a row of numbers for the learner.
//
// Of the pair: what each table says about it, in either direction, how frequent and how promiscuous either side is, how alike
// they are spelt. Of the place: what the language model and the tagger make of the sentence before and after.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/fit/conditions.hh"
#include "decoder/fit/feature_names.hh"
#include "decoder/fit/knowledge.hh"
#include "decoder/fit/likeness.hh"
#include "decoder/fit/lm_walks.hh"
#include "decoder/fit/pair_tables.hh"
#include "decoder/fit/tagging.hh"
#include "decoder/option_set.hh"
#include "tables/store/store.hh"

namespace paragen {

class FitFeatures {
 public:
  FitFeatures() = default;
  // conditions: of exchanges; none where the model has none. with_conditions: whether rows have the features of conditions.
  FitFeatures(const LmLevels& lm, const StoreView& store, const FitKnowledge& knowledge, uint32_t n_tables,
              const ConditionsView& conditions, bool with_conditions)
      : lm_(lm), tables_(store, n_tables), tagger_(knowledge.tagger), pairs_(knowledge.pairs), vectors_(knowledge.vectors),
        ratings_(knowledge.ratings), usage_(knowledge.usage), n_tables_(n_tables), retagger_(knowledge.tagger),
        likeness_(knowledge.vectors), matcher_(conditions), with_conditions_(with_conditions) {}

  uint32_t n_features() const { return 2 * n_tables_ + (with_conditions_ ? kFitFeaturesWithConditions : kFitFeatures); }

  // A row for each substitute of the windows; marks: a byte for each word of set.source, or null.
  void rows(const OptionSet& set, const LexiconView& names, const uint8_t* marks, std::vector<float>* rows) {
    rows->assign(set.substitutes.size() * n_features(), 0);
    for (const WindowC& window : set.windows) {
      place_.read(lm_, tagger_, names, set.sentence(window), marks == nullptr ? nullptr : marks + window.source_begin);
      likeness_.read_window(place_);
      if (with_conditions_ && !matcher_.empty()) matcher_.begin_window(place_, names, set.context(window));
      for (uint32_t first = window.first_substitute; first < window.last_substitute;) {
        uint32_t last = first + 1;
        while (last < window.last_substitute && same_span(set.substitutes[last], set.substitutes[first])) ++last;
        span(set, names, window, first, last, rows->data() + size_t(first) * n_features());
        first = last;
      }
    }
  }

 private:
  // A substitute of the span as it is written.
  struct Target {
    uint32_t node;               // of its phrase in the tables; 0 where none has it
    uint32_t n_words;
    size_t text_begin, text_end;  // in texts_
    uint64_t rating;             // the fingerprint of the exchange
    const uint8_t *usage_first, *usage_last;  // rows of its first and last word, or null
    const TagWord* shapes;
    const uint64_t* vectors;     // the rows of its words

    const TagWord& first() const { return shapes[0]; }
    const TagWord& last() const { return shapes[n_words - 1]; }
    size_t length() const { return text_end - text_begin; }
  };

  // The substitutes [first, last) of one span.
  void span(const OptionSet& set, const LexiconView& names, const WindowC& window, uint32_t first, uint32_t last, float* row) {
    const uint32_t begin = set.substitutes[first].begin - window.begin, end = set.substitutes[first].end - window.begin;
    read_source(names, begin, end, last - first);
    tables_.read_span(set, place_.words + begin, end - begin, window.has_tree, first, last);
    read_targets(set, names, begin, end, first, last);
    walks_.run(lm_, place_, begin, end);
    if (tagger_.n_rows > 0) retagger_.begin_span(place_, begin, end);
    float best = -1e30f, alike_best = -1, fits_best = -1e30f, usual_best = kUnrated, estimate_best = -1;
    for (uint32_t i = first; i < last; ++i) {
      float* at = row + size_t(i - first) * n_features();
      const SubstituteC& substitute = set.substitutes[i];
      const Target& target = targets_[i - first];
      const PairTables::Summary said = tables_.row(set, substitute, target.node, at);
      float* place = at + 2 * n_tables_;
      std::copy(source_, source_ + kFitFeatures, place);
      place[kOffers] = said.offers;
      place[kBestRank] = said.best_rank;
      place[kReversed] = said.reversed;
      place[kTargetFan] = said.fan;
      form(begin, end, set.words_of(substitute), substitute.n_words, target, place);
      language_model(walks_[i - first], place);
      beside(target, place);
      if (tagger_.n_rows > 0) tag(target, place);
      pairs(begin, end, target, place);
      likeness_.target(target.vectors, target.n_words, place);
      best = std::max(best, place[kLmChange]);
      alike_best = std::max(alike_best, place[kAlikeWords]);
      fits_best = std::max(fits_best, place[kFitsAfter]);
      usual_best = std::max(usual_best, place[kRatedUsual]);
      if (with_conditions_) conditions(names, begin, end, set.words_of(substitute), target, place);
      if (with_conditions_) estimate_best = std::max(estimate_best, place[kConditionEstimate]);
    }
    for (uint32_t i = first; i < last; ++i) {
      float* place = row + size_t(i - first) * n_features() + 2 * n_tables_;
      place[kLmBehindBest] = place[kLmChange] - best;
      place[kAlikeBehindBest] = place[kAlikeWords] - alike_best;
      place[kFitsBehindBest] = place[kFitsAfter] - fits_best;
      place[kRatedBehindBest] = place[kRatedUsual] - usual_best;
      if (with_conditions_) place[kConditionBehindBest] = place[kConditionEstimate] - estimate_best;
      uint32_t better = 0;
      if (last - first <= kMostCompared)
        for (uint32_t k = 0; k < last - first; ++k)
          better += row[size_t(k) * n_features() + 2 * n_tables_ + kLmChange] > place[kLmChange];
      place[kLmRank] = float(better) / float(last - first);
    }
  }

  static constexpr uint32_t kMostCompared = 4096;

  void read_source(const LexiconView& names, uint32_t begin, uint32_t end, uint32_t n_substitutes) {
    std::fill(source_, source_ + kFitFeatures, 0.0f);
    source_text_.clear();
    float rarest = 0, commonest = -1e30f, sum = 0;
    bool quoted = false, capital = false;
    for (uint32_t i = begin; i < end; ++i) {
      const float unigram = lm_.unigram(place_.words[i]);
      rarest = std::min(rarest, unigram);
      commonest = std::max(commonest, unigram);
      sum += place_.logprobs[i];
      quoted |= (place_.marks[i] & kQuotedMark) != 0;
      capital |= (place_.marks[i] & kMarkCapital) != 0 && i > 0;
      append(names, place_.words[i], &source_text_);
    }
    source_hash_ = RatingView::phrase({source_text_.data(), source_text_.size()});
    source_[kSourceFan] = tables_.fan(tables_.node(place_.words + begin, end - begin));
    source_[kSpanOptions] = std::log(float(1 + n_substitutes));
    source_[kSourceWords] = float(end - begin);
    source_[kSourceRarest] = rarest;
    source_[kSourceCommonest] = commonest;
    source_[kSourceLetters] = float(source_text_.size());
    source_[kLmFirstBefore] = place_.logprobs[begin];
    source_[kLmPerWord] = sum / float(end - begin);
    source_[kMatchedBefore] = float(place_.matched[begin]);
    source_[kMatchedRightBefore] = float(place_.matched[end]);
    source_[kQuoted] = quoted;
    source_[kCapital] = capital;
    for (uint32_t i = begin; i < end; ++i) source_[kSourceElsewhere] += place_.elsewhere(lm_, place_.words[i], begin, end);
    source_[kPosition] = float(begin);
    source_[kSentenceWords] = float(place_.n_words);
    place_.kind_of_text(source_);
    source_[kTagFirst] = place_.tags[begin];
    source_[kTagLast] = place_.tags[end - 1];
    source_[kTagLeft] = begin > 0 ? place_.tags[begin - 1] : kNoTagNumber;
    source_[kTagRight] = end < place_.n_words ? place_.tags[end] : kNoTagNumber;
    if (begin > 0) source_[kPairLeftBefore] = pairs_(place_.shapes[begin - 1], place_.shapes[begin]);
    if (end < place_.n_words) source_[kPairRightBefore] = pairs_(place_.shapes[end - 1], place_.shapes[end]);
    read_labels(begin, end);
    likeness_.read_span(begin, end, source_);
  }

  // What stands beside the span, and how usual that is.
  void read_labels(uint32_t begin, uint32_t end) {
    label_first_ = usage_.label(place_.tags[begin]);
    label_last_ = usage_.label(place_.tags[end - 1]);
    left_ = begin > 0 ? usage_.companion(usage_.row(place_.shapes[begin - 1]), place_.tags[begin - 1]) : kSentenceEnd;
    right_ = end < place_.n_words ? usage_.companion(usage_.row(place_.shapes[end]), place_.tags[end]) : kSentenceEnd;
    source_[kBesideLeftBefore] = UsageView::rarity(usage_.row(place_.shapes[begin]), kUsageBefore + left_);
    source_[kBesideRightBefore] = UsageView::rarity(usage_.row(place_.shapes[end - 1]), kUsageAfter + right_);
  }

  void beside(const Target& target, float* place) const {
    const uint8_t *const first = target.usage_first, *const last = target.usage_last;
    place[kLabelFirst] = UsageView::rarity(first, 1 + label_first_);
    place[kLabelLast] = UsageView::rarity(last, 1 + label_last_);
    place[kBesideLeftAfter] = UsageView::rarity(first, kUsageBefore + left_);
    place[kBesideRightAfter] = UsageView::rarity(last, kUsageAfter + right_);
    place[kBesideLeftChange] = place[kBesideLeftAfter] - place[kBesideLeftBefore];
    place[kBesideRightChange] = place[kBesideRightAfter] - place[kBesideRightBefore];
  }

  static void append(const LexiconView& names, uint32_t word, std::vector<char>* text) {
    size_t length;
    const char* bytes = names.word(word, &length);
    if (!text->empty()) text->push_back(' ');
    text->insert(text->end(), bytes, bytes + length);
  }

  // Read the words of all substitutes first, and prefetch what is read of each later, which is scattered in memory.
  void read_targets(const OptionSet& set, const LexiconView& names, uint32_t begin, uint32_t end, uint32_t first, uint32_t last) {
    targets_.clear();
    walks_.clear();
    shapes_.clear();
    vector_rows_.clear();
    texts_.clear();
    for (uint32_t i = first; i < last; ++i) {
      const uint32_t* const words = set.words_of(set.substitutes[i]);
      const uint32_t n_words = set.substitutes[i].n_words;
      Target target{tables_.node(words, n_words), n_words, texts_.size(), 0, 0, nullptr, nullptr, nullptr, nullptr};
      walks_.add(words, n_words);
      lm_.prefetch(place_.states[begin], words[0]);
      for (uint32_t k = 0; k < n_words; ++k) {
        size_t length;
        const char* const bytes = names.word(words[k], &length);
        shapes_.push_back(tag_word(bytes, length, k == 0 ? place_.marks[begin] : 0));
        vector_rows_.push_back(vectors_.row(shapes_.back()));
        if (vector_rows_.back() < vectors_.n_words) __builtin_prefetch(vectors_.outputs + vector_rows_.back() * kVectorSize);
        if (k > 0) texts_.push_back(' ');
        texts_.insert(texts_.end(), bytes, bytes + length);
      }
      target.text_end = texts_.size();
      const uint64_t target_hash = RatingView::phrase({texts_.data() + target.text_begin, target.length()});
      target.rating = RatingView::fingerprint(source_hash_, target_hash);
      ratings_.prefetch(target.rating);
      target.usage_first = usage_.row(shapes_[shapes_.size() - n_words]);
      target.usage_last = n_words > 1 ? usage_.row(shapes_.back()) : target.usage_first;
      if (target.usage_first != nullptr) __builtin_prefetch(target.usage_first + kUsageBefore);
      if (target.usage_last != nullptr) __builtin_prefetch(target.usage_last + kUsageAfter);
      if (begin > 0) pairs_.prefetch(CollocationView::home(place_.shapes[begin - 1], shapes_[shapes_.size() - n_words]));
      if (end < place_.n_words) pairs_.prefetch(CollocationView::home(shapes_.back(), place_.shapes[end]));
      targets_.push_back(target);
    }
    size_t at = 0;
    for (Target& target : targets_) {
      target.shapes = shapes_.data() + at;
      target.vectors = vector_rows_.data() + at;
      at += target.n_words;
      tables_.prefetch(target.node);
    }
  }

  void form(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words, const Target& target, float* place) {
    float rarest = 0, commonest = -1e30f;
    uint32_t shared = 0;
    for (uint32_t i = 0; i < n_words; ++i) {
      const float unigram = lm_.unigram(words[i]);
      rarest = std::min(rarest, unigram);
      commonest = std::max(commonest, unigram);
      const bool in_span = std::find(place_.words + begin, place_.words + end, words[i]) != place_.words + end;
      shared += in_span;
      if (!in_span) place[kTargetElsewhere] += place_.elsewhere(lm_, words[i], begin, end);
    }
    const char* const text = texts_.data() + target.text_begin;
    const Rating rating = ratings_(target.rating);
    place[kRatedUsual] = rating.usual;
    place[kRatedBest] = rating.best;
    size_t prefix = 0, suffix = 0;
    const size_t least = std::min(source_text_.size(), target.length());
    while (prefix < least && source_text_[prefix] == text[prefix]) ++prefix;
    while (suffix < least && source_text_[source_text_.size() - 1 - suffix] == text[target.length() - 1 - suffix]) ++suffix;
    place[kTargetWords] = float(n_words);
    place[kTargetRarest] = rarest;
    place[kRarestChange] = rarest - place[kSourceRarest];
    place[kTargetCommonest] = commonest;
    place[kTargetLetters] = float(target.length());
    place[kSamePrefix] = float(prefix);
    place[kSameSuffix] = float(suffix);
    place[kShared] = float(shared);
  }

  void language_model(const Walk& walk, float* place) const {
    place[kLmFirstAfter] = walk.first;
    place[kLmInside] = walk.inside;
    place[kLmRight] = walk.right;
    place[kLmChange] = walk.inside + walk.right;
    place[kMatchedAfter] = float(walk.matched_first);
    place[kMatchedRightAfter] = walk.matched_right != 0 ? float(walk.matched_right) : place[kMatchedRightBefore];
    place[kMatchedLeast] = float(std::min(walk.matched_least, lm_.lm.order));
  }

  void pairs(uint32_t begin, uint32_t end, const Target& target, float* place) const {
    if (begin > 0) place[kPairLeftAfter] = pairs_(place_.shapes[begin - 1], target.first());
    if (end < place_.n_words) place[kPairRightAfter] = pairs_(target.last(), place_.shapes[end]);
    place[kPairLeftChange] = place[kPairLeftAfter] - place[kPairLeftBefore];
    place[kPairRightChange] = place[kPairRightAfter] - place[kPairRightBefore];
  }

  void tag(const Target& target, float* place) const {
    const Retagged found = retagger_.tag(target.shapes, target.n_words);
    place[kTagFirstAfter] = found.first;
    place[kTagLastAfter] = found.last;
    place[kTagDoubt] = found.doubt;
    place[kRightTagKept] = found.right_kept;
    place[kSameFirstTag] = place[kTagFirst] == place[kTagFirstAfter];
    place[kSameLastTag] = place[kTagLast] == place[kTagLastAfter];
  }

  void conditions(const LexiconView& names, uint32_t begin, uint32_t end, const uint32_t* words, const Target& target,
                  float* place) {
    ConditionEstimate found;
    if (!matcher_.empty())
      found = matcher_.estimate(matcher_.begin_exchange(names, begin, end, words, target.n_words, target.rating));
    place[kConditionEstimate] = found.place;
    place[kConditionUsual] = found.usual;
    place[kConditionChange] = found.change;
    place[kConditionsFor] = found.n_for;
    place[kConditionsAgainst] = found.n_against;
  }

  LmLevels lm_;
  PairTables tables_;
  TaggerView tagger_;
  CollocationView pairs_;
  VectorView vectors_;
  RatingView ratings_;
  UsageView usage_;
  uint32_t n_tables_ = 0;
  FitWindow place_;
  float source_[kFitFeatures] = {};
  std::vector<Target> targets_;             // the span's substitutes
  Walks walks_;                             // the same
  Retagger retagger_;
  std::vector<char> source_text_, texts_;   // of the span; of its substitutes, one after the other
  uint64_t source_hash_ = 0;
  uint8_t label_first_ = 0, label_last_ = 0;  // of the span
  uint8_t left_ = 0, right_ = 0;            // what stands beside it
  std::vector<TagWord> shapes_;             // of the substitutes' words
  std::vector<uint64_t> vector_rows_;       // the same
  WordLikeness likeness_;
  ConditionMatcher matcher_;
  bool with_conditions_ = false;
};

}  // namespace paragen
