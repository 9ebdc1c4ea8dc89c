// What tables offer for a span under the syntactic labels that the input's own tree gives it [CB08 section 3.2].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"
#include "tables/store/store.hh"

namespace paragen {

// Which of its options a table offers for a span that has labels.
enum class LabelUse : uint8_t {
  any,      // those of every label it was extracted with, by the best of their scores [CB08 eq. 10]
  best,     // those of the span's labels, by the best of their scores [CB08 eq. 8]
  average,  // those, by the mean of their scores over the span's labels, 0 where a label has none [CB08 eq. 9]
};

class LabelOptions {
 public:
  struct Entry {
    uint32_t table, n_words;
    PackedWords words;
    double logscore;
  };

  // use: by table.
  LabelOptions(const StoreView& store, const LexiconView& names, const std::vector<LabelUse>& use)
      : store_(store), names_(names), use_(use) {}

  // Collect the options of the phrase at `node` under the labels from `first` to `last`: those of the tables that use labels,
  // table by table, best first, ties by text.
  void collect(uint32_t node, const SpanLabelC* first, const SpanLabelC* last) {
    entries_.clear();
    const double n_labels = double(last - first);
    uint32_t n_found = 0;
    for (const SpanLabelC* label = first; label != last; ++label) {
      const uint32_t child = store_.child(node, label->label);
      if (child == 0) continue;
      if (++n_found == 2) index();
      add(child, n_found == 1);
    }
    for (Entry& entry : entries_) {
      if (use_[entry.table] == LabelUse::average) entry.logscore -= std::log(n_labels);
      entry.logscore = std::min(float(entry.logscore), 0.0f);
    }
    std::sort(entries_.begin(), entries_.end(), [this](const Entry& a, const Entry& b) {
      if (a.table != b.table) return a.table < b.table;
      return a.logscore != b.logscore ? a.logscore > b.logscore : text_before(names_, a.words, a.n_words, b.words, b.n_words);
    });
  }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  static constexpr uint32_t kFree = 0;

  void add(uint32_t node, bool is_first) {
    OptionReader reader(store_, node);
    OptionC option;
    while (reader.next(&option)) {
      if (use_[option.table] == LabelUse::any) continue;
      const Entry made{option.table, option.n_words, option.words, option.logscore};
      if (is_first) {
        entries_.push_back(made);
        continue;
      }
      uint32_t& slot = slots_[slot_of(made)];
      if (slot != kFree) {
        merge(&entries_[slot - 1], made.logscore);
        continue;
      }
      entries_.push_back(made);
      slot = uint32_t(entries_.size());
      if (entries_.size() * 2 > slots_.size()) index();
    }
  }

  void merge(Entry* entry, double logscore) const {
    const double high = std::max(entry->logscore, logscore), low = std::min(entry->logscore, logscore);
    entry->logscore = use_[entry->table] == LabelUse::best ? high : high + std::log1p(std::exp(low - high));
  }

  // Make the hash table of the entries, with room for as many more.
  void index() {
    size_t size = 64;
    while (size < entries_.size() * 4) size *= 2;
    slots_.assign(size, kFree);
    for (size_t i = 0; i < entries_.size(); ++i) slots_[slot_of(entries_[i])] = uint32_t(i + 1);
  }

  // Where the entry with its table and words is, or would be.
  size_t slot_of(const Entry& entry) const {
    const size_t mask = slots_.size() - 1;
    uint64_t hash = (entry.table + 1) * 0x9E3779B97F4A7C15ull;
    for (uint32_t i = 0; i < entry.n_words; ++i) hash = (hash ^ entry.words[i]) * 0x9E3779B97F4A7C15ull;
    size_t slot = size_t(hash >> 32) & mask;
    while (slots_[slot] != kFree && !is_same(entries_[slots_[slot] - 1], entry)) slot = (slot + 1) & mask;
    return slot;
  }

  static bool is_same(const Entry& a, const Entry& b) {
    return a.table == b.table && a.n_words == b.n_words && a.words.equals(b.words, a.n_words);
  }

  const StoreView& store_;
  const LexiconView names_;
  const std::vector<LabelUse>& use_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // by hash, number + 1 of an entry; of all but those of a first label alone
};

}  // namespace paragen
