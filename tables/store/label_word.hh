// A phrase with a syntactic label is packed as a phrase with one word more: that of its label.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

namespace paragen {

constexpr char kLabelMark = '\x1f';  // begins the words of labels, and no other

inline bool has_label_mark(std::string_view text) { return text.find(kLabelMark) != std::string_view::npos; }

// The mark, and the label with marks for spaces, which separate words.
inline std::string label_word(std::string_view label) {
  std::string word(1, kLabelMark);
  word.append(label);
  std::replace(word.begin(), word.end(), ' ', kLabelMark);
  return word;
}

}  // namespace paragen
