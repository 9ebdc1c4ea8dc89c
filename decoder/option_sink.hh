// How a batch of sentences gets its options: every source offers, and what one span is offered twice counts once.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "decoder/option_set.hh"

namespace paragen {

// What the user does not want to be offered.
struct FilterC {
  uint32_t table_limit;              // options a phrase and table
  const uint8_t* blocked;            // by word id up to n_blocked: 1 for a word never to be produced; or null
  uint32_t n_blocked;
  const uint8_t* disabled;           // by table: 1 for one that offers nothing
};

// Collects what sources offer, by substitute.
class OptionSink {
 public:
  OptionSink(const FilterC& filter, OptionSet* set) : filter_(filter), set_(set) {
    const size_t usual = std::min(set->source.size() * kUsual, kMostRoom);
    set->substitutes.reserve(usual);
    set->offers.reserve(usual);
    set->words.reserve(2 * usual);
  }

  void begin_window(WindowC* window) {
    window_ = window;
    sentence_ = set_->sentence(*window);
    window->first_substitute = number(set_->substitutes.size());
    window->first_identity = number(set_->identities.size());
    window->first_structure = number(set_->structures.size());
    first_pending_ = window->first_substitute;
    in_order_ = true;
    span_begin_ = span_end_ = 0;
  }

  void begin_source(uint32_t first_table) {
    first_table_ = first_table;
    merging_ = set_->substitutes.size() > window_->first_substitute;
    if (!merging_) return;
    take_back_offers();
    first_known_ = window_->first_substitute;
    index();
  }

  // The options that follow are of this span. begin, end: words of the window.
  void begin_span(uint32_t begin, uint32_t end) {
    source_ = sentence_.words + begin;
    begin += window_->begin;
    end += window_->begin;
    in_order_ &= begin != span_begin_ ? begin > span_begin_ : end > span_end_;
    span_begin_ = begin;
    span_end_ = end;
    if (merging_) return;
    place_offers();
    span_table_ = kNoTable;
    first_known_ = number(set_->substitutes.size());
    indexed_ = false;
  }

  // One option. rank: 0 for the best of its span and table; words: of the target.
  void offer(uint32_t table, uint32_t rank, const uint32_t* words, uint32_t n_words, float logscore) {
    table += first_table_;
    if (refuses(table, rank, words, n_words)) return;
    if (is_identity(words, n_words)) set_->identities.push_back({span_begin_, span_end_, table, logscore});
    else add_offer(number_of(table, words, n_words), {table, logscore});
  }

  // One option that a pattern makes. filled: its slots, in words of the window.
  void offer(uint32_t table, uint32_t rank, const std::vector<uint32_t>& words, float logscore,
             const std::vector<FilledC>& filled) {
    const uint32_t n_words = static_cast<uint32_t>(words.size());
    offer(table, rank, words.data(), n_words, logscore);
    table += first_table_;
    if (filled.empty() || refuses(table, rank, words.data(), n_words) || is_identity(words.data(), n_words)) return;
    const uint32_t first = number(set_->filled.size());
    for (FilledC one : filled) {
      one.begin += window_->begin;
      one.end += window_->begin;
      set_->filled.push_back(one);
    }
    const uint32_t words_begin = set_->substitutes[pending_.back().substitute].words_begin;
    set_->structures.push_back({span_begin_, span_end_, words_begin, table, logscore, first, number(set_->filled.size())});
  }

  void end_window() {
    window_->last_substitute = number(set_->substitutes.size());
    window_->last_identity = number(set_->identities.size());
    window_->last_structure = number(set_->structures.size());
    place_offers();
    if (!in_order_) sort();
  }

 private:
  static constexpr size_t kFewSlots = 64;  // a power of two
  static constexpr size_t kUsual = 64, kMostRoom = 1 << 16;  // options per word, and in all, to reserve room for

  static constexpr uint32_t kNoTable = 0xFFFFFFFFu;

  struct Pending {
    uint32_t substitute;
    OfferC offer;
  };

  static uint32_t number(size_t size) {
    if (size >= 0xFFFFFFFFu) throw std::length_error("more than 2^32 - 2 options in one batch of sentences");
    return static_cast<uint32_t>(size);
  }

  bool refuses(uint32_t table, uint32_t rank, const uint32_t* words, uint32_t n_words) const {
    return rank >= filter_.table_limit || filter_.disabled[table] || blocks(words, n_words);
  }

  bool blocks(const uint32_t* words, uint32_t n_words) const {
    if (filter_.blocked == nullptr) return false;
    for (uint32_t i = 0; i < n_words; ++i)
      if (words[i] < filter_.n_blocked && filter_.blocked[words[i]]) return true;
    return false;
  }

  bool is_identity(const uint32_t* words, uint32_t n_words) const {
    if (n_words != span_end_ - span_begin_) return false;
    for (uint32_t i = 0; i < n_words; ++i)
      if (words[i] != source_[i]) return false;
    return true;
  }

  static uint32_t hash(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) {
    uint64_t hash = (uint64_t(begin) << 32 | end) * 0x9E3779B97F4A7C15ull;
    for (uint32_t i = 0; i < n_words; ++i) hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15ull;
    return static_cast<uint32_t>(hash >> 32);
  }

  bool is_same(const SubstituteC& known, const uint32_t* words, uint32_t n_words) const {
    if (known.begin != span_begin_ || known.end != span_end_ || known.n_words != n_words) return false;
    const uint32_t* target = set_->words_of(known);
    for (uint32_t i = 0; i < n_words; ++i)
      if (target[i] != words[i]) return false;
    return true;
  }

  // The number of a substitute of the span, made where there is none yet. Those of the first table that offers for it are
  // all new; the next table's are looked up among them, and all of a later source's among those of the window.
  uint32_t number_of(uint32_t table, const uint32_t* words, uint32_t n_words) {
    if (!indexed_) {
      if (span_table_ == kNoTable) span_table_ = table;
      if (span_table_ == table) return add(words, n_words);
      index();
    }
    const size_t mask = slots_.size() - 1;
    size_t slot = hash(span_begin_, span_end_, words, n_words) & mask;
    for (; slots_[slot] > first_known_; slot = (slot + 1) & mask)
      if (is_same(set_->substitutes[slots_[slot] - 1], words, n_words)) return slots_[slot] - 1;
    const uint32_t substitute = add(words, n_words);
    slots_[slot] = substitute + 1;
    if ((substitute + 1 - first_known_) * size_t(2) > slots_.size()) index();
    return substitute;
  }

  uint32_t add(const uint32_t* words, uint32_t n_words) {
    const uint32_t substitute = number(set_->substitutes.size());
    const SubstituteC made{span_begin_, span_end_, number(set_->words.size()), n_words};
    set_->substitutes.push_back(made);
    for (uint32_t i = 0; i < n_words; ++i) set_->words.push_back(words[i]);  // few: insert() is a call
    return substitute;
  }

  // Make the hash table of the substitutes from first_known_ on, with room for as many more.
  void index() {
    const size_t n = set_->substitutes.size();
    size_t size = kFewSlots;
    while (size < (n - first_known_) * 4) size *= 2;
    if (merging_ || slots_.size() < size) slots_.assign(size, 0);
    const size_t mask = slots_.size() - 1;
    for (size_t i = first_known_; i < n; ++i) {
      const SubstituteC& known = set_->substitutes[i];
      size_t slot = hash(known.begin, known.end, set_->words_of(known), known.n_words) & mask;
      while (slots_[slot] > first_known_) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<uint32_t>(i + 1);
    }
    indexed_ = true;
  }

  template <class Item>
  static bool before(const Item& a, const Item& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  }

  // Several sources: bring the window's spans into order again.
  void sort() {
    std::stable_sort(set_->identities.begin() + window_->first_identity, set_->identities.end(), before<IdentityC>);
    std::stable_sort(set_->substitutes.begin() + window_->first_substitute, set_->substitutes.end(), before<SubstituteC>);
  }

  void add_offer(uint32_t substitute, OfferC offer) {
    ++set_->substitutes[substitute].n_offers;
    const Pending pending{substitute, offer};
    pending_.push_back(pending);
  }

  // Put the offers of each substitute side by side: they came table by table.
  void place_offers() {
    SubstituteC* substitutes = set_->substitutes.data();
    size_t at = set_->offers.size();
    set_->offers.resize(number(at + pending_.size()));
    const uint32_t end = number(set_->substitutes.size());
    for (; first_pending_ < end; ++first_pending_) {
      at += substitutes[first_pending_].n_offers;
      substitutes[first_pending_].offers_begin = static_cast<uint32_t>(at);  // of what is put before it from now on
    }
    for (auto pending = pending_.rbegin(); pending != pending_.rend(); ++pending)
      set_->offers[--substitutes[pending->substitute].offers_begin] = pending->offer;
    pending_.clear();
  }

  // Another source may add to the offers of the window.
  void take_back_offers() {
    place_offers();
    first_pending_ = window_->first_substitute;
    size_t n = 0;
    for (uint32_t i = first_pending_; i < set_->substitutes.size(); ++i) {
      const SubstituteC& substitute = set_->substitutes[i];
      for (uint32_t k = 0; k < substitute.n_offers; ++k) pending_.push_back({i, set_->offers[substitute.offers_begin + k]});
      n += substitute.n_offers;
    }
    set_->offers.resize(set_->offers.size() - n);
  }

  FilterC filter_;
  OptionSet* set_;
  WindowC* window_ = nullptr;
  SentenceC sentence_{};
  uint32_t first_table_ = 0;
  uint32_t span_begin_ = 0, span_end_ = 0;
  uint32_t span_table_ = kNoTable;   // the first that offers for the span
  const uint32_t* source_ = nullptr; // the words of the span
  uint32_t first_known_ = 0;         // substitute among which the next are looked up
  bool in_order_ = true;
  bool merging_ = false;             // an earlier source has offered for the window
  bool indexed_ = false;
  std::vector<uint32_t> slots_;      // by hash, number + 1 of the substitutes from first_known_ on, if indexed_; lower: free
  uint32_t first_pending_ = 0;       // substitute whose offers are not placed yet
  std::vector<Pending> pending_;     // their offers, as they came
};

// Ask every source for the options of every window, which has its words already.
inline void collect_options(const std::vector<const OptionSource*>& sources, const FilterC& filter, OptionSet* set) {
  set->in_table.assign(set->source.size(), 0);
  for (size_t i = 0; i < set->source.size(); ++i)
    for (const OptionSource* source : sources) set->in_table[i] |= source->has_word(set->source[i]);
  OptionSink sink(filter, set);
  for (WindowC& window : set->windows) {
    sink.begin_window(&window);
    uint32_t first_table = 0;
    for (const OptionSource* source : sources) {
      sink.begin_source(first_table);
      source->offer(set->sentence(window), &sink);
      first_table += source->n_tables();
    }
    sink.end_window();
  }
}

}  // namespace paragen
