// KenLM's probing binaries, which hold no n-grams but 64-bit hashes of them, one table an order.
//
// The hash of w1..wn is a function of the hash of its suffix w2..wn and of w1. An n-gram of a sound model has both its
// suffix and its context w1..w(n-1) in the model, so the n-grams of an order are among the pairs (context, suffix)
// that share w2..w(n-1): all pairs are formed, hashed, and sought. For bigrams these are all pairs of words, so a
// filter that fits the cache answers nearly every question, and words are ordered such that it is read in sequence.
// What KenLM marks narrows the search: a context has a back-off other than -0, a suffix has no sign on its probability.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "lm/kenlm_layout.hh"

namespace paragen {

class KenlmProbing final : public KenlmReader {
 public:
  KenlmProbing(KenlmFile* file, LmBuilder* builder) : file_(file), sink_(file, builder) {}

  // Reads sizes, words and unigrams.
  bool open() override {
    const bool rest = file_->kind == KenlmKind::kRestProbing;
    const uint64_t weights = rest ? 12 : 8;
    const std::vector<uint64_t>& counts = file_->counts;
    const uint8_t* head = file_->section(8);
    if (!head || !file_->section(buckets(counts[0]) * 12)) return false;
    const uint8_t* unigrams = file_->section((counts[0] + 1) * weights);
    if (!unigrams) return false;
    const uint64_t n_words = load<uint32_t>(head + 4);
    if (load<uint32_t>(head) != 0 || n_words > counts[0] + 1)
      return file_->fail("a damaged vocabulary", "KenLM's version 0", KenlmFile::kRebuild);
    for (uint32_t n = 2; n <= file_->order(); ++n) {
      Table table;
      table.entry_size = n == file_->order() ? 12 : 8 + weights;
      table.n_slots = buckets(counts[n - 1]);
      table.slots = file_->section(table.n_slots * table.entry_size);
      if (!table.slots) return false;
      tables_.push_back(table);
    }
    std::vector<std::string_view> words;
    if (!file_->read_words(n_words, &words)) return false;
    for (uint32_t word = 0; word < n_words; ++word) {
      const float prob = load<float>(unigrams + word * weights), backoff = load<float>(unigrams + word * weights + 4);
      if (!sink_.add_unigram(words[word], -std::fabs(prob), backoff)) return false;
      level_.push_back({word, word, 0, 0, !std::signbit(prob), extends(backoff)});
    }
    return sink_.end_order(1) && begin_order();
  }

  // Tries a bounded number of pairs; *done after the last of the last order.
  bool step(bool* done) override {
    *done = false;
    for (uint64_t budget = kPairsPerStep; budget > 0;) {
      if (group_ == n_groups_) {
        if (found_ < occupied_ && !second_pass_) {
          second_pass_ = true;
          group_ = 0;
          next_suffix_ = 0;
          continue;
        }
        if (!finish_order()) return false;
        if (sought_++ == file_->order()) {
          *done = true;
          return true;
        }
        if (!begin_order()) return false;
        continue;
      }
      if (!try_suffix(&budget)) return false;
    }
    return true;
  }

 private:
  static constexpr uint64_t kPairsPerStep = uint64_t(1) << 29;
  static constexpr uint64_t kSuffixFactor = 8978948897894561157ull, kWordFactor = 17894857484156487943ull;  // KenLM's

  struct Table {
    const uint8_t* slots = nullptr;
    uint64_t n_slots = 0, entry_size = 0;
    uint64_t key(uint64_t slot) const { return load<uint64_t>(slots + slot * entry_size); }
  };

  struct Gram {
    uint64_t key;
    uint32_t first;            // its first word
    uint32_t context, suffix;  // indices into the order below
    bool extends_left, extends_right;
  };

  static bool extends(float backoff) { return backoff != 0 || !std::signbit(backoff); }

  uint64_t buckets(uint64_t entries) const {
    const float wanted = file_->multiplier * static_cast<float>(entries);
    return wanted > 0 && wanted < 1e15f ? std::max(entries + 1, static_cast<uint64_t>(wanted)) : entries + 1;
  }

  // Groups the order below by what contexts and suffixes share, and fills the filter with the next order's keys.
  bool begin_order() {
    table_ = tables_[sought_ - 2];
    n_groups_ = sought_ == 2 ? 1 : words_.back().size();
    group_by(&Gram::suffix, &contexts_, &context_starts_);
    group_by(&Gram::context, &suffixes_of_, &suffix_starts_);
    occupied_ = 0;
    for (uint64_t slot = 0; slot < table_.n_slots; ++slot) occupied_ += table_.key(slot) != 0;
    if (occupied_ >= table_.n_slots)
      return file_->fail("a hash table without an empty slot", "empty ones", KenlmFile::kCut);
    uint64_t n_bits = 1 << 16;
    while (n_bits < occupied_ * 32 && n_bits < uint64_t(1) << 32) n_bits *= 2;
    filter_mask_ = n_bits - 1;
    filter_.assign(n_bits / 64, 0);
    for (uint64_t slot = 0; slot < table_.n_slots; ++slot) {
      const uint64_t bit = table_.key(slot) & filter_mask_;
      if (table_.key(slot) != 0) filter_[bit >> 6] |= uint64_t(1) << (bit & 63);
    }
    taken_.assign(table_.n_slots, false);
    found_grams_.clear();
    found_slots_.clear();
    found_ = group_ = next_suffix_ = 0;
    second_pass_ = false;
    loaded_group_ = kNoNode;
    return true;
  }

  void group_by(uint32_t Gram::*by, std::vector<uint32_t>* members, std::vector<uint32_t>* starts) const {
    starts->assign(n_groups_ + 1, 0);
    for (const Gram& gram : level_) ++(*starts)[gram.*by + 1];
    std::partial_sum(starts->begin(), starts->end(), starts->begin());
    std::vector<uint32_t> at(starts->begin(), starts->end() - 1);
    members->resize(level_.size());
    for (uint32_t index = 0; index < level_.size(); ++index) (*members)[at[level_[index].*by]++] = index;
  }

  struct Candidate {
    uint64_t hash;  // what the context's first word adds to a key
    uint32_t context;
  };

  // The contexts of a group, ordered by the bits that the filter looks at.
  void load_group() {
    candidates_.clear();
    for (uint32_t i = context_starts_[group_]; i < context_starts_[group_ + 1]; ++i) {
      const Gram& context = level_[contexts_[i]];
      if (context.extends_right != second_pass_)
        candidates_.push_back({(uint64_t(1) + context.first) * kWordFactor, contexts_[i]});
    }
    const uint64_t mask = filter_mask_;
    const auto before = [mask](const Candidate& a, const Candidate& b) {
      return (a.hash & mask) != (b.hash & mask) ? (a.hash & mask) < (b.hash & mask) : a.context < b.context;
    };
    if (candidates_.size() > 64) std::sort(candidates_.begin(), candidates_.end(), before);
    loaded_group_ = group_;
    loaded_pass_ = second_pass_;
  }

  // Pairs the next suffix of the current group with all contexts of the group.
  bool try_suffix(uint64_t* budget) {
    if (loaded_group_ != group_ || loaded_pass_ != second_pass_) load_group();
    const uint64_t at = suffix_starts_[group_] + next_suffix_;
    if (at == suffix_starts_[group_ + 1] || candidates_.empty()) {
      ++group_;
      next_suffix_ = 0;
      *budget -= std::min<uint64_t>(*budget, 1);
      return true;
    }
    ++next_suffix_;
    const uint32_t suffix = suffixes_of_[at];
    if (!level_[suffix].extends_left) return true;
    const uint64_t base = level_[suffix].key * kSuffixFactor, mask = filter_mask_;
    const uint64_t* filter = filter_.data();
    for (const Candidate& candidate : candidates_) {
      const uint64_t key = base ^ candidate.hash, bit = key & mask;
      if (filter[bit >> 6] >> (bit & 63) & 1) seek(key, candidate.context, suffix);
    }
    *budget -= std::min<uint64_t>(*budget, candidates_.size());
    return true;
  }

  void seek(uint64_t key, uint32_t context, uint32_t suffix) {
    if (key == 0) return;
    uint64_t slot = key % table_.n_slots;
    for (uint64_t found; (found = table_.key(slot)) != 0; slot = slot + 1 == table_.n_slots ? 0 : slot + 1) {
      if (found != key) continue;
      if (taken_[slot]) return;
      taken_[slot] = true;
      ++found_;
      found_grams_.push_back({key, level_[context].first, context, suffix, false, false});
      found_slots_.push_back(slot);
      return;
    }
  }

  bool finish_order() {
    const uint32_t n = sought_;
    const bool longest = n == file_->order();
    if (found_ != occupied_)
      return file_->fail(std::to_string(occupied_ - found_) + " hashes of unknown " + std::to_string(n) + "-grams",
                         "n-grams whose parts are in the model", KenlmFile::kCut);
    words_.emplace_back();
    suffixes_.emplace_back();
    for (const Gram& gram : level_) {
      words_[n - 2].push_back(gram.first);
      suffixes_[n - 2].push_back(gram.suffix);
    }
    uint32_t ngram[kMaxOrder];
    for (size_t i = 0; i < found_grams_.size(); ++i) {
      Gram& gram = found_grams_[i];
      const uint8_t* value = table_.slots + found_slots_[i] * table_.entry_size + 8;
      const float prob = load<float>(value), backoff = longest ? 0 : load<float>(value + 4);
      gram.extends_left = !std::signbit(prob);
      gram.extends_right = extends(backoff);
      ngram[0] = gram.first;
      uint32_t index = gram.suffix;
      for (uint32_t word = 1; word < n; ++word) {
        ngram[word] = words_[n - 1 - word][index];
        index = suffixes_[n - 1 - word][index];
      }
      if (!sink_.add_ngram(ngram, n, -std::fabs(prob), backoff)) return false;
    }
    level_.swap(found_grams_);
    return sink_.end_order(n);
  }

  KenlmFile* file_;
  KenlmSink sink_;
  std::vector<Table> tables_;                           // by order, from 2
  uint32_t sought_ = 2;                                  // the order whose n-grams are sought
  std::vector<Gram> level_;                              // the order below it
  std::vector<std::vector<uint32_t>> words_, suffixes_;  // of the orders below that, from 1: first word and suffix
  Table table_;                                          // of the order sought
  std::vector<uint64_t> filter_;                         // a bit for each value of a key's low bits
  uint64_t filter_mask_ = 0, occupied_ = 0, found_ = 0;
  std::vector<uint32_t> contexts_, context_starts_, suffixes_of_, suffix_starts_;
  uint64_t n_groups_ = 0, group_ = 0, next_suffix_ = 0, loaded_group_ = 0;
  bool second_pass_ = false, loaded_pass_ = false;
  std::vector<Candidate> candidates_;
  std::vector<bool> taken_;
  std::vector<Gram> found_grams_;
  std::vector<uint64_t> found_slots_;
};

}  // namespace paragen
