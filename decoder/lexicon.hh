// Words and ids over three vocabularies: the packed tables', the words that sources given at load time add, and the
// other words of a batch of sentences. Each continues the numbering of the one before.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/paragen/base/vocabulary.hh"
#include "tables/store/store.hh"

namespace paragen {

struct LexiconView {
  VocabularyView packed;
  const Interner *added = nullptr, *local = nullptr;  // null: none

  // Begin and length of a word's bytes; empty for an id that no word has.
  const char* word(uint32_t id, size_t* length) const {
    if (id < packed.n_words) return packed.word(id, length);
    id -= packed.n_words;
    if (id < size_of(added)) return text(*added, id, length);
    id -= size_of(added);
    if (id < size_of(local)) return text(*local, id, length);
    *length = 0;
    return packed.bytes;
  }

  uint32_t size() const { return packed.n_words + size_of(added) + size_of(local); }

  uint32_t find(const char* bytes, size_t length) const {
    uint32_t id = packed.find(bytes, length);
    if (id != kNotFound) return id;
    if (added != nullptr && (id = added->find({bytes, length})) != kNotFound) return packed.n_words + id;
    if (local != nullptr && (id = local->find({bytes, length})) != kNotFound) return packed.n_words + size_of(added) + id;
    return kNotFound;
  }

 private:
  static uint32_t size_of(const Interner* words) { return words == nullptr ? 0 : words->size(); }

  static const char* text(const Interner& words, uint32_t id, size_t* length) {
    *length = words.text(id).size();
    return words.text(id).data();
  }
};

// Whether the text of some words comes before that of others: word by word, bytewise, which is the order of their code points.
template <class Words>
bool text_before(const LexiconView& names, const Words& a, uint32_t n_a, const Words& b, uint32_t n_b) {
  for (uint32_t i = 0; i < n_a && i < n_b; ++i) {
    size_t left_length, right_length;
    const char* left = names.word(a[i], &left_length);
    const char* right = names.word(b[i], &right_length);
    const int order = std::memcmp(left, right, std::min(left_length, right_length));
    if (order != 0) return order < 0;
    if (left_length != right_length) return left_length < right_length;
  }
  return n_a < n_b;
}

}  // namespace paragen
