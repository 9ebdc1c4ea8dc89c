// Words <-> ids: the packed table that every model file carries, and the builder that grows one.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace paragen {

constexpr uint32_t kNotFound = 0xFFFFFFFFu;  // no such word; as a word id: unknown everywhere

// A 64-bit hash of a short byte string (multiply-and-fold, eight bytes at a time).
inline uint64_t hash_bytes(const char* data, size_t length) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
  uint64_t hash = length * kMultiplier;
  while (length >= 8) {
    uint64_t piece;
    std::memcpy(&piece, data, 8);
    hash = (hash ^ piece) * kMultiplier;
    hash ^= hash >> 32;
    data += 8;
    length -= 8;
  }
  uint64_t rest = 0;
  std::memcpy(&rest, data, length);
  hash = (hash ^ rest) * kMultiplier;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ull;
  return hash ^ (hash >> 32);
}

// A packed vocabulary, read in place. Every access is checked against the sizes of its arrays, so that an
// altered file can give a wrong word but never a bad read. slots: open addressing, id + 1 or 0 for empty.
struct VocabularyView {
  const uint64_t* offsets = nullptr;  // n_words + 1
  const char* bytes = nullptr;        // n_bytes
  const uint32_t* slots = nullptr;    // n_slots, a power of two
  uint64_t n_bytes = 0;
  uint64_t n_slots = 0;
  uint32_t n_words = 0;

  // Begin and length of a word's bytes; an empty word where the file is altered.
  const char* word(uint32_t id, size_t* length) const {
    *length = 0;
    if (id >= n_words) return bytes;
    const uint64_t begin = offsets[id], end = offsets[id + 1];
    if (begin > end || end > n_bytes) return bytes;
    *length = end - begin;
    return bytes + begin;
  }

  uint32_t find(const char* word_bytes, size_t word_length) const {
    if (n_slots == 0) return kNotFound;
    uint64_t slot = hash_bytes(word_bytes, word_length) & (n_slots - 1);
    for (uint64_t probes = 0; probes < n_slots; ++probes, slot = (slot + 1) & (n_slots - 1)) {
      if (slots[slot] == 0) return kNotFound;
      size_t length;
      const char* candidate = word(slots[slot] - 1, &length);
      if (length == word_length && std::memcmp(candidate, word_bytes, length) == 0) return slots[slot] - 1;
    }
    return kNotFound;
  }
};

// Grows a vocabulary; ids are given in order of first appearance.
class VocabularyBuilder {
 public:
  VocabularyBuilder() : offsets_(1, 0), slots_(1024, 0) {}

  uint32_t add(const char* word, size_t length) {
    const uint32_t known = view().find(word, length);
    if (known != kNotFound) return known;
    if (size() == kNotFound - 1) throw std::length_error("more than 2^32 - 2 distinct words");
    bytes_.append(word, length);
    offsets_.push_back(bytes_.size());
    if (uint64_t(size()) * 2 > slots_.size()) grow();
    else insert(size() - 1);
    return size() - 1;
  }

  uint32_t size() const { return static_cast<uint32_t>(offsets_.size() - 1); }

  // Valid until the next add().
  VocabularyView view() const {
    VocabularyView view;
    view.offsets = offsets_.data();
    view.bytes = bytes_.data();
    view.slots = slots_.data();
    view.n_bytes = bytes_.size();
    view.n_slots = slots_.size();
    view.n_words = size();
    return view;
  }

 private:
  void insert(uint32_t id) {
    const uint64_t mask = slots_.size() - 1;
    uint64_t slot = hash_bytes(bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (uint32_t id = 0; id < size(); ++id) insert(id);
  }

  std::string bytes_;
  std::vector<uint64_t> offsets_;
  std::vector<uint32_t> slots_;
};

}  // namespace paragen
