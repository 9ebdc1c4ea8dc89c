// What an exchange needs around it: conditions that people wrote, matched against the words beside a span.
//
// Each word of a window is turned into atoms once; a condition is tried at most once a span, for all substitutes of it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/fit/condition_words.hh"
#include "decoder/option_set.hh"

namespace paragen {

// What the conditions say of an exchange at a place.
struct ConditionEstimate {
  float place = -1;   // hundredths: how often it is right at such a place; -1: nobody wrote a rule
  float usual = -1;   // where no condition holds
  float change = 0;   // of the log odds
  float n_for = 0, n_against = 0;  // conditions that hold
  bool never = false;
};

// Which conditions hold at a span, as far as they were tried: of one thread, which uses it again, as clearing a number for each
// of many conditions takes longer than a short sentence.
struct TriedConditions {
  uint64_t span = 0;            // counts spans
  std::vector<uint64_t> tried;  // by condition, the span that it was tried at
  std::vector<uint8_t> held;

  static TriedConditions& of_thread(size_t n_conditions) {
    static thread_local TriedConditions found;
    if (found.tried.size() < n_conditions) {
      found.tried.resize(n_conditions, 0);
      found.held.resize(n_conditions, 0);
    }
    return found;
  }
};

class ConditionMatcher : private ConditionWords {
 public:
  ConditionMatcher() = default;
  explicit ConditionMatcher(const ConditionsView& view)
      : ConditionWords(view), tried_(&TriedConditions::of_thread(view.n_conditions)) {}

  bool empty() const { return view_.n_rules == 0; }

  // Prefetch the memory that begin_exchange() will read first.
  void prefetch(uint64_t print) const { view_.pairs.prefetch(print); }

  // The window whose exchanges come next, and the words of its text; they must stay as they are until the next call.
  void begin_window(const TaggedWindow& window, const LexiconView& names, WordSpan context) {
    new_window_ = true;
    read(window, names, context);
  }

  // Begin the span of the words [begin, end) and their substitute; return its rule. If nobody wrote one of the whole, that of the
  // words that differ counts, and their span: "build the" becomes "construct the" as "build" becomes "construct".
  uint64_t begin_exchange(const LexiconView& names, uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) {
    return begin_exchange(names, begin, end, words, n_words, fingerprint(names, begin, end, words, n_words));
  }

  // print: the fingerprint of the whole.
  uint64_t begin_exchange(const LexiconView& names, uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words,
                          uint64_t print) {
    uint64_t rule = view_.rule(print);
    const uint32_t *const own = window_->words, least = std::min(end - begin, n_words);
    uint32_t same = 0, last_same = 0;
    if (rule == view_.n_rules) {
      while (same < least && own[begin + same] == words[same]) ++same;
      while (last_same < least - same && own[end - 1 - last_same] == words[n_words - 1 - last_same]) ++last_same;
    }
    if (same + last_same > 0 && same + last_same < least) {
      begin += same;
      end -= last_same;
      rule = view_.rule(fingerprint(names, begin, end, words + same, n_words - same - last_same));
    }
    begin_span(begin, end);
    return rule;
  }

  // What holds for a rule at the span.
  ConditionEstimate estimate(uint64_t number) {
    ConditionEstimate found;
    if (number >= view_.n_rules) return found;
    const RuleC& rule = view_.rules[number];
    for (uint32_t i = 0; i < rule.n_effects; ++i) {
      const EffectC& effect = view_.effects[rule.effects_begin + i];
      if (!holds(effect.condition)) continue;
      found.change += effect.change();
      (effect.change_256th > 0 ? found.n_for : found.n_against) += effect.change_256th != 0;
      found.never |= effect.never != 0;
    }
    found.usual = float(rule.usual);
    const double odds = log_odds(rule.usual / 100.0) + double(found.change);
    found.place = float(found.never ? 0 : 100 * share_of_odds(std::clamp(odds, -6.0, 6.0)));
    return found;
  }

  // The effects of a rule that count at the span.
  void held(uint64_t number, std::vector<EffectC>* effects) {
    if (number >= view_.n_rules) return;
    const RuleC& rule = view_.rules[number];
    for (uint32_t i = 0; i < rule.n_effects; ++i)
      if (holds(view_.effects[rule.effects_begin + i].condition)) effects->push_back(view_.effects[rule.effects_begin + i]);
  }

  // Whether a condition holds at the span.
  bool holds(uint32_t condition) {
    if (tried_->tried[condition] != tried_->span) {
      tried_->held[condition] = try_condition(condition);
      tried_->tried[condition] = tried_->span;
    }
    return tried_->held[condition] != 0;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX, kUnknown = UINT32_MAX - 1;
  static constexpr uint32_t kReach = 5;          // words that `before` and `after` look at
  static constexpr uint32_t kFar = 10;           // words that verb, subject and head are looked for in
  static constexpr uint32_t kSequenceReach = 30;  // words on either side that sequences `near` are looked for in

  void begin_span(uint32_t begin, uint32_t end) {
    if (!new_window_ && begin == begin_ && end == end_) return;
    new_window_ = false;
    begin_ = begin;
    end_ = end;
    ++tried_->span;
    place_of_[0] = place_of_[1] = place_of_[2] = kUnknown;
  }

  uint64_t fingerprint(const LexiconView& names, uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) {
    return RatingView::fingerprint(phrase(names, window_->words + begin, end - begin), phrase(names, words, n_words));
  }

  uint64_t phrase(const LexiconView& names, const uint32_t* words, uint32_t n_words) {
    text_.clear();
    for (uint32_t i = 0; i < n_words; ++i) {
      size_t length;
      const char* const bytes = names.word(words[i], &length);
      if (i > 0) text_.push_back(' ');
      text_.insert(text_.end(), bytes, bytes + length);
    }
    return RatingView::phrase({text_.data(), text_.size()});
  }

  bool try_condition(uint32_t condition) {
    for (uint32_t i = view_.conditions[condition]; i < view_.conditions[condition + 1]; ++i) {
      bool all = true;
      for (uint32_t k = view_.alternatives[i]; all && k < view_.alternatives[i + 1]; ++k) all = test(view_.tests[k]);
      if (all) return true;
    }
    return false;
  }

  bool test(const TestC& test) { return found(test) != test.negated(); }

  bool found(const TestC& test) {
    switch (test.place()) {
      case kLeft: return begin_ > 0 ? at(test, begin_ - 1) || sequence(test, begin_, begin_, true) : (test.kinds & kStarts) != 0;
      case kRight: return end_ < n_words() ? at(test, end_) || sequence(test, end_, end_, false) : (test.kinds & kEnds) != 0;
      case kBefore: return within(test, begin_ - std::min(kReach, begin_ - words_[begin_].sentence), begin_);
      case kAfter: return within(test, end_, after_end());
      case kNear: return near(test);
      case kVerb: return at_place(test, 0);
      case kSubject: return at_place(test, 1);
      case kHead: return at_place(test, 2);
      case kItself: return itself(test);
      case kCondition: return holds(test.atoms);
      default: return false;
    }
  }

  // The end of what `after` looks at: no further than the sentence of the span's last word.
  uint32_t after_end() const {
    uint32_t last = end_;
    while (last < n_words() && last - end_ < kReach && words_[last].sentence == words_[end_ - 1].sentence) ++last;
    return last;
  }

  // Does one of the sequences begin at a word of [first, last), or end before `first`, without words of the span?
  bool sequence(const TestC& test, uint32_t first, uint32_t last, bool ends) const {
    const uint16_t* at = view_.atoms + test.atoms + test.n_atoms;
    for (uint32_t i = 0; i < test.n_sequences; ++i, at += at[0] + 1u) {
      const uint32_t n = at[0];
      if (ends) {
        if (n <= first && matches(at + 1, n, first - n)) return true;
        continue;
      }
      for (uint32_t begin = first; begin <= std::max(last, first + 1) - 1 && begin + n <= n_words(); ++begin)
        if ((begin + n <= begin_ || begin >= end_) && matches(at + 1, n, begin)) return true;
    }
    return false;
  }

  bool within(const TestC& test, uint32_t first, uint32_t last) const {
    for (uint32_t i = first; i < last; ++i)
      if (at(test, i)) return true;
    return test.n_sequences > 0 && first < last && sequence(test, first, last, false);
  }

  // Anywhere but in the span, words also around the sentence. Counts tell, so that this takes no longer in a long text.
  bool near(const TestC& test) {
    for (uint32_t i = 0; i < test.n_atoms; ++i) {
      const uint16_t atom = view_.atoms[test.atoms + i];
      if (around(atom)) return true;
      if (count_of(atom) == 0) continue;
      uint32_t own = 0;
      for (uint32_t k = begin_; k < end_; ++k) own += has_atom(k, atom);
      if (count_of(atom) > own) return true;
    }
    for (uint32_t kind = 0; test.kinds >> kind != 0; ++kind)
      if (test.kinds >> kind & 1) {
        uint32_t own = 0;
        for (uint32_t k = begin_; k < end_; ++k) own += words_[k].kinds >> kind & 1;
        if (kind_counts_[kind] > own) return true;
      }
    if (test.n_sequences == 0) return false;
    return sequence(test, begin_ - std::min(begin_, kSequenceReach), std::min(n_words(), end_ + kSequenceReach), false);
  }

  bool itself(const TestC& test) const {
    for (uint32_t i = begin_; i < end_; ++i)
      if (at(test, i)) return true;
    return false;
  }

  bool at_place(const TestC& test, uint32_t which) {
    constexpr uint32_t kSought[] = {kVerbKind, kNoun | kPronounKind | kName};
    if (place_of_[which] == kUnknown) place_of_[which] = which == 2 ? head() : left_of_span(kSought[which]);
    return place_of_[which] != kNone && at(test, place_of_[which]);
  }

  // The nearest word of one of some kinds before the span, in its sentence.
  uint32_t left_of_span(uint32_t kinds) const {
    const uint32_t first = begin_ - std::min(kFar, begin_ - words_[begin_].sentence);
    for (uint32_t i = begin_; i > first; --i)
      if (words_[i - 1].kinds & kinds) return i - 1;
    return kNone;
  }

  // The last noun of the noun phrase that begins after the span.
  uint32_t head() const {
    constexpr uint32_t kOver =
        kDeterminerKind | kAdjectiveKind | kAdverbKind | kNumberKind | kPossessive | kPastParticiple | kIngForm;
    uint32_t i = end_;
    const uint32_t last = std::min(n_words(), end_ + kFar);
    while (i < last && (words_[i].kinds & kOver) && !(words_[i].kinds & kNoun)) ++i;
    if (i < last && (words_[i].kinds & kPronounKind)) return i;
    uint32_t found = kNone;
    while (i < last && (words_[i].kinds & (kNoun | kPossessive))) {
      if (words_[i].kinds & kNoun) found = i;
      ++i;
    }
    return found;
  }

  std::vector<char> text_;  // of a phrase
  bool new_window_ = true;  // whether no span of the window was begun yet
  uint32_t begin_ = 0, end_ = 0;
  uint32_t place_of_[3] = {};  // the words that verb, subject and head mean; kNone, or kUnknown so far
  TriedConditions* tried_ = nullptr;
};

// What the conditions say of one substitute of a set, and the effects that count.
inline ConditionEstimate explained(const ConditionsView& view, const TaggerView& tagger, const OptionSet& set,
                                   const LexiconView& names, const uint8_t* marks, uint32_t number,
                                   std::vector<EffectC>* effects) {
  const SubstituteC& substitute = set.substitutes[number];
  ConditionMatcher matcher(view);
  TaggedWindow words;
  for (const WindowC& window : set.windows) {
    if (number < window.first_substitute || number >= window.last_substitute || matcher.empty()) continue;
    words.tag(tagger, names, set.sentence(window), marks == nullptr ? nullptr : marks + window.source_begin);
    matcher.begin_window(words, names, set.context(window));
    const uint32_t begin = substitute.begin - window.begin, end = substitute.end - window.begin;
    const uint64_t rule = matcher.begin_exchange(names, begin, end, set.words_of(substitute), substitute.n_words);
    matcher.held(rule, effects);
    return matcher.estimate(rule);
  }
  return {};
}

}  // namespace paragen
