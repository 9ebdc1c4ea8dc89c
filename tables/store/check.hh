// Is a packed tables file whole? Every block, list, option and word, in one pass.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

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
    if (!words_hold() || !blocks_hold()) return fault_;
    for (uint32_t table = 0; table < store_.n_tables; ++table) {
      if (options_[table] != counts_[table].options || counts_[table].pairs < options_[table] ||
          phrases_[table] != counts_[table].phrases)
        return {"the counts of a table do not match its options", table};
    }
    return {nullptr, 0};
  }

 private:
  struct Open {
    StoreView::Block block;
    uint32_t child;  // the next one to look at
  };

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

  // Each block begins where the one before it in preorder ends.
  bool blocks_hold() {
    next_ = 1;
    for (uint32_t word = 0; word < store_.n_words; ++word) {
      const uint32_t root = store_.roots[word];
      if (root == 0) continue;
      if (root != next_) return fail("a first word leads to another phrase", word);
      if (!phrases_hold(root)) return false;
    }
    if (next_ != store_.n_bytes) return fail("a first word is missing", next_);
    const uint8_t *const end = store_.blocks + store_.n_bytes, *const last = end + kStorePadding;
    return (store_.blocks[0] == 0 && std::all_of(end, last, [](uint8_t byte) { return byte == 0; })) ||
           fail("the phrases do not begin or end where they should", 0);
  }

  // The phrases that begin with the word of a node that stands at next_.
  bool phrases_hold(uint32_t root) {
    std::vector<Open> open;
    if (!block_holds(root, &open)) return false;
    while (!open.empty()) {
      Open& last = open.back();
      if (last.child == last.block.n_children) {
        open.pop_back();
        continue;
      }
      const uint32_t node = store_.child_at(last.block, last.child++);
      if (node != next_) return fail("a phrase's continuations are misplaced", node);
      if (!block_holds(node, &open)) return false;
    }
    return true;
  }

  bool block_holds(uint32_t node, std::vector<Open>* open) {
    const StoreView::Block block = store_.block(node);
    if (block.end == nullptr) return fail("a phrase's options are misplaced", node);
    if (block.n_children == 0 && block.lists == block.end) return fail("a phrase has neither options nor continuations", node);
    for (uint32_t i = 0; i < block.n_children; ++i) {
      if (store_.word(block, i) >= store_.n_words) return fail("a phrase has a word that does not exist", node);
      if (i > 0 && store_.word(block, i - 1) >= store_.word(block, i))
        return fail("a phrase's continuations are not in order", node);
    }
    if (!lists_hold(node)) return false;
    next_ = uint64_t(block.end - store_.blocks);
    open->push_back({block, 0});
    return true;
  }

  bool lists_hold(uint32_t node) {
    OptionReader reader(store_, node);
    OptionC option, last{};
    for (bool first = true; reader.next(&option); last = option, first = false) {
      if (option.rank == 0) {
        if (!first && option.table <= last.table) return fail("a list of options has the wrong table", node);
        ++phrases_[option.table];
      } else if (option.logscore > last.logscore) {
        return fail("a score is out of range or order", node);
      } else if (option.logscore == last.logscore && compare(last, option) >= 0) {
        return fail("options of one score are not in order", node);
      }
      if (!(option.logscore >= counts_[option.table].min_logscore)) return fail("a score is out of range or order", node);
      for (uint32_t i = 0; i < option.n_words; ++i)
        if (option.words[i] >= store_.n_words) return fail("an option has a word that does not exist", node);
      ++options_[option.table];
    }
    return reader.sound() || fail("a list of options is cut", node);
  }

  // Compares two targets as text: their words with single spaces between.
  int compare(const OptionC& a, const OptionC& b) const {
    if (a.n_words == b.n_words && a.words.equals(b.words, a.n_words)) return 0;
    return text_of(a).compare(text_of(b));
  }

  std::string text_of(const OptionC& option) const {
    std::string text;
    for (uint32_t i = 0; i < option.n_words; ++i) {
      size_t length;
      const char* word = words_.word(option.words[i], &length);
      if (i > 0) text.push_back(' ');
      text.append(word, length);
    }
    return text;
  }

  const StoreView& store_;
  const VocabularyView& words_;
  const TableCountsC* counts_;
  std::vector<uint64_t> options_, phrases_;
  uint64_t next_ = 0;  // where the next block begins
  StoreFault fault_{nullptr, 0};
};

inline StoreFault check_store(const StoreView& store, const VocabularyView& words, const TableCountsC* counts) {
  return StoreCheck(store, words, counts).run();
}

}  // namespace paragen
