// Patterns with slots as a source of options [Z09 section 4.6]: the rewritings of the words they match.
//
// Patterns are phrases of the packed tables, in which slots are words (store.hh). From each word on, the walk through their
// trie takes the word itself, and each filler that begins there in place of its slot: what matches is found without looking at
// any pattern that does not begin as the words do.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/option_sink.hh"
#include "src/paragen/base/vocabulary.hh"
#include "tables/store/store.hh"

namespace paragen {

// Where a slot of a pattern was filled.
struct SlotFilledC {
  uint32_t slot;        // its word
  uint32_t kind;        // of slot
  uint32_t begin, end;  // of the filler, words of the window
  uint32_t edges;
};

// A pattern's rewriting of the words it matches, without those at its ends that stay.
struct RewritingC {
  uint32_t begin, end;              // words of the window
  uint32_t table;
  float logscore;
  std::vector<uint32_t> words;      // what takes their place
  std::vector<uint32_t> source;     // the pattern
  PackedWords target;               // what it becomes; in the tables
  uint32_t n_target;
  std::vector<SlotFilledC> slots;   // in the order of the source

  bool same_place(const RewritingC& other) const { return begin == other.begin && end == other.end; }
};

class PatternWalk {
 public:
  PatternWalk(const StoreView& store, const VocabularyView& names) : store_(store) {
    for (uint32_t kind = 0; kind < kSlotKinds; ++kind)
      for (uint32_t i = 0; i < kMaxSlots; ++i) {
        const std::string word = slot_word(kSlotNames[kind], i + 1);
        slots_[kind][i] = names.find(word.data(), word.size());
        any_ |= slots_[kind][i] != kNotFound;
      }
    sentence_begin_ = names.find(kSentenceBegin.data(), kSentenceBegin.size());
    sentence_end_ = names.find(kPatternEnd.data(), kPatternEnd.size());
  }

  // Whether there are patterns at all.
  bool any() const { return any_; }

  // Collect the rewritings of a sentence: by place, table, score and words; the same words of a table once per place, with their
  // best score.
  void run(const SentenceC& sentence, std::vector<RewritingC>* found) {
    sentence_ = sentence;
    found_ = found;
    found_->clear();
    first_filler_.assign(sentence.n_words + 1, sentence.n_fillers);
    for (uint32_t k = sentence.n_fillers; k-- > 0;) first_filler_[sentence.fillers[k].begin] = k;
    path_.clear();
    filled_.clear();
    begin_ = steps_ = 0;
    if (const uint32_t child = store_.child(0, sentence_begin_)) {
      path_.push_back(sentence_begin_);
      extend(child, 0);
    }
    for (uint32_t begin = 0; begin < sentence.n_words; ++begin) {
      path_.clear();
      filled_.clear();
      begin_ = begin;
      steps_ = 0;
      extend(0, begin);
    }
    order();
  }

  // Where a rewriting puts what fills its slots, as far as it moves or surrounds it.
  void fillers(const RewritingC& made, std::vector<FilledC>* found) const {
    found->clear();
    if (made.slots.empty()) return;
    int64_t begin = made.slots.front().begin, at = 0;  // of the match; in its target before words at the ends were dropped
    for (size_t i = 0; made.source[i] != made.slots.front().slot; ++i) begin -= made.source[i] != sentence_begin_;
    const int64_t left = made.begin - begin, n_words = static_cast<int64_t>(made.words.size());
    for (uint32_t i = 0; i < made.n_target; ++i) {
      const uint32_t word = made.target[i];
      auto slot = made.slots.begin();
      while (slot != made.slots.end() && slot->slot != word) ++slot;
      if (slot == made.slots.end()) {
        at += word != sentence_begin_ && word != sentence_end_;
        continue;
      }
      const int64_t size = slot->end - slot->begin;
      const int64_t first = std::max({int64_t(0), int64_t(made.begin) - slot->begin, left - at});
      const int64_t last = std::min({size, int64_t(made.end) - slot->begin, left + n_words - at});
      if (first < last)
        found->push_back({static_cast<uint32_t>(slot->begin + first), static_cast<uint32_t>(slot->begin + last),
                          static_cast<uint32_t>(at + first - left)});
      at += size;
    }
  }

 private:
  // From one word on, so that time is linear; a whole sentence takes some hundreds.
  static constexpr uint32_t kMostSteps = 1u << 10;

  void extend(uint32_t node, uint32_t at) {
    if (node != 0 && at > begin_ && (!filled_.empty() || path_.front() == sentence_begin_)) options(node, at);
    if (++steps_ > kMostSteps) return;
    if (at == sentence_.n_words) {
      const uint32_t child = sentence_end_ == kNotFound ? 0 : store_.child(node, sentence_end_);
      if (child == 0) return;
      path_.push_back(sentence_end_);
      options(child, at);
      path_.pop_back();
      return;
    }
    if (const uint32_t child = store_.child(node, sentence_.words[at])) {
      path_.push_back(sentence_.words[at]);
      extend(child, at + 1);
      path_.pop_back();
    }
    if (filled_.size() == kMaxSlots) return;
    for (uint32_t k = first_filler_[at]; k < sentence_.n_fillers && sentence_.fillers[k].begin == at; ++k) {
      const uint32_t kind = sentence_.fillers[k].tag;
      fill(node, sentence_.fillers[k], kind);
      if (slot_class(kind) != kind) fill(node, sentence_.fillers[k], slot_class(kind));
    }
  }

  void fill(uint32_t node, const FillerC& filler, uint32_t kind) {
    uint32_t number = 0;
    for (const SlotFilledC& slot : filled_) number += is_kind(slot.slot, kind);
    const uint32_t word = slots_[kind][number];
    if (word == kNotFound) return;
    const uint32_t child = store_.child(node, word);
    if (child == 0) return;
    path_.push_back(word);
    filled_.push_back({word, kind, filler.begin, filler.end, filler.edges});
    extend(child, filler.end);
    filled_.pop_back();
    path_.pop_back();
  }

  bool is_kind(uint32_t word, uint32_t kind) const {
    for (const uint32_t slot : slots_[kind])
      if (slot == word) return true;
    return false;
  }

  // The rewritings of a pattern that matches the words from begin_ up to `end`.
  void options(uint32_t node, uint32_t end) {
    OptionReader reader(store_, node);
    OptionC option;
    while (reader.next(&option)) {
      RewritingC made;
      if (!write(option, &made.words)) continue;
      made.begin = begin_;
      made.end = end;
      if (!trim(&made)) continue;
      made.table = option.table;
      made.logscore = option.logscore;
      made.source = path_;
      made.target = option.words;
      made.n_target = option.n_words;
      made.slots = filled_;
      found_->push_back(std::move(made));
    }
  }

  // The target with the fillers in its slots; false where it has a slot that was not filled.
  bool write(const OptionC& option, std::vector<uint32_t>* words) const {
    for (uint32_t i = 0; i < option.n_words; ++i) {
      const uint32_t word = option.words[i];
      const auto slot = std::find_if(filled_.begin(), filled_.end(), [word](const SlotFilledC& one) { return one.slot == word; });
      if (slot != filled_.end()) words->insert(words->end(), sentence_.words + slot->begin, sentence_.words + slot->end);
      else if (is_slot(word)) return false;
      else if (word != sentence_begin_ && word != sentence_end_) words->push_back(word);
    }
    return !words->empty() && words->size() < kMaxPhraseWords;
  }

  bool is_slot(uint32_t word) const {
    for (uint32_t kind = 0; kind < kSlotKinds; ++kind)
      if (is_kind(word, kind)) return true;
    return false;
  }

  // Drop unchanged words at either end, except one if nothing would be left of a side. False: it changes nothing, a word that
  // must stay is inside, or a slot at an end that moves was filled with part of a phrase.
  bool trim(RewritingC* made) const {
    const uint32_t n = made->end - made->begin, n_words = static_cast<uint32_t>(made->words.size());
    const uint32_t* source = sentence_.words + made->begin;
    const uint32_t least = std::min(n, n_words);
    uint32_t left = 0, right = 0;
    while (left < least && source[left] == made->words[left]) ++left;
    while (right < least - left && source[n - 1 - right] == made->words[n_words - 1 - right]) ++right;
    if (left == n && left == n_words) return false;
    if (left + right == least) {
      if (left > 0) --left;
      else if (right > 0) --right;
      else return false;
    }
    if (!filled_.empty()) {
      const SlotFilledC& first = filled_.front();
      if (first.begin == made->begin && left < first.end - first.begin && !(first.edges & kWhole)) return false;
      const SlotFilledC& last = filled_.back();
      if (last.end == made->end && right < last.end - last.begin && !(last.edges & kClosed)) return false;
    }
    made->begin += left;
    made->end -= right;
    made->words.erase(made->words.end() - right, made->words.end());
    made->words.erase(made->words.begin(), made->words.begin() + left);
    for (uint32_t at = made->begin; at < made->end; ++at)
      if (sentence_.keep[at] != 0 && !moves(at) && !unit_moves(at, made->words)) return false;
    return true;
  }

  // Is a word that must stay in a filler that may take it along?
  bool moves(uint32_t at) const {
    const uint8_t keep = sentence_.keep[at];
    for (const SlotFilledC& slot : filled_) {
      if (at < slot.begin || at >= slot.end) continue;
      if (moves_whole(slot.kind)) return keep == kMovable || keep == kMovableNumber || keep == kMovableQuote;
      return keep == kMovable || (keep == kMovableNumber && slot.kind == kNumberSlot);
    }
    return false;
  }

  // Is a word the unit of a number that moves, such as *percent*, which the target has too?
  bool unit_moves(uint32_t at, const std::vector<uint32_t>& words) const {
    const auto is_number = [](const SlotFilledC& one) { return one.kind == kNumberSlot; };
    return sentence_.keep[at] == kMovableNumber && std::any_of(filled_.begin(), filled_.end(), is_number) &&
           std::find(words.begin(), words.end(), sentence_.words[at]) != words.end();
  }

  void order() {
    const auto key = [](const RewritingC& a, const RewritingC& b) {
      if (a.begin != b.begin) return a.begin < b.begin;
      return a.end != b.end ? a.end < b.end : a.table < b.table;
    };
    std::stable_sort(found_->begin(), found_->end(), [key](const RewritingC& a, const RewritingC& b) {
      if (key(a, b) || key(b, a)) return key(a, b);
      return a.words != b.words ? a.words < b.words : a.logscore > b.logscore;
    });
    const auto same = [](const RewritingC& a, const RewritingC& b) {
      return a.same_place(b) && a.table == b.table && a.words == b.words;
    };
    found_->erase(std::unique(found_->begin(), found_->end(), same), found_->end());
    std::stable_sort(found_->begin(), found_->end(), [key](const RewritingC& a, const RewritingC& b) {
      if (key(a, b) || key(b, a)) return key(a, b);
      return a.logscore > b.logscore;
    });
  }

  StoreView store_;
  uint32_t slots_[kSlotKinds][kMaxSlots];
  uint32_t sentence_begin_, sentence_end_;  // words that mark the sentence's ends in patterns; no sentence has them
  bool any_ = false;
  SentenceC sentence_{};
  std::vector<RewritingC>* found_ = nullptr;
  uint32_t begin_ = 0, steps_ = 0;
  std::vector<uint32_t> first_filler_;   // by word: the first filler that begins there
  std::vector<uint32_t> path_;           // the pattern so far
  std::vector<SlotFilledC> filled_;
};

// The tables are those of the StoreSource that comes next: it counts them.
class PatternSource : public OptionSource {
 public:
  PatternSource(const StoreView& store, const VocabularyView& names) : walk_(store, names) {}

  // Whether there are patterns at all.
  bool any() const { return walk_.any(); }

  uint32_t n_tables() const override { return 0; }
  bool has_word(uint32_t) const override { return false; }

  void offer(const SentenceC& sentence, OptionSink* sink) const override {
    if (sentence.n_fillers == 0) return;
    const std::vector<RewritingC> found = rewritings(sentence);
    std::vector<FilledC> filled;
    uint32_t rank = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      const RewritingC& one = found[i];
      const bool same_place = i > 0 && one.same_place(found[i - 1]);
      rank = same_place && one.table == found[i - 1].table ? rank + 1 : 0;
      if (!same_place) sink->begin_span(one.begin, one.end);
      walk_.fillers(one, &filled);
      sink->offer(one.table, rank, one.words, one.logscore, filled);
    }
  }

  // The rewritings of a sentence, in the order of PatternWalk::run.
  std::vector<RewritingC> rewritings(const SentenceC& sentence) const {
    PatternWalk walk = walk_;
    std::vector<RewritingC> found;
    walk.run(sentence, &found);
    return found;
  }

 private:
  PatternWalk walk_;
};

}  // namespace paragen
