// The syntactic labels of those spans of a sentence for which packed tables may have labelled options.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/vocabulary.hh"
#include "tables/bilingual/syntax/span_labels.hh"
#include "tables/parses/tree.hh"
#include "tables/store/store.hh"

namespace paragen {

// Appends (begin, end, word of the label) for each label of each phrase of the tables, by begin and end; kNotFound for a label
// that no table has. words: ids; keep: 1 for a word that no phrase may contain, or null; boundaries: for the beginning of each
// word, and the end of the last, the leaf that begins there, or a number that no leaf has.
inline void label_phrases(
    const StoreView& store, const VocabularyView& names, const Tree& tree, const std::vector<uint32_t>& words,
    const uint8_t* keep,
    const int64_t* boundaries, std::vector<uint32_t>* rows) {
  SpanLabels labels(false, 0);
  const auto is_leaf = [&tree](int64_t boundary) { return boundary >= 0 && boundary <= int64_t(tree.leaves()); };
  for (uint32_t begin = 0; begin < words.size(); ++begin) {
    if (!is_leaf(boundaries[begin])) continue;
    uint32_t node = 0;
    for (uint32_t end = begin + 1; end <= words.size() && !(keep != nullptr && keep[end - 1]); ++end) {
      node = store.child(node, words[end - 1]);
      if (node == 0) break;
      const bool goes_on = store.block(node).n_children > 0;  // with a label, or another word
      if (!goes_on || !is_leaf(boundaries[end])) continue;
      labels.each(tree, uint32_t(boundaries[begin]), uint32_t(boundaries[end]), [&](std::string_view label) {
        const std::string word = label_word(label);
        rows->insert(rows->end(), {begin, end, names.find(word.data(), word.size())});
      });
    }
  }
}

}  // namespace paragen
