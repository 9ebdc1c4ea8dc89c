// Tables that find words and n-grams: made once all of them are there, and made for many look-ups that wait for memory together.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "lm/buffer.hh"
#include "src/paragen/base/interner.hh"

namespace paragen {

constexpr uint32_t kNoNode = kNotFound;

// Finds the n-grams of one order, which somebody else holds, by context and word; made once they are all there.
class LmIndex {
 public:
  static uint64_t hash(uint32_t context, uint32_t word) { return hash_number(uint64_t(context) << 32 | word); }

  // Takes n-grams [0, count), node(i) each, which has a context and a word; returns the first that was there before, or count.
  template <class Node>
  uint64_t build(uint64_t count, Node node) {
    constexpr uint64_t kAhead = 16;
    n_slots_ = std::min<uint64_t>(count + count / 3 + 1, 0xFFFFFFFFu);
    slots_ = Buffer<uint32_t>(n_slots_);
    mask_ = 1;
    while (mask_ < count + 1) mask_ = mask_ << 1 | 1;
    uint64_t hashes[kAhead] = {};
    for (uint64_t i = 0; i < count + kAhead; ++i) {
      uint64_t& hash = hashes[i % kAhead];
      if (i >= kAhead && !insert(hash, static_cast<uint32_t>(i - kAhead), node)) return i - kAhead;
      if (i >= count) continue;
      const auto ahead = node(i);
      hash = LmIndex::hash(ahead.context, ahead.word);
      prefetch(hash);
    }
    return count;
  }

  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }
  uint64_t home(uint64_t hash) const { return (hash >> 32) * n_slots_ >> 32; }

  // The first n-gram that may have this hash, from a slot on, or kNoNode; *slot becomes the one after it.
  uint32_t next(uint64_t hash, uint64_t* slot) const {
    for (uint32_t entry; (entry = slots_[*slot]) != 0;) {
      if (++*slot == n_slots_) *slot = 0;
      if (((entry ^ hash) & ~mask_ & 0xFFFFFFFFu) == 0) return static_cast<uint32_t>(entry & mask_) - 1;
    }
    return kNoNode;
  }

 private:
  template <class Node>
  bool insert(uint64_t hash, uint32_t number, Node node) {
    const auto added = node(number);
    uint64_t slot = home(hash);
    for (uint32_t known; (known = next(hash, &slot)) != kNoNode;)
      if (node(known).context == added.context && node(known).word == added.word) return false;
    slots_[slot] = static_cast<uint32_t>((hash & ~mask_) | (uint64_t(number) + 1));
    return true;
  }

  Buffer<uint32_t> slots_ = Buffer<uint32_t>(1);  // number + 1, and above it as much of the hash as fits; 0: empty
  uint64_t n_slots_ = 1, mask_ = 1;               // mask_: of the number
};

// Finds words once they are all there, most of them by one read: the hash of a word of less than eight bytes tells it from all
// others of that kind.
class LmWords {
 public:
  explicit LmWords(const Interner* words) : words_(*words) {}

  // Call when there are no more to come.
  void build() {
    slots_ = Buffer<Slot>(words_.size() + words_.size() / 2 + 1);
    for (uint32_t id = 0; id < words_.size(); ++id) {
      const std::string_view word = words_.text(id);
      if (word.size() < kShort) slots_[place(Interner::hash(word))] = {Interner::hash(word), id + 1};
    }
  }

  void prefetch(std::string_view word, uint64_t hash) const {
    if (word.size() < kShort) __builtin_prefetch(&slots_[home(hash)]);
    else words_.prefetch(hash);
  }

  uint32_t find(std::string_view word, uint64_t hash) const {
    return word.size() < kShort ? slots_[place(hash)].number - 1 : words_.find(word, hash);
  }

 private:
  static constexpr size_t kShort = 8;

  struct Slot {
    uint64_t hash;
    uint32_t number;  // id + 1, or 0 for an empty slot
  };

  uint64_t home(uint64_t hash) const { return (hash >> 32) * slots_.size() >> 32; }

  uint64_t place(uint64_t hash) const {
    uint64_t at = home(hash);
    while (slots_[at].number != 0 && slots_[at].hash != hash)
      if (++at == slots_.size()) at = 0;
    return at;
  }

  const Interner& words_;
  Buffer<Slot> slots_ = Buffer<Slot>(1);
};

}  // namespace paragen
