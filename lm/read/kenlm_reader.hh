// The reader for a KenLM binary, by the kind that its header states.
#pragma once
#include <memory>

#include "lm/read/kenlm_probing.hh"
#include "lm/read/kenlm_trie.hh"

namespace paragen {

inline std::unique_ptr<KenlmReader> open_reader(KenlmFile* file, LmBuilder* builder) {
  if (file->is_trie()) return std::make_unique<KenlmTrie>(file, builder);
  return std::make_unique<KenlmProbing>(file, builder);
}

}  // namespace paragen
