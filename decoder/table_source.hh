// Tables as sources of options: the packed ones of a model, and pairs that are given when it is loaded.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "decoder/label_options.hh"
#include "decoder/option_sink.hh"
#include "tables/store/phrase_trie.hh"
#include "tables/store/store.hh"

namespace paragen {

class TableSource : public OptionSource {
 public:
  // use: by table, how it uses the labels of spans; words: of the tables.
  TableSource(const StoreView& store, const VocabularyView& words, const std::vector<uint8_t>& use) : store_(store), words_(words) {
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
        __builtin_prefetch(store_.node_options + node);
        phrases.push_back({begin, end, node});
      }
    }
    for (const Phrase& phrase : phrases) prefetch_options(phrase.node);
    if (uses_labels_ && sentence.has_tree) {
      offer_by_labels(sentence, phrases, sink);
      return;
    }
    for (const Phrase& phrase : phrases) {
      OptionReader reader(store_, phrase.node);
      OptionC entry;
      sink->begin_span(phrase.begin, phrase.end);
      while (reader.next(&entry)) sink->offer(entry.table, entry.rank, entry.words, entry.n_words, entry.logscore);
    }
  }

 protected:
  struct Phrase {
    uint32_t begin, end, node;
  };

  // The first cache lines of its block; the hardware prefetches the rest.
  void prefetch_options(uint32_t node) const {
    const uint64_t begin = store_.node_options[node], end = std::min<uint64_t>(begin + 64, store_.n_records);
    for (uint64_t at = begin; at < end; at += 16) __builtin_prefetch(store_.records + at);
  }

  StoreView store_;

 private:
  // Tables that use no labels offer the phrase's options, the others those of its labels (store.hh).
  void offer_by_labels(const SentenceC& sentence, const std::vector<Phrase>& phrases, OptionSink* sink) const {
    LabelOptions limited(store_, {words_}, use_);
    const SpanLabelC *first = sentence.labels, *const end = first + sentence.n_labels;
    const auto before = [](const SpanLabelC& a, const Phrase& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; };
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
          sink->offer(next->table, rank++, next->words, next->n_words, float(next->logscore));
        }
      };
      while (reader.next(&entry)) {
        offer_before(entry.table);
        if (use_[entry.table] == LabelUse::any)
          sink->offer(entry.table, entry.rank, entry.words, entry.n_words, entry.logscore);
      }
      offer_before(store_.n_tables);
    }
  }

  VocabularyView words_;
  std::vector<LabelUse> use_;  // by table
  bool uses_labels_;
};

// Pairs in memory, laid out as packed tables are (store.hh).
class PairSource : public TableSource {
 public:
  // n_words: one more than the greatest id of a word in them.
  PairSource(uint32_t n_tables, uint32_t n_words) : TableSource(StoreView(), VocabularyView(), {}) {
    store_.n_tables = n_tables;
    store_.n_words = n_words;
    roots_.assign(n_words, 0);
    in_table_.assign(n_words, 0);
  }

  // Pairs come table by table, and within a table those of a phrase best first; phrase: its number, from add_phrase().
  void add(uint32_t table, uint32_t phrase, const std::vector<uint32_t>& target, float logscore) {
    std::vector<uint32_t>& records = records_of_[phrase];
    if (last_list_[phrase].table != table) {
      last_list_[phrase] = {table, records.size()};
      records.push_back(table << 16);
    }
    if ((records[last_list_[phrase].at] & 0xFFFF) == 0xFFFF) throw std::length_error("more than 65,535 targets of one phrase in one table");
    ++records[last_list_[phrase].at];
    uint32_t bits;
    std::memcpy(&bits, &logscore, sizeof bits);
    records.push_back(bits);
    for (const uint32_t word : target) {
      records.push_back(word);
      in_table_[word] = 1;
    }
    records.back() |= kLastWord;
  }

  // A source phrase; each is added once. Returns its number.
  uint32_t add_phrase(const std::vector<uint32_t>& words) {
    phrases_.words.insert(phrases_.words.end(), words.begin(), words.end());
    phrases_.begin.push_back(phrases_.words.size());
    for (const uint32_t word : words) in_table_[word] = 1;
    records_of_.emplace_back();
    last_list_.push_back({kNone, 0});
    return static_cast<uint32_t>(records_of_.size() - 1);
  }

  // Lay out the trie once all pairs are there.
  void finish() {
    std::vector<uint32_t> members(records_of_.size());
    for (uint32_t i = 0; i < members.size(); ++i) members[i] = i;
    PhraseTrie trie(phrases_, std::move(members));
    for (uint32_t node = 0; node < trie.size(); ++node) {
      node_options_.push_back(static_cast<uint32_t>(records_.size()));
      if (trie.phrase[node] == kNoPhrase) continue;
      const std::vector<uint32_t>& own = records_of_[trie.phrase[node]];
      records_.insert(records_.end(), own.begin(), own.end());
      if (records_.size() >= 0xFFFFFFFFu) throw std::length_error("more than 2^32 - 2 words in the pairs");
    }
    node_options_.push_back(static_cast<uint32_t>(records_.size()));
    for (uint32_t node = trie.children[0]; node < trie.children[1]; ++node) roots_[trie.word[node]] = node;
    node_word_.swap(trie.word);
    node_children_.swap(trie.children);
    records_of_.clear();
    last_list_.clear();
    store_.roots = roots_.data();
    store_.node_word = node_word_.data();
    store_.node_children = node_children_.data();
    store_.node_options = node_options_.data();
    store_.records = records_.data();
    store_.in_table = in_table_.data();
    store_.n_records = records_.size();
    store_.n_nodes = static_cast<uint32_t>(node_word_.size());
  }

 private:
  struct List {
    uint32_t table;
    size_t at;      // of its head in the phrase's records
  };

  PhraseWords phrases_;
  std::vector<std::vector<uint32_t>> records_of_;  // by phrase
  std::vector<List> last_list_;                    // by phrase
  std::vector<uint32_t> roots_, node_word_, node_children_, node_options_, records_;
  std::vector<uint8_t> in_table_;
};

}  // namespace paragen
