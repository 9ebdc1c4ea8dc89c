// What tables offer for a span under the syntactic labels that the input's own tree gives it [CB08 section 3.2].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"
#include "src/paragen/base/hash_table.hh"
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
      const uint32_t next = uint32_t(entries_.size()), number = number_of(made, next);
      if (number == next) entries_.push_back(made);
      else merge(&entries_[number], made.logscore);
    }
  }

  void merge(Entry* entry, double logscore) const {
    const double high = std::max(entry->logscore, logscore), low = std::min(entry->logscore, logscore);
    entry->logscore = use_[entry->table] == LabelUse::best ? high : high + std::log1p(std::exp(low - high));
  }

  // Make the hash table of the entries.
  void index() {
    numbers_ = HashTable();
    for (uint32_t i = 0; i < entries_.size(); ++i) number_of(entries_[i], i);
  }

  // The number of the entry with the same table and words, or `next`, which is added.
  uint32_t number_of(const Entry& entry, uint32_t next) {
    uint64_t hash = hash_number(entry.table + 1);
    for (uint32_t i = 0; i < entry.n_words; ++i) hash = hash_number(hash ^ entry.words[i]);
    return numbers_.find_or_add(hash, next, [&](uint32_t number) { return is_same(entries_[number], entry); });
  }

  static bool is_same(const Entry& a, const Entry& b) {
    return a.table == b.table && a.n_words == b.n_words && a.words.equals(b.words, a.n_words);
  }

  const StoreView& store_;
  const LexiconView names_;
  const std::vector<LabelUse>& use_;
  std::vector<Entry> entries_;
  HashTable numbers_;  // of entries; of all but those of a first label alone
};

}  // namespace paragen
