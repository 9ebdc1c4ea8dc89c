// Tables as sources of options: the packed ones of a model, under the syntactic labels that the input's own tree gives its spans
// [CB08 section 3.2] or without, and pairs that are given when it is loaded.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"
#include "decoder/option_sink.hh"
#include "src/paragen/base/hash_table.hh"
#include "tables/store/store.hh"
#include "tables/store/writer.hh"

namespace paragen {

// Which of its options a table offers for a span that has labels.
enum class LabelUse : uint8_t {
  any,      // those of every label it was extracted with, by the best of their scores [CB08 eq. 10]
  best,     // those of the span's labels, by the best of their scores [CB08 eq. 8]
  average,  // those, by the mean of their scores over the span's labels, 0 where a label has none [CB08 eq. 9]
};

// What tables offer for a span that has labels.
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

class StoreSource : public OptionSource {
 public:
  // use: by table, how it uses the labels of spans; words: of the tables.
  StoreSource(const StoreView& store, const VocabularyView& words, const std::vector<uint8_t>& use)
      : store_(store), words_(words) {
    for (const uint8_t one : use) use_.push_back(static_cast<LabelUse>(one));
    use_.resize(store.n_tables, LabelUse::any);
    uses_labels_ = std::any_of(use_.begin(), use_.end(), [](LabelUse one) { return one != LabelUse::any; });
  }

  uint32_t n_tables() const override { return store_.n_tables; }
  bool has_word(uint32_t word) const override { return word < store_.n_words && store_.in_table[word]; }

  // From each word on, walk the trie of source phrases. Each round prefetches the memory that the next one reads, so that the
  // cache misses of a sentence overlap.
  void offer(const SentenceC& sentence, OptionSink* sink) const override {
    for (uint32_t i = 0; i < sentence.n_words; ++i)
      if (sentence.words[i] < store_.n_words) __builtin_prefetch(store_.roots + sentence.words[i]);
    std::vector<Phrase> phrases;
    phrases.reserve(4 * size_t(sentence.n_words));
    for (uint32_t begin = 0; begin < sentence.n_words; ++begin) {
      uint32_t node = 0;
      for (uint32_t end = begin + 1; end <= sentence.n_words && !sentence.keep[end - 1]; ++end) {
        node = store_.child(node, sentence.words[end - 1]);
        if (node == 0) break;
        __builtin_prefetch(store_.blocks + node);
        phrases.push_back({begin, end, node});
      }
    }
    for (const Phrase& phrase : phrases) store_.prefetch(phrase.node);
    if (uses_labels_ && sentence.has_tree) {
      offer_by_labels(sentence, phrases, sink);
      return;
    }
    std::vector<uint32_t> words;
    for (const Phrase& phrase : phrases) {
      OptionReader reader(store_, phrase.node);
      OptionC entry;
      sink->begin_span(phrase.begin, phrase.end);
      while (reader.next(&entry))
        sink->offer(entry.table, entry.rank, entry.copy_words(&words), entry.n_words, entry.logscore);
    }
  }

 protected:
  struct Phrase {
    uint32_t begin, end, node;
  };

  StoreView store_;

 private:
  // Tables that use no labels offer the phrase's options, the others those of its labels (store.hh).
  void offer_by_labels(const SentenceC& sentence, const std::vector<Phrase>& phrases, OptionSink* sink) const {
    LabelOptions limited(store_, {words_}, use_);
    const SpanLabelC *first = sentence.labels, *const end = first + sentence.n_labels;
    const auto before = [](const SpanLabelC& a, const Phrase& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    };
    std::vector<uint32_t> words;
    for (const Phrase& phrase : phrases) {  // in the order of the labels
      while (first != end && before(*first, phrase)) ++first;
      const SpanLabelC* last = first;
      while (last != end && last->begin == phrase.begin && last->end == phrase.end) ++last;
      limited.collect(phrase.node, first, last);
      sink->begin_span(phrase.begin, phrase.end);
      OptionReader reader(store_, phrase.node);
      OptionC entry;
      auto next = limited.entries().begin();
      const auto stop = limited.entries().end();
      uint32_t rank = 0, ranked = 0;
      const auto offer_before = [&](uint32_t table) {
        for (; next != stop && next->table < table; ++next) {
          rank = next->table == ranked ? rank : 0;
          ranked = next->table;
          words.clear();
          for (uint32_t i = 0; i < next->n_words; ++i) words.push_back(next->words[i]);
          sink->offer(next->table, rank++, words.data(), next->n_words, float(next->logscore));
        }
      };
      while (reader.next(&entry)) {
        offer_before(entry.table);
        if (use_[entry.table] == LabelUse::any)
          sink->offer(entry.table, entry.rank, entry.copy_words(&words), entry.n_words, entry.logscore);
      }
      offer_before(store_.n_tables);
    }
  }

  VocabularyView words_;
  std::vector<LabelUse> use_;  // by table
  bool uses_labels_;
};

// Pairs in memory, laid out as packed tables are (store.hh).
class PairSource : public StoreSource {
 public:
  // n_words: one more than the greatest id of a word in them.
  PairSource(uint32_t n_tables, uint32_t n_words) : StoreSource(StoreView(), VocabularyView(), {}), in_table_(n_words, 0) {
    store_.set_sizes(n_words, n_tables);
  }

  // Pairs come table by table, and within a table those of a phrase best first; phrase: its number, from add_phrase().
  void add(uint32_t table, uint32_t phrase, const std::vector<uint32_t>& target, float logscore) {
    options_of_[phrase].push_back({table, logscore, add_words(target, &targets_)});
  }

  // A source phrase; each is added once. Returns its number.
  uint32_t add_phrase(const std::vector<uint32_t>& words) {
    options_of_.emplace_back();
    return add_words(words, &sources_);
  }

  // Lay out the trie once all pairs are there.
  void finish() {
    std::vector<uint32_t> members(options_of_.size());
    std::iota(members.begin(), members.end(), 0);
    writer_.write(targets_, PhraseTrie(sources_, std::move(members)), store_.n_words, store_.n_tables,
                  [this](uint32_t phrase) -> const auto& { return options_of_[phrase]; });
    sources_ = targets_ = PhraseWords();
    options_of_.clear();
    store_ = writer_.view(in_table_);
  }

 private:
  uint32_t add_words(const std::vector<uint32_t>& words, PhraseWords* phrases) {
    phrases->words.insert(phrases->words.end(), words.begin(), words.end());
    phrases->begin.push_back(phrases->words.size());
    for (const uint32_t word : words) in_table_[word] = 1;
    return static_cast<uint32_t>(phrases->begin.size() - 2);
  }

  PhraseWords sources_, targets_;
  std::vector<std::vector<WrittenOption>> options_of_;  // by source
  StoreWriter writer_;
  std::vector<uint8_t> in_table_;
};

}  // namespace paragen
