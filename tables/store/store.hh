// The packed phrase tables: a trie of source phrases over word ids, and each phrase's options by table.
//
// Nodes are numbered breadth-first: node 0 is the empty phrase; a node's children are consecutive, ordered by word, and
// have greater numbers. First words are looked up directly by id. Options are u32 records in one array:
//
//   node's block  :=  list*  (ends where the next node's block begins)
//   list          :=  table << 16 | count,  then `count` options, best first (score descending, ties by text)
//   option        :=  log score (float bits, natural),  words of the target, the last one with kLastWord set
#pragma once
#include <cstdint>
#include <cstring>

#include "src/paragen/base/check.hh"

namespace paragen {

constexpr uint32_t kLastWord = 0x80000000u;
constexpr uint32_t kMaxPhraseWords = 1u << 15;  // a line of a table is at most 2^16 bytes long

struct StoreView {
  const uint32_t* roots = nullptr;     // n_words: the node of a one-word phrase; 0: none begins with it
  const uint32_t* node_word = nullptr;      // n_nodes: the last word of the node's phrase
  const uint32_t* node_children = nullptr;  // n_nodes + 1: first child
  const uint32_t* node_options = nullptr;   // n_nodes + 1: start of its block in `records`
  const uint32_t* records = nullptr;        // n_records
  const uint8_t* in_table = nullptr;   // n_words: 1 where the word occurs in a table, on either side (PT-7)
  uint64_t n_records = 0;
  uint32_t n_nodes = 0;
  uint32_t n_words = 0;
  uint32_t n_tables = 0;

  // The node of the phrase that extends `node`'s by `word` (node 0: a one-word phrase); 0 where there is none.
  // Every index is checked: an altered file ends the walk.
  uint32_t child(uint32_t node, uint32_t word) const {
    if (word >= n_words) return 0;
    PARAGEN_CHECK(node < n_nodes);
    if (node == 0) return roots[word] < n_nodes ? roots[word] : 0;
    uint32_t begin = node_children[node], end = node_children[node + 1];
    if (begin <= node || end > n_nodes || begin > end) return 0;
    while (begin < end) {
      const uint32_t middle = begin + (end - begin) / 2;
      if (node_word[middle] < word) begin = middle + 1;
      else end = middle;
    }
    // `end` may be the old end: compare before trusting it.
    return begin < node_children[node + 1] && node_word[begin] == word ? begin : 0;
  }
};

struct OptionC {
  float logscore;         // natural
  uint32_t table;
  uint32_t rank;          // 0 for the best of its phrase and table
  const uint32_t* words;  // target word ids; the last has kLastWord set
  uint32_t n_words;
};

// Walks the options of one node, table by table, best first.
class OptionReader {
 public:
  OptionReader() = default;  // of no node
  OptionReader(const StoreView& store, uint32_t node) : n_tables_(store.n_tables) {
    PARAGEN_CHECK(node < store.n_nodes);
    const uint64_t begin = store.node_options[node], end = store.node_options[node + 1];
    if (begin <= end && end <= store.n_records) {
      at_ = store.records + begin;
      end_ = store.records + end;
    }
  }

  bool next(OptionC* option) {
    if (left_ == 0) {
      if (at_ == end_) return false;
      table_ = *at_ >> 16;
      left_ = *at_++ & 0xFFFF;
      rank_ = 0;
      if (table_ >= n_tables_ || left_ == 0) return stop();
    }
    if (at_ == end_) return stop();
    std::memcpy(&option->logscore, at_++, sizeof(float));
    option->table = table_;
    option->rank = rank_++;
    option->words = at_;
    while (at_ != end_ && !(*at_ & kLastWord)) ++at_;
    if (at_ == end_ || at_ - option->words >= kMaxPhraseWords) return stop();
    ++at_;
    option->n_words = static_cast<uint32_t>(at_ - option->words);
    --left_;
    // not <= 0 (NaN included): an altered file
    if (!(option->logscore <= 0.0f) || option->logscore < -1e6f) return stop();
    return true;
  }

 private:
  bool stop() {
    at_ = end_;
    left_ = 0;
    return false;
  }

  const uint32_t* at_ = nullptr;
  const uint32_t* end_ = nullptr;
  uint32_t n_tables_ = 0, table_ = 0, left_ = 0, rank_ = 0;
};

}  // namespace paragen
