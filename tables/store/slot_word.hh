// The slots of patterns [Z09] are words of the packed tables: *take [NN_1] into consideration* is a phrase like others.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tables/store/label_word.hh"

namespace paragen {

constexpr uint32_t kMaxSlots = 4;  // of a pattern

constexpr std::string_view kSentenceBegin = "<s>";  // the first word of a pattern that matches at the begin of a sentence only

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

// The words of a pattern, between single spaces.
inline std::vector<std::string_view> words_between_spaces(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const size_t space = text.find(' ');
    words.push_back(text.substr(0, space));
    if (space == std::string_view::npos) return words;
    text.remove_prefix(space + 1);
  }
}

// Numbers the slots of a pair of patterns in the order of the source, those of a tag from 1. False: the sides do not have the
// same slots, each once, no more than kMaxSlots; or the source is slots only.
inline bool number_slots(std::string_view source, std::string_view target, std::string* new_source, std::string* new_target) {
  std::vector<std::string_view> old;
  std::vector<std::string> now;
  const auto renumber = [&](std::string_view text, bool first, std::string* made) {
    uint32_t n_slots = 0, n_words = 0;
    made->clear();
    for (const std::string_view word : words_between_spaces(text)) {
      ++n_words;
      if (!made->empty()) made->push_back(' ');
      if (!is_slot_word(word)) {
        made->append(word);
        continue;
      }
      ++n_slots;
      size_t at = 0;
      while (at < old.size() && old[at] != word) ++at;
      if (first) {
        if (at < old.size() || old.size() == kMaxSlots) return false;
        uint32_t number = 1;
        for (const std::string_view other : old) number += slot_tag(other) == slot_tag(word);
        old.push_back(word);
        now.push_back(slot_word(slot_tag(word), number));
      } else if (at == old.size()) {
        return false;
      }
      made->append(now[at]);
    }
    return n_slots == old.size() && (!first || n_words > n_slots);
  };
  if (!renumber(source, true, new_source) || !renumber(target, false, new_target)) return false;
  const auto begins = [](const std::string& text) { return text.substr(0, 4) == "<s> "; };
  if (begins(*new_source) != begins(*new_target)) return false;
  for (const std::string& slot : now)  // each once, as there are as many
    if (new_target->find(slot) == std::string::npos) return false;
  return true;
}

}  // namespace paragen
