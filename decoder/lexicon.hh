// Words and ids over three vocabularies: the packed tables', what sources given at load time add, and what else a batch of
// sentences has. Each numbers on from the one before.
#pragma once
#include <cstddef>
#include <cstdint>

#include "src/paragen/base/vocabulary.hh"

namespace paragen {

struct LexiconView {
  VocabularyView packed, added, local;

  // Begin and length of a word's bytes; empty for an id that no word has.
  const char* word(uint32_t id, size_t* length) const {
    if (id < packed.n_words) return packed.word(id, length);
    if (id - packed.n_words < added.n_words) return added.word(id - packed.n_words, length);
    return local.word(id - packed.n_words - added.n_words, length);
  }

  uint32_t size() const { return packed.n_words + added.n_words + local.n_words; }

  uint32_t find(const char* bytes, size_t length) const {
    uint32_t id = packed.find(bytes, length);
    if (id != kNotFound) return id;
    if (added.n_words != 0 && (id = added.find(bytes, length)) != kNotFound) return packed.n_words + id;
    if (local.n_words != 0 && (id = local.find(bytes, length)) != kNotFound) return packed.n_words + added.n_words + id;
    return kNotFound;
  }
};

}  // namespace paragen
