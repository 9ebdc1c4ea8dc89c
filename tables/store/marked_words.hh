// Words that no text has, as they begin with a mark: those of syntactic labels and of the slots of patterns.
//
// A phrase with a label is packed as a phrase with one word more, that of its label; a pattern [Z09] as a phrase in which slots are
// words: *take [NN_1] into consideration*.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/paragen/text/slot_tags.hh"

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

// The mark of labels begins the words of slots, too: no text has it.
inline bool is_slot_word(std::string_view word) { return word.size() > 5 && word[0] == kLabelMark && word[1] == '['; }

// The word of the slot of a tag, from 1.
inline std::string slot_word(std::string_view tag, uint32_t number) {
  std::string word{kLabelMark, '['};
  word.append(tag).append(1, '_').append(std::to_string(number)).append(1, ']');
  return word;
}

// What stands between its brackets before the number.
inline std::string_view slot_tag(std::string_view word) { return word.substr(2, word.rfind('_') - 2); }

}  // namespace paragen
