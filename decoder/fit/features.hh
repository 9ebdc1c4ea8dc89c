// What is known of a substitute in its place, as a row of numbers for the learner.
//
// Of the pair: what each table says about it, in either direction, how frequent and how promiscuous either side is, how alike
// they are spelt. Of the place: what the language model and the tagger make of the sentence before and after.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "decoder/fit/knowledge.hh"
#include "decoder/fit/tagging.hh"
#include "decoder/fit/lm_walks.hh"
#include "decoder/option_set.hh"
#include "tables/store/store.hh"

namespace paragen {

constexpr float kSilent = -30;      // instead of the log score of a table that does not offer a pair
constexpr uint32_t kNoTagNumber = 60;  // instead of the tag of a word beyond the sentence
constexpr uint32_t kVectorNumbers = 12;  // of kVectorSize: those that are features by themselves, the most informative first

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
  kPairLeftBefore,    // how common the word before the span and its first word are side by side
  kPairLeftAfter,
  kPairLeftChange,
  kPairRightBefore,   // its last word and the word after it
  kPairRightAfter,
  kPairRightChange,
  kAlikeWords,        // cosine of both sides' word vectors
  kAlikeBehindBest,
  kAlikePlaceBefore,  // of the source and the words around it
  kAlikePlaceAfter,
  kAlikePlaceChange,
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
  kNamedFeatures,
  kSourceVector = kNamedFeatures,  // the first numbers of the vectors of either side
  kTargetVector = kSourceVector + kVectorNumbers,
  kFitFeatures = kTargetVector + kVectorNumbers,
};

inline std::string fit_feature_name(uint32_t feature) {
  static const char* const names[] = {
      "offers", "best_rank", "reversed", "source_fan", "target_fan", "span_options", "source_words", "target_words",
      "source_rarest", "target_rarest", "rarest_change", "source_commonest", "target_commonest", "source_letters",
      "target_letters", "same_prefix", "same_suffix", "shared_words", "lm_change", "lm_behind_best", "lm_rank",
      "lm_first_before", "lm_first_after", "lm_inside", "lm_right", "lm_per_word", "matched_before", "matched_after",
      "matched_right_before", "matched_right_after", "matched_least", "tag_first", "tag_last", "tag_first_after",
      "tag_last_after", "same_first_tag", "same_last_tag", "tag_left", "tag_right", "right_tag_kept", "tag_doubt", "quoted",
      "capital", "position", "sentence_words", "pair_left_before", "pair_left_after", "pair_left_change", "pair_right_before",
      "pair_right_after", "pair_right_change", "alike_words", "alike_behind_best", "alike_place_before", "alike_place_after",
      "alike_place_change", "source_elsewhere", "target_elsewhere", "rated_usual", "rated_best", "rated_behind_best",
      "label_first", "label_last", "beside_left_before", "beside_left_after", "beside_left_change", "beside_right_before",
      "beside_right_after", "beside_right_change",
  };
  static_assert(sizeof(names) / sizeof(*names) == kNamedFeatures, "a name a feature");
  if (feature < kNamedFeatures) return names[feature];
  if (feature < kTargetVector) return "source_vector_" + std::to_string(feature - kSourceVector);
  return "target_vector_" + std::to_string(feature - kTargetVector);
}

class FitFeatures {
 public:
  FitFeatures() = default;
  FitFeatures(const LmLevels& lm, const StoreView& store, const FitKnowledge& knowledge, uint32_t n_tables)
      : lm_(lm), store_(store), tagger_(knowledge.tagger), pairs_(knowledge.pairs), vectors_(knowledge.vectors),
        ratings_(knowledge.ratings), usage_(knowledge.usage), n_tables_(n_tables), retagger_(knowledge.tagger) {}

  uint32_t n_features() const { return 2 * n_tables_ + kFitFeatures; }

  // A row for each substitute of the windows; marks: a byte for each word of set.source, or null.
  void rows(const OptionSet& set, const LexiconView& names, const uint8_t* marks, std::vector<float>* rows) {
    rows->assign(set.substitutes.size() * n_features(), 0);
    for (const WindowC& window : set.windows) {
      place_.read(lm_, tagger_, names, set.sentence(window), marks == nullptr ? nullptr : marks + window.source_begin);
      for (uint32_t first = window.first_substitute; first < window.last_substitute;) {
        uint32_t last = first + 1;
        while (last < window.last_substitute && set.substitutes[last].begin == set.substitutes[first].begin &&
               set.substitutes[last].end == set.substitutes[first].end)
          ++last;
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
    read_options(window.has_tree, begin, end);
    ranks_.assign(n_tables_, {});
    scores_.clear();
    for (uint32_t i = first; i < last; ++i)
      for (uint32_t k = 0; k < set.substitutes[i].n_offers; ++k) {
        const OfferC& offer = set.offers[set.substitutes[i].offers_begin + k];
        scores_.push_back(general(set, set.substitutes[i], offer));
        if (offer.table < n_tables_) ranks_[offer.table].push_back(scores_.back());
      }
    next_score_ = scores_.begin();
    for (std::vector<float>& scores : ranks_) std::sort(scores.begin(), scores.end(), [](float a, float b) { return a > b; });
    read_targets(set, names, begin, end, first, last);
    walks_.run(lm_, place_, begin, end);
    if (tagger_.n_rows > 0) retagger_.begin_span(place_, begin, end);
    float best = -1e30f, alike_best = -1, usual_best = kUnrated;
    for (uint32_t i = first; i < last; ++i) {
      float* at = row + size_t(i - first) * n_features();
      const SubstituteC& substitute = set.substitutes[i];
      const Target& target = targets_[i - first];
      tables(set, substitute, begin, end, target.node, at);
      float* place = at + 2 * n_tables_;
      std::copy(source_, source_ + kFitFeatures, place);
      place[kOffers] = offers_;
      place[kBestRank] = best_rank_;
      place[kReversed] = reversed_;
      place[kTargetFan] = target_fan_;
      form(begin, end, set.words_of(substitute), substitute.n_words, target, place);
      language_model(walks_[i - first], place);
      beside(target, place);
      if (tagger_.n_rows > 0) tag(target, place);
      pairs(begin, end, target, place);
      alike(target, place);
      best = std::max(best, place[kLmChange]);
      alike_best = std::max(alike_best, place[kAlikeWords]);
      usual_best = std::max(usual_best, place[kRatedUsual]);
    }
    for (uint32_t i = first; i < last; ++i) {
      float* place = row + size_t(i - first) * n_features() + 2 * n_tables_;
      place[kLmBehindBest] = place[kLmChange] - best;
      place[kAlikeBehindBest] = place[kAlikeWords] - alike_best;
      place[kRatedBehindBest] = place[kRatedUsual] - usual_best;
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
    source_[kSourceFan] = fan(node(place_.words + begin, end - begin));
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
    for (uint32_t i = begin; i < end; ++i) source_[kSourceElsewhere] += elsewhere(place_.words[i], begin, end);
    source_[kPosition] = float(begin);
    source_[kSentenceWords] = float(place_.n_words);
    source_[kTagFirst] = place_.tags[begin];
    source_[kTagLast] = place_.tags[end - 1];
    source_[kTagLeft] = begin > 0 ? place_.tags[begin - 1] : kNoTagNumber;
    source_[kTagRight] = end < place_.n_words ? place_.tags[end] : kNoTagNumber;
    if (begin > 0) source_[kPairLeftBefore] = pairs_(place_.shapes[begin - 1], place_.shapes[begin]);
    if (end < place_.n_words) source_[kPairRightBefore] = pairs_(place_.shapes[end - 1], place_.shapes[end]);
    read_labels(begin, end);
    if (vectors_.n_words > 0) {
      source_like_.clear();
      around_.clear();
      for (uint32_t i = begin; i < end; ++i) add_word(place_.shapes[i], vectors_.words, &source_like_);
      for (uint32_t i = begin > kAround ? begin - kAround : 0; i < begin; ++i) add_word(place_.shapes[i], vectors_.near, &around_);
      for (uint32_t i = end; i < place_.n_words && i < end + kAround; ++i) add_word(place_.shapes[i], vectors_.near, &around_);
      source_[kAlikePlaceBefore] = source_like_.cosine(around_);
      source_like_.direction(kVectorNumbers, source_ + kSourceVector);
    }
  }

  // What stands beside the span, and how usual that is.
  void read_labels(uint32_t begin, uint32_t end) {
    label_first_ = usage_.label(place_.tags[begin]);
    label_last_ = usage_.label(place_.tags[end - 1]);
    left_ = begin > 0 ? usage_.companion(usage_.row(place_.shapes[begin - 1]), place_.tags[begin - 1]) : kSentenceEnd;
    right_ = end < place_.n_words ? usage_.companion(usage_.row(place_.shapes[end]), place_.tags[end]) : kSentenceEnd;
    source_[kBesideLeftBefore] = rarity(usage_.row(place_.shapes[begin]), kUsageBefore + left_);
    source_[kBesideRightBefore] = rarity(usage_.row(place_.shapes[end - 1]), kUsageAfter + right_);
  }

  void beside(const Target& target, float* place) const {
    const uint8_t *const first = target.usage_first, *const last = target.usage_last;
    place[kLabelFirst] = rarity(first, 1 + label_first_);
    place[kLabelLast] = rarity(last, 1 + label_last_);
    place[kBesideLeftAfter] = rarity(first, kUsageBefore + left_);
    place[kBesideRightAfter] = rarity(last, kUsageAfter + right_);
    place[kBesideLeftChange] = place[kBesideLeftAfter] - place[kBesideLeftBefore];
    place[kBesideRightChange] = place[kBesideRightAfter] - place[kBesideRightBefore];
  }

  // How rare: a column of a word's row; -1 for a word without a row.
  static float rarity(const uint8_t* row, uint32_t column) { return row == nullptr ? -1 : float(row[column]) / 16; }

  static void append(const LexiconView& names, uint32_t word, std::vector<char>* text) {
    size_t length;
    const char* bytes = names.word(word, &length);
    if (!text->empty()) text->push_back(' ');
    text->insert(text->end(), bytes, bytes + length);
  }

  // The node of a phrase; 0 where no table has it.
  uint32_t node(const uint32_t* words, uint32_t n_words) const {
    uint32_t node = 0;
    for (uint32_t i = 0; i < n_words; ++i)
      if ((node = store_.child(node, words[i])) == 0) return 0;
    return node;
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
      Target target{node(words, n_words), n_words, texts_.size(), 0, 0, nullptr, nullptr, nullptr, nullptr};
      walks_.add(words, n_words);
      lm_.prefetch(place_.states[begin], words[0]);
      for (uint32_t k = 0; k < n_words; ++k) {
        size_t length;
        const char* const bytes = names.word(words[k], &length);
        shapes_.push_back(tag_word(bytes, length, k == 0 ? place_.marks[begin] : 0));
        vector_rows_.push_back(vectors_.row(shapes_.back()));
        if (vector_rows_.back() < vectors_.n_words) __builtin_prefetch(vectors_.words + vector_rows_.back() * kVectorSize);
        if (k > 0) texts_.push_back(' ');
        texts_.insert(texts_.end(), bytes, bytes + length);
      }
      target.text_end = texts_.size();
      target.rating = RatingView::fingerprint(source_hash_, RatingView::phrase({texts_.data() + target.text_begin, target.length()}));
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
      if (target.node != 0) store_.prefetch(target.node);
    }
  }

  float fan(uint32_t node) const {
    if (node == 0) return 0;
    uint32_t size = 0;  // of the options of tables that the fit knows
    OptionReader reader(store_, node);
    OptionC option;
    while (reader.next(&option)) size += size_of(option);
    return std::log(float(1 + size));
  }

  uint32_t size_of(const OptionC& option) const { return option.table < n_tables_ ? (option.rank == 0) + 1 + option.n_words : 0; }

  // What each table says about the pair, and about the pair the other way round, and the fan of the substitute; node: of its words.
  void tables(const OptionSet& set, const SubstituteC& substitute, uint32_t begin, uint32_t end, uint32_t node, float* row) {
    std::fill(row, row + 2 * n_tables_, kSilent);
    offers_ = float(substitute.n_offers);
    best_rank_ = 1e3f;
    reversed_ = target_fan_ = 0;
    for (uint32_t k = 0; k < substitute.n_offers; ++k) {
      const OfferC& offer = set.offers[substitute.offers_begin + k];
      const float score = *next_score_++;
      if (offer.table >= n_tables_) continue;
      row[offer.table] = score;
      const std::vector<float>& scores = ranks_[offer.table];
      const auto at = std::lower_bound(scores.begin(), scores.end(), score, [](float a, float b) { return a > b; });
      best_rank_ = std::min(best_rank_, float(at - scores.begin()));
    }
    if (node == 0) return;
    OptionReader reader(store_, node);
    OptionC option;
    uint32_t size = 0;
    while (reader.next(&option)) {
      size += size_of(option);
      if (option.n_words != end - begin || option.table >= n_tables_ || !option.words.equals(place_.words + begin, end - begin))
        continue;
      if (row[n_tables_ + option.table] == kSilent) ++reversed_;
      row[n_tables_ + option.table] = std::max(row[n_tables_ + option.table], option.logscore);
    }
    target_fan_ = std::log(float(1 + size));
  }

  // What tables have for the span under any label, if the sentence's tree limits what they offer: a fit is learnt without
  // trees.
  void read_options(bool has_tree, uint32_t begin, uint32_t end) {
    options_.clear();
    if (!has_tree) return;
    uint32_t node = 0;
    for (uint32_t i = begin; i == begin || (node != 0 && i < end); ++i) node = store_.child(node, place_.words[i]);
    if (node == 0) return;
    OptionReader reader(store_, node);
    OptionC option;
    while (reader.next(&option)) options_.push_back(option);
  }

  // The log score of an offer under any label.
  float general(const OptionSet& set, const SubstituteC& substitute, const OfferC& offer) const {
    const uint32_t* words = set.words_of(substitute);
    for (const OptionC& option : options_)
      if (option.table == offer.table && option.n_words == substitute.n_words && option.words.equals(words, option.n_words))
        return option.logscore;
    return offer.logscore;
  }

  // Does a word that is not common stand in the window outside [begin, end)?
  bool elsewhere(uint32_t word, uint32_t begin, uint32_t end) const {
    if (lm_.unigram(word) > kCommon) return false;
    const uint32_t* const last = place_.words + place_.n_words;
    return std::find(place_.words, place_.words + begin, word) != place_.words + begin || std::find(place_.words + end, last, word) != last;
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
      if (!in_span) place[kTargetElsewhere] += elsewhere(words[i], begin, end);
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

  void alike(const Target& target, float* place) {
    if (vectors_.n_words == 0) return;
    target_like_.clear();
    for (uint32_t i = 0; i < target.n_words; ++i) add_row(target.vectors[i], vectors_.words, &target_like_);
    target_like_.direction(kVectorNumbers, place + kTargetVector);
    place[kAlikeWords] = target_like_.cosine(source_like_);
    place[kAlikePlaceAfter] = target_like_.cosine(around_);
    place[kAlikePlaceChange] = place[kAlikePlaceAfter] - place[kAlikePlaceBefore];
  }

  void add_word(const TagWord& word, const int8_t* rows, VectorSum* sum) const {
    add_row(vectors_.row(word), rows, sum);
  }

  void add_row(uint64_t row, const int8_t* rows, VectorSum* sum) const {
    if (row < vectors_.n_words) sum->add(rows + row * kVectorSize);
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

  static constexpr uint8_t kQuotedMark = 16;  // of paragen.text.marks
  static constexpr float kCommon = -7;        // log probability of a word that may stand twice in a sentence unnoticed: *would*
  static constexpr uint32_t kAround = 5;      // words on either side that count as the surroundings of a span

  LmLevels lm_;
  StoreView store_;
  TaggerView tagger_;
  CollocationView pairs_;
  VectorView vectors_;
  RatingView ratings_;
  UsageView usage_;
  uint32_t n_tables_ = 0;
  FitWindow place_;
  float source_[kFitFeatures] = {};
  float offers_ = 0, best_rank_ = 0, reversed_ = 0, target_fan_ = 0;
  std::vector<std::vector<float>> ranks_;   // by table, the log scores of its offers for the span, best first
  std::vector<OptionC> options_;            // of the span's words under any label, where labels limit what is offered
  std::vector<float> scores_;               // of the offers of the span's substitutes, one after the other
  std::vector<float>::const_iterator next_score_;
  std::vector<Target> targets_;             // the span's substitutes
  Walks walks_;                             // the same
  Retagger retagger_;
  std::vector<char> source_text_, texts_;   // of the span; of its substitutes, one after the other
  uint64_t source_hash_ = 0;
  uint8_t label_first_ = 0, label_last_ = 0;  // of the span
  uint8_t left_ = 0, right_ = 0;            // what stands beside it
  std::vector<TagWord> shapes_;             // of the substitutes' words
  std::vector<uint64_t> vector_rows_;       // the same
  VectorSum source_like_, target_like_, around_;
};

}  // namespace paragen
