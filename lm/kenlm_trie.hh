// KenLM's trie binaries: plain, quantised, array-compressed (Raj & Whittaker 2003), and both.
//
// The trie is read right to left: an n-gram w1..wn stands below its suffix w2..wn, with w1 as its word. Each order is
// one array of bit-packed records, sorted by suffix; a record's `next` is the index of its first extension.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "lm/kenlm_layout.hh"
#include "lm/kenlm_probing.hh"

namespace paragen {

class KenlmTrie final : public KenlmReader {
 public:
  KenlmTrie(KenlmFile* file, LmBuilder* builder) : file_(file), sink_(file, builder) {}

  // Reads sizes, words and unigrams.
  bool open() override {
    const std::vector<uint64_t>& counts = file_->counts;
    const uint8_t* vocabulary = file_->section(8 * (counts[0] + 1));
    if (!vocabulary) return false;
    const uint64_t n_words = load<uint64_t>(vocabulary) + 1;
    if (n_words > counts[0] + 1 || n_words == 0)
      return file_->fail(std::to_string(n_words) + " words", std::to_string(counts[0]), KenlmFile::kCut);
    if (!open_quantiser()) return false;
    const uint8_t* unigrams = file_->section((counts[0] + 2) * 16);
    if (!unigrams || !open_orders()) return false;
    std::vector<std::string_view> words;
    if (!file_->read_words(n_words, &words)) return false;
    for (uint64_t word = 0; word <= n_words; ++word) {
      const uint8_t* record = unigrams + word * 16;
      next_.push_back(static_cast<uint32_t>(std::min<uint64_t>(load<uint64_t>(record + 8), kNoNode)));
      if (word < n_words && !sink_.add_unigram(words[word], load<float>(record), load<float>(record + 4))) return false;
    }
    words_.resize(1);
    parents_.resize(1);
    for (uint32_t word = 0; word < n_words; ++word) words_[0].push_back(word);
    return sink_.end_order(1);
  }

  // Reads the n-grams of the next order; *done after the last.
  bool step(bool* done) override {
    const uint32_t n = static_cast<uint32_t>(words_.size()) + 1;
    const bool longest = n == file_->order();
    const Order& from = orders_[n - 2];
    const uint64_t entries = file_->counts[n - 1];
    if (!read_parents(entries)) return false;
    words_.emplace_back(entries);
    next_.clear();
    uint32_t ngram[kMaxOrder];
    uint64_t high = 0;
    for (uint64_t entry = 0; entry <= entries; ++entry) {
      const uint64_t bit = entry * from.total_bits;
      if (!longest) {
        while (high + 1 < from.n_offsets && load<uint64_t>(from.offsets + 8 * (high + 1)) <= entry) ++high;
        const uint64_t low = read_bits(from.records, bit + from.total_bits - from.next_bits, from.next_bits);
        next_.push_back(static_cast<uint32_t>(std::min<uint64_t>(high << from.next_bits | low, kNoNode)));
      }
      if (entry == entries) break;
      const uint64_t word = read_bits(from.records, bit, from.word_bits);
      if (word >= words_[0].size())
        return file_->fail("a word that does not exist", "word ids of its vocabulary", KenlmFile::kCut);
      words_.back()[entry] = static_cast<uint32_t>(word);
      float prob, backoff;
      read_values(from, n, bit + from.word_bits, longest, &prob, &backoff);
      uint64_t index = entry;
      for (uint32_t i = 0; i < n; ++i) {
        ngram[i] = words_[n - 1 - i][index];
        if (i + 1 < n) index = parents_[n - 1 - i][index];
      }
      if (!sink_.add_ngram(ngram, n, prob, backoff)) return false;
    }
    *done = longest;
    return sink_.end_order(n);
  }

 private:
  struct Order {
    const uint8_t* records = nullptr;
    const uint8_t* offsets = nullptr;  // array-compressed: where `next` first has each value of its high bits
    uint64_t n_offsets = 1;
    uint32_t word_bits = 0, next_bits = 0;
    uint64_t total_bits = 0;
  };

  static uint64_t read_bits(const uint8_t* base, uint64_t bit, uint32_t length) {
    return load<uint64_t>(base + (bit >> 3)) >> (bit & 7) & ((uint64_t(1) << length) - 1);
  }

  static float as_float(uint64_t bits) {
    const uint32_t narrow = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &narrow, 4);
    return value;
  }

  bool quantised() const { return file_->kind == KenlmKind::kQuantTrie || file_->kind == KenlmKind::kQuantArrayTrie; }
  bool compressed() const { return file_->kind == KenlmKind::kArrayTrie || file_->kind == KenlmKind::kQuantArrayTrie; }

  bool open_quantiser() {
    if (!quantised()) return true;
    const uint8_t* head = file_->section(8);
    if (!head) return false;
    prob_bits_ = head[1];
    backoff_bits_ = head[2];
    if (head[0] != 2 || prob_bits_ == 0 || prob_bits_ > 25 || backoff_bits_ == 0 || backoff_bits_ > 25)
      return file_->fail("an unknown kind of quantisation", "KenLM's version 2", KenlmFile::kRebuild);
    for (uint32_t n = 2; n <= file_->order(); ++n) {
      prob_bins_.push_back(file_->section(uint64_t(4) << prob_bits_));
      backoff_bins_.push_back(n < file_->order() ? file_->section(uint64_t(4) << backoff_bits_) : prob_bins_.back());
      if (!prob_bins_.back() || !backoff_bins_.back()) return false;
    }
    return true;
  }

  bool open_orders() {
    for (uint32_t n = 2; n <= file_->order(); ++n) {
      Order order;
      const uint64_t entries = file_->counts[n - 1];
      order.word_bits = bits_for(file_->counts[0]);
      const bool longest = n == file_->order();
      uint32_t value_bits = longest ? 31 : 63;
      if (quantised()) value_bits = longest ? prob_bits_ : prob_bits_ + backoff_bits_;
      if (!longest) {
        order.next_bits = bits_for(file_->counts[n]);
        if (compressed() && !open_offsets(entries + 1, file_->counts[n], &order)) return false;
      }
      order.total_bits = uint64_t(order.word_bits) + value_bits + order.next_bits;
      order.records = file_->section(((1 + entries) * order.total_bits + 7) / 8 + 8);
      if (!order.records) return false;
      orders_.push_back(order);
    }
    return true;
  }

  // High bits of `next` cut off into an array: as many as make the file smallest, at most those the file states.
  bool open_offsets(uint64_t records, uint64_t largest, Order* order) {
    if (orders_.empty()) {
      if (file_->size - file_->position() < 2) return file_->fail_cut();
      const uint8_t* head = file_->data + file_->position();
      if (head[0] != 0)
        return file_->fail("an unknown kind of pointer compression", "KenLM's version 0", KenlmFile::kRebuild);
      most_cut_ = head[1];
    }
    uint32_t cut = 0;
    int64_t lowest = std::numeric_limits<int64_t>::max();
    for (uint32_t bits = 0; bits <= std::min(order->next_bits, most_cut_); ++bits) {
      const int64_t array = static_cast<int64_t>((largest >> (order->next_bits - bits)) * 64);
      const int64_t cost = array - static_cast<int64_t>(records * bits);
      if (cost < lowest) lowest = cost, cut = bits;
    }
    order->next_bits -= cut;
    order->n_offsets = (largest >> order->next_bits) + 1;
    const uint64_t padding = (8 - file_->position() % 8) % 8;
    const uint8_t* base = file_->section(8 * (1 + order->n_offsets) + 7);
    if (!base) return false;
    order->offsets = base + padding + 8;
    return true;
  }

  // From where each record's extensions begin to each record's parent.
  bool read_parents(uint64_t entries) {
    std::vector<uint32_t> parents(entries);
    bool sound = !next_.empty() && next_.front() == 0 && next_.back() == entries;
    for (size_t parent = 0; sound && parent + 1 < next_.size(); ++parent) {
      sound = next_[parent] <= next_[parent + 1] && next_[parent + 1] <= entries;
      if (sound) std::fill(parents.begin() + next_[parent], parents.begin() + next_[parent + 1], static_cast<uint32_t>(parent));
    }
    parents_.push_back(std::move(parents));
    return sound || file_->fail("pointers between its orders that do not fit", "every n-gram below a shorter one",
                                KenlmFile::kCut);
  }

  void read_values(const Order& from, uint32_t n, uint64_t bit, bool longest, float* prob, float* backoff) const {
    *backoff = 0;
    if (quantised()) {
      const uint32_t skip = longest ? 0 : backoff_bits_;
      *prob = load<float>(prob_bins_[n - 2] + 4 * read_bits(from.records, bit + skip, prob_bits_));
      if (!longest) *backoff = load<float>(backoff_bins_[n - 2] + 4 * read_bits(from.records, bit, backoff_bits_));
      return;
    }
    *prob = as_float(read_bits(from.records, bit, 31) | 0x80000000u);
    if (!longest) *backoff = as_float(read_bits(from.records, bit + 31, 32));
  }

  KenlmFile* file_;
  KenlmSink sink_;
  uint32_t prob_bits_ = 0, backoff_bits_ = 0, most_cut_ = 0;
  std::vector<const uint8_t*> prob_bins_, backoff_bins_;  // by order, from 2
  std::vector<Order> orders_;                             // from 2
  std::vector<std::vector<uint32_t>> words_, parents_;    // by order, from 1
  std::vector<uint32_t> next_;                            // of the order read last, and one more
};

// The reader for a KenLM binary, by the kind that its header states.
inline std::unique_ptr<KenlmReader> open_reader(KenlmFile* file, LmBuilder* builder) {
  if (file->is_trie()) return std::make_unique<KenlmTrie>(file, builder);
  return std::make_unique<KenlmProbing>(file, builder);
}

}  // namespace paragen
