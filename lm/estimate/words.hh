// Words -> ids in order of first appearance, made for speed: one table look-up and one comparison a word.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/paragen/base/vocabulary.hh"

namespace paragen::estimate {

constexpr uint32_t kUnknown = 0, kBegin = 1, kEnd = 2;  // <unk>, <s>, </s>

class WordTable {
 public:
  WordTable() : offsets_(1, 0), slots_(1 << 16, Slot{0, 0}) {
    for (const char* special : {"<unk>", "<s>", "</s>"}) add(special, std::strlen(special));
  }

  uint32_t add(const char* word, size_t length) {
    const uint64_t hash = hash_bytes(word, length);
    const uint32_t tag = static_cast<uint32_t>(hash >> 32);
    const uint64_t mask = slots_.size() - 1;
    for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
      const Slot slot = slots_[at];
      if (slot.next_id == 0) return insert(at, tag, word, length);
      if (slot.tag == tag && equals(slot.next_id - 1, word, length)) return slot.next_id - 1;
    }
  }

  uint32_t size() const { return static_cast<uint32_t>(offsets_.size() - 1); }
  const char* begin(uint32_t id) const { return bytes_.data() + offsets_[id]; }
  size_t length(uint32_t id) const { return offsets_[id + 1] - offsets_[id]; }
  size_t memory() const {
    return bytes_.capacity() + offsets_.capacity() * sizeof(uint64_t) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    uint32_t tag;      // upper half of the hash
    uint32_t next_id;  // id + 1; 0: empty
  };

  bool equals(uint32_t id, const char* word, size_t word_length) const {
    return length(id) == word_length && std::memcmp(begin(id), word, word_length) == 0;
  }

  uint32_t insert(uint64_t at, uint32_t tag, const char* word, size_t length) {
    if (size() == 0xFFFFFFF0u) throw std::length_error("more than 2^32 - 16 distinct words");
    bytes_.append(word, length);
    offsets_.push_back(bytes_.size());
    slots_[at] = Slot{tag, size()};
    const uint32_t id = size() - 1;
    if (uint64_t(size()) * 2 > slots_.size()) grow();
    return id;
  }

  void grow() {
    const size_t n_slots = slots_.size() * 2;
    slots_.clear();
    slots_.resize(n_slots, Slot{0, 0});
    for (uint32_t id = 0; id < size(); ++id) {
      const uint64_t hash = hash_bytes(begin(id), length(id));
      uint64_t at = hash & (n_slots - 1);
      while (slots_[at].next_id != 0) at = (at + 1) & (n_slots - 1);
      slots_[at] = Slot{static_cast<uint32_t>(hash >> 32), id + 1};
    }
  }

  std::string bytes_;
  std::vector<uint64_t> offsets_;
  std::vector<Slot> slots_;
};

}  // namespace paragen::estimate
