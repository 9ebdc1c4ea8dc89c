// What is known of a substitute in its place, as a row of numbers for the learner.
//
// Of the pair: what each table says about it, in either direction, how frequent and how promiscuous either side is, how alike
// they are spelt. Of the place: what the language model and the tagger make of the sentence before and after.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/fit/beside.hh"
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

constexpr float kBanned = -std::numeric_limits<float>::infinity();  // instead of a change of log odds

class FitFeatures {
 public:
  FitFeatures() = default;
  // conditions: of exchanges; none where the model has none. with_conditions: whether rows have the features of conditions.
  FitFeatures(const LmLevels& lm, const StoreView& store, const FitKnowledge& knowledge, uint32_t n_tables,
              const ConditionsView& conditions, bool with_conditions)
      : lm_(lm), tables_(store, n_tables), tagger_(knowledge.tagger), vectors_(knowledge.vectors),
        ratings_(knowledge.ratings), beside_(knowledge.pairs, knowledge.usage), n_tables_(n_tables), retagger_(knowledge.tagger),
        likeness_(knowledge.vectors), matcher_(conditions), with_conditions_(with_conditions) {}

  uint32_t n_features() const { return 2 * n_tables_ + (with_conditions_ ? kFitFeaturesWithConditions : kFitFeatures); }

  uint32_t n_tables() const { return n_tables_; }

  // How conditions change the log odds of a row's substitute; kBanned: never here.
  float condition_change(const float* row) const {
    if (!with_conditions_) return 0;
    return row[2 * n_tables_ + kConditionEstimate] == 0 ? kBanned : row[2 * n_tables_ + kConditionChange];
  }

  // A row for each substitute of the windows; marks: a byte for each word of set.source, or null.
  void rows(const OptionSet& set, const LexiconView& names, const uint8_t* marks, std::vector<float>* rows) {
    rows->resize(set.substitutes.size() * n_features());
    for (const WindowC& window : set.windows) {
      float* const row = rows->data() + size_t(window.first_substitute) * n_features();
      untagged(set, names, marks, window, row);
      tagged(set, names, window, nullptr, row);
    }
  }

  // All but the tags of a window's substitutes, which are costly and say little: those stay 0.
  void untagged(const OptionSet& set, const LexiconView& names, const uint8_t* marks, const WindowC& window, float* row) {
    place_.read(lm_, tagger_, names, set.sentence(window), marks == nullptr ? nullptr : marks + window.source_begin);
    likeness_.read_window(place_);
    if (with_conditions_ && !matcher_.empty()) matcher_.begin_window(place_, names, set.context(window));
    for (uint32_t first = window.first_substitute, last; first < window.last_substitute; first = last) {
      last = span_end(set, window, first);
      span(set, names, window, first, last, row + size_t(first - window.first_substitute) * n_features());
    }
  }

  // The tags of those substitutes of the same window that are wanted: by substitute of the window; null: of all.
  void tagged(const OptionSet& set, const LexiconView& names, const WindowC& window, const uint8_t* wanted, float* row) {
    if (tagger_.n_rows == 0) return;
    uint32_t end = window.first_substitute;  // of the span that the retagger has
    for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i, row += n_features()) {
      if (wanted != nullptr && !wanted[i - window.first_substitute]) continue;
      const SubstituteC& substitute = set.substitutes[i];
      if (i >= end) {
        retagger_.begin_span(place_, substitute.begin - window.begin, substitute.end - window.begin);
        end = span_end(set, window, i);
      }
      const uint32_t* const words = set.words_of(substitute);
      shapes_.clear();
      for (uint32_t k = 0; k < substitute.n_words; ++k)
        shapes_.push_back(shape(names, words[k], k == 0 ? place_.marks[substitute.begin - window.begin] : 0));
      retagger_.tag(shapes_.data(), substitute.n_words).write(row + 2 * n_tables_);
    }
  }

  // Which features of a row are of tags.
  std::vector<bool> of_tags() const {
    std::vector<bool> found(n_features());
    for (uint32_t feature : kTagFeatures) found[2 * n_tables_ + feature] = true;
    return found;
  }

 private:
  // A substitute of the span as it is written.
  struct Target {
    uint32_t node;               // of its phrase in the tables; 0 where none has it
    uint32_t n_words;
    size_t text_begin, text_end;  // in texts_
    uint64_t rating;             // the fingerprint of the exchange
    PhraseEnds ends;
    const uint64_t* vectors;     // the rows of its words

    size_t length() const { return text_end - text_begin; }
  };

  static uint32_t span_end(const OptionSet& set, const WindowC& window, uint32_t first) {
    uint32_t last = first + 1;
    while (last < window.last_substitute && same_span(set.substitutes[last], set.substitutes[first])) ++last;
    return last;
  }

  // The substitutes [first, last) of one span.
  void span(const OptionSet& set, const LexiconView& names, const WindowC& window, uint32_t first, uint32_t last, float* row) {
    const uint32_t begin = set.substitutes[first].begin - window.begin, end = set.substitutes[first].end - window.begin;
    read_source(names, begin, end, last - first);
    tables_.read_span(set, place_.words + begin, end - begin, window.has_tree, first, last);
    read_targets(set, names, begin, first, last);
    walks_.run(lm_, place_, begin, end);
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
      beside_.target(target.ends, place);
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
    beside_.read_span(place_, begin, end, source_);
    likeness_.read_span(begin, end, source_);
  }

  static void append(const LexiconView& names, uint32_t word, std::vector<char>* text) {
    size_t length;
    const char* bytes = names.word(word, &length);
    if (!text->empty()) text->push_back(' ');
    text->insert(text->end(), bytes, bytes + length);
  }

  // Read the words of all substitutes first, and prefetch what is read of each later, which is scattered in memory.
  void read_targets(const OptionSet& set, const LexiconView& names, uint32_t begin, uint32_t first, uint32_t last) {
    targets_.clear();
    walks_.clear();
    shapes_.clear();
    vector_rows_.clear();
    texts_.clear();
    for (uint32_t i = first; i < last; ++i) {
      const uint32_t* const words = set.words_of(set.substitutes[i]);
      const uint32_t n_words = set.substitutes[i].n_words;
      Target target{tables_.node(words, n_words), n_words, texts_.size(), 0, 0, {}, nullptr};
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
      matcher_.prefetch(target.rating);
      target.ends = beside_.read_ends(shapes_[shapes_.size() - n_words], shapes_.back(), n_words);
      targets_.push_back(target);
    }
    size_t at = 0;
    for (Target& target : targets_) {
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
  VectorView vectors_;
  RatingView ratings_;
  WordsBeside beside_;
  uint32_t n_tables_ = 0;
  FitWindow place_;
  float source_[kFitFeatures] = {};
  std::vector<Target> targets_;             // the span's substitutes
  Walks walks_;                             // the same
  Retagger retagger_;
  std::vector<char> source_text_, texts_;   // of the span; of its substitutes, one after the other
  uint64_t source_hash_ = 0;
  std::vector<TagWord> shapes_;             // of the substitutes' words
  std::vector<uint64_t> vector_rows_;       // the same
  WordLikeness likeness_;
  ConditionMatcher matcher_;
  bool with_conditions_ = false;
};

}  // namespace paragen
