// Words and ids over three vocabularies: the packed tables', what sources given at load time add, and what else a batch of
// sentences has. Each numbers on from the one before.
#pragma once
#include <cstddef>
#include <cstdint>

#include "src/paragen/base/vocabulary.hh"

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

}  // namespace paragen
