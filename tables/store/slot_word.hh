// The slots of patterns [Z09] are words of the packed tables: *take [NN_1] into consideration* is a phrase like others.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "src/paragen/text/slot_tags.hh"
#include "tables/store/label_word.hh"

namespace paragen {

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
