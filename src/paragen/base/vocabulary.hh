// Words <-> ids: the packed table that every model file carries.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "src/paragen/base/interner.hh"

namespace paragen {

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

// The slots of a packed vocabulary of these words: a power of two, twice as many as words or more.
inline std::vector<uint32_t> vocabulary_slots(const Interner& words) {
  uint64_t n_slots = 1024;
  while (n_slots < uint64_t(words.size()) * 2) n_slots *= 2;
  std::vector<uint32_t> slots(n_slots, 0);
  for (uint32_t id = 0; id < words.size(); ++id) {
    uint64_t slot = hash_bytes(words.text(id).data(), words.text(id).size()) & (n_slots - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (n_slots - 1);
    slots[slot] = id + 1;
  }
  return slots;
}

}  // namespace paragen
