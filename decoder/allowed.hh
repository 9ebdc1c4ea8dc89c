// Edits that a sentence may take, where something outside the tables limits them (word sense by pivot [BC05 section 4.4]).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/store/store.hh"

namespace paragen {

// A set of (span, target words). Filled by add(), then sort(), then asked.
class AllowedEdits {
 public:
  void add(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) {
    edits_.push_back({begin, end, words_.size(), n_words});
    words_.insert(words_.end(), words, words + n_words);
  }

  void sort() {
    std::sort(edits_.begin(), edits_.end(), [this](const Edit& a, const Edit& b) {
      return compare(a, b.begin, b.end, words_.data() + b.first, b.n_words) < 0;
    });
  }

  // The last of `words` may carry kLastWord.
  bool has(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    const auto found = std::partition_point(edits_.begin(), edits_.end(), [&](const Edit& edit) {
      return compare(edit, begin, end, words, n_words) < 0;
    });
    return found != edits_.end() && compare(*found, begin, end, words, n_words) == 0;
  }

 private:
  struct Edit {
    uint32_t begin, end;
    size_t first;      // into words_
    uint32_t n_words;
  };

  int compare(const Edit& a, uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    if (a.begin != begin) return a.begin < begin ? -1 : 1;
    if (a.end != end) return a.end < end ? -1 : 1;
    if (a.n_words != n_words) return a.n_words < n_words ? -1 : 1;
    for (uint32_t i = 0; i < n_words; ++i) {
      const uint32_t left = words_[a.first + i], right = words[i] & ~kLastWord;
      if (left != right) return left < right ? -1 : 1;
    }
    return 0;
  }

  std::vector<Edit> edits_;
  std::vector<uint32_t> words_;  // of all edits
};

}  // namespace paragen
