// The packed phrase tables: a trie of source phrases over word ids, and each phrase's options by table, in one array of bytes.
//
// A node is a phrase, or the beginning of one; its number is the place of its block. Node 0 is the empty phrase: it has no block,
// as first words are looked up directly by id. Blocks stand in preorder: that of a phrase's first continuation follows its own.
//
//   block   :=  number(n_children << 3 | (bytes of a distance - 1) << 1 | has_options),  if it has options number(bytes of its
//               lists),  the last word of each child, increasing,  for each child but the first the distance of its block from
//               the first child's,  lists
//   list    :=  number(count - 1 << table_bits | table),  then `count` options, best first (score descending, ties by text)
//   option  :=  number(score << 3 | min(n_words - 1, 7)),  number(n_words - 8) if that is 7,  the float if score is 0,  words
//
// A number takes a byte for each seven bits, the lowest first, all but the last with the highest bit set. Words and distances
// have as many bytes as the greatest needs. A score (natural log) is 1 + its place in `scores`, or 0 if it is not there.
//
// A phrase with a syntactic label is packed as a phrase with one word more, that of its label; a pattern [Z09] as a phrase in
// which slots are words: *take [NN_1] into consideration*. No text has such words, as they begin with a mark.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/bytes.hh"
#include "src/paragen/base/check.hh"
#include "src/paragen/text/slot_tags.hh"

namespace paragen {

constexpr char kLabelMark = '\x1f';  // begins the words of labels, and no other

inline bool has_label_mark(std::string_view text) { return text.find(kLabelMark) != std::string_view::npos; }

// The mark, and the label with marks for spaces, which separate words.
inline std::string label_word(std::string_view label) {
  std::string word(1, kLabelMark);
  word.append(label);
  std::replace(word.begin(), word.end(), ' ', kLabelMark);
  return word;
}

// The mark of labels begins the words of slots, too: no text has it.
inline bool is_slot_word(std::string_view word) { return word.size() > 5 && word[0] == kLabelMark && word[1] == '['; }

// The word of the slot of a tag, from 1.
inline std::string slot_word(std::string_view tag, uint32_t number) {
  std::string word{kLabelMark, '['};
  word.append(tag).append(1, '_').append(std::to_string(number)).append(1, ']');
  return word;
}

// What stands between its brackets before the number.
inline std::string_view slot_tag(std::string_view word) { return word.substr(2, word.rfind('_') - 2); }

constexpr uint32_t kMaxPhraseWords = 1u << 15;  // a line of a table is at most 2^16 bytes long
// Zeros after the blocks, so that reading past the end of an altered one stays in the array.
constexpr uint32_t kStorePadding = 64;

// A number of the file, and on to the byte after it.
inline uint32_t read_varint(const uint8_t** at) {
  uint32_t value = *(*at)++;
  if (value < 0x80) return value;
  value &= 0x7F;
  for (uint32_t shift = 7; shift < 32; shift += 7) {
    const uint32_t byte = *(*at)++;
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

// Word ids as they are stored.
struct PackedWords {
  const uint8_t* at;
  uint32_t n_bytes, mask;  // of a word

  uint32_t operator[](uint32_t i) const { return read_bytes(at + size_t(i) * n_bytes, mask); }
  bool equals(const PackedWords& other, uint32_t n_words) const {
    return std::memcmp(at, other.at, size_t(n_words) * n_bytes) == 0;
  }
  bool equals(const uint32_t* words, uint32_t n_words) const {
    for (uint32_t i = 0; i < n_words; ++i)
      if ((*this)[i] != words[i]) return false;
    return true;
  }
};

struct StoreView {
  const uint32_t* roots = nullptr;     // n_words: the node of a one-word phrase; 0: none begins with it
  const uint8_t* blocks = nullptr;     // n_bytes, and kStorePadding more; the first byte is no block's
  const float* scores = nullptr;       // n_scores
  const uint8_t* in_table = nullptr;   // n_words: 1 where the word occurs in a table, on either side (PT-7)
  uint32_t n_bytes = 0;
  uint32_t n_scores = 0;
  uint32_t n_words = 0;
  uint32_t n_tables = 0;
  uint32_t word_bytes = 1, word_mask = 0xFF, table_bits = 0;

  void set_sizes(uint32_t words, uint32_t tables) {
    n_words = words;
    n_tables = tables;
    word_bytes = bytes_for(words);
    word_mask = mask_of(word_bytes);
    for (table_bits = 0; 1u << table_bits < tables;) ++table_bits;
  }

  struct Block {
    uint32_t n_children = 0, distance_bytes = 1;
    // The first child's block begins at `end`.
    const uint8_t *words = nullptr, *distances = nullptr, *lists = nullptr, *end = nullptr;
  };

  // The block of a node; an empty one for node 0, and where it does not fit into the file, which was altered.
  Block block(uint32_t node) const {
    Block found;
    if (node == 0 || node >= n_bytes) return found;
    const uint8_t* at = blocks + node;
    const uint32_t head = read_varint(&at), n_children = head >> 3;
    const uint64_t n_lists = head & 1 ? read_varint(&at) : 0;
    found.distance_bytes = (head >> 1 & 3) + 1;
    const uint64_t n_distances = n_children > 1 ? n_children - 1 : 0;
    const uint64_t n_arrays = uint64_t(n_children) * word_bytes + n_distances * found.distance_bytes;
    if (int64_t(n_arrays + n_lists) > blocks + n_bytes - at) return found;
    found.n_children = n_children;
    found.words = at;
    found.distances = at + uint64_t(n_children) * word_bytes;
    found.lists = at + n_arrays;
    found.end = found.lists + n_lists;
    return found;
  }

  uint32_t word(const Block& block, uint32_t i) const { return read_bytes(block.words + uint64_t(i) * word_bytes, word_mask); }

  // The node of a child; 0 where an altered file leads beyond its end.
  uint32_t child_at(const Block& block, uint32_t i) const {
    uint64_t node = uint64_t(block.end - blocks);
    if (i > 0) node += read_bytes(block.distances + uint64_t(i - 1) * block.distance_bytes, mask_of(block.distance_bytes));
    return node < n_bytes ? uint32_t(node) : 0;
  }

  // The node of the phrase that extends `node`'s by `word` (node 0: a one-word phrase); 0 where there is none.
  uint32_t child(uint32_t node, uint32_t word) const {
    if (word >= n_words) return 0;
    if (node == 0) return roots[word] < n_bytes ? roots[word] : 0;
    const Block found = block(node);
    uint32_t begin = 0, end = found.n_children;
    while (begin < end) {
      const uint32_t middle = begin + (end - begin) / 2;
      if (this->word(found, middle) < word) begin = middle + 1;
      else end = middle;
    }
    return begin < found.n_children && this->word(found, begin) == word ? child_at(found, begin) : 0;
  }

  // The node that follows a block in preorder, n_bytes after the last; 0 for an empty block.
  uint32_t after(const Block& block) const { return block.end == nullptr ? 0 : uint32_t(block.end - blocks); }

  bool has_options(uint32_t node) const {
    const Block found = block(node);
    return found.lists != found.end;
  }

  // The first cache lines of a block; the hardware prefetches the rest.
  void prefetch(uint32_t node) const {
    PARAGEN_CHECK(node < n_bytes);
    for (uint32_t at = 0; at < 256; at += 64) __builtin_prefetch(blocks + node + at);
  }
};

struct OptionC {
  float logscore;         // natural
  uint32_t table;
  uint32_t rank;          // 0 for the best of its phrase and table
  uint32_t n_words;
  PackedWords words;      // of the target

  // The words, until `room` is used again; it only grows.
  const uint32_t* copy_words(std::vector<uint32_t>* room) const {
    if (room->size() < n_words) room->resize(n_words);
    for (uint32_t i = 0; i < n_words; ++i) (*room)[i] = words[i];
    return room->data();
  }
};

// Walks the options of one node, table by table, best first.
class OptionReader {
 public:
  OptionReader() = default;  // of no node
  OptionReader(const StoreView& store, uint32_t node) : store_(&store) {
    const StoreView::Block block = store.block(node);
    at_ = block.lists;
    end_ = block.end;
    sound_ = end_ != nullptr;
  }

  bool next(OptionC* option) {
    if (at_ == end_) return false;
    if (left_ == 0) {
      const uint32_t head = read_varint(&at_);
      table_ = head & ((1u << store_->table_bits) - 1);
      left_ = (head >> store_->table_bits) + 1;
      rank_ = 0;
      if (table_ >= store_->n_tables) return stop();
    }
    const uint32_t head = read_varint(&at_), score = head >> 3;
    option->n_words = (head & 7) < 7 ? (head & 7) + 1 : 8 + read_varint(&at_);
    if (score == 0) {
      std::memcpy(&option->logscore, at_, sizeof(float));
      at_ += sizeof(float);
    } else if (score <= store_->n_scores) {
      option->logscore = store_->scores[score - 1];
    } else {
      return stop();
    }
    if (option->n_words == 0 || option->n_words >= kMaxPhraseWords) return stop();  // 0: the sum above wrapped round
    if (int64_t(option->n_words) * store_->word_bytes > end_ - at_) return stop();
    option->table = table_;
    option->rank = rank_++;
    option->words = {at_, store_->word_bytes, store_->word_mask};
    at_ += option->n_words * store_->word_bytes;
    --left_;
    if (at_ == end_ && left_ != 0) return stop();
    // not <= 0 (NaN included): an altered file
    if (!(option->logscore <= 0.0f) || option->logscore < -1e6f) return stop();
    return true;
  }

  // Whether everything read so far was as a packer writes it.
  bool sound() const { return sound_; }

 private:
  bool stop() {
    at_ = end_;
    return sound_ = false;
  }

  const StoreView* store_ = nullptr;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  uint32_t table_ = 0, left_ = 0, rank_ = 0;
  bool sound_ = false;
};

}  // namespace paragen
