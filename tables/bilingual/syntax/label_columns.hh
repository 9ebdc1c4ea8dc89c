// The labels of all spans of a sentence, as columns of numbers.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "tables/bilingual/syntax/span_labels.hh"

namespace paragen {

// A row for each label of each span of words, ordered by begin and end; those of a span from the innermost node outwards.
struct LabelColumns {
  std::vector<uint32_t> begin, end, label;
  Interner texts;  // of labels, of all sentences so far

  // `boundaries`: of words, in leaves; see TreeMatch. `max_length`: words of the longest span.
  void fill(const Tree& tree, const std::vector<int64_t>& boundaries, uint32_t max_length, SpanLabels* labels) {
    begin.clear();
    end.clear();
    label.clear();
    const size_t words = boundaries.size() - 1;
    for (size_t i = 0; i < words; ++i) {
      if (boundaries[i] < 0) continue;
      for (size_t j = i + 1; j <= std::min<size_t>(words, i + max_length); ++j) {
        if (boundaries[j] < 0) continue;
        labels->each(tree, static_cast<uint32_t>(boundaries[i]), static_cast<uint32_t>(boundaries[j]), [&](std::string_view text) {
          begin.push_back(static_cast<uint32_t>(i));
          end.push_back(static_cast<uint32_t>(j));
          label.push_back(texts.add(text));
        });
      }
    }
  }
};

}  // namespace paragen
