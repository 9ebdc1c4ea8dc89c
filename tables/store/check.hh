// Is a packed tables file whole? Every node, list, option and word, in one pass.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/paragen/base/vocabulary.hh"
#include "tables/store/store.hh"
#include "tables/store/table_pairs.hh"

namespace paragen {

struct StoreFault {
  const char* what;  // null: none
  uint64_t where;    // the node or word
};

class StoreCheck {
 public:
  StoreCheck(const StoreView& store, const VocabularyView& words, const TableCountsC* counts)
      : store_(store), words_(words), counts_(counts), options_(store.n_tables, 0), phrases_(store.n_tables, 0) {}

  StoreFault run() {
    if (!words_hold() || !trie_holds()) return fault_;
    for (uint32_t node = 0; node < store_.n_nodes; ++node)
      if (!block_holds(node)) return fault_;
    for (uint32_t table = 0; table < store_.n_tables; ++table) {
      if (options_[table] != counts_[table].options || counts_[table].pairs < options_[table] ||
          phrases_[table] != counts_[table].phrases)
        return {"the counts of a table do not match its options", table};
    }
    return {nullptr, 0};
  }

 private:
  bool fail(const char* what, uint64_t where) {
    fault_ = {what, where};
    return false;
  }

  // Every word is found under its own id, and no slot leads elsewhere.
  bool words_hold() {
    if (words_.offsets[0] != 0 || words_.offsets[words_.n_words] != words_.n_bytes)
      return fail("the words do not fill their bytes", 0);
    for (uint32_t id = 0; id < words_.n_words; ++id) {
      if (words_.offsets[id] > words_.offsets[id + 1]) return fail("a word ends before it begins", id);
      size_t length;
      const char* word = words_.word(id, &length);
      if (words_.find(word, length) != id) return fail("a word is not found under its number", id);
      if (store_.in_table[id] > 1) return fail("a word's mark is neither 0 nor 1", id);
    }
    uint64_t filled = 0;
    for (uint64_t slot = 0; slot < words_.n_slots; ++slot) filled += words_.slots[slot] != 0;
    return filled == words_.n_words || fail("the index of words has stray entries", filled);
  }

  bool trie_holds() {
    const uint32_t n_nodes = store_.n_nodes;
    if (store_.node_children[0] != 1 || store_.node_children[n_nodes] != n_nodes)
      return fail("the phrases do not begin or end where they should", 0);
    for (uint32_t node = 0; node < n_nodes; ++node) {
      const uint32_t begin = store_.node_children[node], end = store_.node_children[node + 1];
      if (begin <= node || end < begin || end > n_nodes) return fail("a phrase's continuations are misplaced", node);
      for (uint32_t child = begin; child < end; ++child) {
        if (store_.node_word[child] >= store_.n_words) return fail("a phrase has a word that does not exist", child);
        if (child > begin && store_.node_word[child - 1] >= store_.node_word[child])
          return fail("a phrase's continuations are not in order", child);
      }
    }
    return roots_hold();
  }

  bool roots_hold() {
    uint64_t rooted = 0;
    for (uint32_t word = 0; word < store_.n_words; ++word) {
      const uint32_t node = store_.roots[word];
      if (node == 0) continue;
      ++rooted;
      if (node >= store_.node_children[1] || store_.node_word[node] != word)
        return fail("a first word leads to another phrase", word);
    }
    return rooted == store_.node_children[1] - 1 || fail("a first word is missing", rooted);
  }

  bool block_holds(uint32_t node) {
    const uint64_t begin = store_.node_options[node], end = store_.node_options[node + 1];
    if ((node == 0 && (begin != 0 || end != 0)) || begin > end || end > store_.n_records ||
        (node + 1 == store_.n_nodes && end != store_.n_records))
      return fail("a phrase's options are misplaced", node);
    if (node != 0 && begin == end && store_.node_children[node] == store_.node_children[node + 1])
      return fail("a phrase has neither options nor continuations", node);
    uint64_t at = begin;
    int64_t last_table = -1;
    while (at < end) {
      const uint32_t table = store_.records[at] >> 16, count = store_.records[at] & 0xFFFF;
      ++at;
      if (table >= store_.n_tables || int64_t(table) <= last_table) return fail("a list of options has the wrong table", node);
      if (count == 0) return fail("a list of options has the wrong length", node);
      last_table = table;
      ++phrases_[table];
      options_[table] += count;
      if (!list_holds(node, table, count, end, &at)) return false;
    }
    return true;
  }

  bool list_holds(uint32_t node, uint32_t table, uint32_t count, uint64_t end, uint64_t* at) {
    float last_score = 0;
    uint64_t last_words = 0;
    for (uint32_t i = 0; i < count; ++i) {
      if (*at >= end) return fail("a list of options is cut", node);
      float score;
      std::memcpy(&score, store_.records + (*at)++, sizeof score);
      if (!(score <= last_score) || !(score >= counts_[table].min_logscore)) return fail("a score is out of range or order", node);
      const uint64_t words = *at;
      while (*at < end && !(store_.records[*at] & kLastWord))
        if (store_.records[(*at)++] >= store_.n_words) return fail("an option has a word that does not exist", node);
      if (*at >= end) return fail("an option is cut", node);
      if ((store_.records[(*at)++] & ~kLastWord) >= store_.n_words) return fail("an option has a word that does not exist", node);
      if (i > 0 && score == last_score && compare(last_words, words) >= 0) return fail("options of one score are not in order", node);
      last_score = score;
      last_words = words;
    }
    return true;
  }

  // Compares two targets as text: their words with single spaces between.
  int compare(uint64_t a, uint64_t b) const {
    while (true) {
      const uint32_t word_a = store_.records[a], word_b = store_.records[b];
      if (word_a != word_b) return text_of(a).compare(text_of(b));
      if (word_a & kLastWord) return 0;
      ++a, ++b;
    }
  }

  std::string text_of(uint64_t at) const {
    std::string text;
    while (true) {
      size_t length;
      const char* word = words_.word(store_.records[at] & ~kLastWord, &length);
      text.append(word, length);
      if (store_.records[at++] & kLastWord) return text;
      text.push_back(' ');
    }
  }

  const StoreView& store_;
  const VocabularyView& words_;
  const TableCountsC* counts_;
  std::vector<uint64_t> options_, phrases_;
  StoreFault fault_{nullptr, 0};
};

inline StoreFault check_store(const StoreView& store, const VocabularyView& words, const TableCountsC* counts) {
  return StoreCheck(store, words, counts).run();
}

}  // namespace paragen
